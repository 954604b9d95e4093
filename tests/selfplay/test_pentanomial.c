// SPDX-License-Identifier: GPL-3.0-or-later
// Elo and LOS of counts, against numbers computed elsewhere, and on degenerate and random counts.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

#include "pentanomial.h"
#include "random.h"

#define PAIRS(ll, ld, dd, wd, ww) ((struct score_counts){PAIR_CELLS, {ll, ld, dd, wd, ww}})
#define GAMES(lost, drawn, won) ((struct score_counts){GAME_CELLS, {lost, drawn, won}})

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g, expected %.9g", value, expected);
}

static void assert_elo(struct score_counts counts, double value, double half, double superiority) {
    struct score_law law = score_law(&counts);
    double reach = NORMAL_975 * sqrt(law.variance / law.total);
    assert_near(elo_of_score(law.mean), value, 1e-5);
    assert_near((elo_of_score(fmin(law.mean + reach, 1)) - elo_of_score(law.mean - reach)) / 2,
                half, 1e-5);
    if (score_units(&counts) >= 100)
        assert_near(likelihood_of_superiority(&counts), superiority, 1e-5);
}

// The counts of long matches; the figures were computed by fishtest's statistics.
static void test_golden(void **state) {
    (void)state;
    assert_elo(PAIRS(365, 16618, 36229, 16974, 390), 0.99934, 0.92308, 0.98308);
    assert_elo(PAIRS(10789, 19328, 33806, 19402, 10543), -0.77358, 1.27758, 0.11766);
    assert_elo(PAIRS(39, 2226, 31451, 2412, 40), 0.90298, 0.66253, 0.99622);
    assert_elo(PAIRS(12, 30, 41, 55, 22), 49.18407, 31.42604, 0.99909);
    assert_elo(PAIRS(0, 0, 10, 5, 0), 58.42740, 42.91551, 0.99687);
    assert_elo(PAIRS(0, 0, 1, 0, 0), 0, 34.02073, 0.5);
    assert_elo(GAMES(36027, 68692, 36433), 0.99934, 1.29863, 0.93426);
}

// One won game of one leaves a chance of a quarter that the other is better; the figures are those
// of a flat prior, drawn at random some 100,000 times.
static void test_chance_of_few_games(void **state) {
    (void)state;
    static const struct {
        struct score_counts counts;
        double chance;
    } rows[] = {{GAMES(0, 0, 1), 0.75},
                {GAMES(0, 0, 2), 0.875},
                {GAMES(1, 0, 0), 0.25},
                {PAIRS(0, 1, 0, 0, 0), 0.360},
                {PAIRS(0, 0, 0, 3, 1), 0.908},
                {PAIRS(0, 0, 0, 0, 1), 0.723},
                {PAIRS(0, 0, 1, 1, 0), 23.0 / 36},
                {GAMES(0, 40, 0), 0.5}};
    for (int i = 0; i < ARRAY_LENGTH(rows); i++)
        assert_near(likelihood_of_superiority(&rows[i].counts), rows[i].chance, 0.002);
}

// What is printed beside the interval says the same: 97.5% and more where all of it lies above 0.
static void test_chance_agrees_with_interval(void **state) {
    (void)state;
    int beyond = 0;
    for (uint64_t k = 0; k < 4000; k++) {
        struct random random = random_init(2, k, RANDOM_TEST);
        struct score_counts counts = {random_below(&random, 2) ? PAIR_CELLS : GAME_CELLS, {0}};
        for (int i = 0; i < counts.cells; i++)
            counts.count[i] = random_below(&random, 3) ? random_below(&random, 60) : 0;
        struct measured score = score_interval_95(&counts);
        double chance = likelihood_of_superiority(&counts);
        beyond += score.low > 0.5 || score.high < 0.5;
        if (score.low > 0.5)
            assert_true(chance >= 0.975);
        else if (score.high < 0.5)
            assert_true(chance <= 0.025);
        else
            assert_true(chance >= 0.025 && chance <= 0.975);
    }
    assert_in_range(beyond, 500, 3500);
}

// Normalized Elo by hand: score 0.5 + 0.1 with all games won or lost has a deviation of
// sqrt(0.24); pairs that are lost or won whole have the same per pair, sqrt(2) times it per game.
// Of units lost or won whole t is sinh of half the logit, so its interval is that of the logit.
static void test_normalized(void **state) {
    (void)state;
    struct score_counts games = GAMES(4000, 0, 6000), pairs = PAIRS(4000, 0, 0, 0, 6000);
    struct measured elo = score_normalized_95(&games);
    double half_logit = 0.5 * log(1.5), reach = NORMAL_975 / 2 / sqrt(10000 * 0.24);
    assert_near(elo.value, 0.1 / sqrt(0.24) * 347.43558552, 1e-3);
    assert_near(elo.low, sinh(half_logit - reach) * 347.43558552, 0.02);
    assert_near(elo.high, sinh(half_logit + reach) * 347.43558552, 0.02);
    elo = score_normalized_95(&pairs);
    assert_near(elo.value, 0.1 / sqrt(0.48) * 347.43558552, 1e-3);
    // Equal players: the deviation does not matter, and a known one gives the same.
    struct score_counts even = PAIRS(100, 200, 400, 200, 100);
    elo = score_normalized_95(&even);
    assert_near(elo.high, NORMAL_975 / sqrt(1000) / sqrt(2) * 347.43558552, 0.2);
}

