// SPDX-License-Identifier: GPL-3.0-or-later
// The game so far as repetition rules see it: a key and two flags per position.
#pragma once

#include "position.h"

struct visit { // of a position
    uint64_t key;
    bool check;  // the side to move there is in check
    bool attack; // the move that led there attacked (position_move_attacks)
};

struct history {
    int count, capacity;
    struct visit *visits; // owned; the current one last
};

struct history history_init(void);
void history_destroy(struct history *history);
void history_clear(struct history *history);
// Makes `history` the same as `from`.
void history_copy(struct history *history, const struct history *from);
// Adds the position, reached by `last` (MOVE_NONE at the start).
void history_push(struct history *history, const struct position *position, Move last);
void history_pop(struct history *history);
// How often the last position has occurred, itself included (0 when empty).
int history_occurrences(const struct history *history);
