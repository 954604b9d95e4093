// SPDX-License-Identifier: GPL-3.0-or-later
// How a lab shares its games among its questions, round by round. Pure functions: what the clock
// said is handed in.
#pragma once

// What a lab asks: the first player's score at the lower and at the higher node limit, what the
// pieces are worth, what other rules do. Each is answered by games of one run, or of several that
// have as many.
enum lab_question { LAB_LOW, LAB_HIGH, LAB_WORTH, LAB_RULES, LAB_QUESTIONS };

// Half widths of 95% intervals are in the question's own unit: 1 is a whole score, or a mean piece.
struct lab_share {
    double target; // half width that answers the question well
    double width;  // that its games have come to; INFINITY: they tell nothing yet
    double games;  // of each of its runs
    double cost;   // of one game more in each of its runs; 0: the question is not asked
    double more;   // set by lab_share: games to be added to each of its runs, whole
};

// What a round may cost (counted from 0; the first is fixed), of a total and what is left of it: a
// fifth of the total while the widths are hardly known, then half of what is left, then all. 0:
// what is left is not worth a round.
double lab_budget(int round, double total, double left);

// Shares the budget: the widest interval, in targets, narrows first, until the next one is as wide.
// A width goes with 1 / sqrt(games). What nobody knows yet gets an equal part. No question gets
// more than half where there are others: one whose games repeat each other would take all.
void lab_share(struct lab_share of[LAB_QUESTIONS], double budget);

// The widest of those that are asked and known, in targets; -1: none.
int lab_widest(const struct lab_share of[LAB_QUESTIONS]);