// One pair alone does not fix a deviation, and where all are lost the score bounds what can be.
static void test_edges(void **state) {
    (void)state;
    struct score_counts one = PAIRS(500, 0, 0, 0, 1), none = PAIRS(500, 0, 0, 0, 0);
    struct measured elo = score_normalized_95(&one), lost = score_normalized_95(&none);
    assert_true(elo.low < -5500 && elo.high > -1300 && elo.high < -1000);
    assert_near(elo.value, -2740, 15);
    assert_true(lost.value == -NORMALIZED_LIMIT && lost.low == -NORMALIZED_LIMIT);
    assert_true(lost.high < -1300 && lost.high < elo.high);
    // All even: sqrt(u / (1 - u)) with u = z^2 / (n + z^2) is z / sqrt(n).
    struct score_counts drawn = PAIRS(0, 0, 400, 0, 0);
    elo = score_normalized_95(&drawn);
    assert_near(elo.value, 0, 1e-9);
    assert_near(elo.high, NORMAL_975 / 20 * 347.43558552 / sqrt(2), 1e-6);
    assert_near(elo.low, -elo.high, 1e-9);
}

// Of any counts: one more pair that is won, or a pair that turns from lost to won, lowers no end
// of the score's interval; where the player is behind, not that of normalized Elo either.
static void test_winning_never_hurts(void **state) {
    (void)state;
    static const int64_t sizes[] = {0, 0, 0, 1, 2, 7, 40, 500, 20000};
    for (uint64_t k = 0; k < 20000; k++) {
        struct random random = random_init(5, k, RANDOM_TEST);
        struct score_counts before = {PAIR_CELLS, {0}};
        for (int i = 0; i < PAIR_CELLS; i++)
            before.count[i] = sizes[random_below(&random, ARRAY_LENGTH(sizes))];
        struct score_counts after = before;
        after.count[PAIR_CELLS - 1]++;
        if (before.count[0] > 0 && random_below(&random, 2))
            after.count[0]--;
        struct measured was = score_interval_95(&before), is = score_interval_95(&after);
        if (!(is.low >= was.low - 1e-12 && is.high >= was.high - 1e-12))
            fail_msg("%d %d %d %d %d: %g..%g, and with one won %g..%g", (int)before.count[0],
                     (int)before.count[1], (int)before.count[2], (int)before.count[3],
                     (int)before.count[4], was.low, was.high, is.low, is.high);
        if (is.high < 0.5 &&
            score_normalized_95(&after).high < score_normalized_95(&before).high - 1e-6)
            fail_msg("%d %d %d %d %d: normalized %g, and with one won %g", (int)before.count[0],
                     (int)before.count[1], (int)before.count[2], (int)before.count[3],
                     (int)before.count[4], score_normalized_95(&before).high,
                     score_normalized_95(&after).high);
    }
}

// Both intervals cover the truth in 95% of matches, equal ones and lopsided ones.
static void test_coverage(void **state) {
    (void)state;
    enum { TRIALS = 4000, PAIRS_EACH = 200 };
    static const double laws[][PAIR_CELLS] = {{0.1, 0.2, 0.4, 0.2, 0.1},
                                              {0.033, 0.11, 0.36, 0.3, 0.197},
                                              {0.008, 0.041, 0.225, 0.305, 0.421},
                                              {0.3, 0, 0.4, 0, 0.3},
                                              {0.05, 0, 0, 0, 0.95},
                                              {0.01, 0.05, 0.18, 0.08, 0.68},
                                              {0, 0, 0.2, 0.5, 0.3},
                                              {0.9, 0.06, 0.03, 0.007, 0.003}};
    for (int law = 0; law < ARRAY_LENGTH(laws); law++) {
        double mean = 0, square = 0;
        for (int i = 0; i < PAIR_CELLS; i++) {
            mean += laws[law][i] * i / 4;
            square += laws[law][i] * i * i / 16;
        }
        double elo = (mean - 0.5) / sqrt(2 * (square - mean * mean)) * NORMALIZED_ELO;
        int scores = 0, normalized = 0;
        for (uint64_t k = 0; k < TRIALS; k++) {
            struct random random = random_init(6, 100000 * (uint64_t)law + k, RANDOM_TEST);
            struct score_counts counts = {PAIR_CELLS, {0}};
            for (int pair = 0; pair < PAIRS_EACH; pair++) {
                double draw = random_unit(&random);
                int cell = 0;
                while (cell < PAIR_CELLS - 1 && draw >= laws[law][cell])
                    draw -= laws[law][cell++];
                counts.count[cell]++;
            }
            struct measured score = score_interval_95(&counts), of = score_normalized_95(&counts);
            scores += score.low <= mean && mean <= score.high;
            normalized += of.low <= elo && elo <= of.high;
        }
        // Counts are whole: where few are in a cell a step more or less is 1%.
        if (!(scores >= 0.93 * TRIALS && scores <= 0.975 * TRIALS && normalized >= 0.93 * TRIALS &&
              normalized <= 0.975 * TRIALS))
            fail_msg("law %d: score covered in %g, normalized Elo in %g", law,
                     (double)scores / TRIALS, (double)normalized / TRIALS);
    }
}

