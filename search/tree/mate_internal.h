// SPDX-License-Identifier: GPL-3.0-or-later
// Mates that are seen without a search.
#pragma once

#include "zone_attacks.h"

// A drop that mates, for the side to move, which is not in check; MOVE_NONE where none is seen:
// only drops next to the enemy King are, on squares that a piece of ours attacks and nobody but the
// King guards. `attacks` = zone_attacks_count of the position, which is as before afterwards.
Move mate_by_drop(struct position *position, const struct zone_attacks *attacks);
