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

struct strikes { // by the men of one side on one King's ring
    int men, squares;
    unsigned once;
};

static inline void add_strikes(const struct position *position, enum side by, Square king,
                               struct strikes *strikes) {
    *strikes = (struct strikes){0};
    for (int rank = 0; rank < GRID; rank++)
        for (uint32_t men = position->men[by][rank]; men; men &= men - 1) {
            Square from = (Square)(rank * GRID + __builtin_ctz(men));
            unsigned struck = from == king ? 0 : ring_struck(position, from, king);
            if (!struck)
                continue;
            strikes->men++;
            strikes->squares += __builtin_popcount(struck);
            strikes->once |= struck;
        }
}

// Ways for `by` to drop a man that gives check: next to the King on one of the ring's squares
// `open`, from afar along a line, by a leap. One way a kind of man and direction.
static int drop_checks(const struct position *position, enum side by, Square king, unsigned open) {
    const struct tables *tables = position->tables;
    int ways = 0;
    bool near[DIRECTIONS], far[DIRECTIONS];
    for (int d = 0; d < DIRECTIONS; d++) {
        near[d] = open >> ((direction_dy[d] + 1) * 3 + direction_dx[d] + 1) & 1;
        far[d] = lines_distance(position, king, d) > 2;
    }
    for (uint32_t types = position->hand_types[by]; types; types &= types - 1) {
        Piece piece = piece_make((Type)__builtin_ctz(types), by);
        const uint8_t *range = tables->capture_range[piece];
        for (int d = 0; d < DIRECTIONS; d++) {
            int strikes = range[direction_opposite(d)];
            ways += (strikes && near[d]) + (strikes > 1 && far[d]);
        }
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
    for (enum side side = FIRST; side < SIDES; side++) {
        if (position->royal_count[side] != 1)
            continue;
        Square king = position->royals[side][0];
        int sign = side == FIRST ? 1 : -1;
        uint32_t own = around(position->men[side], king);
        uint32_t enemy = around(position->men[!side], king);
        uint32_t occupied = around(position->occupied, king); // the rim counts as occupied
        count[TERM_KING_SHELTER] += sign * __builtin_popcount(own & next_to);
        count[TERM_KING_NEAR] += sign * __builtin_popcount(own & two_away);
        count[TERM_KING_ATTACK] -= sign * __builtin_popcount(enemy & next_to);
        count[TERM_KING_APPROACH] -= sign * __builtin_popcount(enemy & two_away);
        int hand = position->hand_count[!side];
        hand = hand < HAND_COUNTED ? hand : HAND_COUNTED;
        count[TERM_KING_DROPS] -= sign * hand * __builtin_popcount(~occupied & next_to);

        struct strikes attack, defence;
        add_strikes(position, !side, king, &attack);
        add_strikes(position, side, king, &defence);
        unsigned board = ring_of(position->tables->board_ranks, king) & ~RING_CENTRE;
        unsigned mine = ring_of(position->men[side], king);
        int weak = __builtin_popcount(attack.once & ~defence.once & board);
        count[TERM_KING_ATTACKERS] -= sign * attack.men;
        count[TERM_KING_STRIKES] -= sign * attack.squares;
        count[TERM_KING_DEFENDERS] += sign * defence.men;
        count[TERM_KING_WEAK] -= sign * weak;
        int escapes = __builtin_popcount(board & ~mine & ~attack.once);
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
