// SPDX-License-Identifier: GPL-3.0-or-later
// Inside of move generation: the Lion-trading rules of Chu Shogi, and sets of squares.
#pragma once

#include "movegen.h"
#include "position.h"

// True when the rules let the pseudo-legal `move` capture what Lions it captures:
//   - a Lion takes a Lion at distance 2 only if that is unprotected, or if it takes a piece on the
//   way
//     that is no Pawn or Go-Between (tsukegui); an adjacent Lion it may always take;
//   - after the own Lion was taken by another piece, no piece but a Lion may take a Lion on another
//     square (counter-strike), in all cases or where that Lion is protected, as the toggle says.
// Protected = some enemy could recapture on the square after the move, whoever is pinned.
// Sources: Wikipedia, "Chu shogi"; JCSA rules of 2007 as codified in the minase project's RULES.md.
bool lion_capture_is_legal(struct position *position, Move move);

// Sets of squares, rank by rank of the grid.

#define INLINE static inline __attribute__((always_inline))

INLINE void squares_add(struct squares *set, int square) {
    set->rank[square / GRID] |= (Line)(1 << square % GRID);
}
INLINE bool squares_has(const struct squares *set, int square) {
    return set->rank[(unsigned)square / GRID] >> ((unsigned)square % GRID) & 1;
}

// Four ranks at once, as position_pieces_word has them.
INLINE uint64_t squares_word(const struct squares *set, int word) {
    return ranks_word(set->rank, word);
}

INLINE void squares_keep(struct squares *set, const struct squares *within) {
    for (int rank = 0; rank < GRID; rank++)
        set->rank[rank] &= within->rank[rank];
}

// The squares 1 to `steps` steps from a square in a direction.
INLINE void squares_add_line(struct squares *set, Square from, int direction, int steps) {
    for (int step = 1; step <= steps; step++)
        squares_add(set, from + step * direction_delta[direction]);
}
