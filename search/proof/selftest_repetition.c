// SPDX-License-Identifier: GPL-3.0-or-later
// The rule of repetition under two of its values: games that go round and round must end, or be
// refused their next move, when the rule says so, and searches must want or avoid it.
#include "selftest_men.h"
#include "selftest_pair.h"

// Plies of the cycle after which the game is over, or after which the next move of it is illegal.
static int cycle_length(const struct tables *tables) {
    switch (tables->rules.value[RULE_REPETITION]) {
    case REPETITION_THREEFOLD_DRAW:
        return 8;
    case REPETITION_FORBIDDEN:
        return 3;
    case REPETITION_FORBIDDEN_FOURTH:
        return 11;
    default:
        return 12;
    }
}

static bool forbids(const struct tables *tables) {
    int value = tables->rules.value[RULE_REPETITION];
    return value == REPETITION_FORBIDDEN || value == REPETITION_FORBIDDEN_FOURTH;
}

static bool allowed(struct position *position, const struct history *history, Move move) {
    Move list[MOVES_MAX], *end = outcome_legal_moves(position, history, list);
    for (const Move *legal = list; legal < end; legal++)
        if (*legal == move)
            return true;
    return false;
}

// Who loses a cycle that goes round to the end, by the text of the rule: the side that alone gave
// check, or attacked, by every move. RESULT_DRAW when neither or both did.
static enum result cycle_result(const struct position *start, const struct cycle *cycle) {
    int value = start->tables->rules.value[RULE_REPETITION];
    if (value != REPETITION_FOURFOLD && value != REPETITION_CHU_LISHOGI)
        return RESULT_DRAW;
    struct position position = *start;
    bool presses[2] = {true, true}; // the side to move at the start, the other one
    for (int i = 0; i < 4; i++) {
        struct undo undo;
        position_make(&position, cycle->moves[i], &undo);
        bool check = royal_in_danger(&position, position.side);
        if (value == REPETITION_FOURFOLD)
            check &= position.royal_count[position.side] == 1;
        else
            check |= man_attacks(&position, move_to(cycle->moves[i]));
        presses[i % 2] &= check;
    }
    if (presses[0] == presses[1])
        return RESULT_DRAW;
    return win_of(presses[1] ? start->side : !start->side);
}

// Goes round the cycle until the rule acts. NULL, or what is wrong.
static const char *cycle_wrong(const struct position *start, const struct cycle *cycle,
                               struct history *history) {
    const struct tables *tables = start->tables;
    int length = cycle_length(tables);
    for (int plies = 0; plies <= length; plies++) {
        struct position position;
        if (!cycle_play(start, cycle, plies, history, &position))
            return "out of memory";
        Move last = plies ? cycle->moves[(plies - 1) % 4] : MOVE_NONE;
        struct outcome outcome = outcome_of(&position, history, last);
        bool over = plies == length && !forbids(tables);
        enum result result = over ? cycle_result(start, cycle) : RESULT_NONE;
        bool attacks = tables->rules.value[RULE_REPETITION] == REPETITION_CHU_LISHOGI;
        if (over && result != RESULT_DRAW) {
            if (!outcome_is(outcome, result,
                            attacks ? TERMINATION_PERPETUAL_ATTACK : TERMINATION_PERPETUAL_CHECK))
                return attacks ? "constant attack does not lose" : "constant check does not lose";
        } else if (over) {
            if (!outcome_is(outcome, RESULT_DRAW, TERMINATION_REPETITION))
                return "the last repetition is no draw";
        } else if (outcome.result != RESULT_NONE) {
            return "the game is over too early";
        } else if (allowed(&position, history, cycle->moves[plies % 4]) == (plies == length)) {
            return plies == length ? "the move that repeats is legal"
                                   : "a move that does not repeat too often is illegal";
        }
    }
    return NULL;
}

// A draw is the worst that a repetition is under the rule.
static bool only_draws(const struct tables *tables) {
    int value = tables->rules.value[RULE_REPETITION];
    return value == REPETITION_FOURFOLD_DRAW || value == REPETITION_THREEFOLD_DRAW;
}

// The search of `position`, before the move that closes the cycle once more, by a side that wants a
// draw.
static const char *closing_wrong(const struct position *start, const struct position *position,
                                 const struct cycle *cycle, int plies,
                                 const struct search_result *result) {
    bool barred = forbids(position->tables) && plies >= cycle_length(position->tables);
    bool loses = cycle_result(start, cycle) == win_of(start->side);
    if ((barred || loses) && result->best == cycle->moves[3])
        return barred ? "a search chose a move that is forbidden"
                      : "a search went on with constant check or attack";
    if (!barred && !loses && result->score < SCORE_DRAW)
        return "a search that is behind did not take the draw";
    return NULL;
}

