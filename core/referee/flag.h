// SPDX-License-Identifier: GPL-3.0-or-later
// Wins on flag squares: a player whose flag piece comes to one of them wins, by the rule flag.
#pragma once

#include "outcome.h"

// Outcome by flag squares; RESULT_NONE where the game goes on or the rule is off.
//   reach  the side that has just moved has a flag piece on one of its flag squares
//   safe   a side has one there that no piece of the other side attacks, pinned or not (so the
//          one to move wins with a piece that the other side could not or did not take); a draw
//          where both have
// Source: Fairy-Stockfish (flagPiece, flagRegion, flagPieceSafe), as its documentation and its
// games have it.
struct outcome flag_outcome(const struct position *position);

// Can the side to move win by flag squares with its next move? False when the rule is off.
bool flag_at_hand(struct position *position);

// Could the other side so win if it were its turn? False when the rule is off.
bool flag_threatened(struct position *position);
