// SPDX-License-Identifier: GPL-3.0-or-later
// Move sets in the Betza dialect that XBoard 4.9 reads in a `piece` command. It differs from ours
// (betza.h): no lh rh fh bh halves, no brackets for lion power, a pair of letters for each
// diagonal quarter, and the letters of second legs relative to the first.
#pragma once

#include "betza.h"

enum { XBOARD_BETZA_TEXT = 512 };

// Writes the move set and returns `text`, or NULL where the dialect has no words for it: legs of
// different atoms or ranges, three legs that turn in more than one way. The pass of a piece with
// lion power is not said there: XBoard has a move of its own for it.
char *xboard_betza(const struct movement *movement, char text[XBOARD_BETZA_TEXT]);
