// SPDX-License-Identifier: GPL-3.0-or-later
// strcasecmp is POSIX.
#define _POSIX_C_SOURCE 200809L
#include "games_import_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "error.h"
#include "file.h"
#include "memory.h"
#include "random.h"
#include "replay.h"

enum { FILE_LIMIT = 1 << 30, JUDGE_BYTES = 1 << 18 };

struct reading {
    struct incoming game; // first: what readers hold is this
    struct games_import *import;
    struct engine *judge; // of quiet positions; NULL: the games are only checked
    struct game_record *record;
    struct random random; // of the positions
    const char *path;
    int line, game_line; // read, and where the game's last word stood
    struct error broken; // why the log cannot be written
};

static void tell(struct reading *reading, int line, const char *what) {
    struct error text;
    if (reading->game.bad)
        return;
    reading->game.bad = true;
    error_at(&text, reading->path, line, "%s", what);
    if (!reading->judge) // else they are known
        reading->import->fault(reading->import->context, text.text);
}

// What the rules say of a game at its end, and beyond them the file.
static bool judge(struct incoming *game, struct outcome *end, struct error *error) {
    const struct outcome ruled = game->referee.outcome;
    enum termination said = game->said.termination;
    if (said == TERMINATION_NONE || (ruled.result != RESULT_NONE && said >= TERMINATION_PLY_LIMIT))
        said = ruled.result != RESULT_NONE        ? ruled.termination
               : game->said.result == RESULT_DRAW ? TERMINATION_AGREEMENT
                                                  : TERMINATION_RESIGN;
    *end = ruled.result != RESULT_NONE ? ruled : (struct outcome){game->said.result, said};
    if (end->result == RESULT_NONE)
        return error_set(error, "no result, and by the rules the game goes on");
    bool fits =
        ruled.result != RESULT_NONE
            ? said == ruled.termination &&
                  (game->said.result == RESULT_NONE || game->said.result == ruled.result)
            : replay_end_fits(*end, game->referee.counts.plies, game->referee.position.side, NULL);
    if (!fits && ruled.result == RESULT_NONE)
        return error_set(error, "no %s by %s: by the rules the game goes on, the %s player to move",
                         result_text(end->result), termination_name(said),
                         game->referee.position.side == FIRST ? "first" : "second");
    return fits || error_set(error, "the file has %s by %s, the rules have %s by %s",
                             result_text(game->said.result), termination_name(said),
                             result_text(ruled.result), termination_name(ruled.termination));
}

// Notes a game that is right.
static void keep(struct reading *reading, struct outcome end) {
    struct game_record *record = reading->record;
    const struct game_record *const records[] = {record};
    struct config *config = &reading->import->config;
    record->game = record->pair = reading->import->games++;
    record->outcome = end;
    record->counts = reading->game.referee.counts;
    for (int i = 0; i < PLAYERS; i++) { // rows are written with the configuration's names
        char *name = config->player[i].name;
        memcpy(name, reading->game.name[i], PLAYER_NAME);
        if (strchr("=+-@", *name)) // what spreadsheets would compute, or no name
            *name = *name ? '_' : '?';
    }
    // A log that was broken off has its first games.
    if (reading->judge && !*reading->broken.text && record->game >= reading->import->log->next)
        runlog_commit(reading->import->log, records, 1, &reading->broken);
}

// Lines of a head behind the last game need not be of a game.
static bool says_something(const struct incoming *game) {
    return game->is_drawn || *game->fen || game->said.result != RESULT_NONE ||
           strcmp(game->name[FIRST], "?") != 0 || strcmp(game->name[SECOND], "?") != 0 ||
           game->stage >= INCOMING_MOVES;
}

