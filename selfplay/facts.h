// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison needs to know of each game of a log, in memory: about 64 bytes a game.
#pragma once

#include "rows.h"

enum { FOREIGN_MAX = 32 };

struct game_facts {
    int64_t pair;
    enum result result;
    enum termination termination;
    bool player_a_first; // the first player's name is `player_a`, see facts_options
    int32_t plies, drops, promotions, captures, checks, lead_changes;
    double branching; // mean legal moves a ply
    double deficit;   // centi-values by which the later winner stood behind, mean over the logged
                      // positions; -1 without any, and for draws
    uint64_t first_move; // hash of the first move played after the opening
    uint32_t foreign;    // bit i: some move of it is illegal by the rules of foreign[i]
};

struct games {
    struct game_facts *game; // owned
    int64_t count, capacity;
    int64_t copies; // games left out because they repeat another move by move
};

struct facts_options {
    const char *folder;
    const struct tables *tables; // the rules that the log must have been played by
    const char *player_a;        // name of the player whose first moves are noted; may be NULL
    const struct tables *foreign[FOREIGN_MAX]; // NULL: not asked for
};

// Reads games.csv and positions.csv of a folder. A torn last line is left out, as are positions of
// games that have no row. Errors name file and line: another game or other rules, damaged rows, a
// move that cannot be played. Free with games_destroy in either case.
bool facts_read(const struct facts_options *options, struct games *games, struct error *error);
void games_destroy(struct games *games);
