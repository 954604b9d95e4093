// SPDX-License-Identifier: GPL-3.0-or-later
// A parameter is changed: evaluation, exchanges, promotions, the order of captures and searches
// must notice, each by the amount that the values say.
#include "attacks.h"
#include "eval.h"
#include "notation.h"
#include "order.h"
#include "selftest_internal.h"

enum {
    PIECE_CHANGE = 137, // centi-values: no multiple of anything
    GAMES = 24,         // positions of games for the evaluation, and as many scattered ones
    MADE = 6,           // moves made and unmade in each of these
    EXCHANGES = 4,      // captures that must agree exactly
    CHOICES = 4,        // positions with a choice of captures
    TRIES = 600,        // positions drawn before giving up
    SEARCHES = 60,
    DEPTH_PIECE = 3,
    DEPTH_TERM = 4
};

// The piece that a parameter speaks of: 0 for terms.
static Type type_of(int parameter) {
    if (parameter >= VALUE_TERM)
        return 0;
    return (Type)(parameter < VALUE_HAND ? parameter - VALUE_BOARD : parameter - VALUE_HAND);
}

// Does what this piece is worth in an exchange depend on the parameter?
static bool concerns(int parameter, Piece piece) {
    if (piece == PIECE_EMPTY || parameter >= VALUE_TERM)
        return false;
    Type type = type_of(parameter);
    return parameter < VALUE_HAND ? piece_type(piece) == type : piece_base(piece) == type;
}

// The kind of positions in which the parameter is met.
static struct scatter scatter_of(const struct proving *proving) {
    return (struct scatter){.wanted = type_of(proving->at.parameter),
                            .pieces = proving->tables->files + proving->tables->ranks / 2,
                            .in_hand = 3};
}

// Puts the position on the engine's board, with its keys and material in place.
static void put_on_board(struct engine *engine, const struct position *position) {
    struct search_result result;
    engine_search(engine, position, NULL, (struct limits){.nodes = 1}, &result);
}

static struct values changed_values(const struct proving *proving) {
    int i = proving->at.parameter, low, high;
    struct values values = proving->values;
    values_range(i, &low, &high);
    if (i < VALUE_TERM)
        values.value[i] += values.value[i] + PIECE_CHANGE <= high ? PIECE_CHANGE : -PIECE_CHANGE;
    else
        values.value[i] += (high - values.value[i]) / 2;
    return values;
}

// Evaluation

// Makes moves at random as a search does: material and evaluation must be what a fresh count says.
// False when they are not.
static bool kept_up(struct engine *engine, const struct position *position, struct random *random,
                    int *made) {
    Move list[MOVES_MAX];
    int plies = 0;
    bool right = true;
    put_on_board(engine, position);
    for (; plies < MADE && right; plies++) {
        int kinds = 1 << random_below(random, 3);
        Move *end = movegen(engine->position, kinds, list);
        if (end == list && (end = movegen(engine->position, MOVES_ALL, list)) == list)
            break;
        engine_make(engine, plies, list[random_below(random, (uint32_t)(end - list))]);
        right = engine->stack[plies + 1].material ==
                    eval_material(&engine->weights, engine->position) &&
                engine_static(engine, plies + 1) == engine_evaluate(engine, engine->position);
    }
    *made += plies;
    while (plies-- > 0)
        engine_unmake(engine, plies);
    return right;
}

// Terms that no piece of the game counts for.
static bool never_counted(const struct tables *tables, int parameter) {
    int term = parameter - VALUE_TERM;
    bool step = term == TERM_ADVANCE_STEP || term == TERM_CENTRE_STEP;
    bool slide = term == TERM_ADVANCE_SLIDE || term == TERM_CENTRE_SLIDE;
    if (!step && !slide && term != TERM_ADVANCE_PAWN)
        return false;
    enum gait gait = step ? GAIT_STEP : slide ? GAIT_SLIDE : GAIT_PAWN;
    for (int type = 1; type < TYPES; type++)
        if (values_uses(tables, VALUE_BOARD + type) &&
            tables->gait[piece_make((Type)type, FIRST)] == gait)
            return false;
    return true;
}

