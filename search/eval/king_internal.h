// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around the Kings: the evaluation terms that depend on more than one piece.
#pragma once

#include "eval.h"

enum { KING_TERM = TERM_KING_SHELTER, KING_TERMS_END = TERM_KING_HUNT + 1 }; // in terms.def

// Counts by term, each for FIRST less the same for SECOND, into count[TERMS]; 0 for all others. A
// side without a royal, or with several, counts 0 around its own. `attacks` = zone_attacks_count of
// the position.
void king_count(const struct position *position, const struct zone_attacks *attacks, int *count);

// Their sum, each times its value in term[TERMS]. `memory`: of a player with these values, or NULL.
// `drop_may_mate`: false when mate_by_drop finds none for the side to move.
int king_score(const struct position *position, const struct zone_attacks *attacks, const int *term,
               struct king_memory *memory, bool *drop_may_mate);
