// SPDX-License-Identifier: GPL-3.0-or-later
#include "king.h"

#include <string.h>

#include "lines.h"
#include "ring.h"

enum { HAND_COUNTED = 8 };

// The 5x5 squares around a King as 25 bits, row by row from the rank two below.
static inline uint32_t around(const Line *ranks, Square king) {
    int file = king % GRID - 2, rank = king / GRID - 2;
    uint32_t bits = 0;
    for (int row = 0; row < 5; row++)
        bits |= ((uint32_t)ranks[rank + row] >> file & 0x1F) << 5 * row;
    return bits;
}

static const uint32_t next_to = 0x7 << 6 | 0x5 << 11 | 0x7 << 16; // the 8 neighbours
static const uint32_t two_away = 0x1FFFFFF & ~(0x7 << 6 | 0x7 << 11 | 0x7 << 16);

static inline int count_around(uint32_t bits) {
    return ring_count(bits) + ring_count(bits >> 9) + ring_count(bits >> 18);
}

struct strikes { // by the men of one side on one King's ring
    int men, squares;
    unsigned once;
};

static inline void add_strike(const struct position *position, Square from, Square king,
                              struct strikes *strikes) {
    unsigned struck = from == king ? 0 : ring_struck(position, from, king);
    if (!struck)
        return;
    strikes->men++;
    strikes->squares += ring_count(struck);
    strikes->once |= struck;
}

// Of the men of `by` on both Kings; a King that is SQUARE_NONE gets none.
static inline void add_strikes(const struct position *position, enum side by,
                               const Square kings[SIDES], struct strikes strikes[SIDES]) {
    for (int rank = RIM; rank < GRID - RIM; rank++)
        for (uint32_t men = position->men[by][rank]; men; men &= men - 1) {
            Square from = (Square)(rank * GRID + __builtin_ctz(men));
            for (enum side side = FIRST; side < SIDES; side++)
                if (kings[side] != SQUARE_NONE)
                    add_strike(position, from, kings[side], &strikes[side]);
        }
}

// Ways for `by` to drop a man that gives check: next to the King on one of the ring's squares
// `open`, from afar along a line, by a leap. One way a kind of man and direction.
static int drop_checks(const struct position *position, enum side by, Square king, unsigned open) {
    const struct tables *tables = position->tables;
    unsigned far = 0; // squares of the ring with another empty one behind them
    for (int d = 0; d < DIRECTIONS; d++)
        far |= (unsigned)(lines_distance(position, king, d) > 2) << ring_bit(d);
    int ways = 0;
    for (uint32_t types = position->hand_types[by]; types; types &= types - 1) {
        Piece piece = piece_make((Type)__builtin_ctz(types), by);
        ways += ring_count(open & tables->strikes_from[piece]) +
                ring_count(far & tables->slides_from[piece]);
        for (unsigned leaps = tables->capture_leaps[piece]; leaps; leaps &= leaps - 1) {
            int from = king - leap_delta[__builtin_ctz(leaps)];
            ways += tables->on_board[from] && !lines_occupied(position, from);
        }
    }
    return ways;
}

void king_count(const struct position *position, struct king_counts *counts) {
    memset(counts, 0, sizeof *counts);
    int *count = counts->count;
    Square kings[SIDES];
    for (enum side side = FIRST; side < SIDES; side++)
        kings[side] = position->royal_count[side] == 1 ? position->royals[side][0] : SQUARE_NONE;
    struct strikes strikes[SIDES][SIDES] = {0}; // by side, on whose King
    for (enum side by = FIRST; by < SIDES; by++)
        add_strikes(position, by, kings, strikes[by]);
    for (enum side side = FIRST; side < SIDES; side++) {
        Square king = kings[side];
        if (king == SQUARE_NONE)
            continue;
        int sign = side == FIRST ? 1 : -1;
        uint32_t own = around(position->men[side], king);
        uint32_t enemy = around(position->men[!side], king);
        uint32_t occupied = around(position->occupied, king); // the rim counts as occupied
        count[TERM_KING_SHELTER] += sign * count_around(own & next_to);
        count[TERM_KING_NEAR] += sign * count_around(own & two_away);
        count[TERM_KING_ATTACK] -= sign * count_around(enemy & next_to);
        count[TERM_KING_APPROACH] -= sign * count_around(enemy & two_away);
        int hand = position->hand_count[!side];
        hand = hand < HAND_COUNTED ? hand : HAND_COUNTED;
        count[TERM_KING_DROPS] -= sign * hand * count_around(~occupied & next_to);

        struct strikes attack = strikes[!side][side], defence = strikes[side][side];
        unsigned board = ring_of(position->tables->board_ranks, king) & ~RING_CENTRE;
        unsigned mine = ring_of(position->men[side], king);
        int weak = ring_count(attack.once & ~defence.once & board);
        count[TERM_KING_ATTACKERS] -= sign * attack.men;
        count[TERM_KING_STRIKES] -= sign * attack.squares;
        count[TERM_KING_DEFENDERS] += sign * defence.men;
        count[TERM_KING_WEAK] -= sign * weak;
        int escapes = ring_count(board & ~mine & ~attack.once);
        count[TERM_KING_ESCAPES] += sign * escapes;
        count[TERM_KING_SIEGE] -= sign * attack.men * attack.squares;
        count[TERM_KING_BREACH] -= sign * attack.men * weak;
        count[TERM_KING_SHUT] -= sign * attack.men * (8 - escapes);
        if (hand) {
            unsigned empty = board & ~ring_of(position->occupied, king);
            count[TERM_KING_CHECKS] -=
                sign * drop_checks(position, !side, king, empty & attack.once & ~defence.once);
        }
        count[TERM_KING_WEAK_DROPS] -= sign * hand * weak;
    }
}
