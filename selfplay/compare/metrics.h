// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured of the games of one rule setting. The rows stand in metrics.def.
#pragma once

#include "facts.h"

struct arm_games {                // of one rule setting at one node limit
    const struct game_list *own;  // its games
    const struct game_list *base; // those of the arm that it is compared with; NULL: it is that arm
    int arm; // `foreign` of the base's games has this arm at this place, its own the base at 0
};

enum unit { UNIT_PERCENT, UNIT_NUMBER, UNIT_ELO, UNIT_CENTI };

struct metric {
    const char *name, *definition;
    enum unit unit;
    struct measured (*measure)(const struct arm_games *games); // n = 0: not measured
    // What a mean is of, of a game of `list`; NAN: nothing.
    double (*of_game)(const struct game_facts *game, const struct game_list *list);
    bool detail; // says what others say as well: no part of a summary
};

// Correlation of a metric of two logs by the games with the same number and opening: what the one
// says goes with what the other says as far as the rules that differ let it. 0 where there is none.
double metric_correlation(const struct metric *metric, const struct game_list *a,
                          const struct game_list *b);

// In the order of metrics.def, then the shares of the endings ("ending-checkmate"); `metric_count`
// of them.
extern const struct metric metrics[];
extern const int metric_count;

// The metric of that name, or -1.
int metric_find(const char *name);
