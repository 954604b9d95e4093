// SPDX-License-Identifier: GPL-3.0-or-later
// Legal moves. The caller supplies the list (MOVES_MAX moves); nothing is allocated.
#pragma once

#include "position.h"

enum move_kinds { // bit set for movegen
    MOVES_CAPTURES = 1,
    MOVES_QUIETS = 2, // board moves that do not capture
    MOVES_DROPS = 4,
    MOVES_ALL = 7
};

// Writes the legal moves of those kinds to `list` and returns the end of the list. Order: by square
// from a1 upwards, deterministic, the same however the position was reached.
Move *movegen(struct position *position, int kinds, Move *list);

// Number of legal moves, without writing them.
int movegen_count(struct position *position);

// True when the side to move has a legal move. Stops at the first.
bool movegen_any(struct position *position);

// True when `move` (any 32 bits) is a legal move here.
bool movegen_is_legal(struct position *position, Move move);
