// SPDX-License-Identifier: GPL-3.0-or-later
// Golden values are computed apart from the program, or stand in the papers named.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>

#include "random.h"
#include "statistics.h"

static void assert_close(const double *found, const double *expected, int count) {
    for (int i = 0; i < count; i++)
        if (!(fabs(found[i] - expected[i]) <= 1e-9 * fmax(1, fabs(expected[i]))))
            fail_msg("number %d is %.12g, expected %.12g", i, found[i], expected[i]);
}

// Computed apart from the program (Wilson 1927).
static void wilson_intervals(void **state) {
    (void)state;
    static const struct {
        double points, count, low, high;
    } cases[] = {
        {0, 10, 0, 0.27753}, {10, 10, 0.72247, 1},          {5, 10, 0.23659, 0.76341},
        {1, 1, 0.20655, 1},  {529, 1000, 0.49801, 0.55977}, {0, 0, 0, 1},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct measured interval = measured_share(cases[i].points, cases[i].count);
        assert_true(fabs(interval.low - cases[i].low) < 6e-5);
        assert_true(fabs(interval.high - cases[i].high) < 6e-5);
    }
}

// var(a/b) by its Taylor expansion; Fieller's limits by bisection in another program.
static void ratios(void **state) {
    (void)state;
    struct ratio ratio = ratio_of(2.1, 0.9, 0.04, 0.006, 0.0025, 1.5);
    assert_close((double[]){ratio.value, ratio.se}, (double[]){2.33333333333, 0.177816353839}, 2);
    assert_false(ratio.skewed);
    assert_true(ratio.bounded);
    assert_close(
        (double[]){ratio.low, ratio.high},
        (double[]){2.33333333333 - 1.5 * 0.177816353839, 2.33333333333 + 1.5 * 0.177816353839}, 2);
    ratio = ratio_of(2.1, 0.9, 0.04, 0.006, 0.04, 2);
    assert_true(ratio.skewed && ratio.bounded);
    assert_close((double[]){ratio.low, ratio.high}, (double[]){1.56583458188, 4.17570387966}, 2);
    ratio = ratio_of(0.9, 0.9, 0.04, 0.04, 0.04, 2); // the yardstick itself
    assert_close((double[]){ratio.value, ratio.se, ratio.low, ratio.high}, (double[]){1, 0, 1, 1},
                 4);
    ratio = ratio_of(1, 0.1, 0.04, 0, 0.04, 2);
    assert_false(ratio.bounded);
    assert_true(isinf(ratio.low) && isinf(ratio.high));
}

static void quantiles_of_laws(void **state) {
    (void)state;
    assert_true(fabs(student_975(1e9) - 1.959963985) < 1e-6);
    assert_true(fabs(student_975(31) - 2.042272456) < 1e-6);
    assert_true(fabs(student_975(0) - 12.7062047) < 1e-6);
    assert_true(fabs(normal_cdf(1.959963985) - 0.975) < 1e-9);
    assert_true(fabs(normal_quantile(0.8) - 0.8416212336) < 1e-9);
}

// Newcombe 1998, table II, method 10.
static void differences_of_shares(void **state) {
    (void)state;
    static const struct {
        double a, m, b, n, low, high;
    } cases[] = {
        {56, 70, 48, 80, 0.0524, 0.3339}, {9, 10, 3, 10, 0.1705, 0.8090},
        {6, 7, 2, 7, 0.0582, 0.8062},     {5, 56, 0, 29, -0.0381, 0.1926},
        {0, 10, 0, 20, -0.1611, 0.2775},  {10, 10, 0, 10, 0.6075, 1},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct measured difference = measured_difference(measured_share(cases[i].a, cases[i].m),
                                                         measured_share(cases[i].b, cases[i].n));
        assert_true(fabs(difference.low - cases[i].low) < 6e-5);
        assert_true(fabs(difference.high - cases[i].high) < 6e-5);
        assert_true(difference.n == fmin(cases[i].m, cases[i].n));
        assert_int_equal(measured_p(difference) < 0.05, difference.low > 0);
    }
}

static struct moments sample(const double *values, int count) {
    struct moments moments = {0};
    for (int i = 0; i < count; i++)
        moments_add(&moments, values[i]);
    return moments;
}

static void means(void **state) {
    (void)state;
    struct moments five = sample((double[]){2, 4, 4, 5, 10}, 5);
    struct measured mean = measured_mean(&five);
    // s^2 = 9, t(4) = 2.776445105
    assert_close(
        (double[]){mean.value, mean.low, mean.high},
        (double[]){5, 5 - 2.7764451051978 * 3 / sqrt(5), 5 + 2.7764451051978 * 3 / sqrt(5)}, 3);
    struct moments one = sample((double[]){3}, 1), none = {0};
    mean = measured_mean(&one);
    assert_true(mean.value == 3 && isinf(mean.low) && isinf(mean.high));
    mean = measured_mean(&none);
    assert_true(mean.value == 0 && mean.n == 0);
    // What is all the same is not certain for that: w = 1.96^2 more may differ by 1 or the mean.
    double w = NORMAL_975 * NORMAL_975;
    struct moments noughts = sample((double[]){0, 0, 0, 0}, 4),
                   twins = sample((double[]){13, 13}, 2);
    mean = measured_mean(&noughts);
    assert_close((double[]){mean.value, mean.high}, (double[]){0, w / (4 + w)}, 2);
    mean = measured_mean(&twins);
    assert_close((double[]){mean.low, mean.high},
                 (double[]){13 - 13 * w / (2 + w), 13 + 13 * w / (2 + w)}, 2);
}

