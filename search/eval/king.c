// SPDX-License-Identifier: GPL-3.0-or-later
#include "king.h"

#include "ring.h"

enum { HAND_COUNTED = 8 };

static const uint32_t inside = 0x7 << 6 | 0x7 << 11 | 0x7 << 16; // the ring

// The squares two away in each direction as the bits of a ring.
static inline unsigned ring_beyond(uint32_t bits) {
    static const uint8_t ends[0x20] = {// bits 0, 2 and 4 as bits 0 to 2
                                       0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3,
                                       4, 5, 4, 5, 6, 7, 6, 7, 4, 5, 4, 5, 6, 7, 6, 7};
    return ends[bits & 0x1F] | (unsigned)ends[bits >> 10 & 0x1F] << 3 |
           (unsigned)ends[bits >> 20] << 6;
}

static inline int count_around(uint32_t bits) {
    return ring_count(bits) + ring_count(bits >> 9) + ring_count(bits >> 18);
}

// Ways for `by` to drop a man that gives check: next to the King on one of the ring's squares
// `open`, from afar along a line (`far`: squares of the ring with another empty one behind them),
// by a leap from an empty one of the squares `around`. One way a kind of man and direction.
static inline int drop_checks(const struct position *position, const struct strikes *strikes,
                              enum side by, unsigned open, unsigned far, uint32_t around) {
    const struct tables *tables = position->tables;
    int ways = strike_on(strikes->near[by], open) + strike_on(strikes->far[by], far);
    for (uint32_t types = position->hand_types[by] & tables->leapers; types; types &= types - 1) {
        Piece piece = piece_make((Type)__builtin_ctz(types), by);
        ways += count_around(around & tables->leaps_from[piece]);
    }
    return ways;
}

// The terms around one King, seen from its side; what comes before them in `count` stays as it is.
// Always inlined: the score needs no array of counts.
static inline __attribute__((always_inline)) void count_king(const struct position *position,
                                                             const struct strikes *strikes,
                                                             enum side side, int *count) {
    Square king = strikes->king[side];
    uint32_t occupied = ring_around(position->occupied, king); // the rim counts as occupied
    uint32_t board = position->tables->board_around[king];
    uint32_t own = ring_around(position->men[side], king), enemy = occupied & board & ~own;
    unsigned neighbours = ring_inside(board) & ~RING_CENTRE, full = ring_inside(occupied);
    unsigned inner = ring_inside(own);
    unsigned empty = ~full & neighbours;
    int hand = position->hand_count[!side];
    hand = hand < HAND_COUNTED ? hand : HAND_COUNTED;
    StrikeSum attack = strikes->sum[!side][side], defence = strikes->sum[side][side];
    unsigned struck = strike_ring(attack), unguarded = struck & ~strike_ring(defence);
    int attackers = strike_men(attack), squares = strike_squares(attack);
    int weak = ring_count(unguarded & neighbours);
    int escapes = ring_count(neighbours & ~inner & ~struck);

    count[TERM_KING_SHELTER] = ring_count(inner & ~RING_CENTRE);
    count[TERM_KING_NEAR] = count_around(own & ~inside);
    count[TERM_KING_ATTACK] = -ring_count(full & neighbours & ~inner);
    count[TERM_KING_APPROACH] = -count_around(enemy & ~inside);
    count[TERM_KING_DROPS] = -hand * ring_count(empty);
    count[TERM_KING_ATTACKERS] = -attackers;
    count[TERM_KING_STRIKES] = -squares;
    count[TERM_KING_DEFENDERS] = strike_men(defence);
    count[TERM_KING_WEAK] = -weak;
    count[TERM_KING_ESCAPES] = escapes;
    count[TERM_KING_WEAK_DROPS] = -hand * weak;
    count[TERM_KING_SIEGE] = -attackers * squares;
    count[TERM_KING_BREACH] = -attackers * weak;
    count[TERM_KING_SHUT] = -attackers * (8 - escapes);
    unsigned far = ~full & ~ring_beyond(occupied) & RING_ALL & ~RING_CENTRE;
    count[TERM_KING_CHECKS] =
        hand ? -drop_checks(position, strikes, !side, empty & unguarded, far, ~occupied) : 0;
}

void king_count(const struct position *position, const struct strikes *strikes, int *count) {
    int of[SIDES][TERMS] = {0};
    for (enum side side = FIRST; side < SIDES; side++)
        if (strikes->king[side] != SQUARE_NONE)
            count_king(position, strikes, side, of[side]);
    for (int i = 0; i < TERMS; i++)
        count[i] = of[FIRST][i] - of[SECOND][i];
}

int king_score(const struct position *position, const struct strikes *strikes, const int *term) {
    int sum = 0;
    for (enum side side = FIRST; side < SIDES; side++) {
        if (strikes->king[side] == SQUARE_NONE)
            continue;
        int count[TERMS], score = 0;
        count_king(position, strikes, side, count);
        for (int i = KING_TERM; i < TERMS; i++)
            score += term[i] * count[i];
        sum += side == FIRST ? score : -score;
    }
    return sum;
}
