// SPDX-License-Identifier: GPL-3.0-or-later
// Ties and their tests, values that are kept, targets, covariance: all on games whose truth is
// known (walk.h).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fit.h"
#include "second_opinions.h"
#include "walk.h"

enum { PAWN = 16, ROOK = 18 };
enum {
    BOARD_PAWN = VALUE_BOARD + PAWN,
    BOARD_ROOK = VALUE_BOARD + ROOK,
    HAND_PAWN = VALUE_HAND + PAWN,
    CONSTANT = VALUE_TERM + TERM_FIRST_MOVER
};

// Pawn 0.3 logits = 100 centi-values; the Pawn in hand is worth as much, the Rook three times that.
static const struct random_walk walk = {
    {BOARD_PAWN, BOARD_ROOK, HAND_PAWN}, {0.3, 0.9, 0.3}, 0.12, 24};

static struct values start_values(void) {
    struct values values = {{0}};
    values.value[BOARD_PAWN] = 100;
    values.value[BOARD_ROOK] = 400;
    values.value[HAND_PAWN] = 150;
    return values;
}

static struct fit_options options_for(const struct values *start) {
    return (struct fit_options){.start = start, .prior = 1, .yardstick = ROOK, .threads = 1};
}

static struct fit fit_of(const struct dataset *data, const struct fit_options *options) {
    struct fit fit;
    struct error error = {""};
    if (!fit_run(&fit, data, options, &error))
        fail_msg("%s", error.text);
    assert_true(fit.converged);
    return fit;
}

// Two Rooks' worth stands for a whole game, a Pawn in hand comes and goes with every position.
static struct dataset flickering(uint64_t games, int positions) {
    struct dataset data = dataset_init(VALUES);
    bool wanted[VALUES];
    memset(wanted, true, sizeof wanted);
    for (uint64_t g = 0; g < games; g++) {
        struct random random = random_init(5, g, RANDOM_TEST);
        int16_t feature[64][VALUES] = {{0}};
        int rook = (int)random_below(&random, 3) - 1, pawn = 0;
        for (int i = 0; i < positions; i++) {
            pawn = (int)random_below(&random, 3) - 1;
            feature[i][BOARD_ROOK] = (int16_t)rook;
            feature[i][HAND_PAWN] = (int16_t)pawn;
            feature[i][CONSTANT] = 1;
        }
        double result = walk_result(&random, walk_sigmoid(0.9 * rook + 0.3 * pawn));
        dataset_add_game(&data, 5, g, result);
        for (int i = 0; i < positions; i++)
            dataset_add_position(&data, feature[i], 0);
    }
    dataset_close(&data, wanted);
    return data;
}

// One more observation of a value should make it no less certain. One factor for all directions
// does not suffice for that where most of them are told once a game and one with every position;
// nearly.
static void test_prior(void **state) {
    (void)state;
    struct values start = start_values();
    struct fit_options with = options_for(&start), without = with;
    with.prior = 2; // 300 centi-values for the Pawn in hand
    without.prior = 0;
    for (int positions = 1; positions <= 48; positions += 47) {
        struct dataset data = flickering(200, positions);
        struct fit held = fit_of(&data, &with), open = fit_of(&data, &without);
        int at = data.column[HAND_PAWN] * (data.columns + 1); // in logits
        double a = sqrt(held.covariance[at]), b = sqrt(open.covariance[at]);
        print_message("%d positions a game: tempered by %.2f, %.4f with a prior, %.4f without\n",
                      positions, held.temper, a, b);
        assert_true(held.temper >= 1 && held.temper <= positions);
        assert_true(open.temper == 1);
        assert_int_equal(held.estimate[HAND_PAWN].verdict, VERDICT_MEASURED);
        assert_int_equal(open.estimate[HAND_PAWN].verdict, VERDICT_MEASURED);
        assert_true(a < 1.8 * b); // 1.60; by games alone it would be 2.28
        fit_destroy(&held);
        fit_destroy(&open);
        dataset_destroy(&data);
    }
}

