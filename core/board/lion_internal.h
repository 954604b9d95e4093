// SPDX-License-Identifier: GPL-3.0-or-later
// The Lion-trading rules of Chu Shogi.
#pragma once

#include "position.h"

// True when the rules let the pseudo-legal `move` capture what Lions it captures:
//   - a Lion takes a Lion at distance 2 only if that is unprotected, or if it takes a piece on the
//   way
//     that is no Pawn or Go-Between (tsukegui); an adjacent Lion it may always take;
//   - after the own Lion was taken by another piece, no piece but a Lion may take a Lion on another
//     square (counter-strike), in all cases or where that Lion is protected, as the toggle says.
// Protected = some enemy could recapture on the square after the move, whoever is pinned.
// Sources: Wikipedia, "Chu shogi"; JCSA rules of 2007 as codified in the minase project's RULES.md.
bool lion_capture_is_legal(struct position *position, Move move);
