// SPDX-License-Identifier: GPL-3.0-or-later
// Perft: the number of move sequences of a length. Distinct legal moves; repetition and impasse do
// not act, flag squares do: there the game is over although there are moves.
#pragma once

#include <stdatomic.h>

#include "position.h"

// Leaves at `depth` plies (0: 1). The last ply is counted without making its moves.
uint64_t perft(struct position *position, int depth);

// The same; meaningless once `*stop` (may be NULL) is true, which it sees before long.
uint64_t perft_until(struct position *position, int depth, const atomic_bool *stop);
