// SPDX-License-Identifier: GPL-3.0-or-later
#include "export_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv_file.h"
#include "log_reader.h"
#include "memory.h"
#include "notation.h"
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
    buffer_printf(text, ",%s\n",
                  game->row->result == RESULT_DRAW    ? "0.5"
                  : game->row->result == RESULT_FIRST ? "1"
                                                      : "0");
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

static const struct export_writer *const writers[EXPORT_FORMATS] = {
    [EXPORT_PGN] = &export_pgn,
    [EXPORT_KIF] = &export_kif,
    [EXPORT_USI] = &export_usi,
    [EXPORT_CSV] = &export_csv,
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

char *export_day(const struct export_game *game, char text[16]) {
    const char *start = game->meta ? runmeta_text(game->meta, "start") : NULL;
    snprintf(text, 16, "%.10s", start && strlen(start) > 10 ? start : "");
    return text;
}

// Takes the next word off a list. False at its end.
static bool next_word(const char **list, char word[MOVE_TEXT]) {
    *list += strspn(*list, " ");
    size_t length = strcspn(*list, " ");
    snprintf(word, MOVE_TEXT, "%.*s", (int)length, *list);
    *list += length;
    return length > 0;
}

// What was logged of a move: a word of each list, all of which have one a move, or none.
struct notes {
    const char *scores, *depths, *durations;
};

static bool take_note(const char **list, const char *name, char word[MOVE_TEXT],
                      struct error *error) {
    *word = 0;
    return !**list || next_word(list, word) || error_set(error, "%s: fewer words than moves", name);
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

static bool is_pass(const struct position *position, Move move) {
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
    for (; next_word(&list, word); move.number++) {
        struct undo undo;
        move.score = EXPORT_UNKNOWN;
        move.mate = 0;
        move.text = word;
        if (!move_parse(word, position, &move.move, error) || !read_notes(&notes, &move, error))
            return false;
        move.can_promote =
            exporter->writer->says_no_promotion && can_promote(position, move.move, word);
        move.lion_pass = is_pass(position, move.move);
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
    return a->order != b->order   ? a->order - b->order
           : a->begin != b->begin ? (a->begin < b->begin ? -1 : 1)
           : a->end != b->end     ? (a->end > b->end ? -1 : 1)
                                  : 0;
}

// Parts of one run come one after the other, wherever they stand among the folders.
static bool find_sources(const struct export_options *options, struct source *sources,
                         struct error *error) {
    for (int i = 0; i < options->count; i++) {
        struct source *source = &sources[i];
        struct log_paths paths;
        *source = (struct source){.folder = options->folders[i], .order = i};
        if (!log_paths_of(source->folder, &paths, error))
            return false;
        struct runmeta *meta = runmeta_load(paths.run, NULL);
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
    return true;
}

bool export_games(const struct export_options *options, struct export_result *result,
                  struct error *error) {
    *result = (struct export_result){0};
    struct exporter *exporter = mem_calloc(1, sizeof *exporter);
    struct source *sources = mem_calloc((size_t)options->count, sizeof *sources);
    exporter->options = options;
    exporter->result = result;
    exporter->writer = writers[options->format];
    bool done = find_sources(options, sources, error);
    if (done && exporter->writer->head) {
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
