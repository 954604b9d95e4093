// SPDX-License-Identifier: GPL-3.0-or-later
// Bare-royal rules of Chu Shogi: a side left with its royal alone.
#pragma once

#include "outcome.h"

// Outcome by the toggle bare-royal; RESULT_NONE when the game goes on. Pieces that can never move
// again (Pawns and Lances on the last rank) count for nobody, but by the value plain.
//   lishogi  a side whose only piece is one royal loses when the other side has two pieces or more
//            (Pawns and Go-Betweens not counted), its only royal is not in check, and it has three
//            pieces or none of them next to the bare royal; two bare royals out of check draw
//   jcsa     a side whose only piece is one royal loses when the other side's royal, out of check,
//            has one more piece (Pawns and Go-Betweens not counted), unless it can take the only
//            such piece at once; two bare royals draw
//   plain   a side whose only piece is one royal loses to a side with any more pieces, unless it is
//            on move and can take the last royal or leave that side bare; two bare royals out of
//            check draw, which the sentence leaves open
// Sources: shogiops of the Lishogi project (rules read, not copied); JCSA rules of 2007; the
// sentence of Wikipedia's page.
struct outcome bare_royal_outcome(struct position *position);

// False where that is RESULT_NONE at a glance, as in most positions of a search: both sides have
// several royals or more pieces than there are squares where one could be stuck.
static inline bool bare_royal_in_sight(const struct position *position) {
    const struct tables *tables = position->tables;
    bool bare = false;
    for (enum side side = FIRST; side < SIDES; side++)
        bare |= position->royal_count[side] == 1 &&
                position->on_board[side] <= tables->dead_squares[side] + 1;
    return bare && tables->bare_royal != BARE_ROYAL_OFF;
}
