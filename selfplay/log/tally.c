// SPDX-License-Identifier: GPL-3.0-or-later
#include "tally.h"

#include <stdlib.h>
#include <string.h>

struct tally *tally_create(void) {
    struct tally *tally = calloc(1, sizeof *tally);
    if (tally) {
        tally->pairs.cells = PAIR_CELLS;
        tally->last_pair = -1;
    }
    return tally;
}

static void count_pair(struct tally *tally, const struct game_row *row, int first_player) {
    int points = 1; // half points of player A
    if (row->result != RESULT_DRAW)
        points = (row->result == RESULT_FIRST) == (first_player == PLAYER_A) ? 2 : 0;
    if (row->pair == tally->last_pair) {
        tally->pairs.count[tally->last_points + points]++;
        tally->pair_results[tally->last_points][points]++;
    }
    tally->last_pair = row->pair;
    tally->last_points = points;
}

void tally_add(struct tally *tally, const struct game_row *row, int first_player) {
    if (tally->games == 0 || row->plies < tally->plies_least)
        tally->plies_least = row->plies;
    if (row->plies > tally->plies_most)
        tally->plies_most = row->plies;
    tally->games++;
    tally->results[row->result]++;
    if (row->result != RESULT_DRAW)
        tally->player_results[row->result == RESULT_FIRST ? first_player : 1 - first_player]++;
    count_pair(tally, row, first_player);
    tally->terminations[row->termination]++;
    tally->nodes += row->nodes;
    tally->drops += row->drops;
    tally->promotions += row->promotions;
    tally->captures += row->captures;
    tally->checks += row->checks;
    tally->lead_changes += row->lead_changes;
    tally->branching += (double)row->branching_mean;
    tally->plies_total += row->plies;
    int64_t length = row->plies < 0 ? 0 : row->plies > PLIES_MAX ? PLIES_MAX : row->plies;
    tally->lengths[length]++;
}

int tally_length(const struct tally *tally, double part) {
    int64_t seen = 0;
    for (int i = 0; i <= PLIES_MAX; i++) {
        seen += tally->lengths[i];
        if (seen > 0 && (double)seen >= part * (double)tally->games)
            return i;
    }
    return 0;
}

struct key_set key_set_init(void) {
    return (struct key_set){0};
}

void key_set_destroy(struct key_set *set) {
    free(set->slots);
    *set = key_set_init();
}

static enum key_added place(uint64_t *slots, size_t capacity, uint64_t key) {
    for (size_t i = key & (capacity - 1);; i = (i + 1) & (capacity - 1)) {
        if (slots[i] == key)
            return KEY_SEEN;
        if (slots[i] == 0) {
            slots[i] = key;
            return KEY_NEW;
        }
    }
}

enum key_added key_set_add(struct key_set *set, uint64_t key) {
    if (2 * set->count >= set->capacity) {
        size_t capacity = set->capacity ? 2 * set->capacity : 1024;
        uint64_t *slots = calloc(capacity, sizeof *slots);
        if (!slots)
            return KEY_NO_MEMORY;
        for (size_t i = 0; i < set->capacity; i++)
            if (set->slots[i])
                place(slots, capacity, set->slots[i]);
        free(set->slots);
        set->slots = slots;
        set->capacity = capacity;
    }
    enum key_added added = place(set->slots, set->capacity, key ? key : 1);
    set->count += added == KEY_NEW;
    return added;
}
