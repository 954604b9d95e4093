// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison needs to know of each game of a log, about 190 bytes: games of two logs from
// the same opening are laid side by side.
#pragma once

#include "rows.h"
#include "statistics.h"

enum { FOREIGN_MAX = 32 };
enum { COMEBACK = 300 }; // centi-values

struct game_facts {
    int64_t game;
    uint64_t opening; // hash of its FEN
    enum result result;
    enum termination termination;
    int32_t plies, drops, promotions, captures, checks, lead_changes;
    uint16_t depths[DEPTHS]; // moves of both players by the plies of their searches
    double branching;        // mean legal moves a ply
    double deficit; // centi-values by which the later winner stood behind, mean over the logged
                    // positions; -1 without any, and for draws
    bool comeback;  // ... and in one of them by more than COMEBACK
    uint64_t first_move; // hash of the first move played after the opening
    uint32_t foreign;    // bit i: some move of it is illegal by the rules of foreign[i]
};

// Distinct games of a log, by their numbers upwards.
struct game_list {
    struct game_facts *game; // owned
    int64_t count, room;
    int64_t copies;                   // games left out because they repeat another one
    struct moments branching, length; // over the games; branching: of those with a move
};

struct game_list *game_list_create(void); // empty
void game_list_destroy(struct game_list *list);
void game_list_add(struct game_list *list, const struct game_facts *game);

struct facts_options {
    const char *folder;
    const struct tables *tables;               // the rules that the log must have been played by
    const struct tables *foreign[FOREIGN_MAX]; // NULL: not asked for
};

// Reads games.csv and positions.csv of a folder, but for games that repeat an earlier one move by
// move. A torn last line is left out, as are positions of games that have no row yet. Errors name
// file and line: another game or other rules, damaged rows, a move that cannot be played; then
// NULL.
struct game_list *game_list_read(const struct facts_options *options, struct error *error);
