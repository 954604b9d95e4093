// SPDX-License-Identifier: GPL-3.0-or-later
// Iterative deepening: one search after the other, each a ply deeper, until a limit ends it; the
// moves of the root and the clock.
#include <assert.h>
#include <string.h>
#include <time.h>

#include "order.h"
#include "outcome.h"
#include "search.h"

enum {
    ASPIRATION_DEPTH = 4,
    // Hundredths of limits.soft_milliseconds that are used: less while the best move stands, more
    // when it has changed lately or its score has fallen.
    SOFT_CALM = 70,
    SOFT_CHANGE = 100,
    SOFT_FALL = 50,
    FALL_MARGIN = 60, // centi-values
};

void control_init(struct control *control, bool pondering) {
    atomic_store(&control->stop, false);
    atomic_store(&control->nodes, 0);
    atomic_store(&control->clock_start, pondering ? CLOCK_STANDS : control_now());
}

int64_t control_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

bool engine_called_off(struct engine *engine) {
    struct control *control = engine->control;
    atomic_fetch_add_explicit(&control->nodes, CLOCK_NODES, memory_order_relaxed);
    if (atomic_load_explicit(&control->stop, memory_order_relaxed))
        return true;
    if (!engine->limits.milliseconds)
        return false;
    int64_t start = atomic_load_explicit(&control->clock_start, memory_order_relaxed);
    return start != CLOCK_STANDS && control_now() - start >= engine->limits.milliseconds;
}

enum {
    MOVES_LEFT = 40, // of a player, as far as anybody knows; shogi-like games last long
    HARD_OVER_SOFT = 5,
    LARGEST_PART = 2,     // a single move takes at most this part of the time that is left
    TIME_MAX = 1000000000 // ms; larger numbers are as good as this one
};

static int64_t clamp(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}

void timing_allot(const struct clock *clock, int64_t overhead, int64_t *soft, int64_t *hard) {
    assert(overhead >= 0);
    int64_t remaining = clamp(clock->remaining, 0, TIME_MAX);
    int64_t increment = clamp(clock->increment, 0, TIME_MAX);
    int64_t byoyomi = clamp(clock->byoyomi, 0, TIME_MAX);
    int64_t moves =
        clock->moves_to_go > 0 && clock->moves_to_go < MOVES_LEFT ? clock->moves_to_go : MOVES_LEFT;
    int64_t most = remaining + byoyomi - overhead; // the flag falls then
    // The increment of this move comes after it: it may be spent only where there is time now.
    int64_t share = remaining / moves + 3 * increment / 4;
    int64_t part = moves == 1 ? remaining : remaining / LARGEST_PART;
    *hard = HARD_OVER_SOFT * share < part ? HARD_OVER_SOFT * share : part;
    *soft = (share < *hard ? share : *hard) + byoyomi;
    *hard += byoyomi;
    // Byoyomi that is not used is lost: without other time, all of it is for this move.
    if (byoyomi > 0 && remaining < byoyomi)
        *soft = *hard = byoyomi + remaining;
    *hard = clamp(*hard, 1, most > 1 ? most : 1);
    *soft = clamp(*soft, 1, *hard);
}

static bool asked_for(const struct limits *limits, Move move) {
    bool asked = !limits->root_moves;
    for (int i = 0; limits->root_moves && i < limits->root_move_count; i++)
        asked |= limits->root_moves[i] == move;
    return asked;
}

bool engine_root_wants(const struct engine *engine, Move move) {
    for (int i = 0; i < engine->excluded; i++)
        if (engine->lines[i].best == move)
            return false;
    return asked_for(&engine->limits, move);
}

// Legal moves of the game that the limits ask for; returns the end of the list.
static Move *root_moves(const struct limits *limits, struct position *position,
                        const struct history *history, Move *list) {
    const Move *end = outcome_legal_moves(position, history, list);
    Move *kept = list;
    for (const Move *move = list; move < end; move++)
        if (asked_for(limits, *move))
            *kept++ = *move;
    return kept;
}

static void keep_line(const struct engine *engine, struct search_result *result) {
    if (engine->pv_length[0] == 0)
        return; // nothing found in this iteration yet: the last one's line stands
    result->pv_length = engine->pv_length[0];
    memcpy(result->pv, engine->pv[0], (size_t)result->pv_length * sizeof result->pv[0]);
    result->best = result->pv[0];
}

// Tells of a score that is only known to be beyond the window.
static void report_bound(const struct engine *engine, const struct search_result *line, int depth,
                         int score, enum bound bound) {
    if (!engine->report)
        return;
    struct search_result news = *line;
    keep_line(engine, &news);
    news.depth = depth;
    news.score = score;
    news.bound = bound;
    news.deepest = engine->deepest;
    news.line = engine->excluded;
    news.nodes = engine->nodes;
    engine->report(engine->report_context, &news);
}