// Gives both engines values by which the side to move is behind. False when it is level.
static bool set_behind(struct pair *pair, const struct position *position) {
    const struct values flat = flat_values(pair->tables[0], FLAT);
    proving_set_values(pair->engine[0], &flat);
    int score = engine_evaluate(pair->engine[0], position);
    const struct values values = flat_values(pair->tables[0], score < 0 ? FLAT : -FLAT);
    for (int i = 0; i < 2; i++)
        proving_set_values(pair->engine[i], &values);
    return score != 0;
}

// One cycle: the course of the game under both values, then searches after one and three rounds.
// NULL, or what is wrong under tables[*which].
static const char *repetition_wrong(struct pair *pair, const struct position starts[2],
                                    const struct cycle *cycle, struct history *history,
                                    int *which) {
    const char *wrong = NULL;
    for (*which = 0; *which < 2; ++*which)
        if ((wrong = cycle_wrong(&starts[*which], cycle, history)))
            return wrong;
    for (int plies = 3; plies <= 11; plies += 8) {
        struct position boards[2];
        for (int i = 0; i < 2; i++)
            if (!cycle_play(&starts[i], cycle, plies, history, &boards[i]))
                return "out of memory";
        Move list[MOVES_MAX];
        if (movegen(&boards[0], MOVES_ALL, list) - list < 4 || !set_behind(pair, &boards[0]))
            continue;
        struct search_result result[2];
        pair_search(pair, boards, history, result);
        for (*which = 0; *which < 2; ++*which)
            if ((wrong = closing_wrong(&starts[*which], &boards[*which], cycle, plies,
                                       &result[*which])))
                return wrong;
    }
    return NULL;
}

// True when nothing but repetition can end the game on the way round: there are other moves, and
// nobody has won already.
static bool leaves_ways_out(const struct position *start, const struct cycle *cycle) {
    struct position position = *start;
    for (int i = 0; i < 4; i++) {
        struct undo undo;
        if (movegen_count(&position) < 3 ||
            outcome_of(&position, NULL, MOVE_NONE).result != RESULT_NONE)
            return false;
        position_make(&position, cycle->moves[i], &undo);
    }
    return true;
}

void prove_repetition(struct pair *pair) {
    struct history history = history_init();
    const struct scatter scatter = {.men = pair->tables[0]->files + 2, .in_hand = 1};
    int witnesses[2] = {0}; // without and with check
    for (int tries = 0; tries < TRIES; tries++) {
        bool checks = tries % 4 != 0; // the rarer ones
        bool enough = witnesses[0] >= WITNESSES && witnesses[1] >= WITNESSES;
        if (enough && (pair->noticed || witnesses[1] >= 20 * WITNESSES))
            break;
        if (witnesses[checks] > 12 * witnesses[!checks] + WITNESSES)
            continue;
        struct position at, starts[2];
        struct cycle cycle;
        int which;
        if (!proving_draw(pair->tables[0], &scatter, &pair->random, &at) ||
            !cycle_find(&at, checks, &pair->random, &cycle) || !pair_boards(pair, &at, starts) ||
            !leaves_ways_out(&starts[0], &cycle) || !leaves_ways_out(&starts[1], &cycle))
            continue;
        const char *wrong = repetition_wrong(pair, starts, &cycle, &history, &which);
        if (wrong) {
            pair_fail(pair, &starts[0], which < 2 ? which : 0, wrong);
            goto cleanup;
        }
        witnesses[checks]++;
    }
    if (!pair->noticed && only_draws(pair->tables[0]) && only_draws(pair->tables[1])) {
        prove(pair->proving, PROOF_ENDING,
              witnesses[0] && witnesses[1] ? VERDICT_PASSED : VERDICT_FAILED, NULL,
              "%d cycles, %d of constant check", witnesses[0] + witnesses[1], witnesses[1]);
        pair_no_effect(pair, PROOF_SEARCH, "any repetition is the last one to a search");
    } else {
        pair_conclude(pair, witnesses[0] && witnesses[1] ? witnesses[0] + witnesses[1] : 0,
                      "cycles, some of them of constant check,");
    }
cleanup:
    history_destroy(&history);
}
