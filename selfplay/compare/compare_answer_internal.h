// SPDX-License-Identifier: GPL-3.0-or-later
// What the files compare_*.c share.
#pragma once

#include "answer.h"
#include "comparison.h"

// Says what decides, in sentences: first of all.
void compare_summary(struct answer *answer, const struct comparison *comparison);

// The first player's score at a node limit, in sentences that say what was measured; and the
// ladders from the start position as a table, "first_move".
void compare_say_first_move(struct answer *answer, const struct comparison *comparison, int rung);
void compare_first_moves(struct answer *answer, const struct comparison *comparison);

// All arms in one table, where there are several: what a reader wants first.
void compare_overview(struct answer *answer, const struct comparison *comparison);

// The node limit that an answer speaks of: the highest at which the base arm has half as many games
// as at any. Stronger play says more, a tenth of the games says little.
int compare_rung(const struct comparison *comparison);

// How far from 0 a difference from the base arm is, in widths of its interval; 0 where it is not
// told apart, and for details.
double compare_distance(int metric, const struct cell *cell);

// A difference as people read it, of a percentage in points: "+3.6 +-2.4".
enum { COMPARE_DIFFERENCE = 64 };
const char *compare_difference(const struct metric *metric, struct measured difference,
                               char text[COMPARE_DIFFERENCE]);
