// SPDX-License-Identifier: GPL-3.0-or-later
// Who attacks what.
#pragma once

#include "position.h"

// True when a piece of `by` could capture on `square` (pins ignored, and what stands there: a side
// that may not capture it attacks the square as well).
bool attacks_on(const struct position *position, Square square, enum side by);

// True when the piece on `square` could capture something (pins ignored). `lawful`: only what the
// Lion rules let it take counts.
bool attacks_from(const struct position *position, Square square, bool lawful);

// How many royals of `side` the other side could capture (pins and Lion rules ignored).
int position_royals_attacked(const struct position *position, enum side side);

// True when `last`, which led here, attacked: it left a royal of the side to move attacked, or the
// moved piece could capture something from where it stands. Pins are ignored; so are the Lion
// rules, unless the repetition rule has it that a Lion does not attack what it may not take, as
// Lishogi's program does (scalashogi, Chushogi.isAttacked: destinations after moveFilter).
bool position_move_attacks(const struct position *position, Move last);

// True when the side to move, or `side`, has its only royal attacked, whether it must answer or not
// (false for a side with no royal or several).
bool position_in_check(const struct position *position);
bool position_side_in_check(const struct position *position, enum side side);
