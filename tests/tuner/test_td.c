// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Temporal differences on games whose truth is known (walk.h): there the prediction is a
// martingale, so that every trace must lead to the true values.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "holdout.h"
#include "td.h"
#include "walk.h"

enum { PAWN = 16, ROOK = 18 };
enum {
    BOARD_PAWN = VALUE_BOARD + PAWN,
    BOARD_ROOK = VALUE_BOARD + ROOK,
    HAND_PAWN = VALUE_HAND + PAWN
};

// Pawn 0.3 logits = 100 centi-values; so a Rook of 0.9 is 300 and a Pawn in hand of 0.45 is 150.
static const struct random_walk walk = {
    {BOARD_PAWN, BOARD_ROOK, HAND_PAWN}, {0.3, 0.9, 0.45}, 0.12, 24};

static struct fit learnt(const struct dataset *data, struct fit_options *options, double trace,
                         struct td *td) {
    static const struct values start = {
        .value = {[BOARD_PAWN] = 300, [BOARD_ROOK] = 300, [HAND_PAWN] = 300}};
    options->start = &start;
    options->yardstick = ROOK;
    struct fit fit;
    struct error error = {""};
    const struct td_options settings = {.trace = trace, .passes = 20};
    if (!fit_run(&fit, data, options, &error) || !td_run(&fit, options, settings, td, &error))
        fail_msg("%s", error.text);
    return fit;
}

static void test_recovery(void **state) {
    (void)state;
    struct dataset data = walk_games(&walk, 41, 0, 2000);
    static const double traces[] = {0, 0.7, 0.95, 1};
    for (int k = 0; k < ARRAY_LENGTH(traces); k++) {
        struct fit_options options = {.threads = 1};
        struct td td;
        struct fit fit = learnt(&data, &options, traces[k], &td);
        td_apply(&td, &options, &fit);
        assert_true(td.tau == 1);
        static const struct {
            int parameter;
            double truth;
        } pieces[] = {{BOARD_PAWN, 100}, {HAND_PAWN, 150}};
        for (int i = 0; i < ARRAY_LENGTH(pieces); i++) {
            const struct estimate *estimate = &fit.estimate[pieces[i].parameter];
            print_message("trace %.2f: %.1f +- %.1f, truth %.0f\n", traces[k], estimate->value,
                          estimate->se, pieces[i].truth);
            assert_true(fabs(estimate->value - pieces[i].truth) < 3.5 * estimate->se);
            assert_true(estimate->se < 15);
        }
        assert_true(fit.estimate[BOARD_ROOK].value == 300);
        fit_destroy(&fit);
    }
    dataset_destroy(&data);
}

// The jackknife's intervals hold the truth.
static void test_coverage(void **state) {
    (void)state;
    enum { REPETITIONS = 60, GAMES = 150 };
    int covered = 0;
    for (uint64_t i = 0; i < REPETITIONS; i++) {
        struct dataset data = walk_games(&walk, 42, i * GAMES, GAMES);
        struct fit_options options = {.threads = 1};
        struct td td;
        struct fit fit = learnt(&data, &options, 0.95, &td);
        td_apply(&td, &options, &fit);
        const struct estimate *pawn = &fit.estimate[BOARD_PAWN];
        const struct estimate *hand = &fit.estimate[HAND_PAWN];
        covered +=
            (pawn->low <= 100 && 100 <= pawn->high) + (hand->low <= 150 && 150 <= hand->high);
        fit_destroy(&fit);
        dataset_destroy(&data);
    }
    print_message("%d of %d intervals cover the truth\n", covered, 2 * REPETITIONS);
    assert_in_range(covered, 2 * REPETITIONS * 88 / 100, 2 * REPETITIONS);
}

// Same bits whatever the number of threads; ties hold.
static void test_threads_and_ties(void **state) {
    (void)state;
    struct dataset data = walk_games(&walk, 43, 0, 300);
    static const struct tie tie = {BOARD_PAWN, HAND_PAWN};
    struct td td[2];
    for (int k = 0; k < 2; k++) {
        struct fit_options options = {.threads = k + 1, .tie = &tie, .ties = 1};
        struct fit fit = learnt(&data, &options, 0.9, &td[k]);
        int pawn = data.column[BOARD_PAWN], hand = data.column[HAND_PAWN];
        assert_true(td[k].value[pawn] == td[k].value[hand]);
        fit_destroy(&fit);
    }
    size_t columns = (size_t)data.columns;
    assert_memory_equal(td[0].weight, td[1].weight, columns * sizeof(double));
    assert_memory_equal(td[0].se, td[1].se, columns * sizeof(double));
    dataset_destroy(&data);
}

// Games that are kept out teach nothing, and are predicted about as well as by the regression.
static void test_holdout(void **state) {
    (void)state;
    struct dataset data = walk_games(&walk, 43, 0, 1500);
    struct fit_options options = {.threads = 1};
    const struct td_options settings = {.trace = 0.95, .passes = 20};
    struct td td;
    struct fit fit = learnt(&data, &options, settings.trace, &td);
    struct holdout by_td, by_fit;
    assert_true(holdout_measure(&fit, &options, &settings, 0.3, &by_td, NULL));
    assert_true(holdout_measure(&fit, &options, NULL, 0.3, &by_fit, NULL));
    assert_true(by_td.games > 300 && by_td.games == by_fit.games);
    assert_true(by_td.gain > 3 * by_td.gain_se);
    if (fabs(by_td.loss - by_fit.loss) > 0.1 * by_fit.gain)
        fail_msg("log-loss %.4f, by regression %.4f", by_td.loss, by_fit.loss);

    double *train = calloc(data.games, sizeof *train), weight[2][VALUES];
    for (int k = 0; k < 2; k++) {
        for (size_t g = 0; g < data.games; g++) {
            train[g] = g % 3 ? 1 : 0;
            if (k == 1 && train[g] == 0)
                data.game[g].result = 1 - data.game[g].result;
        }
        assert_true(td_learn(&fit, &options, settings, train, weight[k], NULL));
    }
    assert_memory_equal(weight[0], weight[1], (size_t)data.columns * sizeof weight[0][0]);
    assert_true(fabs(weight[0][0] - td.weight[0]) > 1e-9); // than all games do
    free(train);
    fit_destroy(&fit);
    dataset_destroy(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recovery), cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_threads_and_ties), cmocka_unit_test(test_holdout)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
