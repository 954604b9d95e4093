// SPDX-License-Identifier: GPL-3.0-or-later
#include "history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "attacks.h"

struct history history_init(void) {
    return (struct history){0};
}

void history_destroy(struct history *history) {
    free(history->keys);
    free(history->checks);
    free(history->attacks);
    *history = (struct history){0};
}

void history_clear(struct history *history) {
    history->count = 0;
}

static bool reserve(struct history *history, int capacity) {
    if (capacity <= history->capacity)
        return true;
    uint64_t *keys = realloc(history->keys, (size_t)capacity * sizeof *keys);
    if (keys)
        history->keys = keys;
    bool *checks = realloc(history->checks, (size_t)capacity * sizeof *checks);
    if (checks)
        history->checks = checks;
    bool *attacks = realloc(history->attacks, (size_t)capacity * sizeof *attacks);
    if (attacks)
        history->attacks = attacks;
    if (!keys || !checks || !attacks)
        return false;
    history->capacity = capacity;
    return true;
}

bool history_copy(struct history *history, const struct history *from) {
    if (!reserve(history, from->capacity))
        return false;
    size_t count = (size_t)from->count;
    if (count > 0) {
        memcpy(history->keys, from->keys, count * sizeof *from->keys);
        memcpy(history->checks, from->checks, count * sizeof *from->checks);
        memcpy(history->attacks, from->attacks, count * sizeof *from->attacks);
    }
    history->count = from->count;
    return true;
}

bool history_push(struct history *history, const struct position *position, Move last) {
    if (history->count == history->capacity &&
        !reserve(history, history->capacity ? 2 * history->capacity : 256))
        return false;
    history->keys[history->count] = position->key;
    history->checks[history->count] = position_in_check(position);
    history->attacks[history->count] = last != MOVE_NONE && position_move_attacks(position, last);
    history->count++;
    return true;
}

void history_pop(struct history *history) {
    assert(history->count > 0);
    history->count--;
}

int history_occurrences(const struct history *history) {
    int occurrences = 0, last = history->count - 1;
    for (int i = last; i >= 0; i -= 2) // the side to move is part of a position
        occurrences += history->keys[i] == history->keys[last];
    return occurrences;
}