// Ends the game that is being read, if one is.
static void finish(struct reading *reading) {
    struct incoming *game = &reading->game;
    struct outcome end;
    struct error cause;
    bool any = game->stage >= INCOMING_MOVES && game->referee.counts.plies > 0;
    if (game->foul_line)
        tell(reading, game->foul_line, game->foul.text);
    else if (game->stage != INCOMING_NOTHING && !any && says_something(game))
        tell(reading, reading->game_line, "a game without moves");
    else if (any && !game->bad && !judge(game, &end, &cause))
        tell(reading, reading->game_line, cause.text);
    reading->import->faulty += game->bad;
    if (any && !game->bad)
        keep(reading, end);
    memset(&game->stage, 0, sizeof *game - offsetof(struct incoming, stage));
    for (enum side side = FIRST; side < SIDES; side++)
        strcpy(game->name[side], "?");
}

// --- What readers call ---------------------------------------------------------------------------

void incoming_head(struct incoming *game) {
    struct reading *reading = (struct reading *)game;
    if (game->stage >= INCOMING_MOVES)
        finish(reading);
    game->stage = INCOMING_HEAD;
    reading->game_line = reading->line;
}

void incoming_fault(struct incoming *game, const char *what) {
    struct reading *reading = (struct reading *)game;
    tell(reading, reading->line, what);
}

void incoming_name(struct incoming *game, enum side side, const char *name) {
    size_t length = strlen(name);
    for (bool cut = length >= PLAYER_NAME; cut; cut = (name[length] & 0xC0) == 0x80)
        length = length < PLAYER_NAME ? length - 1 : PLAYER_NAME - 1;
    snprintf(game->name[side], PLAYER_NAME, "%.*s", (int)length, name);
}

bool incoming_put(struct incoming *game, bool start, Square square, Piece piece,
                  struct error *error) {
    struct position *drawn = &game->drawn;
    enum side side = piece_side(piece);
    if (!game->is_drawn && (!start || !fen_parse(NULL, game->tables, drawn, NULL)))
        position_clear(drawn, game->tables);
    game->is_drawn = true;
    if (square != SQUARE_NONE && drawn->board[square] != PIECE_EMPTY)
        position_remove(drawn, square);
    bool fits = drawn->royal_count[side] < ROYALS_MAX && drawn->hand_count[side] < HANDS_MAX / 2;
    if (piece != PIECE_EMPTY && fits && square != SQUARE_NONE)
        position_put(drawn, piece, square);
    else if (piece != PIECE_EMPTY && fits)
        position_set_hand(drawn, side, piece_base(piece), drawn->hand[side][piece_base(piece)] + 1);
    return fits || error_set(error, "too many pieces");
}

bool incoming_comment(struct incoming *game, const char *text, struct error *error) {
    char own[RULES_TEXT];
    if (game->stage == INCOMING_OVER && termination_find(text) != TERMINATION_NONE)
        game->said.termination = termination_find(text);
    if (strncmp(text, "rules ", 6) != 0)
        return true;
    rules_text(&game->tables->rules, &game->tables->variant, own);
    return strcmp(text + 6, own) == 0 ||
           error_set(error, "played by the rules %.120s, imported by %.120s: see --rule", text + 6,
                     *own ? own : "default");
}

bool incoming_begin(struct incoming *game, struct error *error) {
    struct reading *reading = (struct reading *)game;
    if (game->stage == INCOMING_OVER)
        finish(reading);
    reading->game_line = reading->line;
    if (game->stage == INCOMING_MOVES)
        return true;
    game->stage = INCOMING_MOVES;
    if (game->is_drawn)
        fen_print(&game->drawn, game->fen);
    reading->record->sample_count = 0;
    buffer_clear(&reading->record->fens);
    reading->random = random_init(0, (uint64_t)reading->import->games, RANDOM_SAMPLE);
    return referee_start(&game->referee, game->tables, *game->fen ? game->fen : NULL, error) &&
           fen_print(&game->referee.position, reading->record->opening.fen);
}

bool incoming_move(struct incoming *game, Move move, struct error *error) {
    struct reading *reading = (struct reading *)game;
    struct referee *referee = &game->referee;
    int ply = referee->counts.plies, samples = reading->record->sample_count;
    if (game->foul_line) {
        tell(reading, game->foul_line, game->foul.text);
        game->foul_line = 0;
    }
    if (game->bad || ply == PLIES_MAX)
        return error_set(error, "more than %d plies", PLIES_MAX);
    if (reading->judge)
        game_sample(&reading->import->config.sampling, referee, reading->judge,
                    engine_quiesce(reading->judge, &referee->position), &reading->random,
                    reading->record);
    if (move == MOVE_NONE || !referee_play(referee, move, error)) {
        game->foul = *error;
        game->foul_line = reading->line;
        reading->record->sample_count = samples;
    } else {
        reading->record->moves[ply] = move;
    }
    return true;
}

