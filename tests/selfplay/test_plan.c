// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of games that the field knows, and the command.
#include "program.h"

#include <math.h>

#include "plan.h"
#include "random.h"
#include "statistics.h"

static void assert_near(double found, double expected, double part) {
    if (!(fabs(found - expected) <= part * expected))
        fail_msg("%g, expected %g", found, expected);
}

static void known_numbers(void **state) {
    (void)state;
    // +-1 point at 40%, 10% and no draws, as tables have it; 88% draws are chess by strong players.
    assert_near(plan_half_width(0.01, 0.4), 5700, 0.012);
    assert_near(plan_half_width(0.01, 0.1), 8600, 0.012);
    assert_near(plan_half_width(0.01, 0), 9600, 0.002);
    assert_near(plan_half_width(0.01, 0.88), 1140, 0.012);
    assert_near(plan_half_width_of(plan_half_width(0.01, 0.3), 0.3), 0.01, 1e-3);
    // Two proportions around one half, 5 points, 80%: 2 x 1570 (any textbook of sample sizes).
    assert_near(plan_difference(0.05, 0, 0.8, 1), 1570, 0.001);
    assert_true(plan_difference(0.05, 0, 0.8, 4) > plan_difference(0.05, 0, 0.8, 1));
    // A Pawn's odds of chess: 0.25 to 0.30 Pawns after 100 games, 0.03 after 10,000.
    assert_near(plan_odds(0.3, 0.15), 100, 0.001);
    assert_near(plan_odds(0.03, 0.15), 10000, 0.001);
}

// Does the planned number of games find what it promises to find?
static void power_holds(void **state) {
    (void)state;
    enum { ROUNDS = 1000 };
    int found = 0, equal = 0;
    int64_t games = (int64_t)plan_difference(0.1, 0.2, 0.8, 1);
    int64_t even_games = (int64_t)plan_equivalence(0.1, 0.2, 0.8, 1);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct random random = random_init(9, round, RANDOM_TEST);
        struct moments base = {0}, other = {0}, same = {0}, twin = {0};
        for (int64_t i = 0; i < games || i < even_games; i++) {
            double u[4];
            for (int k = 0; k < 4; k++)
                u[k] = random_unit(&random);
            if (i < games) {
                moments_add(&base, u[0] < 0.35 ? 1 : u[0] < 0.55 ? 0.5 : 0);
                moments_add(&other, u[1] < 0.45 ? 1 : u[1] < 0.65 ? 0.5 : 0);
            }
            if (i < even_games) {
                moments_add(&same, u[2] < 0.4 ? 1 : u[2] < 0.6 ? 0.5 : 0);
                moments_add(&twin, u[3] < 0.4 ? 1 : u[3] < 0.6 ? 0.5 : 0);
            }
        }
        found +=
            measured_p(measured_difference(measured_score(&other), measured_score(&base))) < 0.05;
        equal += equivalence_p(measured_difference(measured_score(&same), measured_score(&twin)),
                               0.1) < 0.05;
    }
    if (abs(found - 800) > 50 || abs(equal - 800) > 60)
        fail_msg("%d of %d differences found, %d of %d shown equal", found, ROUNDS, equal, ROUNDS);
}

static void bills(void **state) {
    (void)state;
    struct bill bill = plan_bill(7200, (struct cost){.core_seconds = 2, .bytes = 1000}, 2, 1);
    assert_near(bill.core_hours, 4, 1e-12);
    assert_near(bill.bytes, 7.2e6, 1e-12);
    assert_near(bill.tasks, 3, 1e-12); // 1.8 core-hours each
    assert_near(plan_affordable(4, (struct cost){.core_seconds = 2}), 7200, 1e-12);
    assert_true(plan_affordable(4, (struct cost){0}) == 0);
}

static void the_command(void **state) {
    (void)state;
    struct program program = {0};
    const char *line = "plan minishogi --nodes 10 --seconds 0.05 --threads 1 --draws 0.1 "
                       "--half-width 1 --elo 0,10 --json";
    if (program_run(&program, line) != 0)
        fail_msg("%s", program.messages);
    assert_non_null(strstr(program.output, "\"games\":\t8644"));
    assert_non_null(strstr(program.output, "nElo"));
    program_free(&program);
    expect_run("plan minishogi --nodes 10 --seconds 0.05 --threads 1", 0, "");
    expect_run("plan minishogi --nodes 10 --seconds 0.05 --draws 0 --half-width 1 --games 1000", 3,
               "needs 9604 games");
    expect_run("plan minishogi --nodes 10 --seconds 0.05 --draws 0 --half-width 1 --games 1000", 3,
               "there are 1000; those give +-3.1 points");
    expect_run("plan minishogi --nodes 10 --seconds 0.05 --half-width 0.01 --budget 0.0001", 3,
               "hopeless");
}

static void wrong_input(void **state) {
    (void)state;
    expect_run("plan", 2, "give a VARIANT");
    expect_run("plan minishogi --half-width 0", 2, "--half-width");
    expect_run("plan minishogi --half-width x", 2, "--half-width");
    expect_run("plan minishogi --power 1", 2, "--power");
    expect_run("plan minishogi --elo 10,0", 2, "--elo '10,0'");
    expect_run("plan minishogi --elo 10", 2, "--elo '10'");
    expect_run("plan minishogi --wall 5", 2, "--wall");
    expect_run("plan minishogi --wall 0h", 2, "--wall");
    expect_run("plan minishogi --arms 1", 2, "--arms");
    expect_run("plan minishogi --draws 1", 2, "--draws");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_numbers), cmocka_unit_test(power_holds), cmocka_unit_test(bills),
        cmocka_unit_test(the_command),   cmocka_unit_test(wrong_input),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
