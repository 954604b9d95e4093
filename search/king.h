// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around the Kings: the evaluation terms that depend on more than one man.
#pragma once

#include "position.h"

// Each for FIRST less the same for SECOND. A side without a royal, or with several, counts 0 around
// its own.
struct king_counts {
    int shelter;  // own men next to the King
    int near;     // own men two steps away
    int attack;   // men next to the enemy King
    int approach; // men two steps from the enemy King
    int drops;    // men in hand (at most 8) x empty squares next to the enemy King
};

void king_count(const struct position *position, struct king_counts *counts);
