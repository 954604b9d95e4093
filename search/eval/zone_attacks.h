// SPDX-License-Identifier: GPL-3.0-or-later
// What the pieces of each side attack of each King's king zone (king_zone.h), kept up move by move:
// a move changes what a few pieces attack, and to ask all of them again was two fifths of a search.
#pragma once

#include "king_zone.h"

// Of one side on one king zone, so that a piece's part is added and taken off at once: for each of
// the 9 squares how many pieces attack it, how many squares they attack in all, how many pieces
// attack any.
typedef uint64_t AttackSum;
enum {
    ATTACK_SQUARE_BITS = 5, // at most 24 pieces: one along each line, 16 that leap
    ATTACK_SQUARES_SHIFT = 9 * ATTACK_SQUARE_BITS,
    ATTACK_PIECES_SHIFT = ATTACK_SQUARES_SHIFT + 8
};

// Masks of counts that lie side by side. ATTACK_EVERY(step, count): a bit each `step` bits, `count`
// of them, as a geometric sum: (2^(step count) - 1) / (2^step - 1).
#define ATTACK_EVERY(step, count) (((1ULL << (step) * (count)) - 1) / ((1ULL << (step)) - 1))
#define ATTACK_BITS(count) ((1ULL << (count)) - 1)
#define ATTACK_LOWEST ATTACK_EVERY(ATTACK_SQUARE_BITS, 9) // the lowest bit of each square
// attack_zone brings the 9 lowest bits together, twice as many each time: a group of n, shifted by
// n (ATTACK_SQUARE_BITS - 1) onto the one before it, is a group of 2n. The ninth stands alone.
#define ATTACK_TWOS (3 * ATTACK_EVERY(2 * ATTACK_SQUARE_BITS, 5) & ATTACK_BITS(42))
#define ATTACK_FOURS (15 * ATTACK_EVERY(4 * ATTACK_SQUARE_BITS, 3) & ATTACK_BITS(44))
// attack_on adds neighbours in fields of two squares, where no sum of 2 x 24 overflows, then all
// five of these by a product: its field 4 is the sum of field i times field 4 - i of ones.
#define ATTACK_PAIRS (ATTACK_BITS(ATTACK_SQUARE_BITS) * ATTACK_EVERY(2 * ATTACK_SQUARE_BITS, 5))
#define ATTACK_ADD ATTACK_EVERY(2 * ATTACK_SQUARE_BITS, 5)
enum { ATTACK_ADDED = 4 * 2 * ATTACK_SQUARE_BITS };
_Static_assert((1 << ATTACK_SQUARE_BITS) > DIRECTIONS + LEAPS,
               "a square's count holds every piece");
_Static_assert(ATTACK_SQUARES_SHIFT == 45 && ATTACK_PIECES_SHIFT + 8 <= 64,
               "three counts in a word");
_Static_assert(ATTACK_LOWEST == 0x10842108421, "nine squares of five bits");
_Static_assert(ATTACK_TWOS == 0x300C0300C03 && ATTACK_FOURS == 0xF0000F0000F, "groups of bits");
_Static_assert(ATTACK_PAIRS == 0x1F07C1F07C1F, "every other square, whole");
_Static_assert(ATTACK_ADD == 0x10040100401 &&
                   9 * (DIRECTIONS + LEAPS) < 1 << 2 * ATTACK_SQUARE_BITS,
               "the sum of all squares fits a field");

static inline int attack_pieces(AttackSum sum) {
    return (int)(sum >> ATTACK_PIECES_SHIFT);
}
static inline int attack_squares(AttackSum sum) {
    return (int)(sum >> ATTACK_SQUARES_SHIFT & 0xFF);
}
// The squares of the king zone that are attacked.
static inline unsigned attack_zone(AttackSum sum) {
    // A count's low bits, when there are any, carry into its highest one.
    const AttackSum low = ATTACK_LOWEST * ATTACK_BITS(ATTACK_SQUARE_BITS - 1);
    sum = (((sum & low) + low) | sum) >> (ATTACK_SQUARE_BITS - 1) & ATTACK_LOWEST;
    sum = (sum | sum >> (ATTACK_SQUARE_BITS - 1)) & ATTACK_TWOS;
    sum = (sum | sum >> 2 * (ATTACK_SQUARE_BITS - 1)) & ATTACK_FOURS;
    return (unsigned)(sum | sum >> 4 * (ATTACK_SQUARE_BITS - 1) |
                      sum >> 8 * (ATTACK_SQUARE_BITS - 1)) &
           KING_ZONE_ALL;
}

// What a piece that attacks these squares of a king zone adds.
extern const AttackSum attack_sums[KING_ZONE_ALL + 1];

// How often the squares `king zone` are attacked.
static inline int attack_on(AttackSum sum, unsigned king_zone) {
    sum &= (attack_sums[king_zone] & ATTACK_LOWEST) * ATTACK_BITS(ATTACK_SQUARE_BITS);
    sum = (sum & ATTACK_PAIRS) + (sum >> ATTACK_SQUARE_BITS & ATTACK_PAIRS);
    return (int)(sum * ATTACK_ADD >> ATTACK_ADDED & ATTACK_BITS(2 * ATTACK_SQUARE_BITS));
}

// How many pieces attack the King itself.
static inline int attack_checkers(AttackSum sum) {
    return (int)(sum >> 4 * ATTACK_SQUARE_BITS & ((1 << ATTACK_SQUARE_BITS) - 1));
}

struct zone_attacks {
    AttackSum sum[SIDES][SIDES]; // by side, on whose King
    // By side, of the kinds of pieces in its hand, one each: the squares of a king zone from which
    // they would attack its centre by a step or slide; those in whose direction also from farther
    // away.
    AttackSum near[SIDES], far[SIDES];
    uint32_t hand_types[SIDES]; // the kinds counted there
    int16_t nearness[SIDES]; // without drops: of the other side's pieces to the side's King, each
                             // GRID - 1 less the King steps between the two
    Square king[SIDES];      // SQUARE_NONE for a side without a royal or with several: sums 0
};

// From nothing.
void zone_attacks_count(const struct position *position, struct zone_attacks *attacks);

// Those after a move, from `attacks` of the position before it: pieces that it may concern are
// asked how they attack in both.
void zone_attacks_move(const struct position *before, Move move, const struct position *after,
                       const struct zone_attacks *attacks, struct zone_attacks *next);

// Which moves give check directly: cheap enough to ask of every move in a list.
struct direct_checks {
    Square king;               // the other side's only royal, or SQUARE_NONE
    uint8_t reach[DIRECTIONS]; // steps from it to the nearest piece in each direction
};

// Looks out from the King of the side not to move.
void direct_checks_find(const struct position *position, struct direct_checks *direct);

// Does nothing stand between a piece on `to` and that King, which it attacks on an empty board?
bool direct_checks_unblocked(const struct position *position, const struct direct_checks *direct,
                             Piece piece, Square to);

// True when a piece `piece` of the side to move that arrives on `to` attacks that King from there.
// Discovered checks are not seen.
static inline bool direct_checks_by(const struct position *position,
                                    const struct direct_checks *direct, Piece piece, Square to) {
    if (direct->king == SQUARE_NONE)
        return false;
    uint32_t attacks =
        position->tables->king_zone_attacks[piece][king_zone_offset(to, direct->king)];
    return (attacks & KING_ZONE_CENTRE) && (!(attacks >> KING_ZONE_BLOCKABLE & KING_ZONE_CENTRE) ||
                                            direct_checks_unblocked(position, direct, piece, to));
}
