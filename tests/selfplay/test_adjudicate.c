// SPDX-License-Identifier: GPL-3.0-or-later
// Adjudication and the counts over games.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "game.h"
#include "tally.h"

// Feeds scores (for FIRST) ply by ply; returns the ply after which the game ended, 0 if it went on.
static int feed(const struct adjudication *rules, const int *scores, int count,
                struct outcome *outcome) {
    struct adjudicator adjudicator = {0};
    for (int i = 0; i < count; i++) {
        *outcome = adjudicate(&adjudicator, rules, scores[i], i + 1);
        if (outcome->result != RESULT_NONE)
            return i + 1;
    }
    return 0;
}

static void both_must_agree_long_enough(void **state) {
    (void)state;
    const struct adjudication resign = {.ply_limit = 100, .resign_score = 500, .resign_plies = 3};
    const struct adjudication draw = {
        .ply_limit = 100, .draw_score = 20, .draw_plies = 2, .draw_from = 5};
    const struct adjudication none = {.ply_limit = 6};
    struct outcome outcome;
    const int won[] = {500, 499, 600, 500, 900000, 0}, lost[] = {-500, -500, -500, 0},
              split[] = {600, -600, 600, -600, 600}, level[] = {0, 0, 0, 20, -20, 0},
              restless[] = {0, 0, 0, 20, -21, 0};
    assert_int_equal(feed(&resign, won, 6, &outcome), 5);
    assert_int_equal(outcome.result, RESULT_FIRST);
    assert_int_equal(outcome.termination, TERMINATION_RESIGN_ADJUDICATED);
    assert_int_equal(feed(&resign, lost, 4, &outcome), 3);
    assert_int_equal(outcome.result, RESULT_SECOND);
    assert_int_equal(feed(&resign, split, 5, &outcome), 0); // the players disagree
    assert_int_equal(feed(&draw, level, 6, &outcome), 5);
    assert_int_equal(outcome.result, RESULT_DRAW);
    assert_int_equal(outcome.termination, TERMINATION_DRAW_ADJUDICATED);
    assert_int_equal(feed(&draw, restless, 6, &outcome), 0);
    assert_int_equal(feed(&none, won, 6, &outcome), 6); // off by default, but for the limit
    assert_int_equal(outcome.termination, TERMINATION_PLY_LIMIT);
    assert_int_equal(outcome.result, RESULT_DRAW);
}

// A pair is scored from player A's side, who has the first move in one game of the two: a score of
// whoever moves first would make of A's two wins an even pair.
static void pairs_are_scored_from_one_side(void **state) {
    (void)state;
    static const struct {
        enum result a_first, b_first;
        int cell, as_first, as_second; // half points of A
    } rows[] = {{RESULT_FIRST, RESULT_SECOND, 4, 2, 2}, {RESULT_SECOND, RESULT_FIRST, 0, 0, 0},
                {RESULT_FIRST, RESULT_FIRST, 2, 2, 0},  {RESULT_SECOND, RESULT_SECOND, 2, 0, 2},
                {RESULT_DRAW, RESULT_SECOND, 3, 1, 2},  {RESULT_DRAW, RESULT_FIRST, 1, 1, 0},
                {RESULT_FIRST, RESULT_DRAW, 3, 2, 1},   {RESULT_DRAW, RESULT_DRAW, 2, 1, 1}};
    for (int i = 0; i < ARRAY_LENGTH(rows); i++) {
        struct tally *tally = tally_create();
        assert_non_null(tally);
        struct game_row row = {.opening = "", .moves = ""};
        for (int pair = 1; pair <= 2; pair++) { // the second is a copy, which is no evidence
            row.pair = pair;
            row.first = "a", row.result = rows[i].a_first;
            tally_add(tally, &row, PLAYER_A);
            row.first = "b", row.result = rows[i].b_first;
            tally_add(tally, &row, PLAYER_B);
        }
        assert_int_equal(score_units(&tally->pairs), 1);
        assert_int_equal(tally->pairs.count[rows[i].cell], 1);
        assert_int_equal(tally->pair_results[rows[i].as_first][rows[i].as_second], 1);
        tally_destroy(tally);
    }
}

static void tallies_and_lengths(void **state) {
    (void)state;
    struct tally *tally = tally_create();
    assert_non_null(tally);
    assert_int_equal(tally_length(tally, 0.5), 0);
    for (int i = 1; i <= 100; i++) {
        struct game_row row = {.result = i % 4 == 0 ? RESULT_DRAW : RESULT_FIRST,
                               .termination = TERMINATION_CHECKMATE,
                               .plies = i,
                               .nodes = 10,
                               .opening = "",
                               .first = "a",
                               .moves = ""};
        tally_add(tally, &row, i % 2 ? PLAYER_A : PLAYER_B);
    }
    assert_int_equal(tally->games, 100);
    assert_int_equal(tally->results[RESULT_FIRST], 75);
    assert_int_equal(tally->results[RESULT_DRAW], 25);
    assert_int_equal(tally->player_results[PLAYER_A], 50); // all odd games
    assert_int_equal(tally->player_results[PLAYER_B], 25); // even ones that are no draws
    assert_int_equal(tally->plies_most, 100);
    assert_int_equal(tally_length(tally, 0.25), 25);
    assert_int_equal(tally_length(tally, 0.5), 50);
    assert_int_equal(tally_length(tally, 1), 100);
    tally_destroy(tally);
}

static void key_sets_remember_all(void **state) {
    (void)state;
    struct key_set set = {0};
    for (uint64_t i = 0; i < 5000; i++)
        assert_true(key_set_add(&set, i * 1024)); // the worst case for its slots
    for (uint64_t i = 0; i < 5000; i++)
        assert_false(key_set_add(&set, i * 1024));
    assert_int_equal(set.count, 5000);
    key_set_destroy(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_must_agree_long_enough),
        cmocka_unit_test(pairs_are_scored_from_one_side),
        cmocka_unit_test(tallies_and_lengths),
        cmocka_unit_test(key_sets_remember_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
