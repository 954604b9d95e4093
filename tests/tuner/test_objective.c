// SPDX-License-Identifier: GPL-3.0-or-later
// Loss, gradient, Hessian, Newton and the sandwich against numbers from an independent program
// (plain loops and Gaussian elimination in another language, on the seven games below).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "linear.h"
#include "objective.h"
#include "uncertainty.h"
#include "walk.h"

enum { A = VALUE_BOARD + 16, B = VALUE_BOARD + 18, C = VALUE_TERM + TERM_FIRST_MOVER };

static const struct {
    double result;
    int positions;
    int feature[3][2];
} games[] = {
    {1.0, 3, {{2, 0}, {2, 1}, {3, 1}}}, {0.0, 2, {{-1, 0}, {-1, -1}}},
    {0.5, 2, {{0, 1}, {1, 1}}},         {1.0, 3, {{1, -1}, {0, -1}, {1, 0}}},
    {0.0, 2, {{1, 0}, {0, -2}}},        {1.0, 3, {{0, 2}, {-1, 2}, {-1, 1}}},
    {0.0, 2, {{-2, 1}, {-3, 1}}},
};

static struct dataset small_data(void) {
    struct dataset data = dataset_init(VALUES);
    bool wanted[VALUES] = {[A] = true, [B] = true, [C] = true};
    for (int g = 0; g < ARRAY_LENGTH(games); g++) {
        dataset_add_game(&data, 7, (uint64_t)g, games[g].result);
        for (int p = 0; p < games[g].positions; p++) {
            int16_t feature[VALUES] = {0};
            feature[A] = (int16_t)games[g].feature[p][0];
            feature[B] = (int16_t)games[g].feature[p][1];
            feature[C] = 1;
            feature[40] = 3; // not wanted
            dataset_add_position(&data, feature, 0);
        }
    }
    dataset_close(&data, wanted);
    return data;
}

static void assert_close(const double *found, const double *expected, int count) {
    for (int i = 0; i < count; i++)
        if (fabs(found[i] - expected[i]) > 1e-8 * fmax(1, fabs(expected[i])))
            fail_msg("number %d is %.12g, expected %.12g", i, found[i], expected[i]);
}

static double evaluate(void *context, const double *x, double *gradient, double *hessian) {
    return objective_evaluate(context, x, gradient, hessian);
}

static void test_dataset(void **state) {
    (void)state;
    struct dataset data = small_data();
    assert_int_equal(data.games, 7);
    assert_int_equal(data.positions, 17);
    assert_int_equal(data.columns, 3);
    assert_int_equal(data.parameter[0], A);
    assert_int_equal(data.column[C], 2);
    assert_int_equal(data.column[40], -1);
    assert_int_equal(data.unbalanced_games[A], 7);
    assert_int_equal(data.unbalanced_games[B], 7);
    assert_int_equal(data.low[B], -2);
    assert_int_equal(data.high[A], 3);
    assert_int_equal(dataset_length(&data, 3), 3);
    assert_int_equal(data.entries, 17 + 13 + 13); // of C, A, B: what is not 0
    double weight[3] = {10, 100, 1000};
    assert_true(dataset_predictor(&data, 9, weight) == 1010); // game 3, last position
    assert_true(dataset_used(&data) > 0);
    dataset_destroy(&data);
}

// A game without positions leaves no trace; a constant other than FIRST_MOVER is no column.
static void test_dataset_drops(void **state) {
    (void)state;
    struct dataset data = dataset_init(VALUES);
    bool wanted[VALUES] = {[A] = true, [B] = true, [C] = true};
    int16_t feature[VALUES] = {[A] = 2, [B] = 1, [C] = 1};
    dataset_add_game(&data, 1, 0, 1);
    dataset_add_game(&data, 1, 1, 0);
    dataset_add_position(&data, feature, 0);
    feature[B] = 0;
    dataset_add_position(&data, feature, 0);
    dataset_add_game(&data, 1, 2, 1);
    dataset_close(&data, wanted);
    assert_int_equal(data.games, 1);
    assert_int_equal(data.game[0].number, 1);
    assert_int_equal(data.columns, 2);
    assert_int_equal(data.parameter[0], B);
    assert_int_equal(data.parameter[1], C);
    assert_int_equal(data.entries, 3);
    dataset_destroy(&data);

    data = dataset_init(VALUES); // nothing at all
    dataset_close(&data, wanted);
    assert_int_equal(data.games, 0);
    assert_int_equal(data.columns, 0);
    dataset_destroy(&data);
}

