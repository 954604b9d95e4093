// SPDX-License-Identifier: GPL-3.0-or-later
// A variant as Fairy-Stockfish reads it (variants.ini), so that it can be an opponent.
#pragma once

#include "tables.h"

// Writes the variant under the tables' rules as a section `name`. The caller frees the text. NULL
// and the reason in `error` when Fairy-Stockfish has no way to say it: a board beyond 12 files or
// 10 ranks, lion power, more than 27 kinds of pieces, a rule that it does not know.
// Promoted pieces get the letters that the others leave, the 27th kind gets '!' (`*odd` becomes
// true), which unchanged Fairy-Stockfish refuses. Moves are written square by square of the
// compass, for it reads some of Betza's shorter forms (rh, lh) as other moves.
char *fairy_export(const struct tables *tables, const char *name, bool *odd, struct error *error);
