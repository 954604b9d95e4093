// SPDX-License-Identifier: GPL-3.0-or-later
// A position in few bytes, as far as a network sees it (net.h): to be kept by the million.
#pragma once

#include "position.h"

enum {
    BOARD_HEAD = 5,
    BOARD_BYTES_MOST = BOARD_HEAD + 2 * (BOARD_MAX * BOARD_MAX + SIDES * BASE_TYPES)
};

// The side to move, the squares of both Kings, how many pieces there are without them and how many
// kinds in hand; then piece and square of each, then for each kind piece (with its owner) and
// number. Where a side has no royal, or several, there are no pieces: a network says nothing.
enum board_head { BOARD_SIDE, BOARD_KING, BOARD_PIECES = BOARD_KING + SIDES, BOARD_HANDS };

struct board {
    size_t bytes;
    uint8_t byte[BOARD_BYTES_MOST];
};
void board_pack(struct board *board, const struct position *position);
