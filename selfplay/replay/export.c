// SPDX-License-Identifier: GPL-3.0-or-later
#include "export_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv_file.h"
#include "log_reader.h"
#include "memory.h"
#include "number.h"
#include "score.h"

// A row a move, for statistics: join it to games.csv by run and game.
static void write_csv_move(struct export_game *game, const struct position *position,
                           const struct export_move *move) {
    struct buffer *text = game->text;
    char fen[FEN_TEXT];
    csv_field(text, game->row->run);
    buffer_printf(text, ",%" PRId64 ",%d,%c,", game->row->game, move->number,
                  position->side == FIRST ? 'w' : 'b');
    csv_field(text, fen_print(position, fen));
    buffer_char(text, ',');
    csv_field(text, move->text);
    buffer_char(text, ',');
    if (move->score != EXPORT_UNKNOWN)
        buffer_printf(text, "%d", move->score);
    buffer_char(text, ',');
    if (move->mate)
        buffer_printf(text, "%d", move->mate);
    buffer_char(text, ',');
    if (move->depth)
        buffer_printf(text, "%d", move->depth);
    buffer_char(text, ',');
    if (move->duration >= 0)
        buffer_printf(text, "%" PRId64, move->duration);
    buffer_printf(text, ",%g\n", result_points(game->row->result));
}

static const struct export_writer export_csv = {
    .head = "run,game,ply,side,fen,move,first_score,first_mate,depth,milliseconds,first_result\n",
    .move = write_csv_move,
};

// A line a game, as a USI engine is told of it: "position sfen SFEN moves ...". It has no place for
// players, results or scores.
static void begin_usi(struct export_game *game, const struct position *position) {
    char sfen[FEN_TEXT];
    buffer_printf(game->text, "position sfen %s", sfen_print(position, sfen));
}

static void write_usi_move(struct export_game *game, const struct position *position,
                           const struct export_move *move) {
    (void)position;
    char text[MOVE_TEXT];
    buffer_text(game->text, move->number == 0 ? " moves " : " ");
    buffer_text(game->text, usi_move_print(move->move, game->tables, text));
}

static void end_usi(struct export_game *game, const struct position *position) {
    (void)position;
    buffer_char(game->text, '\n');
}

static const struct export_writer export_usi = {
    .begin = begin_usi, .move = write_usi_move, .end = end_usi};

char *export_day(const struct export_game *game, char between, char text[16]) {
    const char *start = game->meta ? runmeta_text(game->meta, "start") : NULL;
    snprintf(text, 16, "%.10s", start && strlen(start) > 10 ? start : "");
    for (char *at = text; (at = strchr(at, '-')); at++)
        *at = between;
    return text;
}

const char *export_end_word(const struct end_word *words, const struct game_row *row,
                            enum side side) {
    bool lost = row->result == (side == FIRST ? RESULT_SECOND : RESULT_FIRST);
    enum end_kind by = side == FIRST ? END_BY_SECOND : END_BY_FIRST;
    enum end_kind kind = row->result == RESULT_DRAW ? END_DRAWN : lost ? END_LOST : END_WON;
    while ((words->kind != kind && (kind != END_WON || words->kind != by)) ||
           (words->termination != TERMINATION_NONE && words->termination != row->termination))
        words++;
    return words->word;
}

// PGN, "Standard: Portable Game Notation Specification and Implementation Guide" (1994), with moves
// as coordinates, which XBoard reads for any of its games: e3e4, b2b7+, P@e5, a Lion's two steps
// e5xf6-g7, its pass --. White is who moves first. Scores and times stand in comments as cutechess
// and XBoard write them: {+0.35/6 0.012s}, in pawns for the mover.

enum { LINE = 80 };

static void add_tag(struct export_game *game, const char *name, const char *value) {
    struct buffer *text = game->text;
    buffer_printf(text, "[%s \"", name);
    for (const char *at = value; *at; at++) {
        if (*at == '"' || *at == '\\')
            buffer_char(text, '\\');
        buffer_char(text, (unsigned char)*at < ' ' ? '?' : *at);
    }
    buffer_text(text, "\"]\n");
}

static void add_number_tag(struct export_game *game, const char *name, uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    add_tag(game, name, text);
}

static const char *termination_of(enum termination termination) {
    static const char *const words[TERMINATIONS] = {
        [TERMINATION_PLY_LIMIT] = "adjudication",
        [TERMINATION_RESIGN_ADJUDICATED] = "adjudication",
        [TERMINATION_DRAW_ADJUDICATED] = "adjudication",
        [TERMINATION_ILLEGAL_MOVE] = "rules infraction",
        [TERMINATION_TIME] = "time forfeit",
        [TERMINATION_CRASH] = "abandoned",
        [TERMINATION_HANG] = "abandoned",
    };
    return words[termination] ? words[termination] : "normal";
}

