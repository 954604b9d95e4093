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

// SECOND to move with its King alone (and one piece more where a bare King may lose); FIRST has all
// pieces of the start position, its King and as many as fit in its zone, so that an impasse can be
// declared if the rules allow it at all. False when the pieces did not fall so this time: draw
// again.
bool impasse_position(const struct tables *tables, struct random *random,
                      struct position *position);

// Kings anywhere and around one square a crowd of Lions, of who may become one or be taken on the
// way to one. False when the pieces did not fall so this time: draw again.
bool crowd_position(const struct tables *tables, struct random *random, struct position *position);
// A capture of a Lion by another piece, sooner one that promotes; MOVE_NONE when there is none.
Move crowd_lion_falls(struct position *position, struct random *random);

// Four moves that lead back to the position: one of either side, and both taken back.
struct cycle {
    Move moves[4];
};

// Looks for a cycle from `position`: with `checks` one of constant check (the side to move is in
// check, and so each time again), otherwise one without any check. The moves are chosen at random.
// False when there is none.
bool cycle_find(struct position *position, bool checks, struct random *random, struct cycle *cycle);
