// SPDX-License-Identifier: GPL-3.0-or-later
#include "order.h"

#include <assert.h>
#include <limits.h>

static int16_t *history_of(struct engine *engine, Move move) {
    const struct position *position = engine->position;
    if (move_is_drop(move))
        return &engine->drop_history[position->side][move_dropped(move)][move_to(move)];
    return &engine->history[position->board[move_from(move)]][move_to(move)];
}

int order_history(const struct engine *engine, Move move) {
    assert(move != MOVE_NONE);
    return *history_of((struct engine *)engine, move);
}

// Moves the entry towards +-HISTORY_LIMIT by a share of the way, so that it never overflows.
static void reward(int16_t *entry, int by) {
    int size = by < 0 ? -by : by;
    *entry = (int16_t)(*entry + by - *entry * size / HISTORY_LIMIT);
}

// Where the move before the one at `ply` went to, so many plies before; SQUARE_NONE where the
// search does not know.
static Square target_before(const struct engine *engine, int ply, int plies) {
    Move move = ply >= plies ? engine->stack[ply - plies].move : MOVE_NONE;
    return move ? move_to(move) : SQUARE_NONE;
}

// What answered the move before the one at `ply` last; NULL where the search does not know that.
static Move *answer_of(struct engine *engine, int ply) {
    Square to = target_before(engine, ply, 1);
    return to == SQUARE_NONE ? NULL : &engine->answers[engine->position->board[to]][to];
}

void order_update(struct engine *engine, int ply, Move best, const Move *tried, int tried_count,
                  int depth) {
    assert(best != MOVE_NONE && tried_count >= 0 && ply >= 0);
    struct ply_state *state = &engine->stack[ply];
    int bonus = 16 * depth * depth + 32 * depth;
    if (bonus > HISTORY_LIMIT / 8)
        bonus = HISTORY_LIMIT / 8;
    if (state->killers[0] != best) {
        state->killers[1] = state->killers[0];
        state->killers[0] = best;
    }
    Move *answer = answer_of(engine, ply);
    if (answer)
        *answer = best;
    reward(history_of(engine, best), bonus);
    for (int i = 0; i < tried_count; i++)
        if (tried[i] != best)
            reward(history_of(engine, tried[i]), -bonus);
}

// Most valuable victim, then cheapest attacker; promotions by what they gain.
static int capture_score(const struct engine *engine, Move move) {
    const struct weights *weights = &engine->weights;
    const struct position *position = engine->position;
    Piece mover = position->board[move_from(move)];
    int won = weights->exchange[position_captured(position, move)] +
              weights->exchange[position_captured_via(position, move)];
    int score = 16 * won - weights->exchange[mover];
    return move_is_promotion(move) ? score + 16 * weights->promotion[mover] : score;
}

// Ordering bonuses, in units of history.
enum { CHECK_BONUS = HISTORY_LIMIT / 2 };

// Moves with equal scores go by target and origin as the mover sees them: squares turned for
// SECOND. Without this the board's own order would decide, and late moves, which are pruned, would
// be the advancing ones of one side and the retreating ones of the other.
static inline int64_t ranked(Move move, Move turn, int score) {
    Move seen = (move ^ turn) << (MOVE_BITS - 3 * SQUARE_BITS); // what is no square is gone
    Move rank = seen << SQUARE_BITS | seen >> (MOVE_BITS - SQUARE_BITS);
    return (int64_t)score * ((int64_t)1 << MOVE_BITS) + rank;
}

// What turns the squares of a move: of a drop not the field of its origin, as another base type is
// no other square.
static inline Move turn_of(enum side side, bool drop) {
    const Move squares = SQUARES * SQUARES * SQUARES - 1, from = SQUARES - 1;
    return side == FIRST ? 0 : drop ? squares - from : squares;
}

int64_t order_rank(const struct engine *engine, Move move, int score) {
    return ranked(move, turn_of(engine->position->side, move_is_drop(move)), score);
}

