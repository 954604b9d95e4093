// SPDX-License-Identifier: GPL-3.0-or-later
// How the search plays for the end of the game: repetition under each rule, stalemate, mates by a
// Pawn drop.
#include "setup.h"

#include <stdio.h>
#include <string.h>

#include "ending_positions.h"
#include "outcome.h"
#include "search.h"

enum { FLAT = 10 }; // what every piece is worth where only the end should count

static const char *const repetition_rules[] = {"fourfold",    "fourfold-draw",    "threefold-draw",
                                               "forbidden",   "forbidden-fourth", "chu-lishogi",
                                               "first-loses", "chu-attacks",      "threefold"};

static bool of_attacks(int rule) {
    return rule == REPETITION_CHU_LISHOGI || rule == REPETITION_CHU_ATTACKS;
}

static bool of_checks(int rule) {
    return rule == REPETITION_FOURFOLD || rule == REPETITION_FIRST_LOSES ||
           rule == REPETITION_THREEFOLD;
}

// The score of a cycle for the side to move at its start, which has come again: which side alone
// pressed by every move of a round? The course of the game says.
static int round_score(int rule, enum side side, const struct history *history) {
    if (!of_checks(rule) && !of_attacks(rule))
        return SCORE_DRAW;
    bool us = true, them = true; // pressed all the time
    for (int i = history->count - 4; i < history->count; i++) {
        bool pressed = of_attacks(rule) ? history->visits[i].attack : history->visits[i].check;
        if ((history->count - 1 - i) % 2 == 0)
            us &= pressed;
        else
            them &= pressed;
    }
    if (us == them && rule != REPETITION_FIRST_LOSES)
        return SCORE_DRAW;
    return us > them || (us == them && side == SECOND) ? SCORE_MATE - 1 : -SCORE_MATE + 1;
}

static struct tables *tables_with(const char *game, const char *rule, const char *value) {
    char text[64];
    snprintf(text, sizeof text, "%s=%s", rule, value);
    return setup_tables(game, text);
}

static struct engine *flat_engine(const struct tables *tables, int worth) {
    struct values values;
    values_defaults(&values);
    memset(values.value, 0, VALUES * sizeof *values.value);
    for (int i = 0; i < VALUE_TERM; i++)
        values.value[i] = values_uses(tables, i) ? worth : 0;
    struct engine *engine = engine_create(tables, &values, 1 << 18, NULL);
    assert_non_null(engine);
    return engine;
}

static struct search_result search(struct engine *engine, const struct position *position,
                                   const struct history *history, int depth) {
    struct search_result result;
    engine_new_game(engine);
    engine_search(engine, position, history, (struct limits){.depth = depth}, &result);
    return result;
}

// Nothing but repetition ends the game on the way round.
static bool goes_on(const struct position *start, const struct cycle *cycle) {
    struct position position = *start;
    for (int i = 0; i < 4; i++) {
        struct undo undo;
        if (outcome_of(&position, NULL, MOVE_NONE).result != RESULT_NONE)
            return false;
        position_make(&position, cycle->moves[i], &undo);
    }
    return true;
}

// A position from which one goes round in a circle, with or without constant check.
static struct cycle find_cycle(const struct tables *tables, bool checks, struct random *random,
                               struct position *position) {
    const struct scatter scatter = {.pieces = tables->files + 2, .in_hand = 1};
    struct cycle cycle;
    for (int tries = 0; tries < 100000; tries++)
        if (scatter_position(tables, &scatter, random, position) &&
            cycle_find(position, checks, random, &cycle) && movegen_count(position) > 3 &&
            goes_on(position, &cycle))
            return cycle;
    fail_msg("%s: no cycle %s check", tables->variant.name, checks ? "of" : "without");
    return cycle;
}

