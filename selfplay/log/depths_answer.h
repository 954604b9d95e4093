// SPDX-License-Identifier: GPL-3.0-or-later
// How deep the players of an answer saw.
#pragma once

#include "answer.h"
#include "depths.h"

#define DEPTHS_SHALLOW 0.1  // share of moves without a finished ply from which an answer warns
enum { DEPTHS_ENOUGH = 4 }; // median plies from which a number may stand in a headline

// Says for people "median 2 plies; 4% of the moves finished no ply", before it `name` (NULL: none).
// JSON has an object of the list `depth`: { name, moves, median_plies, without_ply }. Nothing where
// no depth is known.
void depths_answer(struct answer *answer, const char *name, const struct depths *depths);

// For the answer's summary: a warning from DEPTHS_SHALLOW on.
void depths_warn(struct answer *answer, const char *name, const struct depths *depths);
