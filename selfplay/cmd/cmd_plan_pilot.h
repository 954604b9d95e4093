// SPDX-License-Identifier: GPL-3.0-or-later
// The games that a plan plays to know what games cost and tell.
#pragma once

#include "cmd_plan.h"
#include "cmd_progress.h"

struct measurement {
    const struct config *config;
    const struct observer *observer;
    const struct plan_worth *worth; // NULL: not asked
    int part;                       // of `worth`
    int64_t games, draws, plies, bytes;
    struct depths depths; // of both players
    double core_seconds;
};

// Plays the next games. Returns the exit code, as those below.
int pilot_play(struct measurement *measurement, int64_t games, int threads);

// Plays `pilot` games or, where that is 0, for about so many seconds: whole batches of games, each
// larger than the last.
int pilot_measure(struct measurement *measurement, int64_t pilot, double seconds, int threads);

// The players have a limit of nodes and see fewer than DEPTHS_ENOUGH plies in the median.
bool pilot_shallow(const struct measurement *part);

// The first limit, twice the nodes each time, whose players see DEPTHS_ENOUGH plies in the median.
struct deep {
    uint64_t nodes;      // 0: the time was over, or no nodes are limited
    double core_seconds; // of a game
};
// Looks for it among 2 to 64 times the limit of `part`, which sees less, by a pair of games at
// each; without `pilot` for some seconds at the most. `deep` stays as it is where none is found.
int pilot_find_deep(const struct measurement *part, int64_t pilot, double seconds, int threads,
                    struct deep *deep);
