// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluation, linear in its values: eval = sum over parameters of value x feature.
// Features are integers, seen from FIRST.
#pragma once

#include "net.h"
#include "position.h"
#include "values.h"
#include "zone_attacks.h"

// What a player has counted around Kings. The terms of one follow from the 25 squares around it,
// what is attacked there and what the other side has in hand, and most moves leave these as they
// are: of seven to be counted six are here. All that they follow from is compared, so that what is
// remembered is what would be counted.
enum { KING_MEMORY_BITS = 11 };

struct king_known {
    uint64_t around;           // squares, King, side and number of pieces in hand, packed
    AttackSum attack, defence; // on its zone, by the other side and by its own
    uint32_t hand_types;       // of the other side
    int32_t score_and_mate;    // twice the score, seen from its side, and 1 when a drop may mate
};

// For one game and one set of values; zeros know nothing.
struct king_memory {
    struct king_known slot[1 << KING_MEMORY_BITS];
};

// Values folded with the tables for one player: what the search indexes.
struct weights {
    const struct tables *tables;
    struct values values;
    int32_t piece_square[PIECES][SQUARES]; // material and place terms, for FIRST less SECOND
    int32_t hand[SIDES][BASE_TYPES];       // per piece in hand, for FIRST less SECOND
    int32_t to_hand[PIECES]; // what its capture adds in the captor's hand, likewise; royals nothing
    int32_t exchange[PIECES]; // what its capture changes: board value, and hand value in drop games
    int32_t promotion[PIECES]; // gain by promoting, 0 when it cannot
    const struct net *net;     // not owned; NULL: none
    int unit; // centi-values that a quiet move may well change: what margins are made of
};

// Without a network: `net` is NULL.
void weights_build(struct weights *weights, const struct tables *tables,
                   const struct values *values);

// Sum of piece_square and hand over the position, for FIRST: kept up move by move, like net_sums.
int eval_material(const struct weights *weights, const struct position *position);

// Evaluation in centi-values for the side to move. `material` = eval_material of the position and
// its net_score, `attacks` = zone_attacks_count. `memory`: of these weights, or NULL.
// `drop_may_mate`: false when the side to move has no drop that mate_by_drop would find.
int eval(const struct weights *weights, const struct position *position, int material,
         const struct zone_attacks *attacks, struct king_memory *memory, bool *drop_may_mate);

// The same from nothing.
int eval_position(const struct weights *weights, const struct position *position);

// For every position
//     sum over i of values.value[i] * trace.feature[i] == eval, seen from FIRST.
struct trace {
    int16_t feature[VALUES];
};

// Counts every feature of the position (0 where the variant has none).
void trace_position(const struct tables *tables, const struct position *position,
                    struct trace *trace);
