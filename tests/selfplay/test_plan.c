// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// The numbers of games that the field knows, and --plan.
#include "program.h"

#include <math.h>

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

// A small pilot, for what is to be known.
static void expect_plan(const char *what, int code, const char *message) {
    char line[256];
    snprintf(
        line, sizeof line,
        "selfplay minishogi --nodes 10 --seed 1 --seed 1 --threads 1 --plan-for pilot=40,draws=0%s",
        what);
    expect_run(line, code, message);
}

static void the_option(void **state) {
    (void)state;
    struct program program = {0};
    const char *line = "selfplay minishogi --nodes 10 --seed 1 --threads 1 --json "
                       "--plan-for pilot=40,draws=0.1,half-width=1,elo=0:10";
    if (program_run(&program, line) != 0)
        fail_msg("%s", program.messages);
    assert_non_null(strstr(program.output, "\"games\":\t8644"));
    assert_non_null(strstr(program.output, "nElo"));
    assert_non_null(strstr(program.output, "\"memory\":"));
    // 100 games: 1.96 * sqrt(0.9 / 4 / 100)
    assert_non_null(strstr(program.output, "these games: first player's score +-9.3 points"));
    program_free(&program);
    expect_plan("", 0, "");
    expect_plan(" --games 1000", 0, "");
    expect_plan(",half-width=1 --games 1000", 3, "needs 9604 games");
    expect_plan(",half-width=1 --games 1000", 3, "there are 1000; those give +-3.1 points");
    expect_plan(",half-width=0.01,budget=0.0001", 3, "hopeless");
    expect_plan(",budget=0.00001 --games 1000000", 3, "these games");
    // Without a number of games the pilot takes its time.
    expect_run("selfplay minishogi --nodes 10 --seed 1 --threads 1 --plan-for seconds=0.05", 0, "");
}

// What the games of other commands are for, and how many runs they play.
static void other_commands(void **state) {
    (void)state;
    static const char *const lines[][2] = {
        {"match minishogi --nodes 10 --player B:nodes=20 --games 400",
         "these games: Elo of equal players +-34"},
        {"compare minishogi --ladder 10,20 --toggle drops=off --games 100", "\"games\":\t400"},
        {"compare minishogi --ladder 10,20 --toggle drops=off --games 100",
         "\"games_a_run\":\t100"},
        {"compare minishogi --ladder 10,20 --toggle drops=off", "\"part\":\t\"20 nodes\""},
    };
    for (int i = 0; i < ARRAY_LENGTH(lines); i++) {
        struct program program = {0};
        char line[256];
        snprintf(line, sizeof line, "%s --seed 1 --threads 1 --plan-for pilot=40,draws=0 --json",
                 lines[i][0]);
        if (program_run(&program, line) != 0)
            fail_msg("%s: %s", line, program.messages);
        if (!strstr(program.output, lines[i][1]))
            fail_msg("%s: no %s in %s", line, lines[i][1], program.output);
        program_free(&program);
    }
}

// A ladder of armies: --games is of each run, hours are of all.
static void games_a_run(void **state) {
    (void)state;
    struct program program = {0};
    const char *line =
        "worth minishogi --nodes 2,4 --games 40 --seed 1 --plan-for pilot=400,worth=0.5";
    assert_int_equal(program_run(&program, line), 3);
    static const char *const out[] = {"games a run", "in all"};
    for (int i = 0; i < ARRAY_LENGTH(out); i++)
        if (!strstr(program.output, out[i]))
            fail_msg("no '%s' in %s", out[i], program.output);
    const char *needs = strstr(program.messages, " needs ");
    double each = 0, all = 0, hours = 0, there = 0;
    if (!needs ||
        sscanf(needs, " needs %lf games a run, %lf in all (%lf core-hours), there are %lf a run",
               &each, &all, &hours, &there) != 4)
        fail_msg("%s", program.messages);
    assert_true(all == 2 * each && there == 40);
    program_free(&program);
    assert_int_equal(
        program_run(&program, "worth minishogi --nodes 4 --seed 1 --plan-for pilot=400"), 0);
    assert_null(strstr(program.output, "a run"));
    program_free(&program);
}

static void wrong_input(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {",half-width=0", "half-width must be a number above 0"},
        {",half-width=x", "half-width must be"},
        {",power=1", "power must be"},
        {",elo=10:0", "elo '10:0'"},
        {",elo=10", "two numbers with a colon between"},
        {",arms=1", "arms must be"},
        {",powre=0.5", "did you mean 'power'?"},
    };
    expect_run("selfplay --plan", 2, "VARIANT is missing");
    expect_run("selfplay minishogi", 2, "--out DIR");
    for (int i = 0; i < ARRAY_LENGTH(wrong); i++)
        expect_plan(wrong[i][0], 2, wrong[i][1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_numbers), cmocka_unit_test(power_holds),
        cmocka_unit_test(the_option),    cmocka_unit_test(other_commands),
        cmocka_unit_test(games_a_run),   cmocka_unit_test(wrong_input),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
