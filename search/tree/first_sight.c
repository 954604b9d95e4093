// SPDX-License-Identifier: GPL-3.0-or-later
// The move of a search that was called off within its first ply.
#include "order.h"
#include "search.h"
#include "see.h"

// Hundredths of weights.unit. Measured at 100 nodes: with a small lead games are lost, as most
// unsearched moves overlook a threat that the searched ones have met.
enum { LEAD = 90, LOGIT = 25 };

static int likelihood(const struct engine *engine, Move move) {
    return order_likelihood(engine, move) * engine->weights.unit / 100 * LOGIT / PRIOR_LOGIT;
}

// Static evaluation after the move, less what the exchange on its target loses.
static int estimate(struct engine *engine, Move move) {
    const struct weights *weights = &engine->weights;
    struct position *position = &engine->position;
    int taken = weights->exchange[position_captured(position, move)] +
                weights->exchange[position_captured_via(position, move)];
    if (move_is_promotion(move))
        taken += weights->promotion[position->board[move_from(move)]];
    int lost = taken - see(weights, position, move);
    struct undo undo;
    position_make(position, move, &undo);
    int score = -eval_position(weights, position);
    position_unmake(position, move, &undo);
    return score - lost;
}

static bool is_searched(const struct engine *engine, Move move) {
    for (int i = 0; i < engine->root_searched; i++)
        if (engine->root_move[i] == move)
            return true;
    return false;
}

void first_sight(struct engine *engine, const Move *list, const Move *end,
                 struct search_result *best) {
    best->score = engine_static(engine, 0);
    int least = -SCORE_INFINITE;
    if (engine->root_searched) {
        if (score_is_mate(engine->root_score) && engine->root_score > 0) {
            best->score = engine->root_score;
            return;
        }
        least =
            engine->root_score + likelihood(engine, best->best) + engine->weights.unit * LEAD / 100;
    }
    int64_t highest = INT64_MIN;
    for (const Move *move = list; move < end; move++) {
        if (is_searched(engine, *move))
            continue;
        int score = estimate(engine, *move) + likelihood(engine, *move);
        int64_t rank = order_rank(engine, *move, score);
        if (score <= least || rank <= highest)
            continue;
        highest = rank;
        best->best = best->pv[0] = *move;
        best->pv_length = 1;
    }
}