// XBoard takes no hands, not even empty ones, in games without drops.
static char *fen_of(const struct tables *tables, const struct position *position,
                    char fen[FEN_TEXT]) {
    char *hands = strstr(fen_print(position, fen), "[]");
    if (!tables->drops && hands)
        memmove(hands, hands + 2, strlen(hands + 2) + 1);
    return fen;
}

static void begin_pgn(struct export_game *game, const struct position *position) {
    const struct game_row *row = game->row;
    const struct variant *variant = &game->tables->variant;
    char text[64], fen[FEN_TEXT];
    snprintf(text, sizeof text, "kagami%s%.40s", *row->run ? " " : "", row->run);
    add_tag(game, "Event", text);
    const char *host = game->meta ? runmeta_text(game->meta, "host") : NULL;
    add_tag(game, "Site", host && *host ? host : "?");
    const char *date = export_day(game, '.', text);
    add_tag(game, "Date", *date ? date : "????.??.??");
    add_number_tag(game, "Round", (uint64_t)row->game);
    add_tag(game, "White", row->first);
    add_tag(game, "Black", row->second);
    add_tag(game, "Result", result_text(row->result));
    add_tag(game, "Variant", *variant->xboard ? variant->xboard : variant->name);
    if (*row->rules)
        add_tag(game, "Rules", row->rules);
    add_tag(game, "SetUp", "1");
    add_tag(game, "FEN", fen_of(game->tables, position, fen));
    add_number_tag(game, "PlyCount", (uint64_t)row->plies);
    add_tag(game, "Termination", termination_of(row->termination));
    add_tag(game, "Reason", termination_name(row->termination));
    add_number_tag(game, "Pair", (uint64_t)row->pair);
    add_number_tag(game, "Seed", row->seed);
    buffer_char(game->text, '\n');
    game->column = 0;
}

// Adds a word to a line of less than 80 letters.
static void add_word(struct export_game *game, const char *word) {
    int length = (int)strlen(word);
    bool wraps = game->column > 0 && game->column + 1 + length >= LINE;
    if (game->column > 0)
        buffer_char(game->text, wraps ? '\n' : ' ');
    buffer_text(game->text, word);
    game->column = length + (wraps || game->column == 0 ? 0 : game->column + 1);
}

static void add_move(struct export_game *game, const struct position *position,
                     const struct export_move *move) {
    char text[MOVE_TEXT + 4], square[3][SQUARE_TEXT];
    if (move->lion_pass) {
        add_word(game, "--");
    } else if (move->move & MOVE_TWO_STEP) {
        bool takes = move_to(move->move) != move_from(move->move) &&
                     position->board[move_to(move->move)] != PIECE_EMPTY;
        snprintf(text, sizeof text, "%sx%s%c%s", square_text(move_from(move->move), square[0]),
                 square_text(move_via(move->move), square[1]), takes ? 'x' : '-',
                 square_text(move_to(move->move), square[2]));
        add_word(game, text);
    } else {
        add_word(game, move->text);
    }
}

// "{+0.35/6 0.012s}"; nothing where nothing is known.
static void add_comment(struct export_game *game, const struct position *position,
                        const struct export_move *move) {
    int sign = position->side == FIRST ? 1 : -1;
    char score[32] = "", depth[16] = "", duration[32] = "", text[96];
    if (move->mate)
        snprintf(score, sizeof score, "%cM%d", sign * move->mate > 0 ? '+' : '-', abs(move->mate));
    else if (move->score != EXPORT_UNKNOWN)
        snprintf(score, sizeof score, "%+.2f", sign * move->score / 100.0);
    if (*score && move->depth)
        snprintf(depth, sizeof depth, "/%d", move->depth);
    if (move->duration >= 0)
        snprintf(duration, sizeof duration, "%s%.3fs", *score ? " " : "",
                 (double)move->duration / 1000);
    snprintf(text, sizeof text, "{%s%s%s}", score, depth, duration);
    if (*score || *duration)
        add_word(game, text);
}

static void write_pgn_move(struct export_game *game, const struct position *position,
                           const struct export_move *move) {
    char number[24];
    bool second = position->side == SECOND;
    if (!second || move->number == 0 || game->row->first_scores[0] || game->row->milliseconds[0]) {
        snprintf(number, sizeof number, "%d.%s", position->ply / 2 + 1, second ? ".." : "");
        add_word(game, number);
    }
    add_move(game, position, move);
    add_comment(game, position, move);
}

