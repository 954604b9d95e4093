// SPDX-License-Identifier: GPL-3.0-or-later
// Scores: centi-values for the side to move; mates as distance in plies. People read what they make
// (engine_expected).
#pragma once

#include "base.h"

enum {
    SCORE_DRAW = 0,
    SCORE_MATE = 1000000,                 // mate now; mate in n plies is SCORE_MATE - n
    SCORE_MATE_BOUND = SCORE_MATE - 1000, // beyond this a score is a mate
    SCORE_INFINITE = SCORE_MATE + 1
};

enum bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT }; // what a search proved of a score

static inline bool score_is_mate(int score) {
    return score >= SCORE_MATE_BOUND || score <= -SCORE_MATE_BOUND;
}
