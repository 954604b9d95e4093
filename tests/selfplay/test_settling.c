// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Arms that end when their question is settled: by simulated games, how often the verdict is wrong,
// how many games it takes, and that the answer afterwards says the same.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "comparison.h"
#include "random.h"

enum { GAMES = 500, ARMS = 4 }; // the base is one of them

static struct experiment *experiment;

static int make_experiment(void **state) {
    (void)state;
    static const char *const changes[] = {"drops=off", "nifu=off", "stalemate=draw"};
    struct tables *tables = malloc(sizeof *tables);
    struct variant *variant = malloc(sizeof *variant);
    struct error error = {""};
    bool done = tables && variant && variant_load("minishogi", variant, &error) &&
                tables_build(tables, variant, &variant->rules, &error) &&
                (experiment = experiment_create(tables)) &&
                experiment_set_ladder(experiment, "100", &error);
    for (int i = 0; done && i < ARRAY_LENGTH(changes); i++)
        done = experiment_add_arm(experiment, changes[i], changes[i], &error);
    free(variant);
    free(tables);
    return done ? 0 : -1;
}

static int end_experiment(void **state) {
    (void)state;
    experiment_destroy(experiment);
    return 0;
}

// By how much the first player's chance and the length of the arms' games differ from the base's.
struct truth {
    double chance[ARMS], plies[ARMS];
};

static double normal(struct random *random) {
    return normal_quantile((random_below(random, 1 << 30) + 0.5) / (1 << 30));
}

// Game `number` of every arm: half of the arms' games are as the base's, as far as the truth lets
// them.
static void add_games(struct game_sums *const *sums, int64_t number, const struct truth *truth,
                      struct random *random) {
    double chance = random_unit(random), length = normal(random);
    for (int arm = 0; arm < ARMS; arm++) {
        bool alike = arm == 0 || random_unit(random) < 0.5;
        double own = random_unit(random), other = normal(random);
        struct game_facts game = {
            .game = number,
            .opening = (uint64_t)number + 1,
            .result =
                (alike ? chance : own) < 0.5 + truth->chance[arm] ? RESULT_FIRST : RESULT_SECOND,
            .termination = TERMINATION_CHECKMATE,
            .plies = (int32_t)lround(100 + truth->plies[arm] + 20 * (alike ? length : other)),
            .branching = 20,
            .deficit = -1};
        game_sums_add(sums[arm], &game);
    }
}

struct outcome_counts {
    double any[SETTLED_KINDS]; // rounds in which some arm was settled so
    double arms[SETTLED_KINDS], games;
};

// Settles simulated arms, look by look; per round.
static struct outcome_counts simulate(const struct settling *settling, const struct truth *truth,
                                      int rounds, uint64_t seed) {
    struct outcome_counts counts = {0};
    for (int round = 0; round < rounds; round++) {
        struct comparison *comparison =
            comparison_create(experiment, (struct margins){.score = 0.1, .relative = 0.1});
        assert_non_null(comparison);
        comparison->settling = settling;
        struct random random = random_init(seed, (uint64_t)round, RANDOM_TEST);
        struct game_sums *sums[ARMS];
        for (int arm = 0; arm < ARMS; arm++)
            sums[arm] = game_sums_create();
        bool open = true;
        int64_t number = 0;
        for (int look = 0; open && look < settling->looks; look++) {
            while (number < settling->games[look])
                add_games(sums, number++, truth, &random);
            open = comparison_look(comparison, 0, look, sums);
        }
        bool any[SETTLED_KINDS] = {false};
        for (int arm = 1; arm < ARMS; arm++) {
            const struct arm_run *run = &comparison->run[0][arm];
            any[run->settled] = true;
            counts.arms[run->settled] += 1.0 / rounds;
            counts.games += (double)settling->games[run->look] / (ARMS - 1) / rounds;
        }
        for (int i = 0; i < SETTLED_KINDS; i++)
            counts.any[i] += any[i] * 1.0 / rounds;
        for (int arm = 0; arm < ARMS; arm++)
            game_sums_destroy(sums[arm]);
        free(comparison);
    }
    return counts;
}

