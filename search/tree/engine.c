// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "attacks.h"
#include "memory.h"
#include "notation.h"
#include "order.h"
#include "search.h"

// 256 x log2, by integers so that every machine agrees: the bit length and linear between powers.
static int log2_256(int x) {
    int bits = 31 - __builtin_clz((unsigned)x);
    return 256 * bits + ((x << 8 >> bits) & 255);
}

static void fill_reductions(struct engine *engine) {
    int base = engine->param[PARAM_REDUCTION_BASE], slope = engine->param[PARAM_REDUCTION_SLOPE];
    for (int depth = 1; depth < 64; depth++)
        for (int move = 1; move < 64; move++)
            engine->reductions[depth][move] =
                (uint16_t)((256 * base + log2_256(depth) * log2_256(move) * slope / 256) / 256);
}

// All but the table and the weights.
static struct engine *create(const struct tables *tables) {
    struct engine *engine = mem_calloc(1, sizeof *engine);
    size_t room =
        (size_t)(PLY_MAX + 4) * MOVES_MAX; // mostly untouched: costs addresses, not memory
    engine->tables = tables;
    engine->position_size =
        tables->remembers_deferral ? sizeof *engine->position : offsetof(struct position, deferred);
    engine->control = &engine->own;
    engine->moves = mem_alloc(room * sizeof *engine->moves);
    engine->scores = mem_alloc(room * sizeof *engine->scores);
    engine->path_room = 2 * (PLY_MAX + 8); // of a search without a past
    engine->path = mem_alloc((size_t)engine->path_room * sizeof *engine->path);
    return engine;
}

// What makes a score of 73% where nobody has fitted it: a share of the army of the start position.
// Measured: 0.08 to 0.43 of it (results/expected-score).
static int logit_of_army(const struct tables *tables, const struct values *values) {
    enum { PART = 5 };
    struct position start;
    int army = 0;
    bool read = fen_parse(tables->variant.arrays[0].fen, tables, &start, NULL);
    for (Type type = 1; read && type < TYPES; type++)
        for (int square = 0; square < SQUARES; square++)
            army += (start.board[square] == piece_make(type, FIRST)) *
                    values->value[VALUE_BOARD + type];
    for (int type = 1; read && type < BASE_TYPES; type++)
        army += start.hand[FIRST][type] * values->value[VALUE_HAND + type];
    return army >= PART ? army / PART : 1;
}

static void set_params(struct engine *engine) {
    const int *value = engine->weights.values.value + VALUE_PARAM;
    for (int i = 0; i < PARAMS; i++)
        if (values_uses(engine->tables, VALUE_PARAM + i))
            engine->param[i] = values_flags(VALUE_PARAM + i) & PARAM_MARGIN
                                   ? engine->weights.unit * value[i] / 100 + 1
                                   : value[i];
    if (engine->param[PARAM_LOGIT] == 0)
        engine->param[PARAM_LOGIT] = logit_of_army(engine->tables, &engine->weights.values);
    fill_reductions(engine);
}

struct engine *engine_create_with(const struct tables *tables, const struct values *values,
                                  const struct beside_known *known, size_t hash_bytes) {
    assert(tables && values);
    struct engine *engine = create(tables);
    tt_init(&engine->tt, hash_bytes);
    bool otherwise = tables->bare_royal != BARE_ROYAL_OFF || tables->flag != FLAG_OFF;
    engine->royals_in_danger = otherwise ? ROYALS_MAX : 0;
    weights_build(&engine->weights, tables, values);
    const struct net *net = known ? known->of[BESIDE_NET] : NULL;
    engine->weights.net = net && net->unit ? net : NULL;
    set_params(engine);
    engine->prior = known ? known->of[BESIDE_MOVES] : NULL;
    return engine;
}

