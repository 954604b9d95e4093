// SPDX-License-Identifier: GPL-3.0-or-later
// Worth by material odds: what the side that is ahead scores above one half, by what it scores when
// a yardstick is lacking, is the piece's worth in yardsticks.
#pragma once

#include "facts.h"
#include "statistics.h"

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
