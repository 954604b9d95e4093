// SPDX-License-Identifier: GPL-3.0-or-later
// What men attack, read from their moves square by square with no folded table and no line of
// occupancy: what rules about checks, attacks and protection are held against.
#pragma once

#include "position.h"

// Could the man on `from` capture on `target`, whoever stands there (pins and Lion rules ignored)?
bool man_reaches(const struct tables *tables, const Piece board[SQUARES], Square from,
                 Square target);

// Could a man of `by` capture on `target`? (The man on `target` itself cannot.)
bool men_reach(const struct tables *tables, const Piece board[SQUARES], enum side by,
               Square target);

// Could the man on `from` capture any enemy?
bool man_attacks(const struct position *position, Square from);

// Is a royal of `side` attacked?
bool royal_in_danger(const struct position *position, enum side side);

// Has the side to move, once it has made the move, several royals or one that is not attacked?
bool royal_is_safe(const struct position *position, Move move);

// The board after a move; hands and rights are left aside.
void board_after(const struct position *position, Move move, Piece board[SQUARES]);