// Without draws a score is a share; draws narrow its interval, but never to nothing.
static void scores(void **state) {
    (void)state;
    struct moments wins = {0}, draws = {0}, none = {0};
    for (int i = 0; i < 100; i++)
        moments_add(&wins, i < 30);
    struct measured score = measured_score(&wins), share = measured_share(30, 100);
    assert_close((double[]){score.value, score.low, score.high},
                 (double[]){share.value, share.low, share.high}, 3);
    for (int i = 0; i < 100; i++)
        moments_add(&draws, 0.5);
    score = measured_score(&draws);
    assert_true(score.low < 0.49 && score.low > 0.45 && score.high > 0.51);
    score = measured_score(&none);
    assert_true(score.low == 0 && score.high == 1 && score.n == 0);
    struct moments lost = sample((double[]){0}, 1);
    score = measured_score(&lost);
    assert_true(score.value == 0 && score.low == 0 && score.high > 0.7);
}

// How often the interval of a score covers the truth.
static double coverage(double win, double draw, int games, uint64_t seed) {
    int covered = 0;
    enum { ROUNDS = 4000 };
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct random random = random_init(seed, round, RANDOM_TEST);
        struct moments moments = {0};
        for (int i = 0; i < games; i++) {
            double u = random_unit(&random);
            moments_add(&moments, u < win ? 1 : u < win + draw ? 0.5 : 0);
        }
        struct measured score = measured_score(&moments);
        double truth = win + draw / 2;
        covered += score.low <= truth && truth <= score.high;
    }
    return covered / (double)ROUNDS;
}

static void score_coverage(void **state) {
    (void)state;
    static const struct {
        double win, draw;
        int games;
    } cases[] = {{0.5, 0, 50},    {0.3, 0.4, 50},    {0.3, 0.4, 400}, {0.1, 0.85, 200},
                 {0.9, 0.05, 60}, {0.02, 0.96, 400}, {0.48, 0.1, 25}};
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        double covered = coverage(cases[i].win, cases[i].draw, cases[i].games, (uint64_t)i);
        if (covered < 0.93 || covered > 0.98)
            fail_msg("win %g, draw %g, %d games: %.3f covered", cases[i].win, cases[i].draw,
                     cases[i].games, covered);
    }
}

// Conover's table: 40th and 61st of 100 bound the median.
static void ranks_of_quantiles(void **state) {
    (void)state;
    static const struct {
        int64_t n;
        double part;
        int64_t low, high;
    } cases[] = {{100, 0.5, 40, 61}, {6, 0.5, 1, 6},   {5, 0.5, 0, 6},   {0, 0.5, 0, 1},
                 {1, 0.25, 0, 2},    {12, 0.25, 0, 7}, {20, 0.25, 2, 10}};
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        int64_t low, high;
        quantile_ranks(cases[i].n, cases[i].part, &low, &high);
        if (low != cases[i].low || high != cases[i].high)
            fail_msg("n %d, part %g: %d and %d", (int)cases[i].n, cases[i].part, (int)low,
                     (int)high);
    }
    int64_t low, high; // the normal law takes over: 5e6 -+ 1.96 x 1581
    quantile_ranks(10000000, 0.5, &low, &high);
    assert_true(labs(low - 4996901) < 3 && labs(high - 5003100) < 3);
}

static void corrections(void **state) {
    (void)state;
    double p[] = {0.01, 0.04, 0.03, 0.005};
    holm(p, 4);
    assert_close(p, (double[]){0.03, 0.06, 0.06, 0.02}, 4);
    double large[] = {0.6, 0.7};
    holm(large, 2);
    assert_close(large, (double[]){1, 1}, 2);
    holm(NULL, 0);
}

// Score 0.5 +- 0.03: within 0.05 for sure, within 0.02 not.
static void equivalence(void **state) {
    (void)state;
    struct measured even = {0, -0.03, 0.03, 1000};
    assert_true(equivalence_p(even, 0.05) < 0.001);
    assert_true(equivalence_p(even, 0.02) > 0.05);
    // The 90% interval touches the margin where p is 5%.
    assert_true(fabs(equivalence_p(even, 0.03 * 1.6448536 / 1.9599640) - 0.05) < 1e-6);
    struct measured unknown = {0, -INFINITY, INFINITY, 1}, none = {0};
    assert_true(equivalence_p(unknown, 0.05) == 0.5);
    assert_true(equivalence_p(none, 0.05) == 1 && measured_p(none) == 1);
    assert_true(measured_p(unknown) == 1);
}

static void elo(void **state) {
    (void)state;
    assert_true(elo_of_score(0.5) == 0 && elo_of_score(0) == -1200 && elo_of_score(1) == 1200);
    assert_true(fabs(elo_of_score(0.568) - 47.5458) < 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_intervals),
        cmocka_unit_test(ratios),
        cmocka_unit_test(quantiles_of_laws),
        cmocka_unit_test(differences_of_shares),
        cmocka_unit_test(means),
        cmocka_unit_test(scores),
        cmocka_unit_test(score_coverage),
        cmocka_unit_test(ranks_of_quantiles),
        cmocka_unit_test(corrections),
        cmocka_unit_test(equivalence),
        cmocka_unit_test(elo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
