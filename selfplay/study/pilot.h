// SPDX-License-Identifier: GPL-3.0-or-later
// The games that a plan plays to know what games cost and tell.
#pragma once

#include "observer.h"
#include "rows.h"

struct measurement {
    const struct config *config;
    const struct observer *observer;
    // Takes a game of a part; NULL: nobody asks for its games.
    bool (*take)(void *context, int part, const struct game_row *row, struct error *error);
    void *context; // of `take`
    int part;
    int64_t games, draws, plies, bytes;
    struct depths depths; // of both players
    double core_seconds;
};

// Plays `pilot` games or, where that is 0, for about so many seconds: whole batches of games, each
// larger than the last.
enum work_end pilot_measure(struct measurement *measurement, int64_t pilot, double seconds,
                            int threads, struct error *error);

// The players have a limit of nodes and see fewer than DEPTHS_ENOUGH plies in the median.
bool pilot_shallow(const struct measurement *part);

// The first limit, twice the nodes each time, whose players see DEPTHS_ENOUGH plies in the median.
struct deep {
    uint64_t nodes;      // 0: the time was over, or no nodes are limited
    double core_seconds; // of a game
};
// Looks for it among 2 to 64 times the limit of `part`, which sees less, by a pair of games at
// each; without `pilot` for some seconds at the most. `deep` stays as it is where none is found.
enum work_end pilot_find_deep(const struct measurement *part, int64_t pilot, double seconds,
                              int threads, struct deep *deep, struct error *error);
