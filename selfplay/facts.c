// SPDX-License-Identifier: GPL-3.0-or-later
#include "facts.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "movegen.h"
#include "notation.h"
#include "tally.h"

struct reading {
    const struct facts_options *options;
    struct games *games;
    int64_t *number; // owned; game[i] is number[i] of the log
    struct key_set seen;
    char rules[RULES_TEXT];
};

static struct game_facts *add(struct reading *reading, int64_t number) {
    struct games *games = reading->games;
    if (games->count == games->capacity) {
        int64_t capacity = games->capacity ? 2 * games->capacity : 256;
        void *game = realloc(games->game, (size_t)capacity * sizeof *games->game);
        if (game)
            games->game = game;
        void *numbers = realloc(reading->number, (size_t)capacity * sizeof *reading->number);
        if (numbers)
            reading->number = numbers;
        if (!game || !numbers)
            return NULL;
        games->capacity = capacity;
    }
    reading->number[games->count] = number;
    return &games->game[games->count++];
}

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

static bool take_game(struct reading *reading, const struct game_row *row, struct error *error) {
    const struct facts_options *options = reading->options;
    const char *variant = options->tables->variant.name;
    if (strcmp(row->variant, variant) != 0)
        return error_set(error, "variant: '%s', expected '%s'", row->variant, variant);
    if (strcmp(row->rules, reading->rules) != 0)
        return error_set(error, "rules: '%s', expected '%s'", row->rules, reading->rules);
    int64_t before = reading->games->count;
    if (before > 0 && row->game <= reading->number[before - 1])
        return error_set(error, "game %lld is out of order", (long long)row->game);
    // A game between two players with colours swapped is another one, even move by move.
    uint64_t key = text_hash(row->moves, strlen(row->moves)) ^
                   3 * text_hash(row->opening, strlen(row->opening)) ^
                   5 * text_hash(row->first, strlen(row->first));
    enum key_added added = key_set_add(&reading->seen, key);
    if (added == KEY_SEEN) {
        reading->games->copies++;
        return true;
    }
    struct game_facts *game = added == KEY_NEW ? add(reading, row->game) : NULL;
    if (!game)
        return error_set(error, "out of memory");
    *game = (struct game_facts){.pair = row->pair,
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
                                .deficit = -1,
                                .first_move = text_hash(row->moves, strcspn(row->moves, " "))};
    return find_foreign(options, row, &game->foreign, error);
}

static bool read_games(struct reading *reading, const char *path, struct error *error) {
    struct csv_reader *reader = csv_open(path, error);
    if (!reader)
        return false;
    enum csv_status status;
    for (;;) {
        struct csv_record record;
        struct game_row row;
        struct error cause = {""};
        status = game_row_next(reader, &row, &record, error);
        if (status != CSV_RECORD)
            break;
        if (!take_game(reading, &row, &cause)) {
            error_at(error, path, record.line, "%s", cause.text);
            status = CSV_ERROR;
            break;
        }
    }
    csv_close(reader);
    return status != CSV_ERROR;
}

// Sums up the deficits of one game's rows.
struct deficit {
    double sum;
    int64_t count;
};

static void end_deficit(struct game_facts *game, struct deficit *deficit) {
    if (game && deficit->count > 0)
        game->deficit = deficit->sum / (double)deficit->count;
    *deficit = (struct deficit){0};
}

static bool read_positions(struct reading *reading, const char *path, struct error *error) {
    struct csv_reader *reader = csv_open(path, error);
    if (!reader)
        return false;
    struct games *games = reading->games;
    struct deficit deficit = {0};
    int64_t at = 0, counted = -1;
    enum csv_status status;
    struct position_row row;
    while ((status = position_row_next(reader, &row, NULL, error)) == CSV_RECORD) {
        while (at < games->count && reading->number[at] < row.game)
            at++;
        if (at == games->count)
            break; // their game has no row yet
        const struct game_facts *game = &games->game[at];
        if (reading->number[at] != row.game || game->result == RESULT_DRAW)
            continue; // a copy, left out; nobody won
        if (at != counted)
            end_deficit(counted < 0 ? NULL : &games->game[counted], &deficit);
        counted = at;
        bool winner_moves = (game->result == RESULT_FIRST) == (row.side == FIRST);
        double behind = winner_moves ? -(double)row.score : (double)row.score;
        deficit.sum += behind > 0 ? behind : 0;
        deficit.count++;
    }
    end_deficit(counted < 0 ? NULL : &games->game[counted], &deficit);
    csv_close(reader);
    return status != CSV_ERROR;
}

bool facts_read(const struct facts_options *options, struct games *games, struct error *error) {
    *games = (struct games){0};
    struct reading *reading = calloc(1, sizeof *reading);
    if (!reading)
        return error_set(error, "out of memory");
    reading->options = options;
    reading->games = games;
    reading->seen = key_set_init();
    rules_text(&options->tables->rules, &options->tables->variant, reading->rules);
    char path[PATH_MAX];
    bool fits = snprintf(path, sizeof path, "%s/games.csv", options->folder) < (int)sizeof path - 8;
    bool done =
        fits ? read_games(reading, path, error) : error_set(error, "the folder's name is too long");
    if (done) {
        snprintf(path, sizeof path, "%s/positions.csv", options->folder);
        done = read_positions(reading, path, error);
    }
    key_set_destroy(&reading->seen);
    free(reading->number);
    free(reading);
    return done;
}

void games_destroy(struct games *games) {
    free(games->game);
    *games = (struct games){0};
}
