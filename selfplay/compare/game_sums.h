// SPDX-License-Identifier: GPL-3.0-or-later
// What all games of a log come to: counts and sums, of which metrics are made; and the games, so
// that those of two logs from the same opening can be laid side by side (about 190 bytes each).
#pragma once

#include <math.h>

#include "config.h"
#include "facts.h"
#include "statistics.h"

struct move_count {
    uint64_t move; // hash
    int64_t games;
};

struct game_sums {
    int64_t games;
    int64_t copies;           // games left out because they repeat another one
    struct game_facts *facts; // owned: `games` of them, by their numbers upwards
    int64_t room;             // for so many
    int64_t results[RESULT_DRAW + 1], terminations[TERMINATIONS];
    int64_t foreign[FOREIGN_MAX];   // games with a move that is illegal by those rules
    struct depths depths;           // of both players
    int64_t lengths[PLIES_MAX + 1]; // games of so many plies; longer ones count as the last
    // Over the games; a draw scores a half to the first player. Branching: of games with a move.
    struct moments score, length, branching, drops, promotions, captures, checks, lead_changes;
    struct moments deficit;         // over the games that have one
    int64_t comebacks;              // of these
    struct move_count *first_moves; // owned: by the hash upwards
    int kinds;                      // of first moves
};

struct game_sums *game_sums_create(void);
void game_sums_destroy(struct game_sums *sums);

// Adds a game, as a facts_taker: `sums` is a struct game_sums.
void game_sums_add(void *sums, const struct game_facts *game);

// Adds all games of a log, see facts_read. NULL and `error` on a fault.
struct game_sums *game_sums_read(const struct facts_options *options, struct error *error);
