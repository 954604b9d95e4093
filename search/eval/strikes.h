// SPDX-License-Identifier: GPL-3.0-or-later
// What the men of each side strike of each King's ring (ring.h), kept up move by move: a move
// changes what a few men strike, and to ask all of them again was two fifths of a search.
#pragma once

#include "ring.h"

// Of one side on one ring, so that a man's part is added and taken off at once: for each of the 9
// squares how many men strike it, how many squares they strike in all, how many men strike any.
typedef uint64_t StrikeSum;
enum {
    STRIKE_SQUARE_BITS = 5, // at most 24 men: one along each line, 16 that leap
    STRIKE_SQUARES_SHIFT = 9 * STRIKE_SQUARE_BITS,
    STRIKE_MEN_SHIFT = STRIKE_SQUARES_SHIFT + 8
};

static inline int strike_men(StrikeSum sum) {
    return (int)(sum >> STRIKE_MEN_SHIFT);
}
static inline int strike_squares(StrikeSum sum) {
    return (int)(sum >> STRIKE_SQUARES_SHIFT & 0xFF);
}
// The squares of the ring that are struck.
static inline unsigned strike_ring(StrikeSum sum) {
    sum |= sum >> 1 | sum >> 2 | sum >> 3 | sum >> 4;
    sum &= 0x10842108421;                   // the lowest bit of each square
    sum = (sum | sum >> 4) & 0x300C0300C03; // by twos, ten bits apart
    sum = (sum | sum >> 8) & 0xF0000F0000F; // by fours
    return (unsigned)(sum | sum >> 16 | sum >> 32) & RING_ALL;
}

// What a man that strikes these squares of a ring adds.
extern const StrikeSum strike_sums[RING_ALL + 1];

// How often the squares `ring` are struck.
static inline int strike_on(StrikeSum sum, unsigned ring) {
    const uint64_t each = 0x10842108421, pairs = 0x1F07C1F07C1F; // squares; every other one, whole
    sum &= (strike_sums[ring] & each) * ((1 << STRIKE_SQUARE_BITS) - 1);
    sum = (sum & pairs) + (sum >> STRIKE_SQUARE_BITS & pairs);
    return (int)(sum * 0x10040100401 >> 40 & 0x3FF);
}

// How many men strike the King itself.
static inline int strike_checkers(StrikeSum sum) {
    return (int)(sum >> 4 * STRIKE_SQUARE_BITS & ((1 << STRIKE_SQUARE_BITS) - 1));
}

struct strikes {
    StrikeSum sum[SIDES][SIDES]; // by side, on whose King
    // By side, of the kinds of men in its hand, one each: the squares of a ring from which they
    // would strike its centre by a step or slide; those in whose direction also from farther away.
    StrikeSum near[SIDES], far[SIDES];
    uint32_t hand_types[SIDES]; // the kinds counted there
    Square king[SIDES];         // SQUARE_NONE for a side without a royal or with several: sums 0
};

// From nothing.
void strikes_count(const struct position *position, struct strikes *strikes);

// What the two halves of a move hand on.
struct strikes_pending {
    Square man[SIDES][3 * DIRECTIONS]; // men that may strike otherwise afterwards, by whose King
    int men[SIDES];
    bool recount;
    Square to;
};

// Before `move` is made: `after` becomes `before` less the men that the move may concern. After it
// has been made: adds them as they strike now.
void strikes_lift(const struct position *position, Move move, const struct strikes *before,
                  struct strikes *after, struct strikes_pending *pending);
void strikes_place(const struct position *position, const struct strikes_pending *pending,
                   struct strikes *after);
