// SPDX-License-Identifier: GPL-3.0-or-later
// Positions to prove things on: random games and pieces scattered at random.
#pragma once

#include "movegen.h"
#include "random.h"

struct scatter {
    Type wanted;  // some pieces of this type on either side, 0 = none in particular
    int pieces;   // at most so many others
    int in_hand;  // at most so many a side, in games with drops
    bool lone;    // SECOND has nothing but its King
    bool besiege; // SECOND's King at its edge, the pieces around it; FIRST to move
};

// A random position of that kind: one royal a side, nobody's check that could be taken advantage
// of. False when the pieces did not fall so this time: draw again.
bool scatter_position(const struct tables *tables, const struct scatter *scatter,
                      struct random *random, struct position *position);

// The position after `plies` random legal moves (fewer when the game ends before), more captures
// and promotions among them than chance would bring. False when the start position does not read.
bool random_game_position(const struct tables *tables, struct random *random, int plies,
                          struct position *position);