static void test_conversions(void **state) {
    (void)state;
    assert_near(elo_of_score(0.75), 190.848502, 1e-6);
    assert_false(signbit(elo_of_score(0.5)));
    assert_near(score_of_elo(-400), 1.0 / 11, 1e-12);
    for (int elo = -1100; elo <= 1100; elo += 50)
        assert_near(elo_of_score(score_of_elo(elo)), elo, 1e-6);
    assert_near(elo_of_score(1), 1200, 1);
    assert_near(elo_of_score(0), -1200, 1);
}

// Few pairs tell little, and so do pairs that all scored the same.
static void test_small(void **state) {
    (void)state;
    struct score_counts two = PAIRS(0, 1, 0, 1, 0), one = PAIRS(0, 0, 1, 0, 0),
                        none = PAIRS(0, 0, 0, 0, 0);
    struct measured score = score_interval_95(&two), single = score_interval_95(&one);
    assert_near(score.value, 0.5, 1e-12);
    assert_true(score.low < 0.2 && score.high > 0.8);
    assert_near(single.value, 0.5, 1e-9);
    assert_true(single.low < score.low && single.high > score.high);
    score = score_interval_95(&none);
    assert_true(score.value == 0.5 && score.low == 0 && score.high == 1);
    assert_near(likelihood_of_superiority(&none), 0.5, 1e-12);
    // 100 won: Wilson's for a share of 1.
    struct score_counts won = PAIRS(0, 0, 0, 0, 100);
    score = score_interval_95(&won);
    assert_near(score.high, 1, 1e-9);
    assert_near(score.low, 100 / (100 + NORMAL_975 * NORMAL_975), 1e-9);
    // Many: the plain interval.
    struct score_counts many = PAIRS(365, 16618, 36229, 16974, 390);
    struct score_law law = score_law(&many);
    score = score_interval_95(&many);
    assert_near(score.high - score.low, 2 * NORMAL_975 * sqrt(law.variance / law.total), 1e-6);
    assert_true(score_one_sided(&won) && !score_one_sided(&two) && !score_one_sided(&none));
}

static void assert_sane(const struct score_counts *counts) {
    struct measured score = score_interval_95(counts);
    struct score_law law = score_law(counts);
    double deviation = score_game_deviation(&law), superiority = likelihood_of_superiority(counts);
    const struct measured all[] = {score, measured_elo(score), score_normalized_95(counts),
                                   score_normalized_elo(counts, score)};
    for (int i = 0; i < ARRAY_LENGTH(all); i++) {
        assert_true(isfinite(all[i].value) && isfinite(all[i].low) && isfinite(all[i].high));
        assert_true(all[i].low <= all[i].value && all[i].value <= all[i].high);
    }
    assert_true(superiority >= 0 && superiority <= 1 && deviation > 0);
}

// Any counts give numbers; those seen from the other side give the mirrored ones.
static void test_any_counts(void **state) {
    (void)state;
    static const int64_t sizes[] = {0, 0, 0, 1, 2, 10, 1000, 1000000, 1000000000000};
    for (uint64_t k = 0; k < 20000; k++) {
        struct random random = random_init(1, k, RANDOM_TEST);
        struct score_counts counts = {random_below(&random, 2) ? PAIR_CELLS : GAME_CELLS, {0}};
        struct score_counts mirror = {counts.cells, {0}};
        for (int i = 0; i < counts.cells; i++) {
            counts.count[i] = sizes[random_below(&random, ARRAY_LENGTH(sizes))];
            mirror.count[counts.cells - 1 - i] = counts.count[i];
        }
        assert_sane(&counts);
        struct measured here = measured_elo(score_interval_95(&counts));
        struct measured there = measured_elo(score_interval_95(&mirror));
        assert_near(here.value, -there.value, 1e-3);
        assert_near(here.low, -there.high, 1e-3);
        assert_near(likelihood_of_superiority(&counts), 1 - likelihood_of_superiority(&mirror),
                    1e-3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chance_of_few_games),
        cmocka_unit_test(test_chance_agrees_with_interval),
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_normalized),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_winning_never_hurts),
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_any_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
