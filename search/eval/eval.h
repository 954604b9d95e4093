// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluation, linear in its values: eval = sum over parameters of value x feature.
// Features are integers, seen from FIRST; see trace.h.
#pragma once

#include "king_memory.h"
#include "position.h"
#include "values.h"
#include "zone_attacks.h"

// Values folded with the tables for one player: what the search indexes.
struct weights {
    const struct tables *tables;
    struct values values;
    int32_t piece_square[PIECES][SQUARES]; // material and place terms, for FIRST less SECOND
    int32_t hand[SIDES][BASE_TYPES];       // per piece in hand, for FIRST less SECOND
    int32_t to_hand[PIECES]; // what its capture adds in the captor's hand, likewise; royals nothing
    int32_t exchange[PIECES]; // what its capture changes: board value, and hand value in drop games
    int32_t promotion[PIECES]; // gain by promoting, 0 when it cannot
    int unit; // centi-values that a quiet move may well change: what margins are made of
};

void weights_build(struct weights *weights, const struct tables *tables,
                   const struct values *values);

// Sum of piece_square and hand over the position, for FIRST: the part kept up incrementally.
int eval_material(const struct weights *weights, const struct position *position);

// Evaluation in centi-values for the side to move. `material` = eval_material of the position,
// `attacks` = zone_attacks_count. `memory`: of these weights, or NULL.
// `drop_may_mate`: false when the side to move has no drop that mate_by_drop would find.
int eval(const struct weights *weights, const struct position *position, int material,
         const struct zone_attacks *attacks, struct king_memory *memory, bool *drop_may_mate);

// The same from nothing.
int eval_position(const struct weights *weights, const struct position *position);