// The looks with one of the two tests alone: what the other would end can no more be wrong by this
// one. `correct`: with its correction; otherwise each look is taken as if it were the only one.
static struct settling alone(const char *metric, bool differs, bool correct) {
    struct error error;
    struct settling settling = settling_plan(settling_metric(metric, &error), GAMES);
    for (int look = 0; look < settling.looks; look++) {
        double *tested = differs ? settling.wider : settling.wider_one_sided;
        double *other = differs ? settling.wider_one_sided : settling.wider;
        other[look] = 1e9;
        if (!correct)
            tested[look] = 1;
    }
    return settling;
}

// Of so many rounds: 5% and three standard errors.
enum { ROUNDS = 1000 };
#define LEVEL_MOST (0.05 + 3 * 0.0069)

// In how many rounds a wrong verdict falls. By the looks the level is kept and used; without their
// correction these very rounds would show that it is not.
static void assert_level(const char *metric, bool differs, const struct truth *truth,
                         double least) {
    enum settled wrong = differs ? SETTLED_DIFFERS : SETTLED_EQUIVALENT;
    for (int correct = 0; correct < 2; correct++) {
        struct settling settling = alone(metric, differs, correct);
        assert_int_equal(settling.looks, 5);
        double found = simulate(&settling, truth, ROUNDS, 1).any[wrong];
        if (!(correct ? found <= LEVEL_MOST && found > least : found > LEVEL_MOST + 0.01))
            fail_msg("%s: %s in %.2f%% of the rounds %s correction", metric, settled_name(wrong),
                     100 * found, correct ? "with" : "without");
    }
}

// No arm differs: that some is said to, at some look, has the chance of 5%.
static void differences_keep_the_level(void **state) {
    (void)state;
    static const struct truth equal;
    assert_level("length", true, &equal, 0.02);
    assert_level("first-score", true, &equal, 0.02);
}

// All arms differ by just the margin: that some is said to be equivalent has the chance of 5%.
static void equivalence_keeps_the_level(void **state) {
    (void)state;
    static const struct truth far = {.chance = {0, 0.1, 0.1, 0.1}};
    assert_level("first-score", false, &far, 0.02);
}

// What differs a lot and what is the same ends early, what lies between takes all games; what is
// true is found.
static void games_are_saved(void **state) {
    (void)state;
    struct error error;
    struct settling settling = settling_plan(settling_metric("length", &error), GAMES);
    static const struct truth lots = {.plies = {0, 15, -15, 15}}, none,
                              between = {.plies = {0, 2, -2, 2}};
    struct outcome_counts counts = simulate(&settling, &lots, 100, 3);
    assert_true(counts.arms[SETTLED_DIFFERS] > 2.99 && counts.games < 0.4 * GAMES);
    counts = simulate(&settling, &none, 100, 4);
    assert_true(counts.arms[SETTLED_EQUIVALENT] > 2.9 && counts.games < 0.5 * GAMES);
    counts = simulate(&settling, &between, 100, 5);
    assert_true(counts.games > 0.35 * GAMES);
}

