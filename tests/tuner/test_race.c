// SPDX-License-Identifier: GPL-3.0-or-later
// The race: its rounds and games, who goes on, and how often one of the closest arms is dropped for
// being further away, which is to be in at most 5% of races.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "race.h"
#include "random.h"

static struct measured around(double value, double half) {
    return (struct measured){value, value - half, value + half, 9};
}

static void test_rounds(void **state) {
    (void)state;
    assert_int_equal(race_rounds(4, 3), 1);
    assert_int_equal(race_rounds(6, 3), 1);
    assert_int_equal(race_rounds(7, 3), 2);
    assert_int_equal(race_rounds(196, 3), 7);
    // All rounds together take the budget, as far as arms halve.
    int64_t games = 0, all = 0, last = 0;
    for (int round = 1, arms = 48; round <= 4; round++, arms /= 2) {
        int64_t before = games;
        games = race_games(48000, 4, round, arms, before);
        int64_t of_round = arms * (games - before);
        all += of_round;
        if (round > 1)
            assert_true(fabs((double)of_round / (double)last - 0.7) < 0.01);
        last = of_round;
    }
    assert_in_range(all, 48000 - 48 - 24 - 12 - 6, 48000); // whole games of each
    assert_int_equal(race_games(10, 4, 1, 48, 7), 9);
    assert_true(fabs(race_z(1, 1) - NORMAL_975) < 1e-9);
    assert_true(race_z(100, 5) > 3.5 && race_z(100, 5) < 4.5);
}

static void test_decides(void **state) {
    (void)state;
    struct race_arm arm[] = {
        {.distance = around(5, 1)}, // below it are two others for sure
        {.distance = around(0, 2), .chance = 0.6},
        {.distance = around(1, 1), .chance = 0.1},
        {.distance = around(3, 1)}, // touches the upper end of the second best
        {.distance = around(2.5, 9), .chance = 0.01},
        {.distance = around(2.6, 9), .chance = 0.02},
    };
    enum { ARMS = ARRAY_LENGTH(arm) };
    static const int places[ARMS] = {1, 2, 5, 4, 3, 0};
    int order[ARMS];
    race_decide(arm, ARMS, 2, 1, false);
    assert_int_equal(arm[0].fate, RACE_FURTHER);
    assert_int_equal(arm[3].fate, RACE_HALVED);
    assert_int_equal(arm[4].fate, RACE_HALVED); // closer than the next, and less likely
    for (int i = 0; i < 3; i++)
        assert_int_equal(arm[places[i]].fate, RACE_ON);
    race_decide(arm, ARMS, 2, 2, true);
    assert_int_equal(arm[5].fate, RACE_HALVED);
    race_order(arm, ARMS, order);
    for (int i = 0; i < ARMS; i++)
        assert_int_equal(order[i], places[i]);
    // Of those that are not shown to be further away the closer half goes on, not half of all.
    struct race_arm far[10] = {0};
    int going = 0;
    for (int i = 0; i < 10; i++)
        far[i].distance = i < 4 ? around(100 + i, 1) : around(i, 9);
    race_decide(far, 10, 2, 1, false);
    for (int i = 0; i < 10; i++)
        going += !far[i].round;
    assert_int_equal(going, 3);
    // With fewer than are kept all go on.
    struct race_arm few[] = {{.distance = around(9, 1)}, {.distance = around(0, 1)}};
    race_decide(few, 2, 3, 1, true);
    assert_int_equal(few[0].round, 0);
    // Who is not measured yet goes on beside the closer half of the others, but for the last round.
    struct race_arm open[] = {{.distance = {INFINITY, 0, INFINITY, 0}},
                              {.distance = {INFINITY, 0, INFINITY, 0}},
                              {.distance = around(3, 4)},
                              {.distance = around(1, 4)},
                              {.distance = around(2, 4)}};
    race_decide(open, 5, 1, 1, false);
    assert_int_equal(open[2].fate, RACE_HALVED);
    assert_true(!open[0].round && !open[1].round && !open[3].round && !open[4].round);
    race_decide(open, 5, 1, 2, true);
    assert_int_equal(open[0].fate, RACE_UNMEASURED);
    assert_int_equal(open[4].fate, RACE_HALVED);
    assert_int_equal(open[3].fate, RACE_ON);
}

