// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Do nominal 95% intervals cover the truth 95% of the time? Hundreds of small logs of games whose
// truth is known exactly (walk.h); every seed is fixed, so the outcome is always the same.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fit.h"
#include "objective.h"
#include "uncertainty.h"
#include "walk.h"

enum { REPETITIONS = 500, GAMES = 250, RATIOS = 2 };

static const struct random_walk walk = {
    {VALUE_BOARD + 16, VALUE_BOARD + 18, VALUE_HAND + 16}, {0.3, 0.9, 0.5}, 0.15, 24};

static double evaluate(void *context, const double *x, double *gradient, double *hessian) {
    return objective_evaluate(context, x, gradient, hessian);
}

struct coverage {
    int weight[WALK_PIECES + 1], ratio[RATIOS], naive[WALK_PIECES + 1];
};

static void repeat(int repetition, struct coverage *coverage) {
    struct dataset data = walk_games(&walk, 2024, (uint64_t)repetition * GAMES, GAMES);
    assert_int_equal(data.columns, WALK_PIECES + 1);
    struct objective objective;
    objective_init(&objective, &data, NULL, 1);
    enum { N = WALK_PIECES + 1 };
    double weight[N] = {0}, hessian[N * N], inverse[N * N], v[N * N];
    struct minimise_result result = minimise(N, evaluate, &objective, MINIMISE_TOLERANCE, weight);
    assert_true(result.converged);
    struct reduction all = reduction_none(N);
    assert_true(uncertainty_covariance(&objective, &all, weight, hessian, inverse, v, NULL));
    double t = student_975(GAMES);

    for (int c = 0; c < N; c++) {
        double truth = walk.first_mover;
        for (int k = 0; k < WALK_PIECES; k++)
            if (data.parameter[c] == walk.parameter[k])
                truth = walk.weight[k];
        double distance = fabs(weight[c] - truth);
        coverage->weight[c] += distance <= t * sqrt(v[c * N + c]);
        // What counting each position as a game of its own would have claimed.
        coverage->naive[c] +=
            distance <= t * sqrt(inverse[c * N + c] * objective.games / objective.positions);
    }
    const int y = data.column[walk.parameter[0]];
    for (int k = 0; k < RATIOS; k++) {
        int c = data.column[walk.parameter[k + 1]];
        struct ratio ratio =
            ratio_of(weight[c], weight[y], v[c * N + c], v[c * N + y], v[y * N + y], t);
        double truth = walk.weight[k + 1] / walk.weight[0];
        coverage->ratio[k] += ratio.low <= truth && truth <= ratio.high;
    }
    objective_destroy(&objective);
    dataset_destroy(&data);
}

static void assert_share(const char *what, int count, int total, double low, double high) {
    double share = (double)count / total;
    print_message("%-28s %5.1f%%\n", what, 100 * share);
    if (share < low || share > high)
        fail_msg("%s: %.3f is outside %.3f..%.3f", what, share, low, high);
}

static void test_coverage(void **state) {
    (void)state;
    struct coverage coverage = {0};
    for (int i = 0; i < REPETITIONS; i++)
        repeat(i, &coverage);

    int weights = 0, ratios = 0, naive = 0;
    for (int c = 0; c <= WALK_PIECES; c++) {
        weights += coverage.weight[c];
        naive += coverage.naive[c];
        assert_share("one weight", coverage.weight[c], REPETITIONS, 0.92, 0.98);
    }
    for (int k = 0; k < RATIOS; k++) {
        ratios += coverage.ratio[k];
        assert_share("one ratio", coverage.ratio[k], REPETITIONS, 0.92, 0.98);
    }
    assert_share("all weights", weights, (WALK_PIECES + 1) * REPETITIONS, 0.93, 0.97);
    assert_share("all ratios", ratios, RATIOS * REPETITIONS, 0.93, 0.97);
    assert_share("weights, positions as games", naive, (WALK_PIECES + 1) * REPETITIONS, 0, 0.6);
}

// The whole fit, with its prior, centred on values that are wrong by a fifth: the prior counts as
// an observation, so intervals may be a little wide but never short.
static void test_whole_fit(void **state) {
    (void)state;
    struct values start = {{0}};
    const int factor[WALK_PIECES] = {100, 120, 80};
    for (int k = 0; k < WALK_PIECES; k++)
        start.value[walk.parameter[k]] = (int)(walk.weight[k] / 0.003 * factor[k] / 100);
    const struct fit_options options = {.start = &start, .prior = 1, .yardstick = 16, .threads = 1};
    int covered = 0, stated = 0;
    for (int i = 0; i < REPETITIONS / 2; i++) {
        struct dataset data = walk_games(&walk, 2025, (uint64_t)i * 2 * GAMES, 2 * GAMES);
        struct fit fit;
        struct error error = {""};
        if (!fit_run(&fit, &data, &options, &error))
            fail_msg("%s", error.text);
        for (int k = 1; k < WALK_PIECES; k++) {
            const struct estimate *estimate = &fit.estimate[walk.parameter[k]];
            double truth = walk.weight[k] / walk.weight[0] * start.value[walk.parameter[0]];
            stated += estimate->verdict == VERDICT_MEASURED;
            covered += estimate->low <= truth && truth <= estimate->high;
        }
        fit_destroy(&fit);
        dataset_destroy(&data);
    }
    assert_int_equal(stated, REPETITIONS / 2 * (WALK_PIECES - 1));
    assert_share("values with the prior", covered, stated, 0.93, 0.99);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_coverage),
                                       cmocka_unit_test(test_whole_fit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
