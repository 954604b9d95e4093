// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt.h"

#include <stdlib.h>
#include <string.h>

enum { CLUSTER = 4, CACHE_LINE = 64, SAMPLED_CLUSTERS = 250 };

bool tt_init(struct tt *tt, size_t bytes) {
    size_t clusters = 1;
    while (clusters * 2 * CACHE_LINE <= bytes)
        clusters *= 2;
    tt->slots = aligned_alloc(CACHE_LINE, clusters * CACHE_LINE);
    tt->mask = clusters - 1;
    tt->borrowed = false;
    if (!tt->slots)
        return false;
    tt_clear(tt);
    return true;
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

static inline struct tt_entry load(const struct tt_slot *slot) {
    uint64_t half[2];
    half[1] = atomic_load_explicit(&slot->body, memory_order_relaxed);
    half[0] = atomic_load_explicit(&slot->head, memory_order_relaxed) ^ half[1];
    struct tt_entry entry;
    memcpy(&entry, half, sizeof entry);
    return entry;
}

static inline void save(struct tt_slot *slot, struct tt_entry entry) {
    uint64_t half[2];
    memcpy(half, &entry, sizeof entry);
    atomic_store_explicit(&slot->head, half[0] ^ half[1], memory_order_relaxed);
    atomic_store_explicit(&slot->body, half[1], memory_order_relaxed);
}

struct tt_entry tt_probe(const struct tt *tt, uint64_t key, int ply) {
    const struct tt_slot *cluster = cluster_of(tt, key);
    for (int i = 0; i < CLUSTER; i++) {
        struct tt_entry entry = load(cluster + i);
        if (entry.check != (uint32_t)(key >> 32) || !entry.used)
            continue;
        if (entry.score >= SCORE_MATE_BOUND)
            entry.score -= ply;
        else if (entry.score <= -SCORE_MATE_BOUND)
            entry.score += ply;
        return entry;
    }
    return (struct tt_entry){0};
}

void tt_store(struct tt *tt, uint64_t key, Move move, int score, int depth, enum bound bound,
              int ply) {
    struct tt_slot *cluster = cluster_of(tt, key), *victim = cluster;
    int lowest = 1 << 20;
    for (int i = 0; i < CLUSTER; i++) {
        struct tt_entry entry = load(cluster + i);
        if (entry.used && entry.check == (uint32_t)(key >> 32)) {
            // A deeper result of this search stays unless the new one is exact.
            if (bound != BOUND_EXACT && entry.generation == tt->generation &&
                entry.depth > depth + 2)
                return;
            if (!move)
                move = entry.move;
            victim = cluster + i;
            break;
        }
        int worth = !entry.used ? -(1 << 20)
                                : entry.depth - 4 * (uint8_t)(tt->generation - entry.generation);
        if (worth < lowest) {
            lowest = worth;
            victim = cluster + i;
        }
    }
    if (score >= SCORE_MATE_BOUND)
        score += ply;
    else if (score <= -SCORE_MATE_BOUND)
        score -= ply;
    save(victim, (struct tt_entry){.check = (uint32_t)(key >> 32),
                                   .move = move,
                                   .score = score,
                                   .depth = (int8_t)depth,
                                   .bound = (uint8_t)bound,
                                   .generation = tt->generation,
                                   .used = 1});
}

int tt_full(const struct tt *tt) {
    uint64_t clusters = tt->mask + 1 < SAMPLED_CLUSTERS ? tt->mask + 1 : SAMPLED_CLUSTERS;
    uint64_t filled = 0;
    for (uint64_t i = 0; i < clusters * CLUSTER; i++) {
        struct tt_entry entry = load(tt->slots + i);
        filled += entry.used && entry.generation == tt->generation;
    }
    return (int)(1000 * filled / (clusters * CLUSTER));
}