static void test_loss_and_gradient(void **state) {
    (void)state;
    struct dataset data = small_data();
    struct objective objective;
    objective_init(&objective, &data, NULL, 1);
    const double weight[3] = {0.3, -0.2, 0.1};
    double gradient[3], hessian[9];
    double loss = objective_evaluate(&objective, weight, gradient, hessian);
    assert_close(&loss, &(double){4.49637430743}, 1);
    assert_close(gradient, (double[]){-1.50607800492, -1.54183854065, 0.0586679213511}, 3);
    for (int i = 0; i < 3; i++) { // the Hessian is the gradient's derivative
        double low[3], high[3], at[3] = {0.3, -0.2, 0.1};
        at[i] += 1e-5;
        objective_evaluate(&objective, at, high, NULL);
        at[i] -= 2e-5;
        objective_evaluate(&objective, at, low, NULL);
        for (int j = 0; j < 3; j++)
            assert_true(fabs((high[j] - low[j]) / 2e-5 - hessian[i * 3 + j]) < 1e-8);
    }
    objective_destroy(&objective);
    dataset_destroy(&data);
}

static const struct {
    bool prior;
    double drift[3]; // of the prior's means, in common
    double weight[3], loss, hessian[9], covariance[9];
    bool centred; // a prior of average worths, terms of which A has 0.5 and B -0.25
} golden[] = {
    {false,
     {0},
     {1.07221318424, 0.850398088524, -0.18990613109},
     3.29225081537,
     {1.49144602492, -0.405318053823, -0.0964925818202, -0.405318053823, 1.32829310132,
      0.337283490887, -0.0964925818202, 0.337283490887, 1.06560471209},
     {0.200214129552, -0.0693706030606, 0.158696961583, -0.0693706030606, 0.450853063008,
      -0.276339794273, 0.158696961583, -0.276339794273, 0.871796654709}},
    {true,
     {0},
     {0.665437004259, 0.534742703429, -0.0750532910531},
     3.53337008594,
     {6.40848930586, -0.422168601764, -0.148295245666, -0.422168601764, 3.73381223632,
      0.40134609949, -0.148295245666, 0.40134609949, 2.37659916317},
     {0.120112922396, 0.00315516639187, 0.0140221513271, 0.00315516639187, 0.213566761626,
      -0.0669218414107, 0.0140221513271, -0.0669218414107, 0.359752998448}},
    {true,
     {0.3, 0.2, 0.1},
     {0.665437004259, 0.534742703429, -0.0750532910531},
     3.53337008594,
     {6.40848930586, -0.422168601764, -0.148295245666, -0.422168601764, 3.73381223632,
      0.40134609949, -0.148295245666, 0.40134609949, 2.37659916317},
     {0.158647555977, 0.0278436911553, 0.0205171886127, 0.0278436911553, 0.229384305439,
      -0.0627605746757, 0.0205171886127, -0.0627605746757, 0.360847741162}},
    {true,
     {0.3, 0.2, 0.1},
     {0.711271001794, 0.527667728538, -0.15126846394},
     3.50643682859,
     {6.26656074012, -0.385283402222, 1.90678014637, -0.385283402222, 3.71453602229,
      -0.0942384973816, 1.90678014637, -0.0942384973816, 3.47499686371},
     {0.169305152837, 0.0339530987914, -0.0319304231839, 0.0339530987914, 0.222631142579,
      -0.0132888237283, -0.0319304231839, -0.0132888237283, 0.278711398126},
     .centred = true},
};

static void test_fit_and_sandwich(void **state) {
    (void)state;
    struct dataset data = small_data();
    for (int k = 0; k < ARRAY_LENGTH(golden); k++) {
        struct objective objective;
        data.removals.term[A][TERM_FIRST_MOVER] = golden[k].centred ? 0.5 : 0;
        data.removals.term[B][TERM_FIRST_MOVER] = golden[k].centred ? -0.25 : 0;
        objective_init(&objective, &data, NULL, 1);
        if (golden[k].prior) {
            const double mean[3] = {0.5, 0.4, 0}, precision[3] = {4, 2, 1};
            objective.has_prior = true;
            memcpy(objective.prior_mean, mean, sizeof mean);
            memcpy(objective.prior_precision, precision, sizeof precision);
            memcpy(objective.prior_drift, golden[k].drift, sizeof golden[k].drift);
        }
        double weight[3] = {0}, hessian[9], inverse[9], covariance[9];
        struct reduction all = reduction_none(3);
        struct minimise_result result =
            minimise(3, evaluate, &objective, MINIMISE_TOLERANCE, weight);
        assert_true(result.converged);
        assert_true(result.iterations < 20);
        assert_true(
            uncertainty_covariance(&objective, &all, weight, hessian, inverse, covariance, NULL));
        assert_close(weight, golden[k].weight, 3);
        assert_close(&result.value, &golden[k].loss, 1);
        assert_close(hessian, golden[k].hessian, 9);
        assert_close(covariance, golden[k].covariance, 9);
        objective_destroy(&objective);
    }
    dataset_destroy(&data);
}

