// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine.h"

#include <assert.h>
#include <string.h>

#include "order.h"
#include "search.h"

// The root as alphabeta leaves it to the plies below.
static void begin(struct engine *engine, const struct position *position,
                  const struct history *history) {
    engine_set_root(engine, position, history);
    bool in_check = engine_in_check(engine, 0);
    engine->path[engine->past].check = in_check;
    engine->stack[0].corrected = in_check ? EVALUATION_UNKNOWN : engine_corrected(engine, 0);
}

// Exact above `floor`, otherwise a bound that is no higher. A check extends as in alphabeta.
static int score_of(struct engine *engine, Move move, int depth, int floor) {
    int next = depth - 1 + engine_in_check(engine, 0);
    engine->stack[2].killers[0] = engine->stack[2].killers[1] = MOVE_NONE;
    engine_make(engine, 0, move);
    int score = -alphabeta(engine, -SCORE_INFINITE, -floor, next, 1, true);
    engine_unmake(engine, 0);
    return score;
}

// One iteration over all moves, the first of which is the best one. False: the nodes are used up;
// the moves from *done on have no score.
static bool iterate(struct engine *engine, int depth, int margin, struct near_move *list, int count,
                    int *done) {
    int best = -SCORE_INFINITE;
    for (*done = 0; *done < count; ++*done) {
        int floor = best - margin - 1 > -SCORE_INFINITE ? best - margin - 1 : -SCORE_INFINITE;
        int score = score_of(engine, list[*done].move, depth, floor);
        if (engine->stopped)
            return false;
        list[*done].score = score;
        best = score > best ? score : best;
    }
    return true;
}

// Fills `list` with the legal moves, `best` first and the others as the mover sees them: a position
// that is turned, with sides exchanged, has the turned list.
static int list_moves(struct engine *engine, const struct history *history, Move best,
                      struct near_move *list) {
    Move *end = outcome_legal_moves(engine->position, history, engine->moves);
    int count = 1;
    list[0] = (struct near_move){best, 0};
    for (const Move *move = engine->moves; move < end; move++) {
        if (*move == best)
            continue;
        int64_t rank = order_rank(engine, *move, 0);
        int at = count++;
        for (; at > 1 && order_rank(engine, list[at - 1].move, 0) < rank; at--)
            list[at] = list[at - 1];
        list[at] = (struct near_move){*move, 0};
    }
    return count;
}

// Leaves those near the best, which the first one is by the ordinary search.
static int keep_near(struct near_move *list, int count, int margin) {
    int best = list[0].score, kept = 1;
    for (int i = 1; i < count; i++)
        best = list[i].score > best ? list[i].score : best;
    list[0].score = best;
    for (int i = 1; i < count; i++)
        if (list[i].score >= best - margin)
            list[kept++] = list[i];
    return kept;
}

int engine_near(struct engine *engine, const struct position *position,
                const struct history *history, struct limits limits, int margin,
                struct near_move *list) {
    assert(margin >= 0 && !limits.root_moves && !limits.milliseconds);
    struct search_result found;
    struct near_move now[MOVES_MAX];
    engine_new_game(engine);
    engine_search(engine, position, history, limits, &found);
    begin(engine, position, history);
    if (found.best == MOVE_NONE)
        return 0;
    int count = list_moves(engine, history, found.best, list), done = 0, known = 1;
    list[0].score = found.score;
    if (score_is_mate(found.score))
        return 1;
    engine->limits.nodes = NEAR_TIMES * limits.nodes;
    memcpy(now, list, (size_t)count * sizeof *list);
    for (int depth = 1; depth == 1 || depth <= found.depth; depth++) {
        bool finished = iterate(engine, depth, margin, now, count, &done);
        if (finished || (depth == 1 && done > 0)) {
            known = done; // of a first iteration the moves that it came to are known
            memcpy(list, now, (size_t)count * sizeof *list);
        }
        if (!finished)
            break;
    }
    return keep_near(list, known, margin);
}
