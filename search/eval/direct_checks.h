// SPDX-License-Identifier: GPL-3.0-or-later
// Which moves give check directly: cheap enough to ask of every move in a list.
#pragma once

#include "king_zone.h"

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