// Fills `history` with the game that starts at `start` and goes `plies` plies round the cycle;
// `position` becomes its last position.
static void cycle_play(const struct position *start, const struct cycle *cycle, int plies,
                       struct history *history, struct position *position) {
    *position = *start;
    history_clear(history);
    history_push(history, position, MOVE_NONE);
    for (int i = 0; i < plies; i++) {
        struct undo undo;
        position_make(position, cycle->moves[i % 4], &undo);
        history_push(history, position, cycle->moves[i % 4]);
    }
}

// One ply from the end of the n-th round: what the engine counts and scores when it is closed.
static void closing_a_round(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++)
        for (int rule = 0; rule < ARRAY_LENGTH(repetition_rules); rule++) {
            struct tables *tables =
                tables_with(variant_builtin_name(game), "repetition", repetition_rules[rule]);
            struct engine *engine = setup_engine(tables);
            struct random random = random_init(43, (uint64_t)game, RANDOM_TEST);
            struct history history = history_init();
            int decided = 0;
            for (int number = 0; number < 8; number++) {
                bool checks = number % 2;
                int rounds = 1 + number % 4 / 2 * 2; // 1 or 3
                struct position start, position;
                struct cycle cycle = find_cycle(tables, checks, &random, &start);
                cycle_play(&start, &cycle, 4 * rounds - 1, &history, &position);
                struct search_result result;
                engine_search(engine, &position, &history, (struct limits){.nodes = 1}, &result);
                engine_make(engine, 0, cycle.moves[3]);
                assert_int_equal(engine_repeats(engine, 1), rounds);
                bool forbidden = rule == REPETITION_FORBIDDEN ||
                                 (rule == REPETITION_FORBIDDEN_FOURTH && rounds == 3);
                assert_int_equal(engine_repetition_forbidden(engine, 1), forbidden);
                history_push(&history, engine->position, cycle.moves[3]);
                int score = round_score(rule, engine->position->side, &history);
                assert_int_equal(engine_repetition_score(engine, 1), score);
                assert_true(!checks || rule != REPETITION_FOURFOLD || score == SCORE_MATE - 1);
                history_pop(&history);
                decided += score != SCORE_DRAW;
                engine_unmake(engine, 0);
                assert_int_equal(engine_repeats(engine, 0), rounds - 1);
            }
            assert_int_equal(decided > 0, of_checks(rule) || of_attacks(rule));
            history_destroy(&history);
            engine_destroy(engine);
            free(tables);
        }
}

// One round of the game itself, all in check, binds nobody: who is mated next has not won by it.
static void rounds_of_the_past(void **state) {
    (void)state;
    static const char *const rounds[] = {"a1a2", "e1e2", "a2a1", "e2e1", "a1a2", "e1e2"};
    struct tables *tables = setup_tables("minishogi", "");
    struct engine *engine = setup_engine(tables);
    struct position position = setup_position(tables, "2k2/5/5/5/K3r[ggs] w - - 0 1");
    struct history history = history_init();
    history_push(&history, &position, MOVE_NONE);
    for (int ply = 0; ply <= ARRAY_LENGTH(rounds); ply++) {
        struct search_result result = search(engine, &position, &history, 6);
        assert_true(ply % 2 ? result.score >= SCORE_MATE_BOUND : result.score <= -SCORE_MATE_BOUND);
        if (ply == ARRAY_LENGTH(rounds))
            break;
        struct undo undo;
        Move move = setup_move(&position, rounds[ply]);
        position_make(&position, move, &undo);
        history_push(&history, &position, move);
    }
    history_destroy(&history);
    engine_destroy(engine);
    free(tables);
}

