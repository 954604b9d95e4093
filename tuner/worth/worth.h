// SPDX-License-Identifier: GPL-3.0-or-later
// Three methods of telling what pieces are worth, side by side, in yardsticks: the estimate from
// the moves, the regression on logs, material odds.
#pragma once

#include "facts.h"
#include "statistics.h"
#include "tuning.h"

// Worth by material odds: what the side that is ahead scores above one half, by what it scores when
// a yardstick is lacking, is the piece's worth in yardsticks.

// The games of a run with odds, one after another: games 2p and 2p+1 have the two openings of a
// pair.
struct odds_sums {
    int64_t games;
    struct moments pairs; // mean score of the side that is ahead, of pairs with both games
    int64_t last;         // number of the last game, and the score in it
    double last_score;
};

struct odds_sums odds_sums_init(void);
// As a facts_taker: `sums` is a struct odds_sums.
bool odds_sums_add(void *sums, const struct game_facts *game);

struct odds_worth {        // in yardsticks
    struct ratio linear;   // by the excess over one half: exact for small odds, too small for large
    struct ratio logistic; // by Elo, which large odds do not saturate
    bool known;            // the yardstick's score is above one half beyond its interval
};

// `same`: it is the yardstick's own score; the worth is 1.
struct odds_worth odds_worth(struct measured score, struct measured yardstick, bool same);

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
