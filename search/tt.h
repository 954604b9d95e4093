// SPDX-License-Identifier: GPL-3.0-or-later
// Transposition table: clusters of four entries that share a cache line. The engines of one
// analysis may share a table without locks: what another thread is just writing is not found.
#pragma once

#include <stdatomic.h>

#include "move.h"
#include "score.h"

struct tt_entry {   // as tt_probe gives it
    uint32_t check; // upper half of the key
    Move move;      // MOVE_NONE: none is known
    int32_t score;  // mates as distances from the position that was asked for
    int8_t depth;
    uint8_t bound;
    uint8_t generation;
    uint8_t used; // 0: nothing found
};

struct tt_slot { // an entry at rest: its two halves, the first one xor the second, so that halves
                 // of different entries do not pass for one
    _Atomic uint64_t head, body;
};

_Static_assert(sizeof(struct tt_entry) == sizeof(struct tt_slot), "a slot holds an entry");
_Static_assert(sizeof(struct tt_slot) == 16, "four entries fill a cache line");

struct tt {
    struct tt_slot *slots; // owned, unless borrowed
    uint64_t mask;         // clusters - 1
    uint8_t generation;
    bool borrowed;
};

// At least one cluster; `bytes` is rounded down to a power of two. False when memory is out.
bool tt_init(struct tt *tt, size_t bytes);
// The same entries as `owner`, which must outlive it. Both age on their own.
void tt_borrow(struct tt *tt, const struct tt *owner);
void tt_destroy(struct tt *tt);
// While no search runs. What is borrowed is left to its owner.
void tt_clear(struct tt *tt);
// A new search: entries of older ones are replaced first.
void tt_age(struct tt *tt);

// The entry of `key`; all 0 when there is none. Mate scores are turned into distances from `ply`.
struct tt_entry tt_probe(const struct tt *tt, uint64_t key, int ply);
void tt_store(struct tt *tt, uint64_t key, Move move, int score, int depth, enum bound bound,
              int ply);
void tt_prefetch(const struct tt *tt, uint64_t key);

// Thousandths of the table that the current search has filled, by a sample of it.
int tt_full(const struct tt *tt);
