// SPDX-License-Identifier: GPL-3.0-or-later
// Randomised armies: the start position, each piece of which is by chance on its square, absent, in
// hand or promoted, by a lot of its own for each piece of each side. Armies with a side in check
// are drawn again, and those that are left are independent only where few are: on small boards a
// piece stands less often where it gives check (army_redrawn).
#pragma once

#include "position.h"

struct army_settings {
    double share; // chance that a piece is changed, above 0; 0: no armies
    // By base type: with a chance of one half this type, which is not in the start position, stands
    // in its place; 0: no other does.
    Type other[BASE_TYPES];
};

// Of the changed pieces so many parts are absent, in hand and promoted, as far as the piece can be
// so. About the best for three contrasts at once, and the optimum is flat.
enum { ARMY_ABSENT = 3, ARMY_HAND = 2, ARMY_PROMOTED = 2 };

// Pieces of the start position, of both sides, that can be changed: all but royals; `base`: those
// of one type, 0: of all.
int army_pieces(const struct tables *tables, Type base);

// Army `index`, a pure function of the arguments, with the start position's side to move. What
// nobody could learn from is drawn again: a side in check, no legal move, a move that wins at once.
// `draws` (may be NULL): how many it took. False when a thousand draws bring nothing else.
bool army_choose(const struct army_settings *settings, const struct tables *tables, uint64_t seed,
                 int64_t index, struct position *position, int *draws, struct error *error);

// Share of the draws for armies 0 to `armies` - 1 that were thrown away; 0 where none is found.
double army_redrawn(const struct army_settings *settings, const struct tables *tables,
                    uint64_t seed, int64_t armies);