static bool evaluation_position(const struct proving *proving, int number, struct random *random,
                                struct position *position) {
    const struct scatter scatter = scatter_of(proving);
    return number < GAMES ? random_game_position(proving->tables, random, 8 + 6 * number, position)
                          : proving_draw(proving->tables, &scatter, random, position);
}

static void prove_evaluation(struct proving *proving) {
    const struct weights *before = &proving->engine->weights, *after = &proving->other->weights;
    int i = proving->at.parameter, delta = after->values.value[i] - before->values.value[i];
    int seen = 0, made = 0, count = 0;
    struct random random = proving_random(proving, 0);
    struct position position;
    for (int number = 0; number < 2 * GAMES; number++) {
        if (!evaluation_position(proving, number, &random, &position))
            continue;
        struct trace trace;
        trace_position(proving->tables, &position, &trace);
        int expected = trace.feature[i] * delta * (position.side == FIRST ? 1 : -1);
        int difference = eval_position(after, &position) - eval_position(before, &position);
        if (difference != expected) {
            prove(proving, PROOF_EVALUATION, VERDICT_FAILED, &position,
                  "%d x %+d should change it by %d, it changed by %d", trace.feature[i], delta,
                  expected, difference);
            return;
        }
        seen += expected != 0;
        count++;
        if (!kept_up(proving->other, &position, &random, &made)) {
            prove(proving, PROOF_EVALUATION, VERDICT_FAILED, &position,
                  "what is kept up move by move differs from a fresh count");
            return;
        }
    }
    if (seen)
        prove(proving, PROOF_EVALUATION, VERDICT_PASSED, NULL,
              "%+d a unit in %d positions, none in %d, kept up over %d moves", delta, seen,
              count - seen, made);
    else
        prove(proving, PROOF_EVALUATION, VERDICT_FAILED, NULL, "not met in %d positions", count);
}

// Exchanges and promotions

// Can the other side take on the square once the move is made? And the mover's side, after that?
static void who_takes(struct position *position, Move move, bool *they, bool *we) {
    struct undo undo;
    position_make(position, move, &undo);
    *they = attacks_on(position, move_to(move), position->side);
    *we = attacks_on(position, move_to(move), !position->side);
    position_unmake(position, move, &undo);
}

struct exchange_count {
    int exact; // moves that nobody answers: exactly the change
    bool lost; // such a piece takes, is taken back, and its value is what it costs
};

// Asks captures, or promotions that capture nothing. False when one disagrees; the check is then
// noted.
static bool exchanges_in(struct proving *proving, enum proof proof, struct position *position,
                         struct exchange_count *count) {
    const struct weights *before = &proving->engine->weights, *after = &proving->other->weights;
    int i = proving->at.parameter, delta = after->values.value[i] - before->values.value[i];
    bool promotes = proof == PROOF_PROMOTION;
    Move list[MOVES_MAX];
    const Move *end = movegen(position, promotes ? MOVES_QUIETS : MOVES_CAPTURES, list);
    for (const Move *move = list; move < end; move++) {
        Piece mover = position->board[move_from(*move)];
        bool at_stake = concerns(i, mover), they, we;
        int gained = promotes ? concerns(i, mover | TYPE_PROMOTED) - at_stake
                              : concerns(i, position_captured(position, *move)) +
                                    concerns(i, position_captured_via(position, *move));
        if (move_is_promotion(*move) != promotes || (!gained && (promotes || !at_stake)))
            continue;
        who_takes(position, *move, &they, &we);
        int first = see(before, position, *move), second = see(after, position, *move);
        if (gained && !they) {
            if (second - first != gained * delta) {
                char text[MOVE_TEXT];
                prove(proving, proof, VERDICT_FAILED, position,
                      "%s, which nobody answers: %d should change by %d, became %d",
                      move_print(*move, text), first, gained * delta, second);
                return false;
            }
            count->exact++;
        }
        // Who protects may uncover somebody else: one case that shows it is enough.
        if (!gained && they && !we && second - first == -delta)
            count->lost = true;
    }
    return true;
}

