// SPDX-License-Identifier: GPL-3.0-or-later
// The ring: a point, mostly a King's square, and its 8 neighbours, as 9 bits row by row from the
// south-west. Which of them a man strikes is one look-up by the distance between the two.
#pragma once

#include "position.h"

enum {
    RING_ALL = 0x1FF,
    RING_CENTRE = 1 << 4,
    RING_BLOCKABLE = 1 << 9 // some of the squares are reached by passing others
};

// How many bits of a ring are set, by a table: processors that every package must run on have no
// instruction for it.
extern const uint8_t ring_counts[RING_ALL + 1];
static inline int ring_count(unsigned bits) {
    return ring_counts[bits & RING_ALL];
}

// The bit of the neighbour in a direction.
static inline int ring_bit(int direction) {
    return (direction_dy[direction] + 1) * 3 + direction_dx[direction] + 1;
}

// Fills tables->ring_strikes, strikes_from and slides_from from the movement tables.
void ring_fill(struct tables *tables);

// The squares of the ring around `centre` that are set in `ranks`, one word for each rank of the
// grid.
static inline unsigned ring_of(const Line *ranks, Square centre) {
    int file = centre % GRID - 1, rank = centre / GRID - 1;
    return (ranks[rank] >> file & 7u) | (ranks[rank + 1] >> file & 7u) << 3 |
           (ranks[rank + 2] >> file & 7u) << 6;
}

// A square as a number whose differences tell how far apart two squares are, in both directions.
static inline int ring_index(Square square) {
    return square + (square & ~(GRID - 1));
}

// Squares of the ring that the man on `from`, blocked as the board stands, may capture on;
// `strikes` is its entry of ring_strikes.
unsigned ring_unblocked(const struct position *position, Square from, Square centre,
                        unsigned strikes);

// The same with the entry looked up.
static inline unsigned ring_struck(const struct position *position, Square from, Square centre) {
    int offset = ring_index(centre) - ring_index(from) + RING_OFFSETS / 2;
    unsigned strikes = position->tables->ring_strikes[position->board[from]][offset];
    return strikes & RING_BLOCKABLE ? ring_unblocked(position, from, centre, strikes) : strikes;
}
