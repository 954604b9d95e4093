// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "order.h"
#include "outcome.h"
#include "search.h"

enum { ASPIRATION_DEPTH = 4, ASPIRATION_WINDOW = 60, CLOCK_NODES = 1024 };

// 256 x log2, by integers so that every machine agrees: the bit length and linear between powers.
static int log2_256(int x) {
    int bits = 31 - __builtin_clz((unsigned)x);
    return 256 * bits + ((x << 8 >> bits) & 255);
}

static void fill_reductions(struct engine *engine) {
    for (int depth = 1; depth < 64; depth++)
        for (int move = 1; move < 64; move++)
            engine->reductions[depth][move] =
                (uint8_t)((256 * 128 + log2_256(depth) * log2_256(move) / 4) / (256 * 256));
}

struct engine *engine_create(const struct tables *tables, const struct values *values,
                             size_t hash_bytes) {
    struct engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return NULL;
    size_t room =
        (size_t)(PLY_MAX + 4) * MOVES_MAX; // mostly untouched: costs addresses, not memory
    engine->tables = tables;
    engine->moves = malloc(room * sizeof *engine->moves);
    engine->scores = malloc(room * sizeof *engine->scores);
    if (!engine->moves || !engine->scores || !tt_init(&engine->tt, hash_bytes)) {
        engine_destroy(engine);
        return NULL;
    }
    weights_build(&engine->weights, tables, values);
    fill_reductions(engine);
    return engine;
}

void engine_destroy(struct engine *engine) {
    if (!engine)
        return;
    tt_destroy(&engine->tt);
    free(engine->moves);
    free(engine->scores);
    free(engine->keys);
    free(engine->checks);
    free(engine);
}

void engine_new_game(struct engine *engine) {
    tt_clear(&engine->tt);
    memset(engine->history, 0, sizeof engine->history);
    memset(engine->drop_history, 0, sizeof engine->drop_history);
    memset(engine->stack, 0, sizeof engine->stack);
}

void engine_stop(struct engine *engine) {
    atomic_store(&engine->stop, true);
}

