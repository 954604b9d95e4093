// SPDX-License-Identifier: GPL-3.0-or-later
// The moves that a player finds nearly as good as its best one, each with a score of its own.
#pragma once

#include "engine.h"

struct near_move {
    Move move;
    int score; // centi-values for the side to move
};

// What the scores of the other moves may cost: so many times the nodes of the limits.
enum { NEAR_TIMES = 3 };

// An ordinary search by `limits` (nodes and depth alone count) finds the best move and the depth.
// Then each other move is searched as deep, for a score that is exact from the best one's less
// `margin` on, a ply deeper each time; NEAR_TIMES as many nodes may go into that, and the last
// iteration that is finished counts. The best move of the ordinary search keeps the best score.
// Fills `list` (room for MOVES_MAX) with the moves within `margin` centi-values of it, the best
// first, and returns their number: 1 where it mates or is mated, 0 without a legal move. The engine
// begins a new game; `history` as in engine_search.
int engine_near(struct engine *engine, const struct position *position,
                const struct history *history, struct limits limits, int margin,
                struct near_move *list);
