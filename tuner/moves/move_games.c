// SPDX-License-Identifier: GPL-3.0-or-later
#include "move_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log_reader.h"
#include "logs.h"
#include "memory.h"
#include "notation.h"

struct reading {
    struct move_games *games;
    struct key_set keys;
    char rules[RULES_TEXT];
    int64_t pair; // of the log's game that was added last; -1: none of this log
};

static void add_move(struct move_games *games, Move move) {
    if (games->move_count == games->move_capacity)
        games->moves = mem_grow(games->moves, &games->move_capacity, sizeof *games->moves);
    games->moves[games->move_count++] = move;
}

static bool add_moves(struct move_games *games, const struct game_row *row, struct error *error) {
    struct position position = games->game[games->count].opening;
    for (const char *at = row->moves + strspn(row->moves, " "); *at;) {
        char text[MOVE_TEXT];
        size_t length = strcspn(at, " ");
        if (length >= sizeof text)
            return error_set(error, "moves: '%.20s...' is no move", at);
        memcpy(text, at, length);
        text[length] = 0;
        Move move;
        struct undo undo;
        struct error cause;
        if (!move_parse(text, &position, &move, &cause))
            return error_set(error, "moves: %s", cause.text);
        add_move(games, move);
        position_make(&position, move, &undo);
        at += length;
        at += strspn(at, " ");
    }
    return true;
}

static bool add_game(struct reading *reading, const struct game_row *row, struct error *error) {
    struct move_games *games = reading->games;
    const struct tables *tables = games->tables;
    if (strcmp(row->variant, tables->variant.name) != 0 || strcmp(row->rules, reading->rules) != 0)
        return error_set(error,
                         "a game of %s (%s), not of %s (%s): different games cannot be mixed",
                         row->variant, row->rules, tables->variant.name, reading->rules);
    if (!key_set_add(&reading->keys, game_key(row)))
        return true;
    if (games->count == games->capacity)
        games->game = mem_grow(games->game, &games->capacity, sizeof *games->game);
    struct move_game *game = &games->game[games->count];
    struct error cause;
    if (!fen_parse(row->opening, tables, &game->opening, &cause))
        return error_set(error, "opening: %s", cause.text);
    game->from = games->move_count;
    if (!add_moves(games, row, error))
        return false;
    game->count = games->move_count - game->from;
    game->pair = games->count == 0 ? 0 : game[-1].pair + (row->pair != reading->pair);
    reading->pair = row->pair;
    games->count++;
    return true;
}

static bool read_folder(struct reading *reading, const char *folder, struct error *error) {
    struct move_games *games = reading->games;
    struct log_reader log;
    reading->pair = -1;
    bool done = log_open(&log, folder, LOG_GAMES, error);
    if (done && !log.meta)
        done = error_set(error, "%s: holds no run.json, so it is no log", folder);
    if (done && !games->tables) {
        games->tables = mem_alloc(sizeof *games->tables);
        done = logs_game(log.meta, folder, games->tables, error);
    }
    while (done) {
        enum csv_status status = log_next_game(&log, error);
        if (status == CSV_RECORD && reading->rules[0] == 0)
            snprintf(reading->rules, sizeof reading->rules, "%s", log.game.rules);
        struct error cause;
        if (status != CSV_RECORD) {
            done = status != CSV_ERROR;
            break;
        }
        done = add_game(reading, &log.game, &cause) ||
               error_at(error, csv_path(rows_file(log.games)), log.game_line, "%s", cause.text);
    }
    log_close(&log);
    return done;
}

bool move_games_read(struct move_games *games, const char *const *folders, int count,
                     struct error *error) {
    *games = (struct move_games){0};
    struct reading reading = {.games = games, .keys = key_set_init()};
    struct log_folders all = {0};
    bool done = true;
    for (int i = 0; done && i < count; i++)
        done = log_folders_add(&all, folders[i], error);
    for (int i = 0; done && i < all.count; i++)
        done = read_folder(&reading, all.path[i], error);
    log_folders_destroy(&all);
    key_set_destroy(&reading.keys);
    return done;
}

void move_games_destroy(struct move_games *games) {
    free(games->tables);
    free(games->game);
    free(games->moves);
}
