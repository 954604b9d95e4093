// SPDX-License-Identifier: GPL-3.0-or-later
// What a designer wants of a game's numbers: terms over the metrics of a comparison, how far a game
// is from them, and what its games show.
#pragma once

#include "error.h"
#include "metrics.h"

enum { WISH_TERMS = 8, WISH_TEXT = 64 };

struct wish_term {
    int metric;           // see metrics.h
    double low, high;     // of the metric's own unit, shares of 1; +-INFINITY: no bound
    char text[WISH_TEXT]; // as it was given
};

struct wish {
    int count;
    struct wish_term term[WISH_TERMS];
};

// Reads "length=80..140, draws<5%, first=48..52%": NAME=LOW..HIGH, NAME<HIGH or NAME>LOW, shares in
// per cent with the sign. `first` is first-score. Errors: no such metric, no number, a share
// without its sign or beyond 0..100%, bounds that leave nothing, a metric twice, too many terms.
bool wish_parse(const char *text, struct wish *wish, struct error *error);

// The distance of a value from a term, in margins: 2.5 points of a share, a tenth of the nearest
// bound of another number. 0 inside. Its interval: what the value's comes to; a value without any
// observation is anywhere and counts as furthest (n = 0).
struct measured wish_distance(const struct wish_term *term, struct measured value);

// The sum over all terms, `value` in their order: the distance of a game. The interval adds up
// those of the terms, as if their errors went together: it is never too narrow for their not being
// independent. `z` scales it: NORMAL_975 for 95%.
struct measured wish_distances(const struct wish *wish, const struct measured *value, double z);

// p-values that agree with the 95% interval: below 0.05 where all of it lies inside the term,
// outside of it. 1 where the estimate itself does not.
double wish_inside_p(const struct wish_term *term, struct measured value);
double wish_outside_p(const struct wish_term *term, struct measured value);
