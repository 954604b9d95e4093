// SPDX-License-Identifier: GPL-3.0-or-later
// How far pieces are from the squares on which they win (rule flag): worked out once a game from
// the moves that each piece has, whatever they are.
#pragma once

#include "tables.h"

// Fills flag_moves; all other tables must be filled. Nothing is done where the rule is off.
void flag_moves_fill(struct tables *tables);