// A window around the last score, widened until the score falls inside.
static int search_window(struct engine *engine, int depth, struct search_result *line) {
    int window = engine->param[PARAM_ASPIRATION];
    int alpha = depth >= ASPIRATION_DEPTH ? line->score - window : -SCORE_INFINITE;
    int beta = depth >= ASPIRATION_DEPTH ? line->score + window : SCORE_INFINITE;
    for (;;) {
        int score = alphabeta(engine, alpha, beta, depth, 0, false);
        if (engine->stopped || (score > alpha && score < beta))
            return score;
        report_bound(engine, line, depth, score, score <= alpha ? BOUND_UPPER : BOUND_LOWER);
        // The move that failed high is played, should the nodes end before its score is known.
        if (score >= beta)
            keep_line(engine, line);
        window *= 4;
        if (score <= alpha)
            alpha = window > 4000 ? -SCORE_INFINITE : score - window;
        else
            beta = window > 4000 ? SCORE_INFINITE : score + window;
    }
}

// Looks for a move that takes the other side's last royal or wins by a flag square: the search,
// which is careful, would not see it in check. Fills `result` with it.
static bool takes_last_royal(struct position *position, const Move *list, const Move *end,
                             struct search_result *result) {
    if (position->tables->legality)
        return false;
    for (const Move *move = list; move < end; move++) {
        if (position->tables->flag == FLAG_OFF && !position_is_capture(position, *move))
            continue;
        struct undo undo;
        position_make(position, *move, &undo);
        enum result flag = flag_outcome(position).result;
        bool won = position_royals_lost(position, position->side) ||
                   flag == (position->side == FIRST ? RESULT_SECOND : RESULT_FIRST);
        position_unmake(position, *move, &undo);
        if (won) {
            *result = (struct search_result){
                .best = *move, .score = SCORE_MATE - 1, .depth = 1, .pv_length = 1, .pv = {*move}};
            return true;
        }
    }
    return false;
}

// One iteration: the lines in turn, each without the moves of those before it, kept in the order of
// their scores. False when the search is called off.
static bool search_lines(struct engine *engine, int depth, int count) {
    struct search_result *lines = engine->lines;
    for (int i = 0; i < count; i++) {
        engine->excluded = i;
        engine->root_filter = i > 0 || engine->limits.root_moves;
        engine->pv_length[0] = 0;
        engine->deepest = 0;
        int score = search_window(engine, depth, &lines[i]);
        // An unfinished iteration still counts when it has found its first or a better move.
        keep_line(engine, &lines[i]);
        if (engine->stopped)
            return false;
        lines[i].score = score;
        lines[i].bound = BOUND_EXACT;
        lines[i].depth = depth;
        lines[i].deepest = engine->deepest;
        for (int at = i; at > 0 && lines[at].score > lines[at - 1].score; at--) {
            struct search_result better = lines[at];
            lines[at] = lines[at - 1];
            lines[at - 1] = better;
        }
    }
    for (int i = 0; i < count && engine->report; i++) {
        lines[i].line = i;
        lines[i].nodes = engine->nodes;
        engine->report(engine->report_context, &lines[i]);
    }
    return true;
}

// The mate is inside the horizon: deeper search finds no shorter one. Or it is all that was wanted.
static bool mate_settles(const struct engine *engine, int depth, int count) {
    for (int i = 0; i < count; i++) {
        int score = engine->lines[i].score;
        int plies = SCORE_MATE - (score < 0 ? -score : score);
        if (!score_is_mate(score) || plies >= depth)
            return i == 0 && score_is_mate(score) && engine->limits.mate &&
                   plies <= engine->limits.mate;
    }
    return true;
}

struct pace { // what decides how much of the soft limit is used
    int64_t began;
    Move best;
    int score;
    int unrest; // hundredths
};

// After a finished iteration: is another one worth its time?
static bool time_is_up(struct pace *pace, const struct engine *engine, int root_count) {
    const struct search_result *best = &engine->lines[0];
    pace->unrest = pace->unrest / 2 + (best->best != pace->best) * SOFT_CHANGE +
                   (best->score < pace->score - FALL_MARGIN) * SOFT_FALL;
    pace->best = best->best;
    pace->score = best->score;
    if (!engine->limits.soft_milliseconds ||
        atomic_load_explicit(&engine->control->clock_start, memory_order_relaxed) == CLOCK_STANDS)
        return false;
    int64_t elapsed = control_now() - pace->began;
    return root_count == 1 ||
           100 * elapsed >= engine->limits.soft_milliseconds * (SOFT_CALM + pace->unrest);
}

