// SPDX-License-Identifier: GPL-3.0-or-later
#include "depths.h"

#include <assert.h>

void depths_count(struct depths *depths, int plies) {
    assert(plies >= 0);
    depths->moves[plies < DEPTHS ? plies : DEPTHS - 1]++;
}

void depths_add(struct depths *depths, const struct depths *more) {
    for (int i = 0; i < DEPTHS; i++)
        depths->moves[i] += more->moves[i];
}

int64_t depths_moves(const struct depths *depths) {
    int64_t moves = 0;
    for (int i = 0; i < DEPTHS; i++)
        moves += depths->moves[i];
    return moves;
}

int depths_median(const struct depths *depths) {
    int64_t all = depths_moves(depths), seen = 0;
    for (int i = 0; i < DEPTHS && all > 0; i++) {
        seen += depths->moves[i];
        if (2 * seen >= all)
            return i;
    }
    return 0;
}

double depths_none(const struct depths *depths) {
    int64_t all = depths_moves(depths);
    return all > 0 ? (double)depths->moves[0] / (double)all : 0;
}