static void score_all(struct picker *picker, int (*score)(const struct engine *, Move)) {
    const struct engine *engine = picker->engine;
    for (int i = picker->next; i < picker->end; i++) {
        Move move = engine->moves[i];
        engine->scores[i] = order_rank(engine, move, score(engine, move));
    }
}

// A drop is worth a look near the enemy King, and as a shield near the own one: by King steps
// between the two; 0 where a side has no only royal.
static const int16_t attack_bonus[GRID] = {0, 1200, 600};
static const int16_t shield_bonus[GRID] = {0, 400, 200};
static const int16_t no_bonus[GRID] = {0};

// What quiet moves of one piece, or drops of one kind, have in common: they stand one after the
// other in a list.
struct mover {
    Piece piece;
    Move turn;                                 // of its moves
    const int16_t *history;                    // by target
    const uint32_t *attacks;                   // its king_zone_attacks, less the King
    const int8_t (*likely)[KING_ZONE_OFFSETS]; // PriorScores of where it goes
    int leaves;                                // how likely it leaves its square
};

static void mover_begin(const struct engine *engine, const struct direct_checks *direct,
                        const struct prior_view *view, Move move, struct mover *mover) {
    const struct position *position = engine->position;
    const struct move_prior *prior = engine->prior;
    mover->leaves = 0;
    mover->turn = turn_of(position->side, move_is_drop(move));
    if (move_is_drop(move)) {
        Type base = move_dropped(move);
        mover->piece = piece_make(base, position->side);
        mover->history = engine->drop_history[position->side][base];
        if (view)
            mover->likely = prior->to[PRIOR_DROPS + base];
    } else {
        Piece piece = mover->piece = position->board[move_from(move)];
        mover->history = engine->history[piece];
        if (view) {
            mover->likely = prior->to[piece_type(piece)];
            mover->leaves = prior_of_square(view, prior->from[piece_type(piece)], move_from(move));
        }
    }
    mover->attacks =
        position->tables->king_zone_attacks[mover->piece] + king_zone_offset(0, direct->king);
}

// Does it check from there, not promoted, the King that `direct` tells?
static inline bool mover_checks(const struct position *position, const struct direct_checks *direct,
                                const struct mover *mover, Square to) {
    return (mover->attacks[-king_zone_index(to)] & KING_ZONE_CENTRE) &&
           direct_checks_by(position, direct, mover->piece, to);
}

// How likely a quiet move is; `checks`: it gives check directly.
static int likely_one(const struct engine *engine, const struct prior_view *view, Move move,
                      bool checks) {
    int class = prior_class(engine->position, move, checks);
    int likely = prior_of_square(view, engine->prior->to[class], move_to(move));
    return move_is_drop(move)
               ? likely
               : likely + prior_of_square(view, engine->prior->from[class], move_from(move));
}