static bool captures_at_all(const struct tables *tables, Type type) {
    Piece piece = piece_make(type, FIRST);
    uint32_t any = (uint32_t)tables->capture_leaps[piece] | tables->lame_capture_leaps[piece];
    for (int d = 0; d < DIRECTIONS; d++)
        any |= tables->capture_range[piece][d];
    return any != 0;
}

static bool may_ever_promote(const struct tables *tables, Type base) {
    for (enum side side = FIRST; side < SIDES; side++)
        for (int from = 0; from < SQUARES; from++)
            for (int to = 0; to < SQUARES; to++)
                if (tables->on_board[from] && tables->on_board[to] &&
                    tables_may_promote(tables, piece_make(base, side), (Square)from, (Square)to,
                                       false))
                    return true;
    return false;
}

// PROOF_EXCHANGE or PROOF_PROMOTION.
static void prove_exchange(struct proving *proving, enum proof proof) {
    bool promotes = proof == PROOF_PROMOTION;
    struct random random = proving_random(proving, promotes ? 2 : 1);
    struct scatter scatter = scatter_of(proving);
    if (promotes)
        scatter.wanted &= BASE_TYPES - 1;
    if (promotes && !may_ever_promote(proving->tables, scatter.wanted)) {
        prove(proving, proof, VERDICT_IMPOSSIBLE, NULL,
              "no effect possible: the rules let it promote nowhere");
        return;
    }
    struct exchange_count count = {0};
    bool takes = !promotes && captures_at_all(proving->tables, scatter.wanted);
    struct position position;
    int tries = 0;
    for (; tries < TRIES && (count.exact < EXCHANGES || (takes && !count.lost)); tries++)
        if (proving_draw(proving->tables, &scatter, &random, &position) &&
            !exchanges_in(proving, proof, &position, &count))
            return;
    int i = proving->at.parameter;
    int delta = proving->other->weights.values.value[i] - proving->values.value[i];
    if (count.exact == 0)
        prove(proving, proof, VERDICT_FAILED, NULL, "no %s of it changed in %d positions",
              promotes ? "promotion" : "capture", tries);
    else if (takes && !count.lost)
        prove(proving, proof, VERDICT_FAILED, NULL,
              "its loss in an exchange changed nothing in %d positions", tries);
    else if (promotes)
        prove(proving, proof, VERDICT_PASSED, NULL, "%+d in %d promotions",
              type_of(i) & TYPE_PROMOTED ? delta : -delta, count.exact);
    else
        prove(proving, proof, VERDICT_PASSED, NULL, "taking it %+d in %d captures, losing it %+d",
              delta, count.exact, -delta);
}

// Order: what is dearest must be taken first, and what is cheapest must wait

static Move first_tried(struct engine *engine, const struct position *position) {
    struct checks checks;
    struct picker picker;
    put_on_board(engine, position);
    movegen_checks(engine->position, &checks);
    picker_init(&picker, engine, &checks, 0, MOVE_NONE, false);
    Move move = picker_next(&picker);
    picker_done(&picker);
    return move;
}

static bool takes_such(const struct proving *proving, const struct position *position, Move move) {
    return concerns(proving->at.parameter, position_captured(position, move)) ||
           concerns(proving->at.parameter, position_captured_via(position, move));
}

// How many captures of such pieces, or of others, lose nothing under the values of `engine`.
static int good_captures(const struct proving *proving, struct position *position, bool such) {
    Move list[MOVES_MAX], *end = movegen(position, MOVES_CAPTURES, list);
    int count = 0;
    for (const Move *move = list; move < end; move++)
        count += takes_such(proving, position, *move) == such &&
                 see(&proving->other->weights, position, *move) >= 0;
    return count;
}

