// SPDX-License-Identifier: GPL-3.0-or-later
// The terms that depend on one piece and its square alone: how far it has come and how far it is
// from the edge, each counted by its gait. Evaluation folds them into a table by square, the trace
// adds them up: both ask here.
#pragma once

#include "position.h"
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

// How near pieces are to a win on their flag squares (rule flag): as the board lies, and by ways
// that are open now (flag_path.c).

// What one move from a flag square counts; so many moves count the share.
enum { FLAG_NEAR = 12 };

// Of a piece on a square: FLAG_NEAR by the moves that it needs on an empty board, 0 for pieces that
// win nothing there.
static inline int flag_nearness(const struct tables *tables, Piece piece, Square square) {
    int moves = tables->flag_piece[piece] ? tables->flag_moves[piece][square] : FLAG_NEVER;
    return moves == FLAG_NEVER ? 0 : moves ? FLAG_NEAR / moves : FLAG_NEAR;
}

// The same for each side's nearest flag piece, FIRST's less SECOND's, if it has a shortest way that
// nothing blocks and no enemy guards, FLAG_PATH moves or fewer; half a move less for the side to
// move. For games with the rule. A last step needs no safety where the piece cannot be lost by it.
// Walks (walks.h), lame leaps and second steps are not followed.
enum { FLAG_PATH = 3 };
int flag_path_count(const struct position *position);