static void score_quiets(struct picker *picker, const struct direct_checks *direct) {
    struct engine *engine = picker->engine;
    const struct position *position = engine->position;
    int scale = engine->prior ? engine->param[PARAM_PRIOR] : 0;
    struct prior_view last;
    const struct prior_view *view = NULL;
    if (scale) {
        last = prior_view(position, target_before(engine, picker->ply, 1),
                          target_before(engine, picker->ply, 2));
        view = &last;
    }
    const uint8_t *steps = position->tables->king_zone_distance;
    enum side us = position->side;
    const int16_t *attack = position->royal_count[!us] == 1 ? attack_bonus : no_bonus;
    const int16_t *shield = position->royal_count[us] == 1 ? shield_bonus : no_bonus;
    // king_zone_offset from the corner; the square is taken off it.
    const uint8_t *to_enemy = steps + king_zone_offset(0, direct->king);
    const uint8_t *to_own = steps + king_zone_offset(0, position->royals[us][0]);
    const Move same = MOVE_DROP | (SQUARES - 1);
    // king_zone_index of a square as the mover sees it, of that of the square.
    const int first = us == FIRST ? 0 : king_zone_index(SQUARES - 1), sign = us == FIRST ? 1 : -1;
    const Move *moves = engine->moves;
    int64_t *scores = engine->scores;
    const bool aims = direct->king != SQUARE_NONE;
    const Move *known = answer_of(engine, picker->ply);
    const Move answer = known ? *known : MOVE_NONE;
    struct mover mover = {0};
    Move before = ~(Move)0; // of another piece
    for (int i = picker->next, end = picker->end; i < end; i++) {
        Move move = moves[i];
        if ((move ^ before) & same)
            mover_begin(engine, direct, view, move, &mover);
        before = move;
        Square to = move_to(move);
        int index = king_zone_index(to), score = mover.history[to];
        bool special = false; // its likelihood is of its own class
        if (!(move & (MOVE_DROP | MOVE_PROMOTE))) {
            if (aims && mover_checks(position, direct, &mover, to))
                score += CHECK_BONUS;
        } else if (move_is_drop(move)) {
            score += attack[to_enemy[-index]] + shield[to_own[-index]];
            special = aims && mover_checks(position, direct, &mover, to);
            score += special ? CHECK_BONUS : 0;
        } else {
            special = true;
            score += HISTORY_LIMIT + 16 * engine->weights.promotion[mover.piece];
            if (direct_checks_by(position, direct, mover.piece | TYPE_PROMOTED, to))
                score += CHECK_BONUS;
        }
        if (view) {
            int likely =
                special ? likely_one(engine, view, move, true)
                        : mover.leaves + prior_of_index(view, mover.likely, first + sign * index);
            score += likely * scale / PRIOR_LOGIT;
        }
        if (move == answer)
            score += engine->param[PARAM_ANSWER];
        scores[i] = ranked(move, mover.turn, score);
    }
}

static void generate(struct picker *picker, int kinds, int from) {
    struct engine *engine = picker->engine;
    Move *list = engine->moves + from;
    Move *end = picker->target
                    ? movegen_captures_on(engine->position, picker->checks, picker->target, list)
                    : movegen_with_checks(engine->position, picker->checks, kinds, list);
    picker->next = from;
    picker->end = from + (int)(end - list);
    engine->list_top = picker->end;
}

// Brings the best of the rest to the front and returns it.
static Move select_best(struct picker *picker) {
    Move *moves = picker->engine->moves;
    int64_t *scores = picker->engine->scores;
    int best = picker->next;
    for (int i = picker->next + 1; i < picker->end; i++)
        if (scores[i] > scores[best])
            best = i;
    Move move = moves[best];
    moves[best] = moves[picker->next];
    scores[best] = scores[picker->next];
    picker->next++;
    return move;
}

// In a heap of moves, the best one on top, sinks the one at `at` to where it belongs.
static void sink(Move *moves, int64_t *scores, int at, int count) {
    Move move = moves[at];
    int64_t score = scores[at];
    for (int child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && scores[child + 1] > scores[child];
        if (scores[child] < score)
            break;
        moves[at] = moves[child];
        scores[at] = scores[child];
        at = child;
    }
    moves[at] = move;
    scores[at] = score;
}

// The same as select_best, for long lists: the first is looked for, as many lists are left after
// it; then the rest becomes a heap. Measured: to look for more of them takes longer.
static Move select_of_many(struct picker *picker) {
    if (!picker->selected) {
        picker->selected = true;
        return select_best(picker);
    }
    Move *moves = picker->engine->moves + picker->next;
    int64_t *scores = picker->engine->scores + picker->next;
    int count = picker->end - picker->next;
    if (!picker->heap)
        for (int root = count / 2 - 1; root >= 0; root--)
            sink(moves, scores, root, count);
    picker->heap = true;
    Move move = moves[0];
    moves[0] = moves[count - 1];
    scores[0] = scores[count - 1];
    picker->end--;
    sink(moves, scores, 0, count - 1);
    return move;
}

static bool is_killer(const struct picker *picker, Move move) {
    return move == picker->killers[0] || move == picker->killers[1];
}

