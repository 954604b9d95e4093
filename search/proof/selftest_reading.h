// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of promotions and drops read word by word from struct rules and the men's moves, with
// no folded table: what the lists of legal moves are held against.
#pragma once

#include "movegen.h"
#include "random.h"

// True when the legal moves of the position promote, must promote and drop as the rules say.
// Otherwise `error` names the move.
bool moves_read_right(struct position *position, struct error *error);

// Plays so many random plies from `start`, where men that decline to promote are remembered: true
// when those remembered are at each ply who has declined by the text of the rule.
bool deferrals_kept_up(const struct position *start, struct random *random, int plies);
