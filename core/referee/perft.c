// SPDX-License-Identifier: GPL-3.0-or-later
#include "perft.h"

#include <assert.h>

#include "movegen.h"
#include "outcome.h"

uint64_t perft(struct position *position, int depth) {
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
        struct undo undo;
        position_make(position, *move, &undo);
        leaves += perft(position, depth - 1);
        position_unmake(position, *move, &undo);
    }
    return leaves;
}