bool incoming_text(struct incoming *game, const char *text, struct error *error) {
    Move move;
    if (!incoming_begin(game, error))
        return false;
    bool read = move_parse(text, &game->referee.position, &move, error);
    return incoming_move(game, read ? move : MOVE_NONE, error);
}

bool incoming_end(struct incoming *game, enum result result, enum termination termination,
                  struct error *error) {
    ((struct reading *)game)->game_line = ((struct reading *)game)->line;
    if (game->stage == INCOMING_MOVES)
        game->stage = INCOMING_OVER;
    if (game->said.result != RESULT_NONE && result != RESULT_NONE && game->said.result != result)
        return error_set(error, "the game ends with %s and with %s", result_text(game->said.result),
                         result_text(result));
    if (termination == TERMINATION_ILLEGAL_MOVE)
        game->foul_line = 0;
    if (result != RESULT_NONE)
        game->said.result = result;
    if (termination != TERMINATION_NONE)
        game->said.termination = termination;
    return true;
}

bool incoming_end_word(struct incoming *game, const struct end_word *words, const char *text,
                       struct error *error) {
    bool first = game->referee.position.side == FIRST;
    while (words->word && strncmp(text, words->word, strlen(words->word)) != 0)
        words++;
    if (!words->word)
        return error_set(error, "'%.40s': no move, and no end of a game", text);
    enum end_kind kind = words->kind;
    bool foul = game->foul_line && (kind == END_WON || kind >= END_BY_FIRST ||
                                    words->termination == TERMINATION_ILLEGAL_MOVE);
    bool lost = foul || kind == END_LOST || kind == (first ? END_BY_FIRST : END_BY_SECOND);
    return incoming_end(game,
                        kind == END_OPEN    ? RESULT_NONE
                        : kind == END_DRAWN ? RESULT_DRAW
                        : lost == first     ? RESULT_SECOND
                                            : RESULT_FIRST,
                        foul ? TERMINATION_ILLEGAL_MOVE : words->termination, error);
}

// --- Files ---------------------------------------------------------------------------------------

// "position sfen ... moves ...": a game a line.
static bool read_usi(struct incoming *game, const char *line, struct error *error) {
    const char *moves = strstr(line, " moves "), *sfen = strstr(line, "sfen ");
    if (!*line)
        return true;
    incoming_head(game);
    if (!sfen && !strstr(line, "startpos"))
        return error_set(error, "expected 'position sfen ...' or 'position startpos ...'");
    if (sfen)
        snprintf(game->fen, sizeof game->fen, "%.*s", moves ? (int)(moves - sfen) : FEN_TEXT, sfen);
    if (!incoming_begin(game, error))
        return false;
    char word[MOVE_TEXT];
    for (const char *at = moves ? moves + strlen(" moves") : ""; row_word(&at, word, MOVE_TEXT);) {
        Move move;
        bool read = usi_move_parse(word, &game->referee.position, &move, error);
        if (!incoming_move(game, read ? move : MOVE_NONE, error))
            return false;
    }
    return true;
}

static bool read_line(struct reading *reading, import_reader *read, char *line,
                      struct error *error) {
    static const char wide_blank[] = "\u3000";
    const size_t wide = sizeof wide_blank - 1;
    size_t length = strlen(line);
    struct error cause;
    uint32_t code;
    int bytes = 1;
    reading->line++;
    for (const char *at = line; *at && bytes; at += bytes)
        bytes = text_character(at, &code);
    bool pgn = read == import_pgn;
    if (!bytes)
        return error_at(error, reading->path, reading->line,
                        "is no UTF-8; %s: iconv -f %s -t UTF-8 '%.200s' >utf8.%s",
                        pgn ? "PGN often is Latin-1" : "Japanese files often are Shift-JIS",
                        pgn ? "ISO-8859-1" : "CP932", reading->path, pgn ? "pgn" : "kif");
    for (bool more = true; more && length > 0;) {
        more = strchr(" \t\r", line[length - 1]);
        length -= more;
        if (length >= wide && memcmp(line + length - wide, wide_blank, wide) == 0) {
            length -= wide;
            more = true;
        }
    }
    line[length] = 0;
    if (!read(&reading->game, line, &cause))
        tell(reading, reading->line, cause.text);
    return !*reading->broken.text || error_set(error, "%s", reading->broken.text);
}

