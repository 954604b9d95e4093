// SPDX-License-Identifier: GPL-3.0-or-later
// Transposition table: clusters of four entries that share a cache line. The engines of one
// analysis may share a table without locks: what another thread is just writing is not found.
#pragma once

#include <stdatomic.h>

#include "move.h"
#include "score.h"

enum { EVALUATION_UNKNOWN = INT16_MIN };

struct tt_entry {     // as tt_probe gives it
    Move move;        // MOVE_NONE: none is known
    int score;        // mates as distances from the position that was asked for
    int evaluation;   // static, for the side to move; EVALUATION_UNKNOWN in check, or if very large
    int depth;        // plies
    enum bound bound; // BOUND_NONE: nothing found
};

struct tt_slot { // an entry at rest: its two halves, the first one xor the second, so that halves
                 // of different entries do not pass for one
    _Atomic uint64_t head, body;
};

_Static_assert(sizeof(struct tt_slot) == 16, "four entries fill a cache line");

struct tt {
    struct tt_slot *slots; // owned, unless borrowed
    uint64_t mask;         // clusters - 1
    uint8_t generation;
    bool borrowed;
};

// At least one cluster; `bytes` is rounded down to a power of two.
void tt_init(struct tt *tt, size_t bytes);
// The same entries as `owner`, which must outlive it. Both age on their own.
void tt_borrow(struct tt *tt, const struct tt *owner);
void tt_destroy(struct tt *tt);
// While no search runs. What is borrowed is left to its owner.
void tt_clear(struct tt *tt);
// A new search: entries of older ones are replaced first.
void tt_age(struct tt *tt);

// The entry of `key`; BOUND_NONE, no move and no evaluation when there is none. Mate scores are
// turned into distances from `ply`.
struct tt_entry tt_probe(const struct tt *tt, uint64_t key, int ply);
// Keeps an entry that found something. The move of an older one stays where this has none.
void tt_store(struct tt *tt, uint64_t key, struct tt_entry entry, int ply);
void tt_prefetch(const struct tt *tt, uint64_t key);

// Thousandths of the table that the current search has filled, by a sample of it.
int tt_full(const struct tt *tt);
