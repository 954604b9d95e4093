// SPDX-License-Identifier: GPL-3.0-or-later
// Betza notation for moves of up to two squares of leap and any length of slide, as
// core/variants/formats.txt explains it. Anything else is an error that names the column.
#pragma once

#include "error.h"
#include "square.h"

enum { RANGE_UNLIMITED = 15, BETZA_TEXT = 256 };
_Static_assert((int)RANGE_UNLIMITED >= (int)BOARD_MAX, "an unlimited slide must cross the board");

// What one type may do, seen from FIRST (forward = towards higher ranks).
// Ranges: steps in that direction, 0 = none. Leaps: bit i = leap i of square.h.
struct movement {
    uint8_t move_range[DIRECTIONS];               // onto empty squares
    uint8_t capture_range[DIRECTIONS];            // onto enemies
    uint16_t move_leaps, capture_leaps;           // jumps over whatever stands between
    uint16_t lame_move_leaps, lame_capture_leaps; // leaps that need the square between empty
    uint8_t second_steps[DIRECTIONS]; // lion power: directions of the second step after a first one
};

// Reads `text` into `movement`. On an error returns false, sets `error` to
// "column N: what is wrong" and leaves `movement` unspecified.
bool betza_parse(const char *text, struct movement *movement, struct error *error);

// Writes the move set as Betza, shortest common form first (K, Q, R, B before their parts), and
// returns `text` (BETZA_TEXT bytes). betza_parse of the result gives the same movement.
char *betza_print(const struct movement *movement, char text[BETZA_TEXT]);

// The same move set turned by 180 degrees: SECOND's view.
struct movement movement_rotate(const struct movement *movement);

// True when `a` mirrored left to right is `b` (Left General and Right General, say).
bool movement_is_mirror(const struct movement *a, const struct movement *b);
