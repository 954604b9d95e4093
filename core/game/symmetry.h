// SPDX-License-Identifier: GPL-3.0-or-later
// Are the two armies of a start position equal? By mistake they often are not, and then every
// number about the first move is one about the mistake.
#pragma once

#include "variant.h"

enum { SYMMETRY_TEXT = 320 };

// True when the second army is the first one turned by 180 degrees or mirrored top to bottom (where
// a piece that is not its own mirror image faces one that moves as its image), and both hold the
// same pieces in hand. Otherwise `differences` (NULL: not wanted) lists where they differ from the
// nearer of the two: "a1 R faces e6 C, b1 faces d6 G; a rotation otherwise". `fen` is one of the
// variant's arrays.
bool symmetry_match(const struct variant *variant, const char *fen,
                    char differences[SYMMETRY_TEXT]);