void picker_init(struct picker *picker, struct engine *engine, const struct checks *checks, int ply,
                 Move table_move, bool captures_only) {
    assert(ply >= 0 && ply < PLY_MAX);
    *picker = (struct picker){.engine = engine,
                              .ply = ply,
                              .checks = checks,
                              .captures_only = captures_only && !checks->checkers,
                              .least = INT_MIN,
                              .table_move = table_move,
                              .base = engine->list_top};
    picker->bad_from = picker->bad_end = picker->base;
    picker->stage = STAGE_TABLE;
    for (int i = 0; i < KILLERS; i++)
        picker->killers[i] = captures_only ? MOVE_NONE : engine->stack[ply].killers[i];
}

void picker_limit(struct picker *picker, Square target, int least) {
    assert(picker->captures_only && picker->checks->checkers == 0);
    picker->target = target;
    picker->least = least;
}

void picker_done(struct picker *picker) {
    assert(picker->base >= 0 && picker->base <= picker->engine->list_top);
    picker->engine->list_top = picker->base;
}

void picker_skip_quiets(struct picker *picker) {
    if (picker->stage == STAGE_NEXT_QUIET || picker->stage == STAGE_QUIETS ||
        picker->stage == STAGE_KILLERS)
        picker->stage = STAGE_BAD_CAPTURES;
    picker->captures_only = true;
}

static const struct direct_checks *checks_of(struct picker *picker) {
    if (!picker->checks_found)
        direct_checks_find(picker->engine->position, &picker->direct);
    picker->checks_found = true;
    return &picker->direct;
}

// Does the quiet move, not as a promotion, give check directly?
static bool checks_directly(const struct position *position, const struct direct_checks *direct,
                            Move move) {
    Piece mover = move_is_drop(move) ? piece_make(move_dropped(move), position->side)
                                     : position->board[move_from(move)];
    return direct_checks_by(position, direct, mover, move_to(move));
}

bool picker_is_check(struct picker *picker, Move move) {
    assert(!position_is_capture(picker->engine->position, move));
    return checks_directly(picker->engine->position, checks_of(picker), move);
}

int order_likelihood(const struct engine *engine, Move move) {
    const struct position *position = engine->position;
    if (!engine->prior || position_is_capture(position, move))
        return 0;
    struct direct_checks direct;
    direct_checks_find(position, &direct);
    struct prior_view view = prior_view(position, SQUARE_NONE, SQUARE_NONE);
    return likely_one(engine, &view, move, checks_directly(position, &direct, move));
}

// Of the quiet moves that are left only checks and promotions stay.
static void keep_checks(struct picker *picker) {
    struct engine *engine = picker->engine;
    int kept = picker->next;
    for (int i = picker->next; i < picker->end; i++)
        if (move_is_promotion(engine->moves[i]) || picker_is_check(picker, engine->moves[i])) {
            engine->moves[kept] = engine->moves[i];
            engine->scores[kept++] = engine->scores[i];
        }
    picker->end = kept;
    picker->heap = false;
}

void picker_only_checks(struct picker *picker) {
    if (!picker->checks_only && picker->stage == STAGE_NEXT_QUIET)
        keep_checks(picker);
    picker->checks_only = true;
}

// False for a capture that picker_limit leaves out. To take a royal may be to win.
static bool is_wanted(const struct picker *picker, Move move) {
    const struct position *position = picker->engine->position;
    const struct weights *weights = &picker->engine->weights;
    Piece captured = position_captured(position, move), via = position_captured_via(position, move);
    int gain = weights->exchange[captured] + weights->exchange[via];
    if (move_is_promotion(move))
        gain += weights->promotion[position->board[move_from(move)]];
    return (!picker->target || move_to(move) == picker->target) &&
           (gain > picker->least || weights->tables->royal[captured] ||
            weights->tables->royal[via]);
}