// A prior is one more observation, which varies as well: where three games of 600 have a Pawn in
// hand, it is as uncertain as the prior says, 0.5 of its start. Without the prior's variance
// between H^-1 and H^-1 it would be all but certain.
static void test_prior_is_no_knowledge(void **state) {
    (void)state;
    enum { GAMES = 600, EVERY = 200 };
    struct dataset data = dataset_init(VALUES);
    bool wanted[VALUES];
    memset(wanted, true, sizeof wanted);
    for (uint64_t g = 0; g < GAMES; g++) {
        struct random random = random_init(6, g, RANDOM_TEST);
        int16_t feature[VALUES] = {[CONSTANT] = 1};
        int rook = (int)random_below(&random, 3) - 1, pawn = g % EVERY == 0;
        feature[BOARD_ROOK] = (int16_t)rook;
        feature[HAND_PAWN] = (int16_t)pawn;
        double result = walk_result(&random, walk_sigmoid(0.9 * rook + 0.3 * pawn));
        dataset_add_game(&data, 6, g, result);
        dataset_add_position(&data, feature, 0);
    }
    dataset_close(&data, wanted);
    struct values start = start_values();
    struct fit_options options = options_for(&start);
    options.prior = 0.5;
    struct fit fit = fit_of(&data, &options);
    double says = fit.logits_per_start * start.value[HAND_PAWN] * options.prior;
    double se = sqrt(fit.covariance[data.column[HAND_PAWN] * (data.columns + 1)]);
    if (!(se > 0.6 * says && se < 1.2 * says))
        fail_msg("s.e. %.4f, the prior's %.4f", se, says);
    fit_destroy(&fit);
    dataset_destroy(&data);
}

// A tie that is true is not refused and makes the interval narrower; one that is false is refused.
static void test_ties(void **state) {
    (void)state;
    struct dataset data = walk_games(&walk, 31, 0, 3000);
    struct values start = start_values();
    struct fit_options options = options_for(&start);
    struct fit apart = fit_of(&data, &options);

    static const struct tie cases[2] = {{BOARD_PAWN, HAND_PAWN}, {BOARD_PAWN, BOARD_ROOK}};
    for (int k = 0; k < 2; k++) {
        options.tie = &cases[k];
        options.ties = 1;
        options.yardstick = ROOK;
        struct fit tied = fit_of(&data, &options);
        const struct estimate *first = &tied.estimate[cases[k].first];
        const struct estimate *second = &tied.estimate[cases[k].second];
        assert_true(first->value == second->value && first->se == second->se);
        struct tie_test test;
        assert_true(ties_test(&tied, &data, &options, &test, NULL));
        if (!test.known || fabs(test.p_holm - test.p) > 1e-12)
            fail_msg("case %d: known %d, p %g, adjusted %g", k, test.known, test.p, test.p_holm);
        if (k == 0) {
            assert_true(test.p > 0.05);
            assert_true(first->se < 0.9 * apart.estimate[BOARD_PAWN].se);
            assert_true(fabs(test.difference) < 2 * test.se);
        } else {
            assert_true(test.p < 1e-6 && test.difference < 0);
        }
        fit_destroy(&tied);
    }
    fit_destroy(&apart);
    dataset_destroy(&data);
}

// Under a true tie p is uniform: 5% of the tests refuse it.
static void test_size_of_the_test(void **state) {
    (void)state;
    enum { REPETITIONS = 300 };
    static const struct tie tie = {BOARD_PAWN, HAND_PAWN};
    struct values start = start_values();
    struct fit_options options = options_for(&start);
    options.prior = 0;
    options.tie = &tie;
    options.ties = 1;
    int refused = 0;
    for (uint64_t i = 0; i < REPETITIONS; i++) {
        struct dataset data = walk_games(&walk, 32, 200 * i, 200);
        struct fit fit = fit_of(&data, &options);
        struct tie_test test;
        assert_true(ties_test(&fit, &data, &options, &test, NULL));
        refused += test.p < 0.05;
        fit_destroy(&fit);
        dataset_destroy(&data);
    }
    print_message("true ties refused: %d of %d\n", refused, REPETITIONS);
    assert_in_range(refused, 6, 26); // 15 +- 2.9 standard deviations
}