// A game of weight 2 counts as the game twice; one of weight 0 is not there.
static void test_game_weights(void **state) {
    (void)state;
    struct dataset data = small_data();
    const double weights[7] = {0, 1, 2, 1, 0, 1, 1};
    struct dataset copy = dataset_init(VALUES);
    bool wanted[VALUES] = {[A] = true, [B] = true, [C] = true};
    for (int g = 0; g < 7; g++)
        for (int k = 0; k < weights[g]; k++) {
            dataset_add_game(&copy, 1, 0, games[g].result);
            for (int p = 0; p < games[g].positions; p++) {
                int16_t feature[VALUES] = {[A] = (int16_t)games[g].feature[p][0],
                                           [B] = (int16_t)games[g].feature[p][1],
                                           [C] = 1};
                dataset_add_position(&copy, feature, 0);
            }
        }
    dataset_close(&copy, wanted);
    struct objective weighted, repeated;
    objective_init(&weighted, &data, weights, 1);
    objective_init(&repeated, &copy, NULL, 1);
    const double at[3] = {0.5, 0.25, -0.125};
    double g1[3], g2[3], h1[9], h2[9];
    double l1 = objective_evaluate(&weighted, at, g1, h1);
    double l2 = objective_evaluate(&repeated, at, g2, h2);
    assert_close(&l1, &l2, 1);
    assert_close(g1, g2, 3);
    assert_close(h1, h2, 9);
    objective_destroy(&weighted);
    objective_destroy(&repeated);
    dataset_destroy(&copy);
    dataset_destroy(&data);
}

// Same bits whatever the number of threads.
static void test_threads(void **state) {
    (void)state;
    const struct random_walk walk = {{A, B, 40}, {0.2, 0.7, 1.1}, 0.1, 25};
    struct dataset data = walk_games(&walk, 5, 0, 300);
    assert_int_equal(data.columns, 4);
    double loss[3], gradient[3][4], hessian[3][16], scores[3][16];
    const double weight[4] = {0.21, 0.68, 1.15, 0.12};
    for (int k = 0; k < 3; k++) {
        struct objective objective;
        objective_init(&objective, &data, NULL, k + 1);
        loss[k] = objective_evaluate(&objective, weight, gradient[k], hessian[k]);
        objective_scores(&objective, weight, scores[k]);
        objective_destroy(&objective);
    }
    for (int k = 1; k < 3; k++) {
        assert_memory_equal(&loss[k], &loss[0], sizeof loss[0]);
        assert_memory_equal(gradient[k], gradient[0], sizeof gradient[0]);
        assert_memory_equal(hessian[k], hessian[0], sizeof hessian[0]);
        assert_memory_equal(scores[k], scores[0], sizeof scores[0]);
    }
    dataset_destroy(&data);
}

// Certain results: the minimum is at infinity. No NaN, no hang.
static void test_separable(void **state) {
    (void)state;
    struct dataset data = dataset_init(VALUES);
    bool wanted[VALUES] = {[A] = true, [B] = true, [C] = true};
    for (int g = 0; g < 40; g++) {
        int16_t feature[VALUES] = {[A] = (int16_t)(g % 2 ? 1 : -1), [C] = 1};
        feature[B] = feature[A]; // and two columns are the same
        dataset_add_game(&data, 1, (uint64_t)g, g % 2);
        dataset_add_position(&data, feature, 0);
    }
    dataset_close(&data, wanted);
    struct objective objective;
    objective_init(&objective, &data, NULL, 2);
    double weight[3] = {0};
    struct minimise_result result = minimise(3, evaluate, &objective, MINIMISE_TOLERANCE, weight);
    for (int i = 0; i < 3; i++)
        assert_true(isfinite(weight[i]));
    assert_true(result.value >= 0 && result.value < 1e-3);
    assert_true(weight[0] + weight[1] > 5);
    objective_destroy(&objective);
    dataset_destroy(&data);
}

