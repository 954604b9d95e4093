// SPDX-License-Identifier: GPL-3.0-or-later
// The terms that depend on one piece and its square alone: how far it has come and how far it is
// from the edge, each counted by its gait. Evaluation folds them into a table by square, the trace
// adds them up: both ask here.
#pragma once

#include "values.h"

// The terms of a gait; a Pawn's file is none.
enum { PIECE_SQUARE_NO_TERM = TERMS };
static const struct piece_square_terms {
    uint8_t advance, centre;
} piece_square_terms[GAITS] = {
    [GAIT_STEP] = {TERM_ADVANCE_STEP, TERM_CENTRE_STEP},
    [GAIT_SLIDE] = {TERM_ADVANCE_SLIDE, TERM_CENTRE_SLIDE},
    [GAIT_PAWN] = {TERM_ADVANCE_PAWN, PIECE_SQUARE_NO_TERM},
    [GAIT_ROYAL] = {TERM_ADVANCE_ROYAL, TERM_CENTRE_ROYAL},
};

// Ranks from its owner's first, and files from the nearer edge.
static inline int piece_square_advance(const struct tables *tables, enum side side, Square square) {
    int rank = square_rank(square);
    return side == FIRST ? rank : tables->ranks - 1 - rank;
}
static inline int piece_square_centre(const struct tables *tables, Square square) {
    int left = square_file(square), right = tables->files - 1 - left;
    return left < right ? left : right;
}

// An only royal is worth no pieces: it cannot be lost.
static inline bool piece_square_is_valued(const struct tables *tables, Piece piece) {
    return !tables->royal[piece] || tables->several_royals;
}
