// SPDX-License-Identifier: GPL-3.0-or-later
#include "history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "attacks.h"
#include "memory.h"

struct history history_init(void) {
    return (struct history){0};
}

void history_destroy(struct history *history) {
    free(history->visits);
    *history = (struct history){0};
}

void history_clear(struct history *history) {
    history->count = 0;
}

static bool reserve(struct history *history, int capacity) {
    if (capacity <= history->capacity)
        return true;
    struct visit *visits = mem_realloc(history->visits, (size_t)capacity * sizeof *visits);
    if (!visits)
        return false;
    history->visits = visits;
    history->capacity = capacity;
    return true;
}

bool history_copy(struct history *history, const struct history *from) {
    if (!reserve(history, from->capacity))
        return false;
    if (from->count > 0)
        memcpy(history->visits, from->visits, (size_t)from->count * sizeof *from->visits);
    history->count = from->count;
    return true;
}

bool history_push(struct history *history, const struct position *position, Move last) {
    if (history->count == history->capacity &&
        !reserve(history, history->capacity ? 2 * history->capacity : 256))
        return false;
    history->visits[history->count++] = (struct visit){
        .key = position->key,
        .check = position_in_check(position),
        .attack = last != MOVE_NONE && position_move_attacks(position, last),
    };
    return true;
}

void history_pop(struct history *history) {
    assert(history->count > 0);
    history->count--;
}

int history_occurrences(const struct history *history) {
    int occurrences = 0, last = history->count - 1;
    for (int i = last; i >= 0; i -= 2) // the side to move is part of a position
        occurrences += history->visits[i].key == history->visits[last].key;
    return occurrences;
}
