// SPDX-License-Identifier: GPL-3.0-or-later
// How deep the players of games saw: moves by the plies that their searches finished.
#pragma once

#include <stdint.h>

enum { DEPTHS = 32 }; // the last: so many plies or more

struct depths {
    int64_t moves[DEPTHS];
};

// Counts a move whose search finished so many plies.
void depths_count(struct depths *depths, int plies);

// Adds the moves of `more`.
void depths_add(struct depths *depths, const struct depths *more);

// All moves of which the depth is known.
int64_t depths_moves(const struct depths *depths);

// The plies that at least half of the moves reached no more than; 0 without moves.
int depths_median(const struct depths *depths);

// Share of the moves that finished no ply; 0 without moves.
double depths_none(const struct depths *depths);