struct engine *engine_create(const struct tables *tables, const struct values *values,
                             size_t hash_bytes, struct error *error) {
    struct beside_known known;
    if (!beside_load(values, tables, &known, error))
        return NULL;
    struct engine *engine = engine_create_with(tables, values, &known, hash_bytes);
    engine->own_known = known;
    return engine;
}

struct engine *engine_create_helper(const struct engine *owner) {
    struct engine *engine = create(owner->tables);
    tt_borrow(&engine->tt, &owner->tt);
    engine->weights = owner->weights;
    engine->prior = owner->prior;
    engine->royals_in_danger = owner->royals_in_danger;
    set_params(engine);
    return engine;
}

void engine_destroy(struct engine *engine) {
    if (!engine)
        return;
    tt_destroy(&engine->tt);
    beside_free(&engine->own_known);
    free(engine->moves);
    free(engine->scores);
    free(engine->path);
    free(engine);
}

double engine_expected(const struct engine *engine, int score) {
    if (score_is_mate(score))
        return score > 0;
    return 1 / (1 + exp(-(double)score / engine->param[PARAM_LOGIT]));
}

void engine_new_game(struct engine *engine) {
    tt_clear(&engine->tt);
    memset(&engine->kings, 0, sizeof engine->kings);
    memset(engine->history, 0, sizeof engine->history);
    memset(engine->drop_history, 0, sizeof engine->drop_history);
    memset(engine->answers, 0, sizeof engine->answers);
    memset(&engine->corrections, 0, sizeof engine->corrections);
    memset(engine->stack, 0, sizeof engine->stack);
}

void engine_stop(struct engine *engine) {
    atomic_store(&engine->own.stop, true);
}

int engine_table_full(const struct engine *engine) {
    return tt_full(&engine->tt);
}

void engine_on_iteration(struct engine *engine,
                         void (*report)(void *context, const struct search_result *result),
                         void *context) {
    engine->report = report;
    engine->report_context = context;
}

// Keeps the position at `ply` among the keys that repetition looks at.
static inline void push_key(struct engine *engine, int ply) {
    uint64_t key = engine->position->key;
    engine->path[engine->past + ply].key = key;
    engine->seen[key % SEEN]++;
}

static inline void pop_key(struct engine *engine, int ply) {
    engine->seen[engine->path[engine->past + ply].key % SEEN]--;
}

static void count_node(struct engine *engine, int ply) {
    engine->nodes++;
    if (ply > engine->deepest)
        engine->deepest = ply;
    if (engine->limits.nodes && engine->nodes >= engine->limits.nodes)
        engine->stopped = true;
    else if (engine->nodes % CLOCK_NODES == 0 && engine_called_off(engine))
        engine->stopped = true;
}

// Goes on to a copy of the position at `ply`.
static inline struct position *copy_on(struct engine *engine, int ply) {
    const struct position *position = &engine->line[ply];
    assert(engine->position == position);
    engine->position = &engine->line[ply + 1];
    return memcpy(engine->position, position, engine->position_size);
}

// Makes a move and keeps up what follows from it, uncounted.
static inline void advance(struct engine *engine, int ply, Move move) {
    assert(ply >= 0 && ply < PLY_MAX && move != MOVE_NONE);
    const struct weights *weights = &engine->weights;
    const struct position *position = engine->position;
    struct undo undo;
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
            material += weights->to_hand[captured] - weights->piece_square[captured][to];
        Piece via = position_captured_via(position, move);
        if (via != PIECE_EMPTY)
            material += weights->to_hand[via] - weights->piece_square[via][move_via(move)];
    }
    engine->stack[ply].move = move;
    engine->stack[ply + 1].material = material;
    engine->stack[ply + 1].summed = false;
    engine->stack[ply + 1].evaluation = EVALUATION_UNKNOWN;
    engine->stack[ply + 1].since = engine->stack[ply].since;
    struct position *now = copy_on(engine, ply);
    position_make(now, move, &undo);
    tt_prefetch(&engine->tt, now->key);
    zone_attacks_move(position, move, now, &engine->stack[ply].attacks,
                      &engine->stack[ply + 1].attacks);
}

