// SPDX-License-Identifier: GPL-3.0-or-later
// Worth by material odds (after H. G. Muller): games from balanced openings in which one side then
// lacks a man, or has one more in hand. What the other side scores above one half, by what it
// scores when a yardstick is lacking, is the man's worth in yardsticks.
#pragma once

#include "config.h"
#include "facts.h"
#include "statistics.h"

enum { ODDS_MAX = 2 * BASE_TYPES, ODDS_NAME = 24 };

struct odds {     // one side is ahead by `type`
    Type type;    // base type
    bool hand;    // it has one more in hand; otherwise the other side lacks one on the board
    Type against; // the side that is ahead lacks one of these on the board; 0: nothing
};

// "B", "hand-B", "B-for-S": names of folders; returns `name`.
char *odds_name(const struct odds *odds, char name[ODDS_NAME]);

// True when the start position has the men that the odds take away, and hands are in use where the
// odds speak of them; `error` says what is amiss.
bool odds_possible(const struct odds *odds, const struct tables *tables, struct error *error);

// Adds `pairs` pairs of openings as CSV with a column fen: chosen balanced, then made uneven, first
// with FIRST ahead, then SECOND. Openings that repeat an earlier one, or in which a man has gone or
// a royal would stand en prise, are passed over. `judge` searches for the balance. Errors: too few
// such openings; memory.
bool odds_openings(const struct odds *odds, const struct opening_settings *settings,
                   const struct tables *tables, uint64_t seed, int pairs, struct engine *judge,
                   struct buffer *csv, struct error *error);

// The score of the side that is ahead, over the pairs of which both games are there. The games are
// those of a run with these openings: `openings` of them, by this seed.
struct measured odds_score(const struct games *games, uint64_t seed, int openings);

struct odds_worth {        // in yardsticks
    struct ratio linear;   // by the excess over one half: exact for small odds, too small for large
    struct ratio logistic; // by Elo, which large odds do not saturate
    bool known;            // the yardstick's score is above one half beyond its interval
};

// `same`: it is the yardstick's own score; the worth is 1.
struct odds_worth odds_worth(struct measured score, struct measured yardstick, bool same);
