// SPDX-License-Identifier: GPL-3.0-or-later
// What the evaluation's terms lose when a piece is taken away: the mean over a log. A piece's value
// is what it is worth where all terms of place and King leave it alone, in its own corner far from
// both Kings; with these means it becomes its average worth (fit/centre.h).
#pragma once

#include "eval.h"
#include "position.h"

// Of one position, seen from each piece's owner: how many of a kind there are on the board or in
// hand (VALUE_BOARD + type, VALUE_HAND + base type), and what its terms lose, one piece after the
// other taken away, in the sum.
struct removal {
    int32_t count[VALUE_TERM], term[VALUE_TERM][TERMS];
};

// Counts them. `trace` is that of the position, which is changed on the way and as before in the
// end. A side's last royal is not taken away.
void removal_count(struct position *position, const struct trace *trace, struct removal *removal);

struct removals {
    double count[VALUE_TERM];       // mean number in a position, both sides together
    double term[VALUE_TERM][TERMS]; // mean loss of each term with one piece; 0 without any
    double unit[TYPES];             // share of each type in the mean piece; adds to 1, or all 0
};

// The mean piece of a game: the share of each type on the board. Each piece of the start position
// counts the same, but Pawns and royals, which do not count. All 0 where there are no others.
void removal_mean_piece(const struct tables *tables, double share[TYPES]);
