// SPDX-License-Identifier: GPL-3.0-or-later
// Three methods of telling what pieces are worth, side by side, in yardsticks: the estimate from
// the moves, the regression on logs, material odds.
#pragma once

#include "odds_worth.h"
#include "tuning.h"

struct worth_row {
    int index;                        // of struct values: a piece on the board or in hand
    double prior;                     // the estimate from the moves; it has no interval
    struct measured regression, odds; // n = 0: not measured; n = games, pairs of games
    double p_holm;      // that the two agree, adjusted over the pieces; 1 where one is missing
    bool prior_outside; // of every interval that there is
};

struct worth {
    Type yardstick;
    int count;
    struct worth_row row[2 * BASE_TYPES];
};

// Every piece of the game with its prior.
void worth_begin(struct worth *worth, const struct tables *tables, Type yardstick);

// Takes over the measured values of a fit by that yardstick.
void worth_add_regression(struct worth *worth, const struct tuning *tuning);

// Takes over what odds say of a piece, on the board or in hand: the worth by Elo, which adds up as
// the regression's does.
void worth_add_odds(struct worth *worth, Type type, bool hand, const struct odds_worth *odds,
                    double pairs);

// Compares the methods.
void worth_finish(struct worth *worth);