static void end_pgn(struct export_game *game, const struct position *position) {
    (void)position;
    add_word(game, result_text(game->row->result));
    buffer_text(game->text, "\n\n");
}

static const struct export_writer export_pgn = {
    .begin = begin_pgn, .move = write_pgn_move, .end = end_pgn};

static const struct export_writer *const writers[EXPORT_FORMATS] = {
    [EXPORT_PGN] = &export_pgn, [EXPORT_KIF] = &export_kif, [EXPORT_CSA] = &export_csa,
    [EXPORT_USI] = &export_usi, [EXPORT_CSV] = &export_csv,
};

// A folder to be read, and what orders it among the others.
struct source {
    const char *folder;
    char run[RUN_KEY]; // "": no run.json
    int64_t begin, end;
    int order; // as given, of runs
};

struct exporter {
    const struct export_options *options;
    struct export_result *result;
    const struct export_writer *writer;
    struct log_reader log;
    struct game_tables tables;
    struct position position;
    struct buffer text;
    char run[RUN_KEY]; // of the last game
    int64_t next;      // game of that run
};

// What was logged of a move: a word of each list, all of which have one a move, or none.
struct notes {
    const char *scores, *depths, *durations;
};

static bool take_note(const char **list, const char *name, char word[MOVE_TEXT],
                      struct error *error) {
    *word = 0;
    return !**list || row_word(list, word, MOVE_TEXT) ||
           error_set(error, "%s: fewer words than moves", name);
}

static bool read_number(const char *word, const char *name, int64_t *number, struct error *error) {
    return number_integer(word, number) ||
           error_set(error, "%s: '%s', expected a whole number", name, word);
}

static bool read_score(const char *word, struct export_move *move, struct error *error) {
    bool second = word[0] == '-' && word[1] == 'M', mate = second || word[0] == 'M';
    int64_t number;
    if (!*word || strcmp(word, "-") == 0)
        return true;
    if (!read_number(word + (mate ? 1 + second : 0), "first_scores", &number, error))
        return false;
    if (number < -SCORE_INFINITE || number > SCORE_INFINITE)
        return error_set(error, "first_scores: '%s' is out of range", word);
    if (mate)
        move->mate = second ? -(int)number : (int)number;
    else
        move->score = (int)number;
    return true;
}

static bool read_notes(struct notes *notes, struct export_move *move, struct error *error) {
    char score[MOVE_TEXT], depth[MOVE_TEXT], duration[MOVE_TEXT];
    int64_t number = 0;
    move->score = EXPORT_UNKNOWN;
    move->duration = -1;
    if (!take_note(&notes->scores, "first_scores", score, error) ||
        !take_note(&notes->depths, "depths", depth, error) ||
        !take_note(&notes->durations, "milliseconds", duration, error) ||
        !read_score(score, move, error))
        return false;
    if (*depth && strcmp(depth, "-") != 0 && !read_number(depth, "depths", &number, error))
        return false;
    move->depth = number > 0 && number < INT32_MAX ? (int)number : 0;
    if (*duration && !read_number(duration, "milliseconds", &move->duration, error))
        return false;
    return true;
}

// Might the piece have promoted by this move, which it did not?
static bool can_promote(struct position *position, Move move, const char *text) {
    if (move_is_drop(move) || move_is_promotion(move))
        return false;
    char promoting[MOVE_TEXT + 2];
    Move other;
    snprintf(promoting, sizeof promoting, "%s+", text);
    return move_parse(promoting, position, &other, NULL) && move_is_promotion(other);
}

bool export_is_pass(const struct position *position, Move move) {
    return !move_is_drop(move) && move & MOVE_TWO_STEP && move_to(move) == move_from(move) &&
           position->board[move_via(move)] == PIECE_EMPTY;
}

static bool write_moves(struct exporter *exporter, struct export_game *game, struct error *error) {
    const struct game_row *row = game->row;
    struct position *position = &exporter->position;
    const char *list = row->moves;
    struct notes notes = {row->first_scores, row->depths, row->milliseconds};
    struct export_move move = {.previous = SQUARE_NONE};
    char word[MOVE_TEXT];
    for (; row_word(&list, word, sizeof word); move.number++) {
        struct undo undo;
        move.score = EXPORT_UNKNOWN;
        move.mate = 0;
        move.text = word;
        if (!move_parse(word, position, &move.move, error) || !read_notes(&notes, &move, error))
            return false;
        move.can_promote =
            exporter->writer->says_no_promotion && can_promote(position, move.move, word);
        move.lion_pass = export_is_pass(position, move.move);
        if (move.duration > 0)
            move.spent[position->side] += move.duration;
        exporter->writer->move(game, position, &move);
        move.previous = move_to(move.move);
        position_make(position, move.move, &undo);
    }
    return move.number == row->plies ||
           error_set(error, "moves: %d, plies has %" PRId64, move.number, row->plies);
}

