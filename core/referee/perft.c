// SPDX-License-Identifier: GPL-3.0-or-later
#include "perft.h"

#include <assert.h>

#include "movegen.h"
#include "outcome.h"

static uint64_t leaves_of(struct position *position, int depth) {
    if (depth == 1)
        return (uint64_t)movegen_count(position);
    Move list[MOVES_MAX];
    const Move *end = movegen(position, MOVES_ALL, list);
    uint64_t leaves = 0;
    for (const Move *move = list; move < end; move++) {
        struct undo undo;
        position_make(position, *move, &undo);
        leaves += leaves_of(position, depth - 1);
        position_unmake(position, *move, &undo);
    }
    return leaves;
}

// The same where a game may be over although there are moves.
static uint64_t leaves_by_flag(struct position *position, int depth) {
    if (depth == 0)
        return 1;
    uint64_t leaves = 0;
    if (flag_outcome(position).result != RESULT_NONE)
        return leaves;
    Move list[MOVES_MAX];
    const Move *end = movegen(position, MOVES_ALL, list);
    for (const Move *move = list; move < end; move++) {
        struct undo undo;
        position_make(position, *move, &undo);
        leaves += leaves_by_flag(position, depth - 1);
        position_unmake(position, *move, &undo);
    }
    return leaves;
}

uint64_t perft(struct position *position, int depth) {
    assert(depth >= 0);
    if (position->tables->flag != FLAG_OFF)
        return leaves_by_flag(position, depth);
    return depth == 0 ? 1 : leaves_of(position, depth);
}
