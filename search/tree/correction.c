// SPDX-License-Identifier: GPL-3.0-or-later
#include "search.h"

#include <assert.h>

enum { PARTS = 3 };

// An entry follows the last differences: by so many plies a whole one is taken over, at most a
// quarter of the limit at once.
enum { WHOLE_DEPTH = 8, ENTRY_LIMIT = 1024, STEP_LIMIT = ENTRY_LIMIT / 4 };

// Below 2^32; all bits of both matter.
static uint64_t mixed(uint64_t first, uint64_t second) {
    const uint64_t odd[2] = {0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F};
    return (first * odd[0] + second * odd[1]) >> 32;
}

// The entries of a position: by what is in hand, by what attacks the Kings, by the last move.
// Returns how many there are; nothing is known of a pass.
static int find_entries(struct engine *engine, int ply, int16_t *entry[PARTS]) {
    const struct position *position = &engine->position;
    const struct zone_attacks *attacks = &engine->stack[ply].attacks;
    struct corrections *corrections = &engine->corrections;
    enum side us = position->side;
    uint64_t hands = mixed(position->hand_types[FIRST], position->hand_types[SECOND]);
    uint64_t zones = mixed(attacks->sum[FIRST][SECOND], attacks->sum[SECOND][FIRST]);
    entry[0] = &corrections->hands[us][hands * CORRECTION_HANDS >> 32];
    entry[1] = &corrections->zones[us][zones * CORRECTION_ZONES >> 32];
    Move last = ply > 0 ? engine->stack[ply - 1].move : MOVE_NONE;
    if (!last)
        return PARTS - 1;
    entry[2] = &corrections->last[position->board[move_to(last)]][move_to(last)];
    return PARTS;
}

int engine_correction(struct engine *engine, int ply) {
    if (engine->table_off)
        return 0;
    int16_t *entry[PARTS];
    int sum = 0;
    for (int i = find_entries(engine, ply, entry); i-- > 0;)
        sum += *entry[i];
    return sum * engine->param[PARAM_CORRECTION] / 1024;
}

void engine_correct(struct engine *engine, int ply, int score, int depth) {
    assert(!score_is_mate(score) && depth > 0);
    if (!engine->param[PARAM_CORRECTION])
        return;
    int16_t *entry[PARTS];
    int step = (score - engine_corrected(engine, ply)) * depth / WHOLE_DEPTH;
    step = step < -STEP_LIMIT ? -STEP_LIMIT : step > STEP_LIMIT ? STEP_LIMIT : step;
    int size = step < 0 ? -step : step;
    for (int i = find_entries(engine, ply, entry); i-- > 0;)
        *entry[i] = (int16_t)(*entry[i] + step - *entry[i] * size / ENTRY_LIMIT);
}
