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

// Masks of counts that lie side by side. STRIKE_EVERY(step, count): a bit each `step` bits, `count`
// of them, as a geometric sum: (2^(step count) - 1) / (2^step - 1).
#define STRIKE_EVERY(step, count) (((1ULL << (step) * (count)) - 1) / ((1ULL << (step)) - 1))
#define STRIKE_BITS(count) ((1ULL << (count)) - 1)
#define STRIKE_LOWEST STRIKE_EVERY(STRIKE_SQUARE_BITS, 9) // the lowest bit of each square
// strike_ring brings the 9 lowest bits together, twice as many each time: a group of n, shifted by
// n (STRIKE_SQUARE_BITS - 1) onto the one before it, is a group of 2n. The ninth stands alone.
#define STRIKE_TWOS (3 * STRIKE_EVERY(2 * STRIKE_SQUARE_BITS, 5) & STRIKE_BITS(42))
#define STRIKE_FOURS (15 * STRIKE_EVERY(4 * STRIKE_SQUARE_BITS, 3) & STRIKE_BITS(44))
// strike_on adds neighbours in fields of two squares, where no sum of 2 x 24 overflows, then all
// five of these by a product: its field 4 is the sum of field i times field 4 - i of ones.
#define STRIKE_PAIRS (STRIKE_BITS(STRIKE_SQUARE_BITS) * STRIKE_EVERY(2 * STRIKE_SQUARE_BITS, 5))
#define STRIKE_ADD STRIKE_EVERY(2 * STRIKE_SQUARE_BITS, 5)
enum { STRIKE_ADDED = 4 * 2 * STRIKE_SQUARE_BITS };
_Static_assert((1 << STRIKE_SQUARE_BITS) > DIRECTIONS + LEAPS, "a square's count holds every man");
_Static_assert(STRIKE_SQUARES_SHIFT == 45 && STRIKE_MEN_SHIFT + 8 <= 64, "three counts in a word");
_Static_assert(STRIKE_LOWEST == 0x10842108421, "nine squares of five bits");
_Static_assert(STRIKE_TWOS == 0x300C0300C03 && STRIKE_FOURS == 0xF0000F0000F, "groups of bits");
_Static_assert(STRIKE_PAIRS == 0x1F07C1F07C1F, "every other square, whole");
_Static_assert(STRIKE_ADD == 0x10040100401 &&
                   9 * (DIRECTIONS + LEAPS) < 1 << 2 * STRIKE_SQUARE_BITS,
               "the sum of all squares fits a field");

static inline int strike_men(StrikeSum sum) {
    return (int)(sum >> STRIKE_MEN_SHIFT);
}
static inline int strike_squares(StrikeSum sum) {
    return (int)(sum >> STRIKE_SQUARES_SHIFT & 0xFF);
}
// The squares of the ring that are struck.
static inline unsigned strike_ring(StrikeSum sum) {
    sum |= sum >> 1 | sum >> 2 | sum >> 3 | sum >> 4;
    sum &= STRIKE_LOWEST;
    sum = (sum | sum >> (STRIKE_SQUARE_BITS - 1)) & STRIKE_TWOS;
    sum = (sum | sum >> 2 * (STRIKE_SQUARE_BITS - 1)) & STRIKE_FOURS;
    return (unsigned)(sum | sum >> 4 * (STRIKE_SQUARE_BITS - 1) |
                      sum >> 8 * (STRIKE_SQUARE_BITS - 1)) &
           RING_ALL;
}

// What a man that strikes these squares of a ring adds.
extern const StrikeSum strike_sums[RING_ALL + 1];

// How often the squares `ring` are struck.
static inline int strike_on(StrikeSum sum, unsigned ring) {
    sum &= (strike_sums[ring] & STRIKE_LOWEST) * STRIKE_BITS(STRIKE_SQUARE_BITS);
    sum = (sum & STRIKE_PAIRS) + (sum >> STRIKE_SQUARE_BITS & STRIKE_PAIRS);
    return (int)(sum * STRIKE_ADD >> STRIKE_ADDED & STRIKE_BITS(2 * STRIKE_SQUARE_BITS));
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
