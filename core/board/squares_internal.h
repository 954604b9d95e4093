// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of squares, rank by rank of the grid, for the files of move generation.
#pragma once

#include "movegen.h"

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
