// SPDX-License-Identifier: GPL-3.0-or-later
// Games that begin with randomised armies, as rows of a regression: what each side began with and
// how the game ended. The opening alone tells the army; nothing that happens during a game is
// looked at, for that would be an effect of the army and take away what is to be measured.
#pragma once

#include "depths.h"
#include "outcome.h"
#include "position.h"
#include "worths.h"

struct army_games {
    const struct tables *tables;        // not owned
    int columns;                        // places of a struct worths of that game
    int place[VALUE_HAND + BASE_TYPES]; // of a parameter of struct values, or -1
    int start[SIDES][WORTHS_MAX];       // what the sides have in the start position
    size_t count, capacity;             // games
    int8_t *of;           // owned; columns of the first player, of the second, by game
    uint8_t *half_points; // owned; of the first player: 0, 1, 2
    int64_t *number;      // owned; of the game in its run, upwards
    int64_t copies;       // left out: the same opening and the same moves
    double nodes;         // searched, in all games
    int64_t ply_limit;    // games that ended by it
    struct depths depths; // of both players
};

// No games yet.
void army_games_init(struct army_games *games, const struct tables *tables);
void army_games_destroy(struct army_games *games);

// Adds a game, by its number in its run, higher than that of the last one.
void army_games_add(struct army_games *games, int64_t number, const struct position *opening,
                    enum result result);

// Adds the games of a run's folder, but for those that repeat an earlier one of it move by move. A
// torn last line is left out. Errors name file and line: another game or other rules, damaged rows,
// an opening that is no position.
bool army_games_read(struct army_games *games, const char *folder, struct error *error);

// What the first player began with more than the second.
static inline int army_difference(const struct army_games *games, size_t game, int column) {
    const int8_t *of = games->of + game * 2 * (size_t)games->columns;
    return of[column] - of[games->columns + column];
}