// As many features as a data set can have, and sums taken one by one.
static void test_widest(void **state) {
    (void)state;
    enum { N = FEATURES_MOST, LENGTH = 3, COUNT = 7 };
    struct dataset data = dataset_init(N);
    struct random random = random_init(3, 0, RANDOM_TEST);
    bool wanted[N];
    memset(wanted, true, sizeof wanted);
    static int16_t feature[COUNT][LENGTH][N];
    for (int g = 0; g < COUNT; g++) {
        dataset_add_game(&data, 1, (uint64_t)g, g % 2);
        for (int p = 0; p < LENGTH; p++) {
            for (int i = 0; i < N; i++)
                feature[g][p][i] = (int16_t)random_below(&random, 3) - 1;
            feature[g][p][N - 1] = (int16_t)(g + p + 1);
            dataset_add_position(&data, feature[g][p], 0);
        }
    }
    dataset_close(&data, wanted);
    assert_int_equal(data.columns, N);
    double weight[N], *expected = calloc(4 * N * N, sizeof *expected);
    assert_non_null(expected);
    double *scores = expected + N * N, *hessian = scores + N * N, *found = hessian + N * N;
    for (int i = 0; i < N; i++)
        weight[i] = (random_unit(&random) - 0.5) / 8;
    for (int g = 0; g < COUNT; g++) {
        double score[N] = {0};
        for (int p = 0; p < LENGTH; p++) {
            double z = 0;
            for (int i = 0; i < N; i++)
                z += weight[i] * feature[g][p][i];
            for (int i = 0; i < N; i++)
                score[i] += (logistic(z) - g % 2) * feature[g][p][i] / LENGTH;
            double curvature = logistic(z) * (1 - logistic(z)) / LENGTH;
            for (int i = 0; i < N * N; i++)
                expected[i] += curvature * feature[g][p][i / N] * feature[g][p][i % N];
        }
        for (int i = 0; i < N * N; i++)
            scores[i] += score[i / N] * score[i % N] * COUNT / (COUNT - 1);
    }
    struct objective objective;
    objective_init(&objective, &data, NULL, 2);
    objective_evaluate(&objective, weight, NULL, hessian);
    assert_close(hessian, expected, N * N);
    objective_scores(&objective, weight, found);
    assert_close(found, scores, N * N);
    objective_destroy(&objective);
    dataset_destroy(&data);
    free(expected);
}

static void test_logistic_loss(void **state) {
    (void)state;
    assert_close(&(double){logistic_loss(0, 0.5)}, &(double){log(2)}, 1);
    assert_close(&(double){logistic_loss(2, 1)}, &(double){0.126928011042972}, 1);
    assert_close(&(double){logistic_loss(-3, 0.5)}, &(double){1.5485873515737}, 1);
    assert_true(logistic_loss(800, 1) == 0);
    assert_true(logistic_loss(800, 0) == 800);
    assert_true(logistic_loss(-1e300, 0) == 0);
    assert_true(logistic(800) == 1 && logistic(-800) == 0);
}

static void test_linear(void **state) {
    (void)state;
    const double matrix[4] = {4, 2, 2, 3}, singular[4] = {1, 2, 2, 4};
    double x[2], inverse[4], values[2], vectors[4], product[4];
    assert_true(linear_solve(2, matrix, (double[]){2, 5}, x));
    assert_close(x, (double[]){-0.5, 2}, 2);
    assert_true(linear_inverse(2, matrix, inverse));
    assert_close(inverse, (double[]){0.375, -0.25, -0.25, 0.5}, 4);
    assert_false(linear_solve(2, singular, (double[]){2, 5}, x));
    linear_eigen(2, singular, values, vectors);
    assert_true(fabs(values[0]) < 1e-12 && fabs(values[1] - 5) < 1e-12);
    assert_true(fabs(vectors[0] / vectors[1] + 2) < 1e-9); // (2, -1) up to sign
    linear_product(2, inverse, matrix, inverse, product);
    assert_close(product, inverse, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dataset),           cmocka_unit_test(test_dataset_drops),
        cmocka_unit_test(test_loss_and_gradient), cmocka_unit_test(test_fit_and_sandwich),
        cmocka_unit_test(test_game_weights),      cmocka_unit_test(test_threads),
        cmocka_unit_test(test_separable),         cmocka_unit_test(test_widest),
        cmocka_unit_test(test_logistic_loss),     cmocka_unit_test(test_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