void engine_on_iteration(struct engine *engine,
                         void (*report)(void *context, const struct search_result *result),
                         void *context) {
    engine->report = report;
    engine->report_context = context;
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Keeps the position at `ply` among the keys that repetition looks at.
static inline void push_key(struct engine *engine, int ply) {
    uint64_t key = engine->position.key;
    engine->keys[engine->past + ply] = key;
    engine->seen[key % SEEN]++;
}

static inline void pop_key(struct engine *engine, int ply) {
    engine->seen[engine->keys[engine->past + ply] % SEEN]--;
}

static void count_node(struct engine *engine) {
    engine->nodes++;
    if (engine->limits.nodes && engine->nodes >= engine->limits.nodes)
        engine->stopped = true;
    else if (engine->nodes % CLOCK_NODES == 0 &&
             (atomic_load_explicit(&engine->stop, memory_order_relaxed) ||
              (engine->deadline && now() >= engine->deadline)))
        engine->stopped = true;
}

void engine_make(struct engine *engine, int ply, Move move, struct undo *undo) {
    const struct weights *weights = &engine->weights;
    struct position *position = &engine->position;
    Square to = move_to(move);
    int material = engine->stack[ply].material;
    if (move_is_drop(move)) {
        Type base = move_dropped(move);
        material += weights->piece_square[piece_make(base, position->side)][to] -
                    weights->hand[position->side][base];
    } else {
        Piece mover = position->board[move_from(move)];
        Piece captured = position_captured(position, move);
        Piece arrives = move_is_promotion(move) ? mover | TYPE_PROMOTED : mover;
        material +=
            weights->piece_square[arrives][to] - weights->piece_square[mover][move_from(move)];
        if (captured != PIECE_EMPTY)
            material += weights->hand[position->side][piece_base(captured)] -
                        weights->piece_square[captured][to];
        Piece via = position_captured_via(position, move);
        if (via != PIECE_EMPTY)
            material += weights->hand[position->side][piece_base(via)] -
                        weights->piece_square[via][move_via(move)];
    }
    engine->stack[ply].move = move;
    engine->stack[ply + 1].material = material;
    engine->stack[ply + 1].since = engine->stack[ply].since;
    position_make(position, move, undo);
    tt_prefetch(&engine->tt, position->key);
    push_key(engine, ply + 1);
    count_node(engine);
}

void engine_unmake(struct engine *engine, int ply, Move move, const struct undo *undo) {
    pop_key(engine, ply + 1);
    position_unmake(&engine->position, move, undo);
}

void engine_make_null(struct engine *engine, int ply, struct undo *undo) {
    engine->stack[ply].move = MOVE_NONE;
    engine->stack[ply + 1].material = engine->stack[ply].material;
    engine->stack[ply + 1].since = engine->past + ply + 1; // nobody repeats across a null move
    position_make_null(&engine->position, undo);
    push_key(engine, ply + 1);
    count_node(engine);
}

void engine_unmake_null(struct engine *engine, int ply, const struct undo *undo) {
    pop_key(engine, ply + 1);
    position_unmake_null(&engine->position, undo);
}

int engine_static(struct engine *engine, int ply) {
    return eval(&engine->weights, &engine->position, engine->stack[ply].material);
}

int engine_no_moves(const struct engine *engine, int ply, bool in_check) {
    const struct tables *tables = engine->tables;
    if (engine->position.royal_count[engine->position.side] == 0)
        return -SCORE_MATE + ply;
    if (!in_check)
        return tables->rules.value[RULE_STALEMATE] == STALEMATE_DRAW ? SCORE_DRAW
                                                                     : -SCORE_MATE + ply;
    Move last = ply > 0 ? engine->stack[ply - 1].move : MOVE_NONE;
    bool pawn_drop = move_is_drop(last) && move_dropped(last) == tables->variant.pawn;
    if (pawn_drop && tables->rules.value[RULE_PAWN_DROP_MATE] == PAWN_DROP_MATE_LOSES)
        return SCORE_MATE - ply;
    return -SCORE_MATE + ply;
}

static int last_repeat(const struct engine *engine, int ply) {
    int at = engine->past + ply;
    for (int i = at - 2; i >= engine->stack[ply].since; i -= 2)
        if (engine->keys[i] == engine->keys[at])
            return i;
    return -1;
}

int engine_repeats(const struct engine *engine, int ply) {
    int at = engine->past + ply;
    if (engine->seen[engine->keys[at] % SEEN] < 2)
        return 0;
    int repeats = 0;
    for (int i = at - 2; i >= engine->stack[ply].since; i -= 2)
        repeats += engine->keys[i] == engine->keys[at];
    return repeats;
}

int engine_repetition_score(const struct engine *engine, int ply) {
    int rule = engine->tables->rules.value[RULE_REPETITION];
    if (rule != REPETITION_FOURFOLD && rule != REPETITION_CHU_LISHOGI)
        return SCORE_DRAW;
    // Where attacks count as well as checks, checks stand for them: cheap, and a draw when in
    // doubt.
    int at = engine->past + ply, first = last_repeat(engine, ply);
    bool us = true, them = true; // in check at each of the own turns
    for (int i = first; i < at; i++)
        if ((at - i) % 2 == 0)
            us &= engine->checks[i];
        else
            them &= engine->checks[i];
    if (us == them)
        return SCORE_DRAW;
    return us ? SCORE_MATE - ply : -SCORE_MATE + ply; // who checked all the time loses
}

bool engine_repetition_forbidden(const struct engine *engine, int ply) {
    int rule = engine->tables->rules.value[RULE_REPETITION];
    if (rule != REPETITION_FORBIDDEN && rule != REPETITION_FORBIDDEN_FOURTH)
        return false;
    return engine_repeats(engine, ply) >= (rule == REPETITION_FORBIDDEN ? 1 : 3);
}

// Copies position and past into the engine. False when memory is out.
static bool set_root(struct engine *engine, const struct position *position,
                     const struct history *history) {
    int past = history && history->count ? history->count - 1 : 0;
    int room = past + PLY_MAX + 8;
    if (room > engine->path_room) {
        uint64_t *keys = realloc(engine->keys, (size_t)room * 2 * sizeof *keys);
        if (keys)
            engine->keys = keys;
        bool *checks = realloc(engine->checks, (size_t)room * 2 * sizeof *checks);
        if (checks)
            engine->checks = checks;
        if (!keys || !checks)
            return false;
        engine->path_room = room * 2;
    }
    engine->position = *position;
    // Where a royal may be left in check it is lost at once: a search need not look at that.
    engine->position.careful = true;
    engine->past = past;
    memset(engine->seen, 0, sizeof engine->seen);
    for (int i = 0; i < past; i++) {
        engine->keys[i] = history->keys[i];
        engine->checks[i] = history->checks[i];
        engine->seen[engine->keys[i] % SEEN]++;
    }
    push_key(engine, 0);
    engine->stack[0].material = eval_material(&engine->weights, position);
    engine->stack[0].since = 0;
    engine->list_top = 0;
    engine->nodes = 0;
    engine->stopped = false;
    return true;
}

static void keep_line(const struct engine *engine, struct search_result *result) {
    if (engine->pv_length[0] == 0)
        return; // nothing found in this iteration yet: the last one's line stands
    result->pv_length = engine->pv_length[0];
    memcpy(result->pv, engine->pv[0], (size_t)result->pv_length * sizeof result->pv[0]);
    result->best = result->pv[0];
}

// A window around the last score, widened until the score falls inside.
static int search_iteration(struct engine *engine, int depth, int last) {
    int window = ASPIRATION_WINDOW;
    int alpha = depth >= ASPIRATION_DEPTH ? last - window : -SCORE_INFINITE;
    int beta = depth >= ASPIRATION_DEPTH ? last + window : SCORE_INFINITE;
    for (;;) {
        int score = alphabeta(engine, alpha, beta, depth, 0, false);
        if (engine->stopped || (score > alpha && score < beta))
            return score;
        window *= 4;
        if (score <= alpha)
            alpha = window > 4000 ? -SCORE_INFINITE : score - window;
        else
            beta = window > 4000 ? SCORE_INFINITE : score + window;
    }
}

// Looks for a move that takes the other side's last royal: the search, which is careful, would not
// see it in check. Fills `result` with it.
static bool takes_last_royal(struct position *position, const Move *list, const Move *end,
                             struct search_result *result) {
    if (position->tables->legality)
        return false;
    for (const Move *move = list; move < end; move++) {
        if (!position_is_capture(position, *move))
            continue;
        struct undo undo;
        position_make(position, *move, &undo);
        bool won = position->royal_count[position->side] == 0;
        position_unmake(position, *move, &undo);
        if (won) {
            *result = (struct search_result){
                .best = *move, .score = SCORE_MATE - 1, .depth = 1, .pv_length = 1, .pv = {*move}};
            return true;
        }
    }
    return false;
}

void engine_search(struct engine *engine, const struct position *position,
                   const struct history *history, struct limits limits,
                   struct search_result *result) {
    *result = (struct search_result){0};
    engine->limits = limits;
    engine->deadline = limits.milliseconds ? now() + limits.milliseconds : 0;
    atomic_store(&engine->stop, false);
    if (!set_root(engine, position, history))
        return;
    tt_age(&engine->tt);
    for (int i = 0; i < ARRAY_LENGTH(engine->stack); i++)
        engine->stack[i].killers[0] = engine->stack[i].killers[1] = MOVE_NONE;

    // Whatever happens, a legal move: the first one. By the rules of the game, which may let a
    // mated royal be taken.
    struct position game = *position;
    Move *end = outcome_legal_moves(&game, history, engine->moves);
    if (end > engine->moves)
        result->best = engine->moves[0];
    if (takes_last_royal(&game, engine->moves, end, result))
        return;
    end = outcome_legal_moves(&engine->position, history, engine->moves);
    if (end > engine->moves)
        result->best = engine->moves[0]; // one that leaves no royal in check, if there is one
    int deepest = limits.depth ? limits.depth : PLY_MAX - 1;
    if (deepest > PLY_MAX - 1)
        deepest = PLY_MAX - 1;
    for (int depth = 1; depth <= deepest; depth++) {
        engine->pv_length[0] = 0;
        int score = search_iteration(engine, depth, result->score);
        // An unfinished iteration still counts when it has found its first or a better move.
        keep_line(engine, result);
        result->nodes = engine->nodes;
        if (engine->stopped)
            break;
        result->score = score;
        result->depth = depth;
        if (engine->report)
            engine->report(engine->report_context, result);
        if (score_is_mate(score) && SCORE_MATE - (score < 0 ? -score : score) < depth)
            break; // the mate is inside the horizon: deeper search finds no shorter one
        if (result->best == MOVE_NONE)
            break;
    }
    result->nodes = engine->nodes;
}

int engine_evaluate(struct engine *engine, const struct position *position) {
    return eval(&engine->weights, position, eval_material(&engine->weights, position));
}

int engine_quiesce(struct engine *engine, const struct position *position) {
    engine->limits = (struct limits){0};
    engine->deadline = 0;
    atomic_store(&engine->stop, false);
    if (!set_root(engine, position, NULL))
        return engine_evaluate(engine, position);
    engine->table_off = true;
    int score = quiescence(engine, -SCORE_INFINITE, SCORE_INFINITE, 0, 0);
    engine->table_off = false;
    return score;
}
