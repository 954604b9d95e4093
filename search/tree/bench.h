// SPDX-License-Identifier: GPL-3.0-or-later
// Fixed positions of every variant, searched to a fixed depth: the node counts are the signature of
// search and rules, the time is their speed.
#pragma once

#include "base.h"

struct bench_position {
    const char *variant;
    const char *fen; // NULL: the start position
};

// Positions in the order they are searched, those of a variant together. NULL past the end.
const struct bench_position *bench_position(int index);

// Searches one position with the game's values on a fresh engine. Returns the nodes. `depth` in
// plies.
uint64_t bench_search(const struct bench_position *position, int depth);
