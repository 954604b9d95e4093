// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers keyed by (seed, game, purpose): the same numbers whatever thread, shard or
// machine asks. Philox4x32-10 of Random123 (Salmon et al., "Parallel random numbers: as easy as
// 1, 2, 3", SC 2011): key = seed, counter = (draw, purpose, game).
#pragma once

#include "base.h"

enum random_purpose {
    RANDOM_OPENING = 1,
    RANDOM_SAMPLE,
    RANDOM_ZOBRIST,
    RANDOM_TEST = 5,
    RANDOM_SPLIT,       // training or held-out side of a game
    RANDOM_ARMY,        // which pieces a side begins without, in hand, promoted
    RANDOM_SPSA,        // directions of a step, by the number of the step
    RANDOM_SENSITIVITY, // positions to measure parameters in
    RANDOM_NET,   // weights of a network before it learns, order and mirror images of positions
    RANDOM_CHECK, // which blocks of games are played twice
};

struct random {
    uint64_t seed, game;
    uint32_t purpose, draws;
    uint32_t block[4]; // the current four words
};

struct random random_init(uint64_t seed, uint64_t game, enum random_purpose purpose);
uint32_t random_u32(struct random *random);
uint64_t random_u64(struct random *random);
// Uniform in 0..bound-1 without bias (Lemire's multiplication with rejection); bound > 0.
uint32_t random_below(struct random *random, uint32_t bound);
// Uniform in [0,1) with 53 bits.
double random_unit(struct random *random);
