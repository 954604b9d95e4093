// SPDX-License-Identifier: GPL-3.0-or-later
// What a designer wants of a game's numbers: terms over the metrics of a comparison and over what
// pieces are worth, how far a game is from them, and what its games show.
#pragma once

#include "design_worth.h"
#include "error.h"
#include "metrics.h"

enum { WISH_TERMS = 8, WISH_TEXT = 64 };

struct wish_term {
    int metric;           // see metrics.h; -1: it is about worth
    int worth;            // see design_worth.h; -1: it is about a metric
    double low, high;     // of the number's own unit, shares of 1; +-INFINITY: no bound
    char text[WISH_TEXT]; // as it was given
};

struct wish {
    int count;
    struct wish_term term[WISH_TERMS];
};

// Reads "length=80..140, draws<5%, first=48..52%": NAME=LOW..HIGH, NAME<HIGH or NAME>LOW, shares in
// per cent with the sign. `first` is first-score. Errors: no such number, no bound, a share
// without its sign or beyond 0..100%, bounds that leave nothing, a number twice, too many terms.
bool wish_parse(const char *text, struct wish *wish, struct error *error);

// Error: a term about worth of which the game has nothing.
bool wish_applies(const struct wish *wish, const struct tables *tables, struct error *error);

// Whether terms are about worth, which games of armies measure; about metrics, which others do.
bool wish_asks(const struct wish *wish, bool worth);

// What a term is about, whatever that is.
const char *wish_name(const struct wish_term *term);
const char *wish_definition(const struct wish_term *term);
bool wish_is_share(const struct wish_term *term);
// By games, of which only a metric asks, and by what armies say of each term about worth.
struct measured wish_value(const struct wish_term *term, const struct game_list *games,
                           const struct measured worth[WORTH_TERMS]);

// The distance of a value from a term, in margins: 2.5 points of a share, 0.1 mean pieces of a
// worth, a tenth of the nearest bound of another number. 0 inside. Its interval: what the value's
// comes to; a value without any observation is anywhere and counts as furthest (n = 0).
struct measured wish_distance(const struct wish_term *term, struct measured value);

// The sum over all terms, `value` in their order: the distance of a game. The interval adds up
// those of the terms, as if their errors went together: it is never too narrow for their not being
// independent. `z` scales it: NORMAL_975 for 95%.
struct measured wish_distances(const struct wish *wish, const struct measured *value, double z);
// How likely all lie inside, by normal errors that are independent of each other; without `worths`
// all terms but those of worth.
double wish_chance(const struct wish *wish, const struct measured *value, bool worths);

// p-values that agree with the 95% interval: below 0.05 where all of it lies inside the term,
// outside of it. 1 where the estimate itself does not.
double wish_inside_p(const struct wish_term *term, struct measured value);
double wish_outside_p(const struct wish_term *term, struct measured value);
