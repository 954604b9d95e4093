// SPDX-License-Identifier: GPL-3.0-or-later
// What a player has counted around Kings. The terms of one follow from the 25 squares around it,
// what is attacked there and what the other side has in hand, and most moves leave these as they
// are: of seven to be counted six are here. All that they follow from is compared, so that what is
// remembered is what would be counted.
#pragma once

#include "zone_attacks.h"

enum { KING_MEMORY_BITS = 11 };

struct king_known {
    uint64_t around;           // squares, King, side and number of pieces in hand, packed
    AttackSum attack, defence; // on its zone, by the other side and by its own
    uint32_t hand_types;       // of the other side
    int32_t score_and_mate;    // twice the score, seen from its side, and 1 when a drop may mate
};

// For one game and one set of values; zeros know nothing.
struct king_memory {
    struct king_known slot[1 << KING_MEMORY_BITS];
};
