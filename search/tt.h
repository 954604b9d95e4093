// SPDX-License-Identifier: GPL-3.0-or-later
// Transposition table of one engine: clusters of four entries that share a cache line.
#pragma once

#include "move.h"

enum bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

struct tt_entry {
    uint32_t check; // upper half of the key
    Move move;
    int32_t score;
    int8_t depth;
    uint8_t bound;
    uint8_t generation;
    uint8_t used;
};

_Static_assert(sizeof(struct tt_entry) == 16, "four entries fill a cache line");

struct tt {
    struct tt_entry *entries; // owned
    uint64_t mask;            // clusters - 1
    uint8_t generation;
};

// At least one cluster; `bytes` is rounded down to a power of two. False when memory is out.
bool tt_init(struct tt *tt, size_t bytes);
void tt_destroy(struct tt *tt);
void tt_clear(struct tt *tt);
// A new search: entries of older ones are replaced first.
void tt_age(struct tt *tt);

// The entry of `key`, or NULL. Mate scores are turned into distances from `ply`.
const struct tt_entry *tt_probe(const struct tt *tt, uint64_t key, int ply, int *score);
void tt_store(struct tt *tt, uint64_t key, Move move, int score, int depth, enum bound bound,
              int ply);
void tt_prefetch(const struct tt *tt, uint64_t key);