static void deepen(struct engine *engine, int root_count) {
    const struct limits *limits = &engine->limits;
    int count = limits->lines < 1 ? 1 : limits->lines < LINES_MAX ? limits->lines : LINES_MAX;
    if (count > root_count)
        count = root_count > 1 ? root_count : 1;
    for (int i = 1; i < count; i++)
        engine->lines[i] = (struct search_result){0};
    struct pace pace = {.began = control_now()};
    int deepest = limits->depth && limits->depth < PLY_MAX ? limits->depth : PLY_MAX - 1;
    // Every other helper is a ply ahead, so that the threads look at different trees.
    for (int depth = 1 + limits->helper % 2; depth <= deepest; depth++) {
        // The first iterations leave most quiet moves of the root to the later ones: with few nodes
        // they would be all there is. Not the last iteration that is asked for.
        engine->narrow_root =
            depth <= engine->param[PARAM_ROOT_NARROW] && depth < deepest && count == 1;
        if (!search_lines(engine, depth, count) || mate_settles(engine, depth, count) ||
            engine->lines[0].best == MOVE_NONE || time_is_up(&pace, engine, root_count))
            break;
    }
}

// Hundredths of weights.unit. Measured at 100 nodes: with a small lead games are lost, as most
// unsearched moves overlook a threat that the searched ones have met.
enum { LEAD = 90, LOGIT = 25 };

static int likelihood(const struct engine *engine, Move move) {
    return order_likelihood(engine, move) * engine->weights.unit / 100 * LOGIT / PRIOR_LOGIT;
}

// What the exchange on the target of a move loses of what the move takes or wins by promotion;
// never below 0.
static int exchange_loss(const struct engine *engine, Move move) {
    const struct weights *weights = &engine->weights;
    const struct position *position = engine->position;
    int taken = weights->exchange[position_captured(position, move)] +
                weights->exchange[position_captured_via(position, move)];
    if (move_is_promotion(move))
        taken += weights->promotion[position->board[move_from(move)]];
    return taken - see(weights, position, move);
}

static bool is_searched(const struct engine *engine, Move move) {
    for (int i = 0; i < engine->root_searched; i++)
        if (engine->root_move[i] == move)
            return true;
    return false;
}

// After a search that was called off within its first ply: chooses between the best move that it
// has searched, `best`, and the moves from `list` to `end` that it has not: these by static
// evaluation, exchange and likelihood. They must look clearly better, since static evaluation sees
// no threat. The score becomes the static evaluation, or stays that of a mate found. `engine`
// stands at the root.
static void first_sight(struct engine *engine, const Move *list, const Move *end,
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
        // The exchange is worked out where the move may be the one without it.
        int score = engine_static_after(engine, *move) + likelihood(engine, *move);
        if (score <= least || order_rank(engine, *move, score) <= highest)
            continue;
        score -= exchange_loss(engine, *move);
        int64_t rank = order_rank(engine, *move, score);
        if (score <= least || rank <= highest)
            continue;
        highest = rank;
        best->best = best->pv[0] = *move;
        best->pv_length = 1;
    }
}

void engine_search(struct engine *engine, const struct position *position,
                   const struct history *history, struct limits limits,
                   struct search_result *result) {
    assert(limits.depth >= 0 && limits.lines <= LINES_MAX && limits.milliseconds >= 0);
    assert(!limits.root_moves || limits.root_move_count >= 0);
    struct search_result *best = &engine->lines[0];
    *best = (struct search_result){0};
    engine->limits = limits;
    engine->control = limits.control ? limits.control : &engine->own;
    if (!limits.control)
        control_init(&engine->own, false);
    engine_set_root(engine, position, history);
    tt_age(&engine->tt);
    for (int i = 0; i < ARRAY_LENGTH(engine->stack); i++)
        engine->stack[i].killers[0] = engine->stack[i].killers[1] = MOVE_NONE;

    // Whatever happens, a legal move: the first one. By the rules of the game, which may let a
    // mated royal be taken.
    struct position game = *position;
    Move *end = root_moves(&limits, &game, history, engine->moves);
    if (end > engine->moves)
        best->best = engine->moves[0];
    if (!takes_last_royal(&game, engine->moves, end, best)) {
        end = root_moves(&limits, engine->position, history, engine->moves);
        if (end > engine->moves)
            best->best = engine->moves[0]; // one that leaves no royal in check, if there is one
        deepen(engine, (int)(end - engine->moves));
        best->nodes = engine->nodes;
        if (best->depth == 0 && end > engine->moves) { // the list was the search's since then
            end = root_moves(&limits, engine->position, history, engine->moves);
            first_sight(engine, engine->moves, end, best);
        }
    }
    best->line = 0; // an iteration that was broken off may have moved it up
    *result = *best;
}
