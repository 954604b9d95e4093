// SPDX-License-Identifier: GPL-3.0-or-later
// One searching player: all state of one thread. Same position, history, values and limits give the
// same move and node count on any machine, after engine_new_game.
#pragma once

#include <stdatomic.h>

#include "error.h"
#include "eval.h"
#include "move.h"
#include "outcome.h"
#include "score.h"

enum { PLY_MAX = 96, LINES_MAX = 64 };

// What the threads of one search and who controls them share. Prepare with control_init before the
// search starts: from then on nothing asked for is lost.
struct control {
    atomic_bool stop; // asked for: the search returns soon
    atomic_llong
        clock_start;     // control_now; CLOCK_STANDS until the move that is pondered on has come
    atomic_ullong nodes; // visited by all threads, in steps of CLOCK_NODES
};

enum { CLOCK_STANDS = -1, CLOCK_NODES = 1024 }; // nodes between two looks at control and clock

struct limits {
    uint64_t nodes;       // 0 = no limit
    int depth;            // plies, 0 = no limit (PLY_MAX)
    int64_t milliseconds; // 0 = no limit; for play against others only: not reproducible
    int64_t
        soft_milliseconds;  // 0 = none: after about that long no deeper iteration is begun, later
                            // while the best move changes. Time spent pondering counts here.
    int mate;               // 0, or enough is a mate (for either side) within so many plies
    int lines;              // best moves to be found, each with its line; 0 = 1, <= LINES_MAX
    const Move *root_moves; // only these are searched at the root; NULL = all; outlives the search
    int root_move_count;
    int helper;              // 0, or the number of a thread that only fills the shared table
    struct control *control; // NULL = the engine's own; outlives the search
};

struct search_result {
    Move best;        // MOVE_NONE when there is no legal move
    int score;        // centi-values for the side to move, or a mate score (score.h)
    enum bound bound; // of the score; in a result always BOUND_EXACT once an iteration is finished
    int depth;      // plies of the last finished iteration; of the iteration, where it is reported
    int deepest;    // plies from the root to the last position looked at
    int line;       // 0 = the best move, 1 the next best ... (limits.lines)
    uint64_t nodes; // positions visited by this engine: makes, null moves included
    int pv_length;
    Move pv[PLY_MAX];
};

struct engine;
struct beside_known; // beside.h

// A player with these values; the table takes `hash_bytes` (rounded down to a power of two).
// `tables` must outlive the engine. NULL and `error` when a file that the values name beside them
// is gone. Destroy with engine_destroy.
struct engine *engine_create(const struct tables *tables, const struct values *values,
                             size_t hash_bytes, struct error *error);
// The same with this knowledge (NULL: none), which must outlive the engine: no file is read.
struct engine *engine_create_with(const struct tables *tables, const struct values *values,
                                  const struct beside_known *known, size_t hash_bytes);
void engine_destroy(struct engine *engine);

// A player with the values of `owner`, what it knows of moves and, without a lock, its table: for
// searching one position by several threads. Searches when its owner does, and forgets when it
// does, so that both take the same entries for old. Must not outlive `owner`; engine_destroy.
struct engine *engine_create_helper(const struct engine *owner);

// What people read of a score of this player: the expected score of the side that it is for, win 1,
// draw 1/2. 1 / (1 + exp(-score / score.logit)); a mate is certain.
double engine_expected(const struct engine *engine, int score);

// Forgets everything learned: table, history, killers.
void engine_new_game(struct engine *engine);

// Searches `position`, the last position of `history` (which may be NULL: no past).
// With a node limit the search stops exactly there and keeps the best move of what it has seen.
void engine_search(struct engine *engine, const struct position *position,
                   const struct history *history, struct limits limits,
                   struct search_result *result);

// The moves that a player finds nearly as good as its best one, each with a score of its own.
struct near_move {
    Move move;
    int score; // centi-values for the side to move
};

// What the scores of the other moves may cost: so many times the nodes of the limits.
enum { NEAR_TIMES = 3 };

// An ordinary search by `limits` (nodes and depth alone count) finds the best move and the depth.
// Then each other move is searched as deep, for a score that is exact from the best one's less
// `margin` on, a ply deeper each time; NEAR_TIMES as many nodes may go into that, and the last
// iteration that is finished counts. The best move of the ordinary search keeps the best score.
// Fills `list` (room for MOVES_MAX) with the moves within `margin` centi-values of it, the best
// first, and returns their number: 1 where it mates or is mated, 0 without a legal move. The engine
// begins a new game; `history` as in engine_search.
int engine_near(struct engine *engine, const struct position *position,
                const struct history *history, struct limits limits, int margin,
                struct near_move *list);

// Nothing is asked for yet; the clock runs from now, or stands (`pondering`).
void control_init(struct control *control, bool pondering);
// Milliseconds of the monotonic clock.
int64_t control_now(void);

// How much of a clock one move may take.
struct clock { // milliseconds, of the side to move
    int64_t remaining;
    int64_t increment; // added after each move
    int64_t byoyomi;   // for each move once `remaining` is used up; what is left of it is lost
    int moves_to_go;   // until more time is added; 0 = the rest of the game
};

// What a search is given: at least 1 ms each, soft <= hard. `overhead` (ms) is kept back of every
// move for what lies between the search and the clock. Never more than the clock has, less that.
void timing_allot(const struct clock *clock, int64_t overhead, int64_t *soft, int64_t *hard);

// Called for each line of a finished iteration when set, and with bound BOUND_LOWER or BOUND_UPPER
// when a score is only known to be beyond the window; for people and protocols.
void engine_on_iteration(struct engine *engine,
                         void (*report)(void *context, const struct search_result *result),
                         void *context);

// May be called from a signal handler or another thread: the running search returns soon, if it is
// under the engine's own control.
void engine_stop(struct engine *engine);

// Thousandths of the table that the last search has filled, or this one: asked by the report.
int engine_table_full(const struct engine *engine);

// Static evaluation and quiescence search, for the side to move. A position is quiet when the side
// to move is not in check and both are equal.
int engine_evaluate(struct engine *engine, const struct position *position);
int engine_quiesce(struct engine *engine, const struct position *position);
