// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of several looks: published ones, and what a simulated walk makes of them.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base.h"
#include "looks.h"
#include "random.h"
#include "statistics.h"

static void assert_near(double found, double expected, double most) {
    if (!(fabs(found - expected) <= most))
        fail_msg("%.6f, expected %.6f", found, expected);
}

// Two-sided 5%, spent after O'Brien and Fleming, at equal shares: tables of the programs ldbounds
// and gsDesign.
static void published_bounds(void **state) {
    (void)state;
    static const struct {
        int looks;
        double bound[5];
    } known[] = {
        {1, {1.9600}},
        {3, {3.7103, 2.5114, 1.9930}},
        {4, {4.3326, 2.9631, 2.3590, 2.0141}},
        {5, {4.8769, 3.3569, 2.6803, 2.2898, 2.0310}},
    };
    for (int i = 0; i < ARRAY_LENGTH(known); i++) {
        int count = known[i].looks;
        double share[LOOKS_MAX], bound[LOOKS_MAX];
        for (int look = 0; look < count; look++)
            share[look] = (look + 1.0) / count;
        looks_bounds(share, count, 0.025, bound);
        for (int look = 0; look < count; look++)
            assert_near(bound[look], known[i].bound[look], 0.0002);
        assert_near(looks_power(share, bound, count, 0), 0.025, 1e-5);
    }
}

static double normal(struct random *random) {
    return normal_quantile((random_below(random, 1 << 30) + 0.5) / (1 << 30));
}

// A walk that is looked at: how often it decides and when, against what is computed.
static void simulated_walks(void **state) {
    (void)state;
    enum { ROUNDS = 20000, LOOKS = 4 };
    static const double share[LOOKS] = {0.1, 0.3, 0.7, 1}, drifts[] = {0, 1.5, 3.5};
    double bound[LOOKS];
    looks_bounds(share, LOOKS, 0.05, bound);
    struct random random = random_init(5, 0, RANDOM_TEST);
    for (int d = 0; d < ARRAY_LENGTH(drifts); d++) {
        double decided = 0, shares = 0;
        for (int round = 0; round < ROUNDS; round++) {
            double at = 0, time = 0;
            int look = 0;
            for (; look < LOOKS; look++) {
                double passed = share[look] - time;
                at += drifts[d] * passed + sqrt(passed) * normal(&random);
                time = share[look];
                if (at > bound[look] * sqrt(time))
                    break;
            }
            decided += look < LOOKS;
            shares += look < LOOKS ? share[look] : 1;
        }
        double power = looks_power(share, bound, LOOKS, drifts[d]);
        assert_near(decided / ROUNDS, power, 4 * sqrt(power * (1 - power) / ROUNDS));
        assert_near(shares / ROUNDS, looks_mean_share(share, bound, LOOKS, drifts[d]), 0.01);
    }
    // Looking as if each look were the only one does not keep the level.
    double naive[LOOKS] = {1.645, 1.645, 1.645, 1.645};
    assert_true(looks_power(share, naive, LOOKS, 0) > 0.1);
    // What is far beyond everything is decided at once.
    assert_near(looks_mean_share(share, bound, LOOKS, 100), 0.1, 1e-9);
    assert_near(looks_power(share, bound, LOOKS, 100), 1, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_bounds),
        cmocka_unit_test(simulated_walks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
