// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { CLUSTER = 4, CACHE_LINE = 64, SAMPLED_CLUSTERS = 250 };

void tt_init(struct tt *tt, size_t bytes) {
    size_t clusters = 1;
    while (clusters * 2 * CACHE_LINE <= bytes)
        clusters *= 2;
    tt->slots = mem_need(aligned_alloc(CACHE_LINE, clusters * CACHE_LINE));
    tt->mask = clusters - 1;
    tt->borrowed = false;
    tt_clear(tt);
}

void tt_borrow(struct tt *tt, const struct tt *owner) {
    *tt = *owner;
    tt->borrowed = true;
}

void tt_destroy(struct tt *tt) {
    if (!tt->borrowed)
        free(tt->slots);
    tt->slots = NULL;
}

void tt_clear(struct tt *tt) {
    assert(tt->slots);
    if (!tt->borrowed)
        memset((void *)tt->slots, 0, (tt->mask + 1) * CACHE_LINE);
    tt->generation = 0;
}

void tt_age(struct tt *tt) {
    tt->generation++;
}

static struct tt_slot *cluster_of(const struct tt *tt, uint64_t key) {
    return tt->slots + (key & tt->mask) * CLUSTER;
}

void tt_prefetch(const struct tt *tt, uint64_t key) {
    __builtin_prefetch(cluster_of(tt, key));
}

struct rest {       // an entry as a slot holds it
    uint32_t check; // upper half of the key
    Move move;
    int32_t result; // 4 times the score, and the bound
    int16_t evaluation;
    int8_t depth;
    uint8_t generation;
};

_Static_assert(sizeof(struct rest) == sizeof(struct tt_slot), "a slot holds an entry");

enum { RESULT_BOUNDS = 4 };

static inline enum bound bound_of(const struct rest *rest) {
    return (enum bound)(rest->result & (RESULT_BOUNDS - 1));
}

static inline struct rest load(const struct tt_slot *slot) {
    uint64_t half[2];
    half[1] = atomic_load_explicit(&slot->body, memory_order_relaxed);
    half[0] = atomic_load_explicit(&slot->head, memory_order_relaxed) ^ half[1];
    struct rest rest;
    memcpy(&rest, half, sizeof rest);
    return rest;
}

static inline void save(struct tt_slot *slot, struct rest rest) {
    uint64_t half[2];
    memcpy(half, &rest, sizeof rest);
    atomic_store_explicit(&slot->head, half[0] ^ half[1], memory_order_relaxed);
    atomic_store_explicit(&slot->body, half[1], memory_order_relaxed);
}

struct tt_entry tt_probe(const struct tt *tt, uint64_t key, int ply) {
    assert(tt->slots && ply >= 0);
    const struct tt_slot *cluster = cluster_of(tt, key);
    for (int i = 0; i < CLUSTER; i++) {
        struct rest rest = load(cluster + i);
        enum bound bound = bound_of(&rest);
        if (rest.check != (uint32_t)(key >> 32) || bound == BOUND_NONE)
            continue;
        int score = (rest.result - (int)bound) / RESULT_BOUNDS;
        if (score >= SCORE_MATE_BOUND)
            score -= ply;
        else if (score <= -SCORE_MATE_BOUND)
            score += ply;
        return (struct tt_entry){rest.move, score, rest.evaluation, rest.depth, bound};
    }
    return (struct tt_entry){.evaluation = EVALUATION_UNKNOWN};
}

void tt_store(struct tt *tt, uint64_t key, struct tt_entry entry, int ply) {
    assert(tt->slots && ply >= 0);
    struct tt_slot *cluster = cluster_of(tt, key), *victim = cluster;
    int lowest = 1 << 20;
    for (int i = 0; i < CLUSTER; i++) {
        struct rest rest = load(cluster + i);
        bool used = bound_of(&rest) != BOUND_NONE;
        if (used && rest.check == (uint32_t)(key >> 32)) {
            // A deeper result of this search stays unless the new one is exact.
            if (entry.bound != BOUND_EXACT && rest.generation == tt->generation &&
                rest.depth > entry.depth + 2)
                return;
            if (!entry.move)
                entry.move = rest.move;
            victim = cluster + i;
            break;
        }
        int worth =
            !used ? -(1 << 20) : rest.depth - 4 * (uint8_t)(tt->generation - rest.generation);
        if (worth < lowest) {
            lowest = worth;
            victim = cluster + i;
        }
    }
    int score = entry.score;
    if (score >= SCORE_MATE_BOUND)
        score += ply;
    else if (score <= -SCORE_MATE_BOUND)
        score -= ply;
    bool fits = entry.evaluation >= INT16_MIN && entry.evaluation <= INT16_MAX;
    save(victim,
         (struct rest){.check = (uint32_t)(key >> 32),
                       .move = entry.move,
                       .result = score * RESULT_BOUNDS + (int)entry.bound,
                       .evaluation = (int16_t)(fits ? entry.evaluation : EVALUATION_UNKNOWN),
                       .depth = (int8_t)entry.depth,
                       .generation = tt->generation});
}

int tt_full(const struct tt *tt) {
    uint64_t clusters = tt->mask + 1 < SAMPLED_CLUSTERS ? tt->mask + 1 : SAMPLED_CLUSTERS;
    uint64_t filled = 0;
    for (uint64_t i = 0; i < clusters * CLUSTER; i++) {
        struct rest rest = load(tt->slots + i);
        filled += bound_of(&rest) != BOUND_NONE && rest.generation == tt->generation;
    }
    return (int)(1000 * filled / (clusters * CLUSTER));
}
