// SPDX-License-Identifier: GPL-3.0-or-later
// One searching player: all state of one thread. Same position, history, values and limits give the
// same move and node count on any machine, after engine_new_game.
#pragma once

#include "eval.h"
#include "history.h"
#include "move.h"
#include "score.h"

enum { PLY_MAX = 96 };

struct limits {
    uint64_t nodes;       // 0 = no limit
    int depth;            // plies, 0 = no limit (PLY_MAX)
    int64_t milliseconds; // 0 = no limit; for play against others only: not reproducible
};

struct search_result {
    Move best;      // MOVE_NONE when there is no legal move
    int score;      // centi-values for the side to move, or a mate score (score.h)
    int depth;      // plies of the last finished iteration
    uint64_t nodes; // positions visited: makes, null moves included
    int pv_length;
    Move pv[PLY_MAX];
};

struct engine;

// A player with these values; the table takes `hash_bytes` (rounded down to a power of two).
// `tables` must outlive the engine. NULL when memory is out. Destroy with engine_destroy.
struct engine *engine_create(const struct tables *tables, const struct values *values,
                             size_t hash_bytes);
void engine_destroy(struct engine *engine);

// Forgets everything learned: table, history, killers.
void engine_new_game(struct engine *engine);

// Searches `position`, the last position of `history` (which may be NULL: no past).
// With a node limit the search stops exactly there and keeps the best move of what it has seen.
void engine_search(struct engine *engine, const struct position *position,
                   const struct history *history, struct limits limits,
                   struct search_result *result);

// Called after each finished iteration when set; for people and protocols.
void engine_on_iteration(struct engine *engine,
                         void (*report)(void *context, const struct search_result *result),
                         void *context);

// May be called from a signal handler or another thread: the running search returns soon.
void engine_stop(struct engine *engine);

// Static evaluation and quiescence search, for the side to move. A position is quiet when the side
// to move is not in check and both are equal.
int engine_evaluate(struct engine *engine, const struct position *position);
int engine_quiesce(struct engine *engine, const struct position *position);