static bool read_file(struct reading *reading, uint64_t *hash, struct error *error) {
    static const struct {
        const char *ending; // or its beginning
        import_reader *read;
    } formats[] = {
        {".pgn", import_pgn}, {".kif", import_kif}, {".csa", import_csa}, {".usi", read_usi}};
    const char *ending = strrchr(reading->path, '.');
    import_reader *read = NULL;
    for (int i = 0; ending && i < ARRAY_LENGTH(formats); i++)
        if (strncasecmp(ending, formats[i].ending, 4) == 0)
            read = formats[i].read;
    if (!read)
        return error_at(error, reading->path, 0, "its name must end in .pgn, .kif, .csa or .usi");
    char *text = file_read(reading->path, FILE_LIMIT, error);
    if (!text)
        return false;
    *hash = *hash * 31 + text_hash(text, strlen(text)) + 1;
    reading->line = 0;
    bool done = true;
    for (char *at = text + (strncmp(text, "\xef\xbb\xbf", 3) ? 0 : 3), *next; done && *at;
         at = next) {
        size_t length = strcspn(at, "\n");
        next = at + length + (at[length] != 0);
        at[length] = 0;
        done = read_line(reading, read, at, error);
    }
    if (done && read == import_pgn && (reading->game.comment || reading->game.depth))
        tell(reading, reading->line, import_pgn_open);
    finish(reading);
    free(text);
    return done;
}

// All files once; `hash` follows from their texts.
static bool read_files(struct reading *reading, uint64_t *hash, struct error *error) {
    const struct option_texts *files = reading->import->files;
    bool done = true;
    reading->import->games = reading->import->faulty = 0;
    for (int i = 0; done && i < files->count; i++) {
        reading->path = files->text[i];
        done = read_file(reading, hash, error);
    }
    return done;
}

static bool write_log(struct reading *reading, struct error *error) {
    struct games_import *import = reading->import;
    struct config *config = &import->config;
    struct error cause = {""};
    uint64_t hash;
    import->options.range = (struct game_range){.end = import->games, .total = import->games};
    import->options.threads = 1;
    import->log = runlog_open(&import->options, config, error);
    if (!import->log)
        return false;
    reading->judge =
        engine_create(config->tables, &config->player[PLAYER_A].values, JUDGE_BYTES, error);
    bool done = reading->judge && (import->log->finished || read_files(reading, &hash, error)) &&
                !*reading->broken.text;
    engine_destroy(reading->judge);
    return (runlog_close(import->log, &cause) || error_set(error, "%s", cause.text)) && done;
}

bool games_import(struct games_import *import, struct error *error) {
    struct reading *reading = mem_calloc(1, sizeof *reading);
    reading->import = import;
    reading->record = game_record_create();
    reading->game.tables = import->config.tables;
    referee_init(&reading->game.referee);
    finish(reading);
    import->config.sampling.rate = 1; // people play few games
    bool done = read_files(reading, &import->config.imported, error);
    if (done && import->faulty > 0 && !import->skip)
        done = error_set(error,
                         "%" PRId64 " of %" PRId64 " games have faults, nothing is imported; "
                         "--skip leaves them out",
                         import->faulty, import->faulty + import->games);
    if (done && import->games == 0)
        done = error_set(error, "no games in %s%s", import->files->text[0],
                         import->files->count > 1 ? " and the other files" : "");
    done = done && write_log(reading, error);
    referee_destroy(&reading->game.referee);
    game_record_destroy(reading->record);
    free(reading);
    return done;
}
