// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log_reader.h"
#include "memory.h"
#include "notation.h"

static bool load_variant(struct game_tables *tables, const struct runmeta *meta, const char *name,
                         struct error *error) {
    if (strcmp(tables->variant_name, name) == 0)
        return true;
    bool loaded = meta ? variant_parse(runmeta_text(meta, "variant_text"), "run.json",
                                       &tables->variant, error)
                       : variant_load(name, &tables->variant, error);
    if (!loaded)
        return false;
    if (strcmp(tables->variant.name, name) != 0)
        return error_set(error, "variant: '%s', run.json is of '%s'", name, tables->variant.name);
    static const char *const keys[PLAYERS] = {"player1.without", "player2.without"};
    for (int i = 0; i < PLAYERS; i++) {
        const char *without = meta ? runmeta_setting(meta, keys[i]) : NULL;
        tables->restriction[i] = (struct restriction){{0}};
        if (without &&
            !restriction_parse(&tables->restriction[i], without, &tables->variant, error))
            return false;
    }
    snprintf(tables->variant_name, sizeof tables->variant_name, "%s", name);
    tables->ready = false;
    return true;
}

// Do players of the run that was loaded last lack moves?
static bool is_restricted(const struct game_tables *tables) {
    return restriction_any(&tables->restriction[PLAYER_A]) ||
           restriction_any(&tables->restriction[PLAYER_B]);
}

bool game_tables_load(struct game_tables *tables, const struct runmeta *meta,
                      const struct game_row *row, struct error *error) {
    if (!load_variant(tables, meta, row->variant, error))
        return false;
    int first =
        is_restricted(tables) ? game_first_player(runmeta_paired(meta), row->game) : PLAYER_A;
    if (tables->ready && strcmp(tables->rules, row->rules) == 0 && tables->first_player == first)
        return true;
    tables->ready = false;
    struct rules rules = tables->variant.rules;
    if (strlen(row->rules) >= sizeof tables->rules)
        return error_set(error, "rules: too long");
    if (!rules_parse(&rules, &tables->variant, row->rules, error) ||
        !tables_build(&tables->tables, &tables->variant, &rules, error))
        return false;
    tables_restrict(&tables->tables, FIRST, &tables->restriction[first]);
    tables_restrict(&tables->tables, SECOND, &tables->restriction[1 - first]);
    tables->first_player = first;
    snprintf(tables->rules, sizeof tables->rules, "%s", row->rules);
    tables->ready = true;
    return true;
}

struct replay {
    const struct replay_options *options;
    struct replay_result *result;
    struct log_reader log;
    struct adjudication adjudication;
    bool adjudication_known;

    struct rows_reader *positions; // NULL at its end
    struct position_row position;  // the next one that belongs to a game still to come
    int position_line;
    int line, mismatches; // of the current game
    struct error found;   // the last of these

    struct game_tables tables;
    struct referee referee;
};

static void tell(struct replay *replay, const struct error *found) {
    replay->options->mismatch(replay->options->context, found->text);
    replay->mismatches++;
    replay->result->mismatches++;
}

// As error_at, of the log.
#define MISMATCH(replay, ...)                                                                      \
    (error_at(&(replay)->found, __VA_ARGS__), tell(replay, &(replay)->found))
#define GAME_MISMATCH(replay, ...)                                                                 \
    MISMATCH(replay, csv_path(rows_file((replay)->log.games)), (replay)->line, __VA_ARGS__)

// Moves on to the next row of positions.csv; bad rows are mismatches.
static void next_position(struct replay *replay) {
    while (replay->positions) {
        struct csv_record record;
        struct error error;
        enum csv_status status =
            position_row_next(replay->positions, &replay->position, &record, &error);
        replay->position_line = record.line;
        if (status == CSV_RECORD)
            return;
        if (status == CSV_ERROR) {
            tell(replay, &error);
            if (record.count > 0 && record.line > 1)
                continue; // a bad field; the rows after it can be read
        }
        rows_close(replay->positions);
        replay->positions = NULL;
    }
}

// Compares the rows of positions.csv that speak of this ply.
static void check_positions(struct replay *replay, const struct game_row *row) {
    const struct referee *referee = &replay->referee;
    while (replay->positions && replay->position.game == row->game &&
           replay->position.ply <= referee->counts.plies) {
        const struct position_row *logged = &replay->position;
        const char *path = csv_path(rows_file(replay->positions));
        int line = replay->position_line;
        char fen[FEN_TEXT];
        fen_print(&referee->position, fen);
        if (logged->ply < referee->counts.plies)
            MISMATCH(replay, path, line, "ply %" PRId64 " is out of order", logged->ply);
        else if (strcmp(logged->fen, fen) != 0)
            MISMATCH(replay, path, line, "fen: '%s' in the log, '%s' by replay", logged->fen, fen);
        if (logged->ply == referee->counts.plies && logged->side != referee->position.side)
            MISMATCH(replay, path, line, "side: the other one is to move");
        if (logged->first_result != row->result)
            MISMATCH(replay, path, line, "first_result: not that of game %" PRId64, row->game);
        if (logged->quiet && referee->history.visits[referee->history.count - 1].check)
            MISMATCH(replay, path, line, "quiet: the side to move is in check");
        next_position(replay);
    }
}