void engine_make(struct engine *engine, int ply, Move move) {
    advance(engine, ply, move);
    push_key(engine, ply + 1);
    count_node(engine, ply + 1);
}

void engine_make_null(struct engine *engine, int ply) {
    assert(ply >= 0 && ply < PLY_MAX && !engine_in_check(engine, ply));
    struct undo undo;
    engine->stack[ply].move = MOVE_NONE;
    engine->stack[ply + 1].material = engine->stack[ply].material;
    engine->stack[ply + 1].summed = false;
    engine->stack[ply + 1].attacks = engine->stack[ply].attacks;
    engine->stack[ply + 1].evaluation = EVALUATION_UNKNOWN;
    engine->stack[ply + 1].since = engine->past + ply + 1; // nobody repeats across a null move
    position_make_null(copy_on(engine, ply), &undo);
    push_key(engine, ply + 1);
    count_node(engine, ply + 1);
}

void engine_unmake(struct engine *engine, int ply) {
    assert(ply >= 0 && engine->position == &engine->line[ply + 1]);
    pop_key(engine, ply + 1);
    engine->position = &engine->line[ply];
}

// The network's sums at `ply`, from those of the ply before: many nodes never ask.
static const struct net_sums *sums_at(struct engine *engine, int ply) {
    struct ply_state *state = &engine->stack[ply];
    if (!state->summed) {
        const struct net_sums *before = sums_at(engine, ply - 1);
        Move move = engine->stack[ply - 1].move;
        if (move)
            net_move(engine->weights.net, &engine->nets, &engine->line[ply - 1], move,
                     &engine->line[ply], before, &state->net);
        else
            state->net = *before;
        state->summed = true;
    }
    return &state->net;
}

static int evaluate(struct engine *engine, int ply, bool *drop_may_mate) {
    const struct ply_state *state = &engine->stack[ply];
    const struct net *net = engine->weights.net;
    int beside = net ? net_score(net, engine->position, sums_at(engine, ply)) : 0;
    return eval(&engine->weights, engine->position, state->material + beside, &state->attacks,
                &engine->kings, drop_may_mate);
}

bool engine_mates(struct engine *engine, int ply) {
    assert(!engine_in_check(engine, ply));
    struct ply_state *state = &engine->stack[ply];
    bool may_mate;
    int evaluation = evaluate(engine, ply, &may_mate);
    Move drop = may_mate ? mate_by_drop(engine->position, &state->attacks) : MOVE_NONE;
    if (!drop) {
        state->evaluation = evaluation;
        return false;
    }
    engine->pv[ply][ply] = drop;
    engine->pv_length[ply] = ply + 1;
    return true;
}

int engine_static(struct engine *engine, int ply) {
    assert(ply >= 0);
    struct ply_state *state = &engine->stack[ply];
    bool may_mate;
    if (state->evaluation == EVALUATION_UNKNOWN)
        state->evaluation = evaluate(engine, ply, &may_mate);
    return state->evaluation;
}

int engine_static_after(struct engine *engine, Move move) {
    advance(engine, 0, move);
    int evaluation = engine_static(engine, 1);
    engine->position = &engine->line[0];
    return -evaluation;
}

// What the static evaluation lacks

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
    const struct position *position = engine->position;
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

// Ends of the game

// A legal move of the game, be it one that leaves a royal to be taken.
static bool has_game_move(struct engine *engine, int ply) {
    struct position *position = engine->position;
    Move *list = engine->moves + engine->list_top;
    position->careful = engine->tables->legality;
    const Move *end = movegen(position, MOVES_ALL, list);
    bool found = false;
    for (const Move *move = list; move < end && !found; move++) {
        engine_make(engine, ply, *move);
        found = !engine_repetition_forbidden(engine, ply + 1);
        engine_unmake(engine, ply);
    }
    position->careful = true;
    return found;
}

