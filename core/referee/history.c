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

void history_copy(struct history *history, const struct history *from) {
    while (history->capacity < from->count)
        history->visits = mem_grow(history->visits, &history->capacity, sizeof *history->visits);
    if (from->count > 0)
        memcpy(history->visits, from->visits, (size_t)from->count * sizeof *from->visits);
    history->count = from->count;
}

void history_push(struct history *history, const struct position *position, Move last) {
    if (history->count == history->capacity)
        history->visits = mem_grow(history->visits, &history->capacity, sizeof *history->visits);
    history->visits[history->count++] = (struct visit){
        .key = position->key,
        .check = position_in_check(position),
        .attack = last != MOVE_NONE && position_move_attacks(position, last),
    };
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
