// SPDX-License-Identifier: GPL-3.0-or-later
#include "army_games.h"

#include <stdlib.h>
#include <string.h>

#include "log_reader.h"
#include "memory.h"
#include "notation.h"
#include "tally.h"

// Pieces of each side by place, on the board, in hand, promoted.
static void count_pieces(const struct army_games *games, const struct position *position,
                         int count[SIDES][WORTHS_MAX]) {
    memset(count, 0, SIDES * sizeof *count);
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = position->board[square];
        if (!games->tables->on_board[square] || piece == PIECE_EMPTY)
            continue;
        int place = games->place[VALUE_BOARD + piece_type(piece)];
        if (place >= 0)
            count[piece_side(piece)][place]++;
    }
    for (int side = 0; side < SIDES; side++)
        for (int base = 0; base < BASE_TYPES; base++) {
            int place = games->place[VALUE_HAND + base];
            if (place >= 0)
                count[side][place] += position->hand[side][base];
        }
}

void army_games_init(struct army_games *games, const struct tables *tables) {
    *games = (struct army_games){.tables = tables};
    struct worths worths;
    worths_init(&worths, tables);
    games->columns = worths.count;
    for (int i = 0; i < ARRAY_LENGTH(games->place); i++)
        games->place[i] = worths_find(&worths, i);
    worths_destroy(&worths);
    struct position start;
    if (fen_parse(variant_start_fen(&tables->variant, &tables->rules), tables, &start, NULL))
        count_pieces(games, &start, games->start);
}

void army_games_destroy(struct army_games *games) {
    free(games->of);
    free(games->half_points);
    free(games->number);
    games->of = NULL;
    games->half_points = NULL;
    games->number = NULL;
    games->count = games->capacity = 0;
}

static void grow(struct army_games *games) {
    size_t capacity = games->capacity = 2 * games->capacity + 1024;
    size_t row = 2 * (size_t)games->columns + 1;
    games->of = mem_realloc(games->of, capacity * row * sizeof *games->of);
    games->half_points = mem_realloc(games->half_points, capacity * sizeof *games->half_points);
    games->number = mem_realloc(games->number, capacity * sizeof *games->number);
}

void army_games_add(struct army_games *games, int64_t number, const struct position *opening,
                    enum result result) {
    int count[SIDES][WORTHS_MAX];
    if (games->count == games->capacity)
        grow(games);
    count_pieces(games, opening, count);
    int8_t *of = games->of + games->count * 2 * (size_t)games->columns;
    for (int side = 0; side < SIDES; side++)
        for (int i = 0; i < games->columns; i++)
            of[side * games->columns + i] = (int8_t)count[side][i];
    games->number[games->count] = number;
    games->half_points[games->count++] = (uint8_t)(2 * result_points(result));
}

static bool take(void *context, struct log_reader *log, bool copy, struct error *cause,
                 struct error *error) {
    struct army_games *games = context;
    const struct game_row *row = &log->game;
    struct position opening;
    (void)error;
    games->copies += copy;
    if (copy)
        return true;
    games->nodes += (double)row->nodes;
    games->ply_limit += row->termination == TERMINATION_PLY_LIMIT;
    depths_add(&games->depths, &row->first_depths);
    depths_add(&games->depths, &row->second_depths);
    if (!fen_parse(row->opening, games->tables, &opening, cause))
        return false;
    army_games_add(games, row->game, &opening, row->result);
    return true;
}

bool army_games_read(struct army_games *games, const char *folder, struct error *error) {
    return log_each_game(folder, LOG_GAMES, games->tables, take, games, error);
}