// Who is behind repeats, who is ahead does not; where the rule bars it nobody does.
static void wanted_and_avoided(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++)
        for (int rule = 0; rule < ARRAY_LENGTH(repetition_rules); rule++) {
            struct tables *tables =
                tables_with(variant_builtin_name(game), "repetition", repetition_rules[rule]);
            struct engine *engines[2] = {flat_engine(tables, FLAT), flat_engine(tables, -FLAT)};
            struct random random = random_init(47, (uint64_t)game, RANDOM_TEST);
            struct history history = history_init();
            int drawn = 0, declined = 0, refused = 0;
            for (int number = 0; number < 40 / PART + 8; number++) {
                bool checks = number % 4 == 3;
                struct position start, position;
                struct cycle cycle = find_cycle(tables, checks, &random, &start);
                cycle_play(&start, &cycle, 4 * (tables->repetition.occurrences - 1) - 1, &history,
                           &position);
                int level = engine_evaluate(engines[0], &position);
                if (level == 0 || movegen_count(&position) < 4)
                    continue;
                struct engine *behind = engines[level > 0], *ahead = engines[level < 0];
                struct search_result result = search(behind, &position, &history, 2);
                struct position closed = position;
                struct undo undo;
                position_make(&closed, cycle.moves[3], &undo);
                history_push(&history, &closed, cycle.moves[3]);
                bool barred = rule == REPETITION_FORBIDDEN || rule == REPETITION_FORBIDDEN_FOURTH ||
                              round_score(rule, closed.side, &history) > SCORE_DRAW;
                history_pop(&history);
                if (barred) {
                    assert_int_not_equal(result.best, cycle.moves[3]);
                    refused++;
                } else {
                    assert_true(result.score >= SCORE_DRAW);
                    drawn += result.best == cycle.moves[3] && result.score == SCORE_DRAW;
                }
                result = search(ahead, &position, &history, 2);
                if (result.score > SCORE_DRAW && !score_is_mate(result.score)) {
                    assert_int_not_equal(result.best, cycle.moves[3]);
                    declined++;
                }
            }
            assert_true(declined > 2);
            assert_true(rule == REPETITION_FORBIDDEN || rule == REPETITION_FORBIDDEN_FOURTH ||
                                rule == REPETITION_FIRST_LOSES
                            ? refused > 2
                            : drawn > 0);
            history_destroy(&history);
            engine_destroy(engines[0]);
            engine_destroy(engines[1]);
            free(tables);
        }
}

// Takes back the side's last move when it may, otherwise plays anything.
static Move shuffle(const Move *list, int count, Move own_last, struct random *random) {
    Move back = move_make(move_to(own_last), move_from(own_last));
    for (int i = 0; i < count; i++)
        if (list[i] == back && random_below(random, 8))
            return back;
    return list[random_below(random, (uint32_t)count)];
}

// Games of moves to and fro in which every position is searched: the answer is legal under the
// rule.
static void forbidden_never_chosen(void **state) {
    (void)state;
    static const char *const rules[] = {"forbidden", "forbidden-fourth"};
    for (int rule = 0; rule < 2; rule++) {
        struct tables *tables = tables_with("minishogi", "repetition", rules[rule]);
        struct engine *engine = setup_engine(tables);
        struct history history = history_init();
        struct random random = random_init(53, (uint64_t)rule, RANDOM_TEST);
        Move list[MOVES_MAX], last[SIDES] = {MOVE_NONE, MOVE_NONE};
        int barred = 0;
        for (int game = 0; game < 30 / PART + 4; game++) {
            struct position position = setup_position(tables, "4k/4s/5/S4/K4[] w - - 0 1");
            Move move = MOVE_NONE;
            history_clear(&history);
            for (int ply = 0; ply < 40; ply++) {
                history_push(&history, &position, move);
                int all = movegen_count(&position);
                int count = (int)(outcome_legal_moves(&position, &history, list) - list);
                if (count == 0)
                    break;
                barred += count < all;
                struct search_result result = search(engine, &position, &history, 2);
                bool legal = false;
                for (int i = 0; i < count; i++)
                    legal |= list[i] == result.best;
                assert_true(legal);
                struct undo undo;
                move = shuffle(list, count, last[position.side], &random);
                last[position.side] = move;
                position_make(&position, move, &undo);
            }
        }
        assert_true(barred > 20 / PART);
        history_destroy(&history);
        engine_destroy(engine);
        free(tables);
    }
}