// From whole logs: arms that ended are measured by their own games, whatever the logs hold beyond;
// and the table's words are the verdicts.
static void answers_agree(void **state) {
    (void)state;
    struct error error = {""};
    int metric = settling_metric("length", &error), seen[SETTLED_KINDS] = {0};
    struct settling settling = settling_plan(metric, GAMES);
    static const struct truth mixed = {.plies = {0, 8, 0, 1.5}};
    for (uint64_t round = 0; round < 60; round++) {
        struct random random = random_init(6, round, RANDOM_TEST);
        struct game_sums *sums[ARMS];
        for (int arm = 0; arm < ARMS; arm++)
            sums[arm] = game_sums_create();
        for (int64_t number = 0; number < GAMES; number++)
            add_games(sums, number, &mixed, &random);
        struct comparison *comparison =
            comparison_create(experiment, (struct margins){.score = 0.1, .relative = 0.03});
        struct settled_games games = {0};
        comparison->settling = &settling;
        if (!comparison_cut(comparison, 0, sums, &games, &error))
            fail_msg("%s", error.text);
        comparison_measure(comparison, 0, games.own, games.base, NULL);
        int64_t most = 0;
        for (int arm = 1; arm < ARMS; arm++) {
            const struct arm_run *run = &comparison->run[0][arm];
            const struct cell *cell = &findings_of(comparison, metric, 0)->cell[arm];
            int64_t own = settling.games[run->look];
            seen[run->settled]++;
            most = own > most ? own : most;
            assert_true(run->games == own && cell->value.n == (double)own);
            assert_true(cell->difference.n == (double)own);
            assert_true((run->settled == SETTLED_DIFFERS) == (cell->p_holm < 0.05));
            if (run->settled != SETTLED_DIFFERS)
                assert_true((run->settled == SETTLED_EQUIVALENT) == (cell->p_equivalent < 0.05));
            assert_true(run->settled != SETTLED_UNDECIDED || run->look == settling.looks - 1);
        }
        assert_true(comparison->run[0][0].games == most); // the base plays with the last of them
        settled_games_destroy(&games);
        // A log that ends before a look cannot be judged.
        struct game_sums *cut = game_sums_before(sums[1], settling.games[0] - 1);
        struct game_sums *few[ARMS] = {sums[0], cut, sums[2], sums[3]};
        assert_false(comparison_cut(comparison, 0, few, &games, &error));
        assert_non_null(strstr(error.text, "drops=off has 99 games at 100 nodes"));
        settled_games_destroy(&games);
        game_sums_destroy(cut);
        for (int arm = 0; arm < ARMS; arm++)
            game_sums_destroy(sums[arm]);
        free(comparison);
    }
    for (int i = 0; i < SETTLED_KINDS; i++)
        if (!seen[i])
            fail_msg("no arm was %s", settled_name((enum settled)i));
}

static void plans(void **state) {
    (void)state;
    struct error error;
    static const struct {
        int64_t games;
        int looks;
        int64_t first, second;
    } known[] = {{1, 1, 1, 0},
                 {150, 2, 120, 150},
                 {250, 4, 100, 150},
                 {499, 4, 199, 299},
                 {1000, 5, 200, 400},
                 {10000, 5, 2000, 4000},
                 {1000003, 5, 200000, 400001}};
    for (int i = 0; i < ARRAY_LENGTH(known); i++) {
        struct settling settling = settling_plan(0, known[i].games);
        assert_int_equal(settling.looks, known[i].looks);
        assert_int_equal(settling.games[0], known[i].first);
        if (known[i].second)
            assert_int_equal(settling.games[1], known[i].second);
        assert_int_equal(settling.games[settling.looks - 1], known[i].games);
    }
    assert_true(settling_plan(0, 50).wider[0] < 1 + 1e-6); // a single look is a plain test
    static const char *const no_mean[] = {"entropy", "length-median", "strength", "lenght", ""};
    for (int i = 0; i < ARRAY_LENGTH(no_mean); i++) {
        assert_int_equal(settling_metric(no_mean[i], &error), -1);
        assert_non_null(strstr(error.text, "first-score, draws, length"));
    }
    assert_int_equal(settling_metric("ending-checkmate", &error), metric_find("ending-checkmate"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans),
        cmocka_unit_test(differences_keep_the_level),
        cmocka_unit_test(equivalence_keeps_the_level),
        cmocka_unit_test(games_are_saved),
        cmocka_unit_test(answers_agree),
    };
    return cmocka_run_group_tests(tests, make_experiment, end_experiment);
}
