// SPDX-License-Identifier: GPL-3.0-or-later
#include "king.h"

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

void king_count(const struct position *position, struct king_counts *counts) {
    *counts = (struct king_counts){0};
    for (enum side side = FIRST; side < SIDES; side++) {
        if (position->royal_count[side] != 1)
            continue;
        Square king = position->royals[side][0];
        int sign = side == FIRST ? 1 : -1;
        uint32_t own = around(position->men[side], king);
        uint32_t enemy = around(position->men[!side], king);
        uint32_t occupied = around(position->occupied, king); // the rim counts as occupied
        counts->shelter += sign * __builtin_popcount(own & next_to);
        counts->near += sign * __builtin_popcount(own & two_away);
        counts->attack -= sign * __builtin_popcount(enemy & next_to);
        counts->approach -= sign * __builtin_popcount(enemy & two_away);
        int hand = position->hand_count[!side];
        hand = hand < HAND_COUNTED ? hand : HAND_COUNTED;
        counts->drops -= sign * hand * __builtin_popcount(~occupied & next_to);
    }
}
