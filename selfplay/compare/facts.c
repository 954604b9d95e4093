// SPDX-License-Identifier: GPL-3.0-or-later
#include "facts.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "movegen.h"
#include "notation.h"
#include "repeats.h"

struct reading {
    const struct facts_options *options;
    facts_taker *take;
    void *context;
    struct csv_reader *games, *positions;
    struct repeats repeats;
    struct position_row ahead; // read already: of the game to come
    enum csv_status ahead_status;
    int64_t last, copies; // number of the last game; games left out
    char rules[RULES_TEXT];
};

// Which of the foreign rules forbid some move of the game.
static bool find_foreign(const struct facts_options *options, const struct game_row *row,
                         uint32_t *foreign, struct error *error) {
    uint32_t asked = 0;
    for (int i = 0; i < FOREIGN_MAX; i++)
        asked |= options->foreign[i] ? (uint32_t)1 << i : 0;
    *foreign = 0;
    struct position position;
    if (!asked)
        return true;
    if (!fen_parse(row->opening, options->tables, &position, error))
        return false;
    for (const char *at = row->moves; *at && *foreign != asked;) {
        char text[MOVE_TEXT], fen[FEN_TEXT];
        size_t length = strcspn(at, " ");
        snprintf(text, sizeof text, "%.*s", (int)length, at);
        Move move;
        if (!move_parse(text, &position, &move, error))
            return false;
        fen_print(&position, fen);
        for (int i = 0; i < FOREIGN_MAX; i++) {
            struct position elsewhere;
            if (asked & ~*foreign & (uint32_t)1 << i &&
                (!fen_parse(fen, options->foreign[i], &elsewhere, NULL) ||
                 !movegen_is_legal(&elsewhere, move)))
                *foreign |= (uint32_t)1 << i;
        }
        struct undo undo;
        position_make(&position, move, &undo);
        at += length + (at[length] == ' ');
    }
    return true;
}

// A game between two players with colours swapped is another one, even move by move.
static uint64_t identity(const struct game_row *row) {
    return text_hash(row->moves, strlen(row->moves)) ^
           3 * text_hash(row->opening, strlen(row->opening)) ^
           5 * text_hash(row->first, strlen(row->first));
}

static bool find_copies(struct reading *reading, const char *path, struct error *error) {
    struct csv_reader *reader = csv_open(path, error);
    if (!reader)
        return false;
    struct game_row row;
    enum csv_status status;
    bool done = repeats_begin(&reading->repeats, path, error);
    while (done && (status = game_row_next(reader, &row, NULL, error)) == CSV_RECORD)
        repeats_add(&reading->repeats, identity(&row));
    done = done && status != CSV_ERROR;
    if (done && !repeats_find(&reading->repeats))
        done = error_at(error, path, 0, "copies of games cannot be told: %s", strerror(errno));
    csv_close(reader);
    return done;
}

static bool next_position(struct reading *reading, struct error *error) {
    reading->ahead_status = position_row_next(reading->positions, &reading->ahead, NULL, error);
    return reading->ahead_status != CSV_ERROR;
}

// The mean over the game's logged positions of how far its winner stood behind.
static bool read_deficit(struct reading *reading, struct game_facts *game, int64_t number,
                         struct error *error) {
    double sum = 0;
    int64_t count = 0;
    const struct position_row *row = &reading->ahead;
    while (reading->ahead_status == CSV_RECORD && row->game <= number) {
        bool winner_moves = (game->result == RESULT_FIRST) == (row->side == FIRST);
        double behind = winner_moves ? -(double)row->score : (double)row->score;
        if (row->game == number) {
            sum += behind > 0 ? behind : 0;
            count++;
        }
        if (!next_position(reading, error))
            return false;
    }
    game->deficit = count > 0 && game->result != RESULT_DRAW ? sum / (double)count : -1;
    return true;
}

// `cause` is of the row, `error` of another file.
static bool take_game(struct reading *reading, const struct game_row *row, struct error *cause,
                      struct error *error) {
    const struct facts_options *options = reading->options;
    const char *variant = options->tables->variant.name;
    if (strcmp(row->variant, variant) != 0)
        return error_set(cause, "variant: '%s', expected '%s'", row->variant, variant);
    if (strcmp(row->rules, reading->rules) != 0)
        return error_set(cause, "rules: '%s', expected '%s'", row->rules, reading->rules);
    if (row->game <= reading->last)
        return error_set(cause, "game %lld is out of order", (long long)row->game);
    reading->last = row->game;
    if (repeats_next(&reading->repeats)) {
        reading->copies++;
        return true;
    }
    struct game_facts game = {.pair = row->pair,
                              .result = row->result,
                              .termination = row->termination,
                              .player_a_first =
                                  options->player_a && strcmp(row->first, options->player_a) == 0,
                              .plies = (int32_t)row->plies,
                              .drops = (int32_t)row->drops,
                              .promotions = (int32_t)row->promotions,
                              .captures = (int32_t)row->captures,
                              .checks = (int32_t)row->checks,
                              .lead_changes = (int32_t)row->lead_changes,
                              .branching = (double)row->branching_mean / 1000,
                              .first_move = text_hash(row->moves, strcspn(row->moves, " "))};
    return find_foreign(options, row, &game.foreign, cause) &&
           read_deficit(reading, &game, row->game, error) &&
           (reading->take(reading->context, &game) || error_set(cause, "out of memory"));
}

static bool read_games(struct reading *reading, struct error *error) {
    for (;;) {
        struct csv_record record;
        struct game_row row;
        struct error cause = {""};
        enum csv_status status = game_row_next(reading->games, &row, &record, error);
        if (status != CSV_RECORD)
            return status != CSV_ERROR;
        if (take_game(reading, &row, &cause, error))
            continue;
        return *cause.text &&
               error_at(error, csv_path(reading->games), record.line, "%s", cause.text);
    }
}

static bool read_both(struct reading *reading, struct error *error) {
    char games[PATH_MAX], positions[PATH_MAX];
    const char *folder = reading->options->folder;
    if (!csv_find(folder, "games.csv", games, error) ||
        !csv_find(folder, "positions.csv", positions, error) || !find_copies(reading, games, error))
        return false;
    reading->games = csv_open(games, error);
    reading->positions = reading->games ? csv_open(positions, error) : NULL;
    return reading->positions && next_position(reading, error) && read_games(reading, error);
}

bool facts_read(const struct facts_options *options, facts_taker *take, void *context,
                int64_t *copies, struct error *error) {
    struct reading *reading = calloc(1, sizeof *reading);
    if (!reading)
        return error_set(error, "out of memory");
    reading->options = options;
    reading->take = take;
    reading->context = context;
    reading->last = -1;
    rules_text(&options->tables->rules, &options->tables->variant, reading->rules);
    bool done = read_both(reading, error);
    *copies = reading->copies;
    if (reading->games)
        csv_close(reading->games);
    if (reading->positions)
        csv_close(reading->positions);
    repeats_end(&reading->repeats);
    free(reading);
    return done;
}
