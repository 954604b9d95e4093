// SPDX-License-Identifier: GPL-3.0-or-later
// Elo and LOS of counts, against numbers computed elsewhere, and on degenerate and random counts.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

#include "pentanomial.h"
#include "random.h"

static const double normal_factor = 1.959963984540054;

#define PAIRS(ll, ld, dd, wd, ww) ((struct score_counts){PAIR_CELLS, {ll, ld, dd, wd, ww}})
#define GAMES(lost, drawn, won) ((struct score_counts){GAME_CELLS, {lost, drawn, won}})

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g, expected %.9g", value, expected);
}

static void assert_elo(struct score_counts counts, double value, double half, double superiority) {
    struct measured elo = measured_elo(score_interval(&counts, normal_factor));
    assert_near(elo.value, value, 1e-5);
    assert_near((elo.high - elo.low) / 2, half, 1e-5);
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

// Normalized Elo by hand: score 0.5 + 0.1 with all games won or lost has a deviation of
// sqrt(0.24); pairs that are lost or won whole have the same per pair, sqrt(2) times it per game.
static void test_normalized(void **state) {
    (void)state;
    struct score_counts games = GAMES(4000, 0, 6000), pairs = PAIRS(4000, 0, 0, 0, 6000);
    struct score_law law = score_law(&games);
    struct measured elo =
        elo_normalized(score_interval(&games, normal_factor), score_game_deviation(&law));
    assert_near(elo.value, 0.1 / sqrt(0.24) * 347.43558552, 1e-3);
    assert_near((elo.high - elo.low) / 2, normal_factor / 100 * 347.43558552, 1e-3);
    law = score_law(&pairs);
    elo = elo_normalized(score_interval(&pairs, normal_factor), score_game_deviation(&law));
    assert_near(elo.value, 0.1 / sqrt(0.48) * 347.43558552, 1e-3);
}

static void test_conversions(void **state) {
    (void)state;
    assert_near(elo_of_score(0.75), 190.848502, 1e-6);
    assert_near(score_of_elo(-400), 1.0 / 11, 1e-12);
    for (int elo = -1100; elo <= 1100; elo += 50)
        assert_near(elo_of_score(score_of_elo(elo)), elo, 1e-6);
    assert_near(elo_of_score(1), 1200, 1);
    assert_near(elo_of_score(0), -1200, 1);
}

// Student's factor for two pairs is 12.71; pairs that all scored the same tell little when few.
static void test_small(void **state) {
    (void)state;
    struct score_counts two = PAIRS(0, 1, 0, 1, 0), one = PAIRS(0, 0, 1, 0, 0),
                        none = PAIRS(0, 0, 0, 0, 0);
    struct measured score = score_interval_95(&two);
    assert_near(score.low, 0, 1e-12); // 0.5 -+ 2.2
    assert_near(score.high, 1, 1e-12);

    score = score_interval_95(&one);
    assert_near(score.value, 0.5, 1e-9);
    assert_near(score.low, 0.5 - 0.975 / 2, 1e-9);
    score = score_interval_95(&none);
    assert_true(score.value == 0.5 && score.low == 0 && score.high == 1);
    assert_near(likelihood_of_superiority(&none), 0.5, 1e-12);

    struct score_counts ten = PAIRS(0, 5, 0, 5, 0);
    score = score_interval_95(&ten);
    assert_near(score.high, 0.5 + 2.2621572 * 0.25 / sqrt(10), 1e-3);
    struct score_counts won = PAIRS(0, 0, 0, 0, 100);
    score = score_interval_95(&won);
    assert_near(score.high, 1, 1e-4);
    assert_near(score.low, pow(0.025, 0.01), 1e-4); // 96.4%: 1 - 3.6% that never showed
    assert_true(score_one_sided(&won) && !score_one_sided(&two) && !score_one_sided(&none));
}

static void assert_sane(const struct score_counts *counts) {
    struct measured score = score_interval_95(counts);
    struct score_law law = score_law(counts);
    double deviation = score_game_deviation(&law), superiority = likelihood_of_superiority(counts);
    const struct measured all[] = {score, measured_elo(score), elo_normalized(score, deviation)};
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
        cmocka_unit_test(test_golden),      cmocka_unit_test(test_normalized),
        cmocka_unit_test(test_conversions), cmocka_unit_test(test_small),
        cmocka_unit_test(test_any_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
