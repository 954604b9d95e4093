// SPDX-License-Identifier: GPL-3.0-or-later
// Static exchange evaluation: what a move wins or loses when both sides take on its target square
// with their cheapest piece first, and either may stop. Pins and further promotions are left out.
#pragma once

#include "eval.h"
#include "move.h"

// Expected gain of a legal move in centi-values for the mover. A captured piece counts its exchange
// value (board and, in drop games, hand).
int see(const struct weights *weights, const struct position *position, Move move);

// see() >= least, sooner.
bool see_reaches(const struct weights *weights, const struct position *position, Move move,
                 int least);