static double normal(struct random *random) {
    return normal_quantile(fmin(fmax(random_unit(random), 1e-12), 1 - 1e-12));
}

// A race over arms whose distances are known: 0 for `kept` of them, or for all.
static void run_race(struct random *random, const double *truth, int arms, int kept,
                     struct race_arm *arm) {
    int rounds = race_rounds(arms, kept);
    double z = race_z(arms, rounds), *sum = calloc((size_t)arms, sizeof *sum);
    int64_t games = 0;
    assert_non_null(sum);
    for (int round = 1; round <= rounds; round++) {
        int in = 0;
        for (int i = 0; i < arms; i++)
            in += !arm[i].round;
        int64_t before = games;
        games = race_games(20000, rounds, round, in, before);
        for (int i = 0; i < arms; i++) {
            if (arm[i].round)
                continue;
            double more = (double)(games - before), n = (double)games;
            sum[i] += truth[i] * more + normal(random) * 10 * sqrt(more);
            arm[i].distance = around(sum[i] / n, z * 10 / sqrt(n));
        }
        race_decide(arm, arms, kept, round, round == rounds);
    }
    free(sum);
}

// The closest of 200 arms: a game misses it by 2.8 times its lead over the mean of the rest, which
// scatter by a fifth of that lead (race.h has the numbers of 2,000 races).
static void test_finds(void **state) {
    (void)state;
    enum { ARMS = 200, KEPT = 3, RACES = 300 };
    int found = 0;
    for (int race = 0; race < RACES; race++) {
        struct random random = random_init(9, (uint64_t)race, RANDOM_TEST);
        struct race_arm arm[ARMS] = {{.round = 0}};
        double truth[ARMS];
        for (int i = 0; i < ARMS; i++)
            truth[i] = i == 111 ? 0 : fabs(3.54 + 0.71 * normal(&random));
        run_race(&random, truth, ARMS, KEPT, arm);
        found += arm[111].fate == RACE_ON;
    }
    assert_in_range(found, 0.94 * RACES, RACES); // 88% by rounds of equal parts
}

static void test_error_rate(void **state) {
    (void)state;
    enum { ARMS = 60, KEPT = 3, RACES = 400 };
    int wrong = 0, found = 0, further = 0, wrong_of_equal = 0;
    for (int race = 0; race < RACES; race++) {
        struct random random = random_init(7, (uint64_t)race, RANDOM_TEST);
        struct race_arm arm[ARMS] = {{.round = 0}}, equal[ARMS] = {{.round = 0}};
        double truth[ARMS], none[ARMS] = {0};
        for (int i = 0; i < ARMS; i++)
            truth[i] = i % 20 == 7 ? 0 : 2 + i % 7;
        run_race(&random, truth, ARMS, KEPT, arm);
        bool lost = false;
        for (int i = 0; i < ARMS; i++) {
            lost |= truth[i] == 0 && arm[i].fate == RACE_FURTHER;
            found += truth[i] == 0 && arm[i].fate == RACE_ON;
            further += arm[i].fate == RACE_FURTHER;
        }
        wrong += lost;
        run_race(&random, none, ARMS, KEPT, equal);
        lost = false;
        for (int i = 0; i < ARMS; i++)
            lost |= equal[i].fate == RACE_FURTHER;
        wrong_of_equal += lost;
    }
    // 5% of 400 is 20; 30 of them come with a chance of 1%.
    assert_in_range(wrong, 0, 30);
    assert_in_range(wrong_of_equal, 0, 30);
    assert_true(further > RACES); // the rule does drop arms
    assert_true(found > 0.8 * KEPT * RACES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_decides),
        cmocka_unit_test(test_finds),
        cmocka_unit_test(test_error_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