// The table may hold anything.
static bool may_try_table_move(const struct picker *picker) {
    struct position *position = picker->engine->position;
    Move move = picker->table_move;
    if (!move || (picker->captures_only &&
                  !(position_is_capture(position, move) && is_wanted(picker, move))))
        return false;
    return movegen_is_legal_with_checks(position, picker->checks, move);
}

static Move next_good_capture(struct picker *picker) {
    struct engine *engine = picker->engine;
    while (picker->next < picker->end) {
        Move move = select_best(picker);
        if (move == picker->table_move || !is_wanted(picker, move))
            continue;
        if (see_reaches(&engine->weights, engine->position, move, 0))
            return move;
        engine->moves[picker->bad_end++] = move; // slots before `next` are free
    }
    return MOVE_NONE;
}

static Move next_killer(struct picker *picker) {
    struct engine *engine = picker->engine;
    while (picker->next_killer < KILLERS) {
        Move move = picker->killers[picker->next_killer++];
        if (move && move != picker->table_move && !position_is_capture(engine->position, move) &&
            movegen_is_legal_with_checks(engine->position, picker->checks, move))
            return move;
        picker->killers[picker->next_killer - 1] = MOVE_NONE; // comes in its own stage
    }
    return MOVE_NONE;
}

static Move next_quiet(struct picker *picker) {
    while (picker->next < picker->end) {
        Move move = select_of_many(picker);
        if (move != picker->table_move && !is_killer(picker, move))
            return move;
    }
    return MOVE_NONE;
}

static int evasion_score(const struct engine *engine, Move move) {
    if (position_is_capture(engine->position, move))
        return capture_score(engine, move) + (1 << 24);
    return move_is_drop(move) ? order_history(engine, move) - HISTORY_LIMIT
                              : order_history(engine, move);
}

Move picker_next(struct picker *picker) {
    struct engine *engine = picker->engine;
    Move move;
    switch (picker->stage) {
    case STAGE_TABLE:
        picker->stage = picker->checks->checkers ? STAGE_EVASIONS : STAGE_CAPTURES;
        if (may_try_table_move(picker))
            return picker->table_move;
        if (picker->checks->checkers)
            return picker_next(picker);
        // fall through
    case STAGE_CAPTURES:
        generate(picker, MOVES_CAPTURES, picker->base);
        score_all(picker, capture_score);
        picker->stage = STAGE_GOOD_CAPTURES;
        // fall through
    case STAGE_GOOD_CAPTURES:
        if ((move = next_good_capture(picker)))
            return move;
        picker->stage = picker->captures_only ? STAGE_BAD_CAPTURES : STAGE_KILLERS;
        if (picker->captures_only)
            return picker_next(picker);
        // fall through
    case STAGE_KILLERS:
        if ((move = next_killer(picker)))
            return move;
        // fall through
    case STAGE_QUIETS:
        generate(picker, MOVES_QUIETS | (picker->checks_only ? MOVES_CHECKING_DROPS : MOVES_DROPS),
                 picker->bad_end);
        if (picker->checks_only)
            keep_checks(picker);
        score_quiets(picker, checks_of(picker));
        picker->stage = STAGE_NEXT_QUIET;
        // fall through
    case STAGE_NEXT_QUIET:
        if ((move = next_quiet(picker)))
            return move;
        picker->stage = STAGE_BAD_CAPTURES;
        // fall through
    case STAGE_BAD_CAPTURES:
        if (picker->bad_from < picker->bad_end) {
            return engine->moves[picker->bad_from++];
        }
        picker->stage = STAGE_DONE;
        return MOVE_NONE;
    case STAGE_EVASIONS:
        generate(picker, MOVES_ALL, picker->base);
        score_all(picker, evasion_score);
        picker->stage = STAGE_NEXT_EVASION;
        picker->killers[0] = picker->killers[1] = MOVE_NONE;
        // fall through
    case STAGE_NEXT_EVASION:
        if ((move = next_quiet(picker)))
            return move;
        picker->stage = STAGE_DONE;
        return MOVE_NONE;
    case STAGE_DONE:
        break;
    }
    return MOVE_NONE;
}