// Rows of positions.csv before this game belong to no game of the log.
static void skip_positions(struct replay *replay, int64_t below, bool report) {
    while (replay->positions && replay->position.game < below) {
        if (report)
            MISMATCH(replay, csv_path(rows_file(replay->positions)), replay->position_line,
                     "game %" PRId64 ", ply %" PRId64 ": no such position in its game",
                     replay->position.game, replay->position.ply);
        next_position(replay);
    }
}

static void show(struct replay *replay, const struct game_row *row, Move last) {
    if (replay->options->position)
        replay->options->position(replay->options->context, row, &replay->referee.position, last);
}

// Plays the logged moves. False when the game could not be played to its end.
static bool play(struct replay *replay, const struct game_row *row) {
    struct referee *referee = &replay->referee;
    struct error error;
    if (!game_tables_load(&replay->tables, replay->log.meta, row, &error)) {
        GAME_MISMATCH(replay, "%s", error.text);
        return false;
    }
    if (!referee_start(referee, &replay->tables.tables, row->opening, &error) &&
        (!is_restricted(&replay->tables) || referee->outcome.result == RESULT_NONE)) {
        GAME_MISMATCH(replay, "opening: %s", error.text);
        return false;
    }
    show(replay, row, MOVE_NONE);
    for (const char *at = row->moves; *at;) {
        char text[MOVE_TEXT];
        size_t length = strcspn(at, " ");
        Move move;
        check_positions(replay, row);
        snprintf(text, sizeof text, "%.*s", (int)length, at);
        if (!move_parse(text, &referee->position, &move, &error) ||
            !referee_play(referee, move, &error)) {
            GAME_MISMATCH(replay, "move %d: %s", referee->counts.plies + 1, error.text);
            return false;
        }
        show(replay, row, move);
        at += length;
        if (*at == ' ' && *++at == 0) {
            GAME_MISMATCH(replay, "moves: a space at the end");
            return false;
        }
    }
    return true;
}

bool replay_end_fits(struct outcome end, int64_t plies, enum side mover,
                     const struct adjudication *rules) {
    bool draw = end.result == RESULT_DRAW;
    switch (end.termination) {
    case TERMINATION_PLY_LIMIT:
        return draw && (!rules || plies == rules->ply_limit);
    case TERMINATION_RESIGN_ADJUDICATED:
        return !draw && (!rules || (rules->resign_plies > 0 && plies >= rules->resign_plies));
    case TERMINATION_DRAW_ADJUDICATED:
        return draw && (!rules || (rules->draw_plies > 0 && plies >= rules->draw_from));
    case TERMINATION_AGREEMENT:
        return draw && !rules;
    case TERMINATION_RESIGN: // people may while the other player thinks
        if (!rules)
            return !draw;
        break;
    case TERMINATION_ILLEGAL_MOVE: // by programs of their own: what they said is not logged
    case TERMINATION_CRASH:
    case TERMINATION_HANG:
    case TERMINATION_TIME:
        break;
    default:
        return false;
    }
    return end.result == (mover == FIRST ? RESULT_SECOND : RESULT_FIRST);
}

static void check_outcome(struct replay *replay, const struct game_row *row) {
    struct outcome outcome = replay->referee.outcome;
    if (outcome.result == RESULT_NONE) {
        if (!replay_end_fits((struct outcome){row->result, row->termination}, row->plies,
                             replay->referee.position.side,
                             replay->adjudication_known ? &replay->adjudication : NULL))
            GAME_MISMATCH(replay,
                          "termination: '%s' with result %s in the log, by replay the game "
                          "is not over after %d plies",
                          termination_name(row->termination), result_text(row->result),
                          replay->referee.counts.plies);
        return;
    }
    if (outcome.result != row->result)
        GAME_MISMATCH(replay, "result: '%s' in the log, '%s' by replay", result_text(row->result),
                      result_text(outcome.result));
    if (outcome.termination != row->termination)
        GAME_MISMATCH(replay, "termination: '%s' in the log, '%s' by replay",
                      termination_name(row->termination), termination_name(outcome.termination));
}

static void check_counts(struct replay *replay, const struct game_row *row) {
    const struct game_counts *counts = &replay->referee.counts;
    const struct {
        const char *name;
        int64_t logged, counted;
    } pairs[] = {
        {"plies", row->plies, counts->plies},
        {"drops", row->drops, counts->drops},
        {"promotions", row->promotions, counts->promotions},
        {"captures", row->captures, counts->captures},
        {"checks", row->checks, counts->checks},
    };
    for (int i = 0; i < ARRAY_LENGTH(pairs); i++)
        if (pairs[i].logged != pairs[i].counted)
            GAME_MISMATCH(replay, "%s: %" PRId64 " in the log, %" PRId64 " by replay",
                          pairs[i].name, pairs[i].logged, pairs[i].counted);
    int64_t branching = game_counts_branching(counts);
    if (row->branching_mean != branching)
        GAME_MISMATCH(replay, "branching_mean: %.3f in the log, %.3f by replay",
                      (double)row->branching_mean / 1000, (double)branching / 1000);
}

