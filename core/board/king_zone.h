// SPDX-License-Identifier: GPL-3.0-or-later
// The king zone: a point, mostly a King's square, and its 8 neighbours, as 9 bits row by row from
// the south-west. Which of them a piece attacks is one look-up by the distance between the two.
#pragma once

#include <assert.h>

#include "position.h"

enum {
    KING_ZONE_ALL = 0x1FF,
    KING_ZONE_CENTRE = 1 << 4,
    KING_ZONE_BLOCKABLE = 16 // from this bit on: those squares that are reached by passing others
};

// How many bits of a king zone are set, by a table: processors that every package must run on have
// no instruction for it.
extern const uint8_t king_zone_counts[KING_ZONE_ALL + 1];
static inline int king_zone_count(unsigned bits) {
    return king_zone_counts[bits & KING_ZONE_ALL];
}

// The bit of the neighbour in a direction.
static inline int king_zone_bit(int direction) {
    assert(direction >= 0 && direction < DIRECTIONS);
    return (direction_dy[direction] + 1) * 3 + direction_dx[direction] + 1;
}

// The square of a bit.
static inline Square king_zone_square(Square centre, int bit) {
    assert(bit >= 0 && bit < 9);
    return (Square)(centre + square_delta(bit % 3 - 1, bit / 3 - 1));
}

// Fills board_around, board_zone, king_zone_attacks, king_zone_towards, king_zone_distance,
// king_zone_direction, zone_attacks_from, slides_from, leaps_to, leaps_from and leapers of the
// tables from the movement tables and board_ranks.
void king_zone_fill(struct tables *tables);

// The 5x5 squares around a square as 25 bits, row by row from two ranks below; and the king zone in
// them.
static inline uint32_t king_zone_around(const Line *ranks, Square centre) {
    assert(centre != SQUARE_NONE);
    int file = centre % GRID - 2, rank = centre / GRID - 2;
    uint64_t rows = line_four(&ranks[rank]) >> file & 0x1F001F001F001F;
    rows = (rows | rows >> 11) & 0x3FF000003FF; // by twos
    rows |= rows >> 22;                         // by fours
    return (rows & 0xFFFFF) | ((uint32_t)ranks[rank + 4] >> file & 0x1F) << 20;
}
static inline unsigned king_zone_inside(uint32_t around) {
    return (around >> 6 & 0x7) | (around >> 8 & 0x38) | (around >> 10 & 0x1C0);
}

// The squares from which a leap may lead to `square`, of those where a jumper stands, as bits of
// king_zone_around. For each of them, king_zone_leap is that leap.
static inline uint32_t king_zone_jumpers(const struct position *position, Square square) {
    const uint32_t inside = 0x7 << 6 | 0x7 << 11 | 0x7 << 16;
    return king_zone_around(position->jumpers, square) & ~inside;
}
static inline int king_zone_leap(int bit) {
    static const int8_t leaps[25] = {
        2, 1,  0,  15, 14, // from two ranks below, two files to the left
        3, -1, -1, -1, 13, //
        4, -1, -1, -1, 12, //
        5, -1, -1, -1, 11, //
        6, 7,  8,  9,  10};
    assert(bit >= 0 && bit < 25 && leaps[bit] >= 0);
    return leaps[bit];
}

// A square as a number whose differences tell how far apart two squares are, in both directions.
static inline int king_zone_index(Square square) {
    return square + (square & ~(GRID - 1));
}

// Where to look up what lies between a square and the centre of a king zone.
static inline int king_zone_offset(Square from, Square centre) {
    return king_zone_index(centre) - king_zone_index(from) + KING_ZONE_OFFSETS / 2;
}

// What the centre's neighbour of that bit adds to king_zone_offset.
static inline int king_zone_step(int bit) {
    assert(bit >= 0 && bit < 9);
    static const int8_t steps[9] = {-2 * GRID - 1, -2 * GRID, -2 * GRID + 1, -1, 0, 1,
                                    2 * GRID - 1,  2 * GRID,  2 * GRID + 1};
    return steps[bit];
}

// Squares of the king zone that the piece on `from`, blocked as the board stands, may capture on;
// `attacks` is its entry of king_zone_attacks.
unsigned king_zone_unblocked(const struct position *position, Square from, Square centre,
                             uint32_t attacks);

// The same of any entry: most have no blockable square.
static inline unsigned king_zone_open(const struct position *position, Square from, Square centre,
                                      uint32_t attacks) {
    return attacks >> KING_ZONE_BLOCKABLE ? king_zone_unblocked(position, from, centre, attacks)
                                          : attacks;
}

// The same with the entry looked up.
static inline unsigned king_zone_attacked(const struct position *position, Square from,
                                          Square centre) {
    return king_zone_open(
        position, from, centre,
        position->tables->king_zone_attacks[position->board[from]][king_zone_offset(from, centre)]);
}
