// SPDX-License-Identifier: GPL-3.0-or-later
// The order of captures: what is dearest must be taken first, and what is cheapest must wait.
#include "attacks.h"
#include "notation.h"
#include "order.h"
#include "see.h"
#include "selftest_internal.h"

enum { TRIES = 600, CHOICES = 4 };

static Move first_tried(struct engine *engine, const struct position *position) {
    struct safety safety;
    struct picker picker;
    proving_place(engine, position);
    movegen_safety(&engine->position, &safety);
    picker_init(&picker, engine, &safety, 0, MOVE_NONE, false);
    Move move = picker_next(&picker);
    picker_done(&picker);
    return move;
}

static bool takes_such(const struct proving *proving, const struct position *position, Move move) {
    return proving_concerns(proving->parameter, position_captured(position, move)) ||
           proving_concerns(proving->parameter, position_captured_via(position, move));
}

// How many captures of such men, or of others, lose nothing under the values of `engine`.
static int good_captures(const struct proving *proving, struct position *position, bool such) {
    Move list[MOVES_MAX], *end = movegen(position, MOVES_CAPTURES, list);
    int count = 0;
    for (const Move *move = list; move < end; move++)
        count += takes_such(proving, position, *move) == such &&
                 see(&proving->other->weights, position, *move) >= 0;
    return count;
}

// A capture that promotes such a man would weigh more than any victim.
static bool promotes_such(const struct proving *proving, struct position *position) {
    Move list[MOVES_MAX], *end = movegen(position, MOVES_CAPTURES, list);
    Type base = proving_type(proving->parameter) & (BASE_TYPES - 1);
    for (const Move *move = list; move < end; move++)
        if (move_is_promotion(*move) && piece_base(position->board[move_from(*move)]) == base)
            return true;
    return false;
}

void prove_order(struct proving *proving) {
    int i = proving->parameter, low, high, count = 0;
    values_range(i, &low, &high);
    struct values cheapest = proving->values, dearest = proving->values;
    cheapest.value[i] = low;
    dearest.value[i] = high;
    struct random random = proving_random(proving, 3);
    const struct scatter scatter = proving_scatter(proving);
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
