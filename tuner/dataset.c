// SPDX-License-Identifier: GPL-3.0-or-later
#include "dataset.h"

#include <stdlib.h>
#include <string.h>

struct dataset dataset_init(void) {
    struct dataset data;
    memset(&data, 0, sizeof data);
    for (int i = 0; i < VALUES; i++)
        data.tie[i] = i;
    return data;
}

void dataset_destroy(struct dataset *data) {
    free(data->game);
    free(data->entry);
    free(data->index);
    free(data->feature);
    *data = dataset_init();
}

void dataset_tie(struct dataset *data, int first, int second) {
    data->tie[second] = first;
    data->has_ties = true;
}

// Makes room for `needed` elements of that size, growing by half. The block stays valid on failure.
static bool reserve(void **block, size_t capacity, size_t needed, size_t size,
                    struct error *error) {
    if (needed <= capacity)
        return true;
    void *grown = realloc(*block, needed * size);
    if (!grown)
        return error_set(error, "out of memory for the features (%zu MB asked for)",
                         needed * size >> 20);
    *block = grown;
    return true;
}

static size_t grown_capacity(size_t capacity, size_t needed) {
    size_t wished = capacity + capacity / 2 + 64;
    return needed <= capacity ? capacity : wished > needed ? wished : needed;
}

// The last game has no position yet.
static bool last_game_is_empty(const struct dataset *data) {
    return data->games > 0 && data->game[data->games - 1].position == data->positions;
}

bool dataset_add_game(struct dataset *data, uint64_t seed, uint64_t number, double result,
                      struct error *error) {
    if (last_game_is_empty(data))
        data->games--;
    size_t capacity = grown_capacity(data->game_capacity, data->games + 2);
    void *block = data->game;
    if (!reserve(&block, data->game_capacity, capacity, sizeof *data->game, error))
        return false;
    data->game = block;
    data->game_capacity = capacity;
    data->game[data->games++] = (struct dataset_game){seed, number, result, data->positions};
    return true;
}

static bool reserve_entries(struct dataset *data, size_t needed, struct error *error) {
    size_t capacity = grown_capacity(data->entry_capacity, needed);
    void *index = data->index, *feature = data->feature;
    bool grown = reserve(&index, data->entry_capacity, capacity, sizeof *data->index, error) &&
                 reserve(&feature, data->entry_capacity, capacity, sizeof *data->feature, error);
    data->index = index;
    data->feature = feature;
    if (grown)
        data->entry_capacity = capacity;
    return grown;
}

// The features with those of tied parameters added up at the first of each pair.
static const int16_t *untie(const struct dataset *data, const int16_t *feature,
                            int16_t sums[VALUES]) {
    if (!data->has_ties)
        return feature;
    memcpy(sums, feature, VALUES * sizeof *sums);
    for (int i = 0; i < VALUES; i++)
        if (data->tie[i] != i) {
            sums[data->tie[i]] = (int16_t)(sums[data->tie[i]] + feature[i]);
            sums[i] = 0;
        }
    return sums;
}

bool dataset_add_position(struct dataset *data, const int16_t features[VALUES],
                          struct error *error) {
    int16_t sums[VALUES];
    const int16_t *feature = untie(data, features, sums);
    size_t capacity = grown_capacity(data->position_capacity, data->positions + 2);
    void *block = data->entry;
    if (!reserve(&block, data->position_capacity, capacity, sizeof *data->entry, error))
        return false;
    data->entry = block;
    data->position_capacity = capacity;
    if (!reserve_entries(data, data->entries + VALUES, error))
        return false;

    data->entry[data->positions] = data->entries;
    for (int i = 0; i < VALUES; i++) {
        if (data->positions == 0 || feature[i] < data->low[i])
            data->low[i] = feature[i];
        if (data->positions == 0 || feature[i] > data->high[i])
            data->high[i] = feature[i];
        if (feature[i] == 0)
            continue;
        data->index[data->entries] = (uint8_t)i;
        data->feature[data->entries++] = feature[i];
    }
    data->entry[++data->positions] = data->entries;
    return true;
}

static void count_unbalanced_games(struct dataset *data) {
    for (size_t g = 0; g < data->games; g++) {
        bool seen[VALUES] = {false};
        size_t end = data->entry[data->game[g + 1].position];
        for (size_t e = data->entry[data->game[g].position]; e < end; e++)
            seen[data->index[e]] = true;
        for (int i = 0; i < VALUES; i++)
            data->unbalanced_games[i] += seen[i];
    }
}

// Renames parameters to columns and squeezes out the entries that have none.
static void keep_columns(struct dataset *data) {
    size_t kept = 0;
    size_t e = 0;
    for (size_t p = 0; p < data->positions; p++) {
        size_t end = data->entry[p + 1];
        data->entry[p] = kept;
        for (; e < end; e++) {
            int column = data->column[data->index[e]];
            if (column < 0)
                continue;
            data->index[kept] = (uint8_t)column;
            data->feature[kept++] = data->feature[e];
        }
    }
    if (data->positions > 0)
        data->entry[data->positions] = kept;
    data->entries = kept;
}

bool dataset_close(struct dataset *data, const bool wanted[VALUES], struct error *error) {
    if (last_game_is_empty(data))
        data->games--;
    if (!data->game && !dataset_add_game(data, 0, 0, 0, error))
        return false;
    if (data->positions == 0)
        data->games = 0;
    data->game[data->games] = (struct dataset_game){0, 0, 0, data->positions};
    count_unbalanced_games(data);

    const int constant = VALUE_TERM + TERM_FIRST_MOVER;
    data->columns = 0;
    for (int i = 0; i < VALUES; i++) {
        bool fitted =
            wanted[i] && (i == constant ? data->high[i] > 0 : data->low[i] < data->high[i]);
        data->column[i] = fitted ? data->columns : -1;
        if (fitted)
            data->parameter[data->columns++] = i;
    }
    keep_columns(data);
    for (int i = 0; i < VALUES; i++)
        if (data->tie[i] != i && wanted[i]) {
            data->column[i] = data->column[data->tie[i]];
            data->unbalanced_games[i] = data->unbalanced_games[data->tie[i]];
        }
    return true;
}

size_t dataset_bytes(const struct dataset *data) {
    return data->game_capacity * sizeof *data->game +
           data->position_capacity * sizeof *data->entry +
           data->entry_capacity * (sizeof *data->index + sizeof *data->feature);
}