// What the row says beside its game, and run.json too.
static void check_identity(struct replay *replay, const struct game_row *row) {
    if (row->pair != row->game && row->pair != row->game / 2)
        GAME_MISMATCH(replay, "pair: %" PRId64 " cannot be that of game %" PRId64, row->pair,
                      row->game);
    struct error cause;
    if (!log_check_game(replay->log.meta, row, &cause))
        GAME_MISMATCH(replay, "%s", cause.text);
}

static void replay_game(struct replay *replay, const struct game_row *row) {
    check_identity(replay, row);
    skip_positions(replay, row->game, replay->options->game < 0);
    if (play(replay, row)) {
        check_outcome(replay, row);
        check_counts(replay, row);
        skip_positions(replay, row->game + 1, true);
    } else {
        skip_positions(replay, row->game + 1, false);
    }
    replay->result->games++;
    replay->result->confirmed += replay->mismatches == 0;
    if (replay->options->game_over)
        replay->options->game_over(replay->options->context, row, replay->mismatches);
}

static bool replay_rows(struct replay *replay, struct error *error) {
    struct game_range range = {0};
    if (replay->log.meta)
        range = runmeta_range(replay->log.meta);
    int64_t only = replay->options->game, expected = range.begin;
    for (;; expected++) {
        struct csv_record record;
        struct game_row row;
        enum csv_status status = game_row_next(replay->log.games, &row, &record, error);
        replay->line = record.line;
        replay->mismatches = 0;
        if (status == CSV_END || status == CSV_TORN)
            break;
        if (status == CSV_ERROR && (record.count == 0 || record.line == 1))
            return false; // no more rows can be read
        if (status == CSV_ERROR) {
            if (only < 0) {
                tell(replay, error);
                replay->result->games++;
                skip_positions(replay, expected + 1, false);
            }
            continue;
        }
        if (only >= 0 && row.game != only)
            continue;
        if (only < 0 && row.game != expected)
            GAME_MISMATCH(replay, "game: %" PRId64 ", expected %" PRId64, row.game, expected);
        replay_game(replay, &row);
        if (only >= 0)
            return true;
    }
    if (only >= 0)
        return error_at(error, csv_path(rows_file(replay->log.games)), 0, "no game %" PRId64, only);
    if (!replay->log.meta || runmeta_finished(replay->log.meta))
        skip_positions(replay, INT64_MAX, true);
    int64_t games = expected - range.begin;
    if (replay->log.meta && games < runmeta_checkpoint(replay->log.meta).games)
        GAME_MISMATCH(replay, "the log ends after %" PRId64 " games, run.json speaks of %" PRId64,
                      games, runmeta_checkpoint(replay->log.meta).games);
    if (replay->log.meta && expected < range.end)
        replay->result->unfinished = true;
    return true;
}

// The adjudication that the run was made with, from run.json.
static void read_adjudication(struct replay *replay) {
    const char *limit = runmeta_setting(replay->log.meta, "ply_limit");
    const char *resign = runmeta_setting(replay->log.meta, "resign");
    const char *draw = runmeta_setting(replay->log.meta, "draw");
    struct adjudication *rules = &replay->adjudication;
    replay->adjudication_known =
        limit && resign && draw && sscanf(limit, "%d", &rules->ply_limit) == 1 &&
        sscanf(resign, "%d,%d", &rules->resign_score, &rules->resign_plies) == 2 &&
        sscanf(draw, "%d,%d,%d", &rules->draw_score, &rules->draw_plies, &rules->draw_from) == 3;
}

static bool open_files(struct replay *replay, struct error *error) {
    char path[PATH_MAX];
    const char *folder = replay->options->folder;
    if (!log_open(&replay->log, folder, LOG_GAMES, error))
        return false;
    if (replay->log.meta)
        read_adjudication(replay);
    if (!csv_find(folder, "positions.csv", path, error))
        return false;
    if (replay->log.meta || access(path, F_OK) == 0) {
        replay->positions = position_rows_open(path, error);
        if (!replay->positions)
            return false;
        next_position(replay);
    }
    return true;
}

bool replay_folder(const struct replay_options *options, struct replay_result *result,
                   struct error *error) {
    assert(options->mismatch && options->game >= -1);
    *result = (struct replay_result){0};
    struct replay *replay = mem_calloc(1, sizeof *replay);
    replay->options = options;
    replay->result = result;
    referee_init(&replay->referee);
    bool done = open_files(replay, error) && replay_rows(replay, error);
    referee_destroy(&replay->referee);
    rows_close(replay->positions);
    log_close(&replay->log);
    free(replay);
    return done;
}