static void stalemate(void **state) {
    (void)state;
    static const char fen[] = "k8/9/9/1G7/9/9/9/1R7/4K4[] w - - 0 1";
    for (int draw = 0; draw < 2; draw++) {
        struct tables *tables = tables_with("shogi", "stalemate", draw ? "draw" : "loss");
        struct position position = setup_position(tables, fen);
        Move move = setup_move(&position, "b6a7");
        struct engine *engine = flat_engine(tables, -FLAT);
        struct search_result result = search(engine, &position, NULL, 2);
        if (draw) { // pieces are worth less than nothing here: a draw is the best there is
            assert_int_equal(result.score, SCORE_DRAW);
            assert_int_equal(result.best, move);
        } else {
            assert_int_equal(result.score, SCORE_MATE - 1);
        }
        engine_destroy(engine);
        free(tables);
    }
}

static void pawn_drop_mate(void **state) {
    (void)state;
    static const char fen[] = "3nkn3/9/3G1G3/9/9/9/9/9/4K4[P] w - - 0 1";
    static const char *const values[] = {"illegal", "legal", "loses"};
    for (int value = 0; value < 3; value++) {
        struct tables *tables = tables_with("shogi", "pawn-drop-mate", values[value]);
        struct position position = setup_position(tables, fen);
        struct engine *engine = setup_engine(tables);
        Move drop = move_drop(type_of_letter('P'), square_at(4, 7));
        assert_int_equal(movegen_is_legal(&position, drop), value != PAWN_DROP_MATE_ILLEGAL);
        struct search_result result = search(engine, &position, NULL, 3);
        assert_true(value == PAWN_DROP_MATE_LEGAL || result.best != drop);
        // After the drop the other side has no move, and has lost or won.
        if (value != PAWN_DROP_MATE_ILLEGAL) {
            engine_search(engine, &position, NULL, (struct limits){.nodes = 1}, &result);
            engine_make(engine, 0, drop);
            assert_false(movegen_any(engine->position));
            assert_int_equal(engine_no_moves(engine, 1, true),
                             value == PAWN_DROP_MATE_LEGAL ? -SCORE_MATE + 1 : SCORE_MATE - 1);
            engine_unmake(engine, 0);
        }
        engine_destroy(engine);
        free(tables);
    }
}

// SECOND must let FIRST declare and win, whatever it plays.
static void impasse(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = tables_with(variant_builtin_name(game), "impasse", "declaration");
        struct tables *off = setup_tables(variant_builtin_name(game), "");
        struct engine *engine = setup_engine(tables), *other = setup_engine(off);
        struct random random = random_init(59, (uint64_t)game, RANDOM_TEST);
        int lost = 0;
        for (int tries = 0; tries < 400 && lost < 5; tries++) {
            struct position position, same;
            char fen[FEN_TEXT];
            if (!impasse_position(tables, &random, &position) || !movegen_any(&position))
                continue;
            same = setup_position(off, fen_print(&position, fen));
            lost += search(engine, &position, NULL, 2).score == -(SCORE_MATE - 1);
            assert_int_not_equal(search(other, &same, NULL, 2).score, -(SCORE_MATE - 1));
        }
        assert_true(lost > 0);
        engine_destroy(engine);
        engine_destroy(other);
        free(tables);
        free(off);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closing_a_round),
        cmocka_unit_test(rounds_of_the_past),
        cmocka_unit_test(wanted_and_avoided),
        cmocka_unit_test(forbidden_never_chosen),
        cmocka_unit_test(stalemate),
        cmocka_unit_test(pawn_drop_mate),
        cmocka_unit_test(impasse),
    };
    return cmocka_run_group_tests_name("endings", tests, NULL, NULL);
}
