// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt.h"

#include <stdlib.h>
#include <string.h>

#include "score.h"

enum { CLUSTER = 4, CACHE_LINE = 64 };

bool tt_init(struct tt *tt, size_t bytes) {
    size_t clusters = 1;
    while (clusters * 2 * CACHE_LINE <= bytes)
        clusters *= 2;
    tt->entries = aligned_alloc(CACHE_LINE, clusters * CACHE_LINE);
    tt->mask = clusters - 1;
    if (!tt->entries)
        return false;
    tt_clear(tt);
    return true;
}

void tt_destroy(struct tt *tt) {
    free(tt->entries);
    tt->entries = NULL;
}

void tt_clear(struct tt *tt) {
    memset(tt->entries, 0, (tt->mask + 1) * CACHE_LINE);
    tt->generation = 0;
}

void tt_age(struct tt *tt) {
    tt->generation++;
}

static struct tt_entry *cluster_of(const struct tt *tt, uint64_t key) {
    return tt->entries + (key & tt->mask) * CLUSTER;
}

void tt_prefetch(const struct tt *tt, uint64_t key) {
    __builtin_prefetch(cluster_of(tt, key));
}

const struct tt_entry *tt_probe(const struct tt *tt, uint64_t key, int ply, int *score) {
    const struct tt_entry *entry = cluster_of(tt, key);
    for (int i = 0; i < CLUSTER; i++, entry++) {
        if (!entry->used || entry->check != (uint32_t)(key >> 32))
            continue;
        *score = entry->score;
        if (*score >= SCORE_MATE_BOUND)
            *score -= ply;
        else if (*score <= -SCORE_MATE_BOUND)
            *score += ply;
        return entry;
    }
    return NULL;
}

void tt_store(struct tt *tt, uint64_t key, Move move, int score, int depth, enum bound bound,
              int ply) {
    struct tt_entry *cluster = cluster_of(tt, key), *victim = cluster;
    int lowest = 1 << 20;
    for (int i = 0; i < CLUSTER; i++) {
        struct tt_entry *entry = cluster + i;
        if (entry->used && entry->check == (uint32_t)(key >> 32)) {
            // A deeper result of this search stays unless the new one is exact.
            if (bound != BOUND_EXACT && entry->generation == tt->generation &&
                entry->depth > depth + 2)
                return;
            if (!move)
                move = entry->move;
            victim = entry;
            break;
        }
        int worth = !entry->used ? -(1 << 20)
                                 : entry->depth - 4 * (uint8_t)(tt->generation - entry->generation);
        if (worth < lowest) {
            lowest = worth;
            victim = entry;
        }
    }
    if (score >= SCORE_MATE_BOUND)
        score += ply;
    else if (score <= -SCORE_MATE_BOUND)
        score -= ply;
    *victim = (struct tt_entry){.check = (uint32_t)(key >> 32),
                                .move = move,
                                .score = score,
                                .depth = (int8_t)depth,
                                .bound = (uint8_t)bound,
                                .generation = tt->generation,
                                .used = 1};
}
