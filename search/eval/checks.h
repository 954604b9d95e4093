// SPDX-License-Identifier: GPL-3.0-or-later
// Which moves give check directly: cheap enough to ask of every move in a list.
#pragma once

#include "ring.h"

struct checks {
    Square king;               // the other side's only royal, or SQUARE_NONE
    uint8_t reach[DIRECTIONS]; // steps from it to the nearest man in each direction
};

// Looks out from the King of the side not to move.
void checks_find(const struct position *position, struct checks *direct);

// Does nothing stand between a man on `to` and that King, which it strikes on an empty board?
bool checks_unblocked(const struct position *position, const struct checks *direct, Piece piece,
                      Square to);

// True when a man `piece` of the side to move that arrives on `to` attacks that King from there.
// Discovered checks are not seen.
static inline bool checks_direct(const struct position *position, const struct checks *direct,
                                 Piece piece, Square to) {
    if (direct->king == SQUARE_NONE)
        return false;
    uint32_t strikes = position->tables->ring_strikes[piece][ring_offset(to, direct->king)];
    return (strikes & RING_CENTRE) && (!(strikes >> RING_BLOCKABLE & RING_CENTRE) ||
                                       checks_unblocked(position, direct, piece, to));
}