// A capture that promotes such a piece would weigh more than any victim.
static bool promotes_such(const struct proving *proving, struct position *position) {
    Move list[MOVES_MAX], *end = movegen(position, MOVES_CAPTURES, list);
    Type base = type_of(proving->at.parameter) & (BASE_TYPES - 1);
    for (const Move *move = list; move < end; move++)
        if (move_is_promotion(*move) && piece_base(position->board[move_from(*move)]) == base)
            return true;
    return false;
}

static void prove_order(struct proving *proving) {
    int i = proving->at.parameter, low, high, count = 0;
    values_range(i, &low, &high);
    struct values cheapest = proving->values, dearest = proving->values;
    cheapest.value[i] = low;
    dearest.value[i] = high;
    struct random random = proving_random(proving, 3);
    const struct scatter scatter = scatter_of(proving);
    struct position position;
    char text[2][MOVE_TEXT];
    for (int tries = 0; tries < TRIES && count < CHOICES; tries++) {
        if (!proving_draw(proving->tables, &scatter, &random, &position) ||
            position_in_check(&position) || promotes_such(proving, &position))
            continue;
        // Under either value there must be a capture of the right kind that loses nothing.
        proving_set_values(proving->other, &cheapest);
        if (!good_captures(proving, &position, false))
            continue;
        Move last = first_tried(proving->other, &position);
        proving_set_values(proving->other, &dearest);
        if (!good_captures(proving, &position, true))
            continue;
        Move first = first_tried(proving->other, &position);
        bool right = takes_such(proving, &position, first) &&
                     position_is_capture(&position, last) && !takes_such(proving, &position, last);
        move_print(first, text[0]);
        move_print(last, text[1]);
        if (!right) {
            prove(proving, PROOF_ORDER, VERDICT_FAILED, &position,
                  "%s is tried first when it is dearest, %s when it is cheapest", text[0], text[1]);
            return;
        }
        count++;
    }
    if (count)
        prove(proving, PROOF_ORDER, VERDICT_PASSED, &position,
              "%s first when dearest, %s when cheapest (%d positions)", text[0], text[1], count);
    else
        prove(proving, PROOF_ORDER, VERDICT_FAILED, NULL,
              "no position of %d with a choice of captures", TRIES);
}

// Searches

static void prove_search(struct proving *proving) {
    struct random random = proving_random(proving, 4);
    const struct scatter scatter = scatter_of(proving);
    // It shifts all scores alike, but for draws.
    bool constant = proving->at.parameter == VALUE_TERM + TERM_FIRST_MOVER;
    struct position position;
    for (int number = 0; number < SEARCHES; number++) {
        if (!proving_draw(proving->tables, &scatter, &random, &position))
            continue;
        int depth = proving->at.parameter >= VALUE_TERM ? DEPTH_TERM : DEPTH_PIECE;
        struct search_result before = proving_search(proving->engine, &position, NULL, depth);
        struct search_result after = proving_search(proving->other, &position, NULL, depth);
        if (constant ? results_differ(&before, &after) : before.nodes != after.nodes) {
            prove_searches(proving, &position, &before, &after);
            return;
        }
    }
    prove_searches(proving, NULL, NULL, NULL);
}

void prove_value(struct proving *proving) {
    int i = proving->at.parameter;
    if (never_counted(proving->tables, i)) {
        prove(proving, PROOF_EVALUATION, VERDICT_IMPOSSIBLE, NULL,
              "no effect possible: the game has no such piece");
        return;
    }
    const struct values changed = changed_values(proving);
    proving_set_values(proving->other, &changed);
    prove_evaluation(proving);
    prove_search(proving);
    if (i >= VALUE_TERM)
        return;
    prove_exchange(proving, PROOF_EXCHANGE);
    if (i < VALUE_HAND && proving->tables->variant.promotes[type_of(i) & (BASE_TYPES - 1)])
        prove_exchange(proving, PROOF_PROMOTION);
    prove_order(proving);
}
