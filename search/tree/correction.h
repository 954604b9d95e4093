// SPDX-License-Identifier: GPL-3.0-or-later
// What the static evaluation lacks, learned while searching: the differences between it and what
// searches found, by what positions have in common. Forgotten with engine_new_game. Only in games
// with drops: Chu Shogi gained nothing by it (results/against-engines).
#pragma once

#include "search.h"

// What the evaluation of the position at `ply` lacked in positions like it, centi-values.
int engine_correction(struct engine *engine, int ply);

// engine_static of the position at `ply`, not in check, and what it lacked in positions like it.
// The table keeps the former.
static inline int engine_corrected(struct engine *engine, int ply) {
    int evaluation = engine_static(engine, ply);
    return engine->param[PARAM_CORRECTION] ? evaluation + engine_correction(engine, ply)
                                           : evaluation;
}

// A search of `depth` plies found `score`, or that it lies beyond, on its side of what
// engine_corrected says of the position at `ply`.
void engine_correct(struct engine *engine, int ply, int score, int depth);