static bool write_game(struct exporter *exporter, struct error *error) {
    const struct game_row *row = &exporter->log.game;
    const struct tables *tables = &exporter->tables.tables;
    struct error cause;
    buffer_clear(&exporter->text);
    struct export_game game = {
        .row = row, .meta = exporter->log.meta, .tables = tables, .text = &exporter->text};
    bool done = game_tables_load(&exporter->tables, exporter->log.meta, row, &cause) &&
                (!exporter->writer->check || exporter->writer->check(tables, &cause)) &&
                fen_parse(row->opening, tables, &exporter->position, &cause);
    if (done) {
        if (exporter->writer->between && exporter->result->games > 0)
            buffer_text(&exporter->text, exporter->writer->between);
        if (exporter->writer->begin)
            exporter->writer->begin(&game, &exporter->position);
        done = write_moves(exporter, &game, &cause);
    }
    if (!done)
        return error_at(error, csv_path(rows_file(exporter->log.games)), exporter->log.game_line,
                        "%s", cause.text);
    if (exporter->writer->end)
        exporter->writer->end(&game, &exporter->position);
    exporter->result->games++;
    return exporter->options->take(exporter->options->context, &exporter->text, error);
}

static bool write_folder(struct exporter *exporter, const struct source *source,
                         struct error *error) {
    const struct export_options *options = exporter->options;
    enum csv_status status = CSV_ERROR;
    exporter->tables.variant_name[0] = 0; // another folder may have another game of that name
    exporter->tables.ready = false;
    if (strcmp(exporter->run, source->run) != 0 || !*source->run)
        exporter->next = 0;
    memcpy(exporter->run, source->run, sizeof exporter->run);
    bool done = log_open(&exporter->log, source->folder, LOG_GAMES, error);
    while (done && (status = log_next_game(&exporter->log, error)) == CSV_RECORD) {
        int64_t game = exporter->log.game.game;
        if (game >= options->end)
            break;
        if (game < exporter->next || game < options->begin)
            continue;
        done = write_game(exporter, error);
        exporter->next = game + 1;
    }
    exporter->result->unfinished += exporter->log.meta && !runmeta_finished(exporter->log.meta);
    log_close(&exporter->log);
    return done && status != CSV_ERROR;
}

static int by_run_and_game(const void *one, const void *other) {
    const struct source *a = one, *b = other;
    int order = ORDER(a->order, b->order);
    order = order ? order : ORDER(a->begin, b->begin);
    return order ? order : ORDER(b->end, a->end);
}

// Parts of one run come one after the other, wherever they stand among the folders.
static void find_sources(const struct export_options *options, struct source *sources) {
    for (int i = 0; i < options->count; i++) {
        struct source *source = &sources[i];
        *source = (struct source){.folder = options->folders[i], .order = i};
        struct runmeta *meta = log_record(source->folder, NULL);
        if (!meta)
            continue; // log_open says what is wrong with it, if anything
        struct game_range range = runmeta_range(meta);
        snprintf(source->run, sizeof source->run, "%s", runmeta_run(meta));
        source->begin = range.begin;
        source->end = range.end;
        runmeta_destroy(meta);
        for (int k = 0; k < i; k++)
            if (strcmp(sources[k].run, source->run) == 0) {
                source->order = sources[k].order;
                break;
            }
    }
    qsort(sources, (size_t)options->count, sizeof *sources, by_run_and_game);
}

bool export_games(const struct export_options *options, struct export_result *result,
                  struct error *error) {
    *result = (struct export_result){0};
    struct exporter *exporter = mem_calloc(1, sizeof *exporter);
    struct source *sources = mem_calloc((size_t)options->count, sizeof *sources);
    exporter->options = options;
    exporter->result = result;
    exporter->writer = writers[options->format];
    bool done = true;
    find_sources(options, sources);
    if (exporter->writer->head) {
        buffer_text(&exporter->text, exporter->writer->head);
        done = options->take(options->context, &exporter->text, error);
    }
    for (int i = 0; done && i < options->count; i++)
        done = write_folder(exporter, &sources[i], error);
    buffer_destroy(&exporter->text);
    free(sources);
    free(exporter);
    return done;
}
