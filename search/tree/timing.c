// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing.h"

#include <assert.h>

enum {
    MOVES_LEFT = 40, // of a player, as far as anybody knows; shogi-like games last long
    HARD_OVER_SOFT = 5,
    LARGEST_PART = 2,     // a single move takes at most this part of the time that is left
    TIME_MAX = 1000000000 // ms; larger numbers are as good as this one
};

static int64_t clamp(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}

void timing_allot(const struct clock *clock, int64_t overhead, int64_t *soft, int64_t *hard) {
    assert(overhead >= 0);
    int64_t remaining = clamp(clock->remaining, 0, TIME_MAX);
    int64_t increment = clamp(clock->increment, 0, TIME_MAX);
    int64_t byoyomi = clamp(clock->byoyomi, 0, TIME_MAX);
    int64_t moves =
        clock->moves_to_go > 0 && clock->moves_to_go < MOVES_LEFT ? clock->moves_to_go : MOVES_LEFT;
    int64_t most = remaining + byoyomi - overhead; // the flag falls then
    // The increment of this move comes after it: it may be spent only where there is time now.
    int64_t share = remaining / moves + 3 * increment / 4;
    int64_t part = moves == 1 ? remaining : remaining / LARGEST_PART;
    *hard = HARD_OVER_SOFT * share < part ? HARD_OVER_SOFT * share : part;
    *soft = (share < *hard ? share : *hard) + byoyomi;
    *hard += byoyomi;
    // Byoyomi that is not used is lost: without other time, all of it is for this move.
    if (byoyomi > 0 && remaining < byoyomi)
        *soft = *hard = byoyomi + remaining;
    *hard = clamp(*hard, 1, most > 1 ? most : 1);
    *soft = clamp(*soft, 1, *hard);
}
