// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a clock one move may take.
#pragma once

#include "base.h"

struct clock { // milliseconds, of the side to move
    int64_t remaining;
    int64_t increment; // added after each move
    int64_t byoyomi;   // for each move once `remaining` is used up; what is left of it is lost
    int moves_to_go;   // until more time is added; 0 = the rest of the game
};

// What a search is given: at least 1 ms each, soft <= hard. `overhead` (ms) is kept back of every
// move for what lies between the search and the clock. Never more than the clock has, less that.
void timing_allot(const struct clock *clock, int64_t overhead, int64_t *soft, int64_t *hard);
