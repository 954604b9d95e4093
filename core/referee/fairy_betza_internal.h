// SPDX-License-Identifier: GPL-3.0-or-later
// Moves in Fairy-Stockfish's notation.
#pragma once

#include "betza.h"
#include "buffer.h"

enum { FAIRY_RANGE_MAX = 9 }; // one digit

// What of a walk it has no words for, "moves that bend"; NULL where it has.
const char *fairy_unwritable(const struct walk *walk);
// Writes the moves; a slide of `length` squares less one crosses the board.
void fairy_write_betza(const struct movement *movement, int length, struct buffer *text);