// Score of the game that is over at `ply`.
static int score_of(enum fate fate, int ply) {
    return fate == FATE_DRAWN ? SCORE_DRAW
           : fate == FATE_WON ? SCORE_MATE - ply
                              : -SCORE_MATE + ply;
}

static int score_of_result(const struct engine *engine, enum result result, int ply) {
    bool won = result == (engine->position->side == FIRST ? RESULT_FIRST : RESULT_SECOND);
    return score_of(result == RESULT_DRAW ? FATE_DRAWN : won ? FATE_WON : FATE_LOST, ply);
}

int engine_no_moves(struct engine *engine, int ply, bool in_check) {
    const struct tables *tables = engine->tables;
    if (position_royals_lost(engine->position, engine->position->side))
        return score_of(FATE_LOST, ply);
    Move last = ply > 0 ? engine->stack[ply - 1].move : MOVE_NONE;
    enum fate fate = (enum fate)tables->no_move[tables_no_move(tables, in_check, last)];
    if (!in_check && fate != FATE_LOST && has_game_move(engine, ply))
        fate = FATE_LOST;
    return score_of(fate, ply);
}

// A win by the next move, where the game is not over by repetition before it.
static bool flag_next(struct engine *engine, int ply, int *score) {
    const struct repetition *repetition = &engine->tables->repetition;
    *score = SCORE_MATE - ply - 1;
    return ply > 0 && // the root must give a move
           (repetition->forbids || engine_repeats(engine, ply) + 1 < repetition->occurrences) &&
           flag_at_hand(engine->position);
}

// Kept out of what most nodes ask.
static __attribute__((noinline)) bool bare_royal_decides(struct engine *engine, int ply,
                                                         int *score) {
    struct position *position = engine->position;
    // What a bare royal can take, it can take unsafely.
    position->careful = engine->tables->legality;
    struct outcome outcome = bare_royal_outcome(position);
    position->careful = true;
    if (outcome.result == RESULT_NONE || !has_game_move(engine, ply))
        return false;
    *score = score_of_result(engine, outcome.result, ply);
    return true;
}

bool engine_royals_decide(struct engine *engine, int ply, int *score) {
    const struct position *position = engine->position;
    if (position_royals_lost(position, position->side)) {
        *score = score_of(FATE_LOST, ply);
        return true;
    }
    if (engine->royals_in_danger == 0)
        return false;
    bool flags = engine->tables->flag != FLAG_OFF;
    enum result flag = flags ? flag_outcome(position).result : RESULT_NONE;
    if (flag != RESULT_NONE) {
        *score = score_of_result(engine, flag, ply);
        return true;
    }
    return (bare_royal_in_sight(position) && bare_royal_decides(engine, ply, score)) ||
           (flags && flag_next(engine, ply, score));
}

static int last_repeat(const struct engine *engine, int ply) {
    int at = engine->past + ply;
    for (int i = at - 2; i >= engine->stack[ply].since; i -= 2)
        if (engine->path[i].key == engine->path[at].key)
            return i;
    return -1;
}

int engine_repeats(const struct engine *engine, int ply) {
    assert(ply >= 0);
    int at = engine->past + ply;
    if (engine->seen[engine->path[at].key % SEEN] < 2)
        return 0;
    int repeats = 0;
    for (int i = at - 2; i >= engine->stack[ply].since; i -= 2)
        repeats += engine->path[i].key == engine->path[at].key;
    return repeats;
}

// Fills `attacks` for the line up to `ply`, which is played again from the root: a search repeats
// so seldom that no move need pay for it.
static void note_attacks(struct engine *engine, int ply) {
    struct position position = engine->line[0];
    for (int i = 0; i < ply; i++) {
        Move move = engine->stack[i].move;
        struct undo undo;
        if (move == MOVE_NONE)
            position_make_null(&position, &undo);
        else
            position_make(&position, move, &undo);
        engine->path[engine->past + i + 1].attack =
            move != MOVE_NONE && position_move_attacks(&position, move);
    }
}

