// SPDX-License-Identifier: GPL-3.0-or-later
// How far pieces are from the squares on which they win (rule flag): as the board lies, worked out
// once a game from whatever moves each piece has, and by ways that are open now.
#pragma once

#include "position.h"

// Fills flag_moves; all other tables must be filled. Nothing is done where the rule is off.
void flag_moves_fill(struct tables *tables);

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