// What is kept keeps its ratio to the yardstick; the rest is fitted beside it.
static void test_frozen(void **state) {
    (void)state;
    struct dataset data = walk_games(&walk, 33, 0, 3000);
    struct values start = start_values();
    start.value[BOARD_ROOK] = 300; // true
    struct fit_options options = options_for(&start);
    bool frozen[VALUES] = {[BOARD_PAWN] = true};
    options.frozen = frozen;
    struct fit fit = fit_of(&data, &options);
    assert_int_equal(fit.reduction.free, data.columns - 1);
    assert_int_equal(fit.estimate[BOARD_PAWN].verdict, VERDICT_FROZEN);
    assert_true(fit.estimate[BOARD_PAWN].value == 100 && fit.estimate[BOARD_ROOK].value == 300);
    int pawn = data.column[BOARD_PAWN], rook = data.column[BOARD_ROOK];
    assert_true(fabs(fit.weight[rook] / fit.weight[pawn] - 3) < 1e-12);
    const struct estimate *hand = &fit.estimate[HAND_PAWN];
    assert_int_equal(hand->verdict, VERDICT_MEASURED);
    assert_true(hand->low < 100 && hand->high > 100);
    fit_destroy(&fit);

    // What is tied to the yardstick keeps the yardstick's value.
    static const struct tie tie = {HAND_PAWN, BOARD_ROOK};
    options.tie = &tie;
    options.ties = 1;
    fit = fit_of(&data, &options);
    assert_int_equal(fit.reduction.free, data.columns - 2);
    assert_true(fabs(fit.weight[data.column[HAND_PAWN]] / fit.weight[rook] - 1) < 1e-12);
    assert_true(fabs(fit.estimate[HAND_PAWN].value - 300) < 1e-9);
    fit_destroy(&fit);
    dataset_destroy(&data);
}

// The perfect search's score as the target: the truth, with hardly an error.
static void test_score_target(void **state) {
    (void)state;
    struct dataset data = walk_games(&walk, 34, 0, 600);
    struct values start = start_values();
    struct fit_options options = options_for(&start);
    options.prior = 0;
    struct fit by_result = fit_of(&data, &options);
    struct scale scale = scale_scores(&data, NULL, 1);
    assert_true(scale_mix_target(&data, 0, &scale, NULL));
    assert_true(fabs(scale.slope - 0.3) < 3 * scale.slope_error);
    struct fit by_score = fit_of(&data, &options);
    double truth = 400.0 / 3;
    assert_true(fabs(by_score.estimate[BOARD_PAWN].value - truth) < 2);
    assert_true(by_score.estimate[BOARD_PAWN].se < 0.1 * by_result.estimate[BOARD_PAWN].se);
    // In games held out the targets are foretold all but exactly, the results no better than they
    // can be; the starting values are as they may be.
    struct holdout holdout;
    holdout_measure(&by_score, &options, 0.3, &holdout);
    assert_true(holdout.labels);
    assert_true(holdout.label_loss >= 0 && holdout.label_loss < 1e-4);
    assert_true(holdout.label_gain > 2 * holdout.label_gain_se && holdout.label_gain_se > 0);
    assert_true(fabs(holdout.label_start_loss - holdout.label_loss - holdout.label_gain) < 1e-12);
    assert_true(holdout.loss > 0.1);
    fit_destroy(&by_result);
    fit_destroy(&by_score);
    dataset_destroy(&data);

    data = walk_games(&walk, 35, 0, 200);
    for (size_t p = 0; p < data.positions; p++)
        data.score[p] = (int16_t)-data.score[p];
    struct error error = {""};
    scale = scale_scores(&data, NULL, 1);
    assert_false(scale_mix_target(&data, 0.5, &scale, &error));
    assert_non_null(strstr(error.text, "do not predict"));
    dataset_destroy(&data);
}

// The diagonal is the square of the standard errors; the yardstick has none.
static void test_covariance(void **state) {
    (void)state;
    struct dataset data = walk_games(&walk, 39, 0, 800);
    struct values start = start_values();
    struct fit_options options = options_for(&start);
    struct fit fit = fit_of(&data, &options);
    const int parameter[3] = {BOARD_PAWN, HAND_PAWN, BOARD_ROOK};
    double matrix[9], all[VALUES * VALUES];
    covariance_of_values(&fit, all);
    for (int i = 0; i < 9; i++)
        matrix[i] =
            all[data.column[parameter[i / 3]] * data.columns + data.column[parameter[i % 3]]];
    for (int i = 0; i < 3; i++) {
        double se = fit.estimate[parameter[i]].se;
        assert_true(fabs(matrix[4 * i] - se * se) < 1e-6);
        for (int j = 0; j < 3; j++)
            assert_true(fabs(matrix[3 * i + j] - matrix[3 * j + i]) < 1e-9);
        assert_true(fabs(matrix[3 * i + 2]) < 1e-6);
    }
    double correlation = matrix[1] / sqrt(matrix[0] * matrix[4]);
    assert_true(correlation > -1 && correlation < 1 && correlation != 0);
    fit_destroy(&fit);
    dataset_destroy(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prior),      cmocka_unit_test(test_prior_is_no_knowledge),
        cmocka_unit_test(test_ties),       cmocka_unit_test(test_size_of_the_test),
        cmocka_unit_test(test_frozen),     cmocka_unit_test(test_score_target),
        cmocka_unit_test(test_covariance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
