// SPDX-License-Identifier: GPL-3.0-or-later
#include "perft.h"

#include <assert.h>

#include "movegen.h"
#include "outcome.h"

enum { UNSTOPPABLE_DEPTH = 2 }; // it looks up before each subtree of this depth

uint64_t perft_until(struct position *position, int depth, const atomic_bool *stop) {
    assert(depth >= 0);
    if (depth == 0)
        return 1;
    if (flag_outcome(position).result != RESULT_NONE) // over although there are moves
        return 0;
    if (depth == 1)
        return (uint64_t)movegen_count(position);
    Move list[MOVES_MAX];
    const Move *end = movegen(position, MOVES_ALL, list);
    uint64_t leaves = 0;
    for (const Move *move = list; move < end; move++) {
        if (stop && depth > UNSTOPPABLE_DEPTH && atomic_load(stop))
            break;
        struct undo undo;
        position_make(position, *move, &undo);
        leaves += perft_until(position, depth - 1, stop);
        position_unmake(position, *move, &undo);
    }
    return leaves;
}

uint64_t perft(struct position *position, int depth) {
    return perft_until(position, depth, NULL);
}