int engine_repetition_score(struct engine *engine, int ply) {
    assert(last_repeat(engine, ply) >= 0);
    // Flags of the moves of one round. Whether the position itself is one of check is known from
    // where it stood before; whether the move that closes the round attacks is the move's own.
    enum pressing pressing = engine->tables->repetition.pressing;
    bool attacks = pressing == PRESSING_ATTACKS;
    if (attacks)
        note_attacks(engine, ply);
    int at = engine->past + ply;
    bool us = pressing != PRESSING_NONE, them = us; // pressed at each turn
    for (int i = us ? last_repeat(engine, ply) + attacks : at; i < at + attacks; i++) {
        bool pressed = attacks ? engine->path[i].attack : engine->path[i].check;
        if ((at - i) % 2 == 0)
            us &= pressed;
        else
            them &= pressed;
    }
    enum fate fate = tables_repetition_fate(engine->tables, engine->position->side, us, them);
    return score_of(fate, ply);
}

bool engine_repetition_decides(struct engine *engine, int ply, int *score) {
    int repeats = engine_repeats(engine, ply);
    if (!repeats)
        return false;
    *score = engine_repetition_score(engine, ply);
    return *score == SCORE_DRAW || last_repeat(engine, ply) >= engine->past ||
           repeats + 1 >= engine->tables->repetition.occurrences;
}

bool engine_repetition_forbidden(const struct engine *engine, int ply) {
    const struct repetition *repetition = &engine->tables->repetition;
    return repetition->forbids && engine_repeats(engine, ply) + 1 >= repetition->occurrences;
}

void engine_set_root(struct engine *engine, const struct position *position,
                     const struct history *history) {
    assert(position->tables == engine->tables);
    assert(!history ||
           (history->count > 0 && history->visits[history->count - 1].key == position->key));
    int past = history && history->count ? history->count - 1 : 0;
    int room = past + PLY_MAX + 8;
    if (room > engine->path_room) {
        engine->path_room = room * 2;
        engine->path = mem_realloc(engine->path, (size_t)engine->path_room * sizeof *engine->path);
    }
    engine->position = &engine->line[0];
    *engine->position = *position;
    // Where a royal may be left in check it is lost at once: a search need not look at that.
    engine->position->careful = true;
    engine->past = past;
    memset(engine->seen, 0, sizeof engine->seen);
    for (int i = 0; i < past; i++) {
        engine->path[i] = history->visits[i];
        engine->seen[engine->path[i].key % SEEN]++;
    }
    push_key(engine, 0);
    engine->path[past].attack = history && history->count && history->visits[past].attack;
    engine->stack[0].material = eval_material(&engine->weights, position);
    if (engine->weights.net)
        net_sum_up(engine->weights.net, position, &engine->stack[0].net);
    engine->stack[0].summed = true;
    zone_attacks_count(position, &engine->stack[0].attacks);
    engine->stack[0].evaluation = EVALUATION_UNKNOWN;
    engine->stack[0].since = 0;
    engine->list_top = 0;
    engine->nodes = 0;
    engine->stopped = false;
}

int engine_evaluate(struct engine *engine, const struct position *position) {
    assert(position->tables == engine->tables);
    return eval_position(&engine->weights, position);
}

int engine_quiesce(struct engine *engine, const struct position *position) {
    engine->limits = (struct limits){0};
    engine->control = &engine->own;
    control_init(engine->control, false);
    engine_set_root(engine, position, NULL);
    engine->table_off = true;
    int score = quiescence(engine, -SCORE_INFINITE, SCORE_INFINITE, 0, 0);
    engine->table_off = false;
    return score;
}
