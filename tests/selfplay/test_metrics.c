// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Every metric on games made by hand, and what a comparison makes of them.
#include "program.h"

#include <math.h>

#include "comparison.h"
#include "games.h"
#include "random.h"

// Five games: three wins of the first player, one of the second, one draw by the ply limit.
static struct game_facts five[] = {
    {.result = RESULT_FIRST,
     .termination = TERMINATION_CHECKMATE,
     .plies = 10,
     .drops = 1,
     .promotions = 2,
     .captures = 3,
     .checks = 4,
     .lead_changes = 1,
     .branching = 20,
     .deficit = 0,
     .first_move = 7},
    {.result = RESULT_FIRST,
     .termination = TERMINATION_CHECKMATE,
     .plies = 20,
     .drops = 2,
     .promotions = 0,
     .captures = 5,
     .checks = 0,
     .lead_changes = 2,
     .branching = 30,
     .deficit = 30,
     .first_move = 7},
    {.result = RESULT_SECOND,
     .termination = TERMINATION_STALEMATE,
     .plies = 30,
     .drops = 3,
     .promotions = 1,
     .captures = 1,
     .checks = 1,
     .lead_changes = 0,
     .branching = 10,
     .deficit = -1,
     .first_move = 9},
    {.result = RESULT_FIRST,
     .termination = TERMINATION_ROYAL_CAPTURED,
     .plies = 40,
     .drops = 0,
     .promotions = 1,
     .captures = 1,
     .checks = 2,
     .lead_changes = 3,
     .branching = 40,
     .deficit = 90,
     .comeback = true,
     .first_move = 9},
    {.result = RESULT_DRAW,
     .termination = TERMINATION_PLY_LIMIT,
     .plies = 450,
     .drops = 4,
     .promotions = 1,
     .captures = 0,
     .checks = 3,
     .lead_changes = 4,
     .branching = 0,
     .deficit = -1,
     .first_move = 7},
};
static struct game_list *sums_of(const struct game_facts *games, int count) {
    struct game_list *sums = game_list_create();
    assert_non_null(sums);
    for (int i = 0; i < count; i++)
        game_list_add(sums, &games[i]);
    return sums;
}

static struct measured measure(const char *name) {
    struct game_list *sums = sums_of(five, ARRAY_LENGTH(five));
    int metric = metric_find(name);
    if (metric < 0)
        fail_msg("no metric '%s'", name);
    struct measured found = metrics[metric].measure(sums);
    game_list_destroy(sums);
    return found;
}

static void every_metric(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double value, n;
    } expected[] = {
        {"first-score", 0.7, 5},
        {"first-wins", 0.6, 5},
        {"draws", 0.2, 5},
        {"second-wins", 0.2, 5},
        {"first-of-decisive", 0.75, 4},
        {"length", 110, 5},
        {"length-q1", 20, 5},
        {"length-median", 30, 5},
        {"length-q3", 40, 5},
        {"cut", 0.2, 5},
        {"branching", 20, 5},
        {"refinement", 4.065578, 5}, // 100 sqrt(20) / 110
        {"drops", 2, 5},
        {"promotions", 1, 5},
        {"captures", 2, 5},
        {"checks", 2, 5},
        {"lead-changes", 2, 5},
        {"drama", 40, 3},
        {"comebacks", 1.0 / 3, 3},
        {"first-moves", 2.166284, 5}, // entropy of 3/5 and 2/5, two kinds
        {"ending-none", 0, 5},
        {"ending-checkmate", 0.4, 5},
        {"ending-stalemate", 0.2, 5},
        {"ending-royal-captured", 0.2, 5},
        {"ending-ply-limit", 0.2, 5},
    };
    for (int i = 0; i < ARRAY_LENGTH(expected); i++) {
        struct measured found = measure(expected[i].name);
        if (fabs(found.value - expected[i].value) > 1e-5 || found.n != expected[i].n)
            fail_msg("%s: %.8g of %g, expected %.8g of %g", expected[i].name, found.value, found.n,
                     expected[i].value, expected[i].n);
        if (!(found.low <= found.value && found.value <= found.high))
            fail_msg("%s: %g is outside %g..%g", expected[i].name, found.value, found.low,
                     found.high);
    }
    int named = 0;
    for (int i = 0; i < metric_count; i++)
        named += strncmp(metrics[i].name, "ending-", 7) != 0;
    assert_int_equal(named, 20); // none is left out above
}

static bool is_number(double value) {
    return !isnan(value);
}

// No games, one game, games that are all alike: no NaN anywhere, nor an interval that lies.
static void tiny_samples(void **state) {
    (void)state;
    struct game_list *samples[] = {sums_of(five, 0), sums_of(five, 1), sums_of(&five[4], 1),
                                   sums_of(five, 2)};
    for (int i = 0; i < ARRAY_LENGTH(samples); i++) {
        for (int metric = 0; metric < metric_count; metric++) {
            struct measured found = metrics[metric].measure(samples[i]);
            assert_true(is_number(found.value) && is_number(found.low) && is_number(found.high));
            assert_true(isfinite(found.value));
            if (i == 0)
                assert_true(found.n == 0);
        }
        game_list_destroy(samples[i]);
    }
}

// More kinds of first moves than fit at first: all are counted, in whatever order they come.
static void many_first_moves(void **state) {
    (void)state;
    enum { KINDS = 5000 };
    struct game_list *sums = game_list_create();
    assert_non_null(sums);
    for (int time = 0; time < 2; time++)
        for (int kind = 0; kind < KINDS; kind++) {
            uint64_t move = (uint64_t)(time ? KINDS - 1 - kind : kind) << 40;
            game_list_add(sums, &(struct game_facts){.result = RESULT_DRAW, .first_move = move});
        }
    struct measured moves = metrics[metric_find("first-moves")].measure(sums);
    assert_true(fabs(log(moves.value) - log(KINDS) - (KINDS - 1) / (4.0 * KINDS)) < 1e-9);
    // All as frequent: the interval has the term of second order alone.
    double reach = 1.959963985 * sqrt((KINDS - 1) / 2.0) / (2 * KINDS);
    assert_true(fabs(log(moves.high / moves.value) - reach) < 1e-9);
    game_list_destroy(sums);
}

static struct tables *tables;

// An experiment of minishogi with these toggles.
static struct experiment *make(const char *const *toggles, int count) {
    struct error error = {""};
    struct experiment *experiment = experiment_create(tables);
    assert_non_null(experiment);
    for (int i = 0; i < count; i++)
        if (!experiment_add_toggle(experiment, toggles[i], &error))
            fail_msg("%s", error.text);
    assert_true(experiment_set_ladder(experiment, "100,200,400", &error));
    return experiment;
}

// More games show more kinds: arms are compared by as many. One kind alone may not be the only one.
static void first_moves_by_games(void **state) {
    (void)state;
    static const char *const toggles[] = {"nifu=off"};
    const struct metric *metric = &metrics[metric_find("first-moves")];
    struct random random = random_init(3, 0, RANDOM_TEST);
    struct game_list *arms[] = {game_list_create(), game_list_create()};
    for (int i = 0; i < 4000; i++) // the k-th move is the likelier the smaller k
        game_list_add(arms[0],
                      &(struct game_facts){.game = i,
                                           .opening = (uint64_t)i,
                                           .deficit = -1,
                                           .first_move = (uint64_t)pow(60, random_unit(&random))});
    for (int i = 0; i < 400; i++)
        game_list_add(arms[1], &arms[0]->game[3000 + i]);
    struct experiment *experiment = make(toggles, 1);
    struct comparison *comparison = comparison_create(experiment, (struct margins){0.025, 0.1});
    comparison_measure(comparison, 0, arms);
    const struct cell *cell = findings_of(comparison, (int)(metric - metrics), 0)->cell;
    assert_true(cell[0].value.n == 400 && cell[1].value.n == 400);
    assert_true(metric->measure(arms[0]).n == 4000);
    free(comparison);
    experiment_destroy(experiment);
    struct game_facts games[17] = {{0}};
    struct game_list *one = sums_of(games, 17);
    double n = 17, high = exp(n / (n + 1) * log((n + 1) / n) + log(n + 1) / (n + 1));
    assert_true(metric->measure(one).value == 1 && fabs(metric->measure(one).high - high) < 1e-9);
    game_list_destroy(one);
    game_list_destroy(arms[0]);
    game_list_destroy(arms[1]);
}

// Games whose first player wins with a chance of `win`, and that last `plies`, give or take 10.
static struct game_list *drawn(double win, int plies, int count, uint64_t seed) {
    struct game_list *sums = game_list_create();
    assert_non_null(sums);
    struct random random = random_init(seed, 0, RANDOM_TEST);
    for (int i = 0; i < count; i++) {
        struct game_facts game = {.result =
                                      random_unit(&random) < win ? RESULT_FIRST : RESULT_SECOND,
                                  .termination = TERMINATION_CHECKMATE,
                                  .branching = 20,
                                  .deficit = -1};
        game.plies = plies - 10 + (int)random_below(&random, 21);
        game.first_move = random_below(&random, 8);
        game_list_add(sums, &game);
    }
    return sums;
}

// Doubles, at most `most` apart.
static void assert_equal_to(double found, double expected, double most) {
    if (!(fabs(found - expected) <= most))
        fail_msg("%.12g is not %.12g", found, expected);
}

// Holm's adjusted p-value of number `of`, by its definition: the largest of the products of p with
// the number of p-values that are not below it, over those that are no larger.
static double by_holm(const double *p, int count, int of) {
    double largest = 0;
    for (int j = 0; j < count; j++) {
        int not_below = 0;
        for (int k = 0; k < count; k++)
            not_below += p[k] >= p[j];
        if (p[j] <= p[of])
            largest = fmax(largest, fmin(1, not_below * p[j]));
    }
    return largest;
}

// Every p-value of the comparison is adjusted over its family: the arms, the main effects, or the
// interactions, of which there is one.
static void assert_adjusted(const struct comparison *comparison, int metric, int rung) {
    const struct findings *findings = findings_of(comparison, metric, rung);
    enum { ARMS = 3, MAIN = 2 };
    double differs[ARMS], equal[ARMS], effect[ARMS];
    bool differs_adjusted = false, equal_adjusted = false;
    for (int i = 0; i < ARMS; i++) {
        const struct cell *cell = &findings->cell[i + 1];
        differs[i] = measured_p(cell->difference);
        equal[i] = equivalence_p(cell->difference, cell->margin);
        effect[i] = measured_p(findings->effect[i].value);
    }
    for (int i = 0; i < ARMS; i++) {
        const struct cell *cell = &findings->cell[i + 1];
        assert_equal_to(cell->p, differs[i], 1e-12);
        assert_equal_to(cell->p_holm, by_holm(differs, ARMS, i), 1e-12);
        assert_equal_to(cell->p_equivalent, by_holm(equal, ARMS, i), 1e-12);
        assert_equal_to(findings->effect[i].p_holm, i < MAIN ? by_holm(effect, MAIN, i) : effect[i],
                        1e-12);
        differs_adjusted |= cell->p_holm > 1.5 * cell->p && cell->p > 1e-6;
        equal_adjusted |= cell->p_equivalent > 1.5 * equal[i] && equal[i] > 1e-6;
    }
    assert_true(equal_adjusted && (rung != 1 || differs_adjusted));
}

// nifu=off gives the first player 10 points more and 20 plies; drops=off takes 5 plies, and
// together there are 8 more. Everything is found again; what was not planted is not.
static void planted_effects(void **state) {
    (void)state;
    static const char *const toggles[] = {"nifu=off", "drops=off"};
    enum { GAMES = 4000 };
    struct experiment *experiment = make(toggles, 2);
    assert_int_equal(experiment->arm_count, 4);
    assert_string_equal(experiment->arm[3].name, "nifu=off+drops=off");
    struct comparison *comparison =
        comparison_create(experiment, (struct margins){.score = 0.05, .relative = 0.1});
    assert_non_null(comparison);
    for (int rung = 0; rung < 3; rung++) {
        uint64_t seed = 10 * (uint64_t)rung;
        double win = rung == 1 ? 0.525 : 0.6; // p-values that an adjustment changes visibly
        struct game_list *games[] = {drawn(0.5, 100, GAMES, seed), drawn(win, 120, GAMES, seed + 1),
                                     drawn(0.5, 95, GAMES, seed + 2),
                                     drawn(win, 123, GAMES, seed + 3)};
        comparison_measure(comparison, rung, games);
        for (int arm = 0; arm < 4; arm++)
            game_list_destroy(games[arm]);
    }
    int score = metric_find("first-score"), length = metric_find("length");
    const struct cell *nifu = &findings_of(comparison, score, 0)->cell[1];
    assert_true(nifu->difference.low < 0.1 && nifu->difference.high > 0.1);
    assert_true(nifu->p_holm < 0.001 && nifu->p_equivalent > 0.05);
    const struct cell *drops = &findings_of(comparison, score, 0)->cell[2];
    assert_true(drops->p_holm > 0.05 && drops->p_equivalent < 0.05);
    assert_true(drops->margin == 0.05);
    static const double effects[] = {24, -1, 8}; // main effects are averages over the other toggle
    for (int i = 0; i < 3; i++) {
        const struct effect *effect = &findings_of(comparison, length, 0)->effect[i];
        assert_int_equal(effect->second, i < 2 ? -1 : 1);
        if (fabs(effect->value.value - effects[i]) > 1 || effect->value.low > effects[i] ||
            effect->value.high < effects[i])
            fail_msg("effect %d is %g, %g..%g", i, effect->value.value, effect->value.low,
                     effect->value.high);
        assert_true(effect->p_holm < 0.01);
    }
    assert_true(findings_of(comparison, score, 0)->effect[2].p_holm > 0.05);
    for (int rung = 0; rung < 3; rung++)
        assert_adjusted(comparison, score, rung);
    free(comparison);
    experiment_destroy(experiment);
}

// Two arms whose games of one number start alike: a share of them goes another way in the second,
// where the first player wins with a chance of `win`.
static void draw_pairs(double apart, double win, int count, struct random *random,
                       struct game_list *sums[2]) {
    sums[0] = game_list_create();
    sums[1] = game_list_create();
    assert_true(sums[0] && sums[1]);
    for (int i = 0; i < count; i++) {
        struct game_facts game = {
            .game = i, .opening = (uint64_t)i, .termination = TERMINATION_CHECKMATE, .deficit = -1};
        game.result = random_unit(random) < 0.55 ? RESULT_FIRST : RESULT_SECOND;
        game.plies = 60 + (int)random_below(random, 81);
        game_list_add(sums[0], &game);
        if (random_unit(random) < apart) {
            game.result = random_unit(random) < win ? RESULT_FIRST : RESULT_SECOND;
            game.plies = 60 + (int)random_below(random, 81);
        }
        game_list_add(sums[1], &game);
    }
}

// However many games go another way, intervals of differences cover at least what they promise, and
// are as narrow as the pairs allow.
static void pairs_of_openings(void **state) {
    (void)state;
    static const struct {
        double apart, win, narrower; // the interval's width over that of independent arms, at most
    } cases[] = {
        {1, 0.55, 1.01}, {0.5, 0.6, 0.8}, {0.1, 0.75, 0.4}, {0.02, 0.55, 0.25}, {0, 0.55, 0.15}};
    enum { GAMES = 400, RUNS = 400 };
    static const char *const toggles[] = {"nifu=off"};
    struct experiment *experiment = make(toggles, 1);
    struct random random = random_init(3, 0, RANDOM_TEST);
    int score = metric_find("first-score"), length = metric_find("length");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        int covered[2] = {0};
        double truth = cases[i].apart * (cases[i].win - 0.55), width = 0, apart = 0;
        for (int run = 0; run < RUNS; run++) {
            struct game_list *sums[2];
            struct comparison *comparison =
                comparison_create(experiment, (struct margins){0.05, 0.1});
            assert_non_null(comparison);
            draw_pairs(cases[i].apart, cases[i].win, GAMES, &random, sums);
            comparison_measure(comparison, 0, sums);
            const struct cell *cells = findings_of(comparison, score, 0)->cell;
            struct measured found = cells[1].difference;
            struct measured by_itself = measured_difference(cells[1].value, cells[0].value);
            covered[0] += found.low <= truth && truth <= found.high;
            width += found.high - found.low;
            apart += by_itself.high - by_itself.low;
            // The effect of the only toggle is the difference.
            assert_equal_to(findings_of(comparison, score, 0)->effect[0].value.low, found.low,
                            1e-9);
            found = findings_of(comparison, length, 0)->cell[1].difference;
            covered[1] += found.low <= 0 && 0 <= found.high;
            free(comparison);
            game_list_destroy(sums[0]);
            game_list_destroy(sums[1]);
        }
        // 95% less three standard errors of 400 runs.
        for (int of = 0; of < 2; of++)
            if (covered[of] < 0.917 * RUNS)
                fail_msg("%g of the games apart: covers %d of %d", cases[i].apart, covered[of],
                         RUNS);
        if (width > cases[i].narrower * apart)
            fail_msg("%g of the games apart: %g of the width", cases[i].apart, width / apart);
    }
    experiment_destroy(experiment);
}

// Games without a partner, or from another opening, pair with nothing.
static void openings_that_differ(void **state) {
    (void)state;
    struct game_list *sums[2] = {game_list_create(), game_list_create()};
    struct random random = random_init(3, 0, RANDOM_TEST);
    const struct metric *score = &metrics[metric_find("first-score")];
    assert_true(sums[0] && sums[1]);
    for (int i = 0; i < 300; i++) {
        struct game_facts game = {.game = i, .opening = (uint64_t)i % 7, .deficit = -1};
        game.result = random_unit(&random) < 0.5 ? RESULT_FIRST : RESULT_SECOND;
        game_list_add(sums[0], &game);
        if (i % 3 == 0)
            game.opening = 99;
        if (i % 3 == 1)
            continue;
        game_list_add(sums[1], &game);
    }
    // 100 pairs among 300 and 200 games, which agree.
    assert_equal_to(metric_correlation(score, sums[0], sums[1]),
                    100 / (100 + NORMAL_975 * NORMAL_975) * 100 / sqrt(300 * 200.0), 1e-9);
    assert_true(metric_correlation(&metrics[metric_find("first-moves")], sums[0], sums[1]) == 0);
    game_list_destroy(sums[0]);
    game_list_destroy(sums[1]);
}

// The interval of refinement, which is no mean, against the jackknife's: games left out one by one.
static void refinement_interval(void **state) {
    (void)state;
    enum { GAMES = 120 };
    const struct metric *metric = &metrics[metric_find("refinement")];
    struct game_facts games[GAMES];
    struct random random = random_init(5, 0, RANDOM_TEST);
    for (int i = 0; i < GAMES; i++) {
        double length = random_unit(&random);
        games[i] = (struct game_facts){.game = i,
                                       .opening = (uint64_t)i,
                                       .deficit = -1,
                                       .plies = 20 + (int)(200 * length * length),
                                       .branching = 20 + 60 * length + 40 * random_unit(&random)};
    }
    struct game_list *all = sums_of(games, GAMES);
    struct moments parts = {0}, without = {0};
    struct measured found = metric->measure(all);
    for (int i = 0; i < GAMES; i++) {
        struct game_facts rest[GAMES - 1];
        memcpy(rest, games, (size_t)i * sizeof *rest);
        memcpy(rest + i, games + i + 1, (size_t)(GAMES - 1 - i) * sizeof *rest);
        struct game_list *sums = sums_of(rest, GAMES - 1);
        moments_add(&without, metric->measure(sums).value);
        moments_add(&parts, metric->of_game(&games[i], all));
        game_list_destroy(sums);
    }
    double jackknife = sqrt((GAMES - 1.0) / GAMES * without.squares);
    assert_equal_to(found.value, 100 * sqrt(all->branching.mean) / all->length.mean, 1e-12);
    assert_equal_to(parts.mean, found.value, 1e-9);
    assert_equal_to((found.high - found.low) / 2 / (1.98 * jackknife), 1, 0.03);
    game_list_destroy(all);
}

static void bad_experiments(void **state) {
    (void)state;
    static const struct {
        const char *name, *changes, *message;
    } arms[] = {
        {"a", "nifu=maybe", "arm 'a': "},
        {"a", "", "the same rules as 'base'"},
        {"a/b", "nifu=off", "cannot be an arm's name"},
        {"", "nifu=off", "cannot be an arm's name"},
        {"good", "nifu=off", "two arms of that name"},
        {"other", "drops=off", "the same rules as 'good'"},
        {"a", "nifu=off,", "a comma at the end"},
        {"a", "preset=nothing", "no preset of minishogi 'nothing'"},
        {"base", "nifu=off", "the base arm comes first"},
    };
    struct error error = {""};
    struct experiment *experiment = make(NULL, 0);
    assert_true(experiment_add_arm(experiment, "good", "drops=off", &error));
    for (int i = 0; i < ARRAY_LENGTH(arms); i++) {
        assert_false(experiment_add_arm(experiment, arms[i].name, arms[i].changes, &error));
        if (!strstr(error.text, arms[i].message))
            fail_msg("'%s', expected '%s'", error.text, arms[i].message);
    }
    assert_false(experiment_add_toggle(experiment, "nifu=off", &error));
    assert_int_equal(experiment->arm_count, 2);
    static const char *const ladders[] = {"", "0", "100,50", "100,100", "x", "100,", "1.5"};
    for (int i = 0; i < ARRAY_LENGTH(ladders); i++)
        assert_false(experiment_set_ladder(experiment, ladders[i], &error));
    experiment_destroy(experiment);
}

static const char experiment_text[] = "[experiment]\n"
                                      "variant = minishogi\n"
                                      "games = 8\n"
                                      "ladder = 20, 40\n"
                                      "seed = 5\n"
                                      "out = cmp\n"
                                      "[arms]\n"
                                      "end = promotion-trigger=end\n"
                                      "calm = nifu=off,drops=off\n";

static void run_fine(const char *line) {
    struct program program = {0};
    if (program_run(&program, line) != 0)
        fail_msg("kagami %s\nexit %d: %s", line, program.code, program.messages);
    program_free(&program);
}

// The whole command: runs that self-play's tools understand, a report that comes from the logs.
static void the_command(void **state) {
    (void)state;
    write_file("exp.ini", experiment_text);
    run_fine("compare exp.ini --threads 1");
    run_fine("log replay cmp/calm/40n");
    char *text = contents("cmp/summary.csv"), *again;
    assert_non_null(strstr(text, "first-score,20,end,promotion-trigger=end,share,8,"));
    assert_non_null(strstr(text, "\nlength,40,calm,nifu=off;drops=off,number,8,"));
    assert_null(strstr(text, "nan"));
    run_fine("compare exp.ini --report"); // the seed is the file's
    again = contents("cmp/summary.csv");
    assert_string_equal(text, again);
    free(again);
    // The same experiment on the command line, by other threads, one run after another.
    run_fine("compare minishogi --arm end:promotion-trigger=end --arm calm:nifu=off,drops=off "
             "--games 8 --ladder 20,40 --seed 5 --out twin --only calm/40n");
    assert_same_logs("cmp/calm/40n", "twin/calm/40n");
    run_fine("compare minishogi --arm end:promotion-trigger=end --arm calm:nifu=off,drops=off "
             "--games 8 --ladder 20,40 --seed 5 --out twin --threads 2");
    again = contents("twin/summary.csv");
    assert_string_equal(text, again);
    free(again);
    free(text);
    expect_run("compare exp.ini --seed 6", 1, "belongs to another run: seed");
}

// All runs by processes that share them, the second when the first is done: what one process plays.
static void parts(void **state) {
    (void)state;
    static const char experiment[] =
        "compare minishogi --toggle drops=off --games 6 --ladder 20 --seed 5";
    char line[400];
    for (int part = 0; part < 2; part++) {
        snprintf(line, sizeof line, "%s --out parts --shard %d/2", experiment, part);
        run_fine(line);
    }
    assert_false(there_is("parts/summary.csv"));
    snprintf(line, sizeof line, "%s --out parts-whole", experiment);
    run_fine(line);
    assert_same_logs("parts/base/20n", "parts-whole/base/20n");
    expect_run("compare minishogi --toggle drops=off --out x --range 0..10", 2, "need --seed");
}

static void wrong_input(void **state) {
    (void)state;
    static const struct {
        const char *lines, *message;
    } files[] = {
        {"", "bad.ini: no variant in [experiment]"},
        {"[experiment]\nvariant = minishogi\ngames = many\n",
         "bad.ini:3: 'games = many' in [experiment]: games must be a whole number"},
        {"[experiment]\nvariant = minishogi\ngame = 5\n",
         "bad.ini:3: 'game = 5' in [experiment]: no option 'game'; did you mean 'games'?"},
        {"[experiment]\nvarant = minishogi\n", "no option 'varant'; did you mean 'variant'?"},
        {"[experiment]\nvariant = minishogi\nonly = base\n", "no option 'only'"},
        {"[experiment]\nvariant = minishogi\n[rules]\n", "bad.ini:3: '[rules]'"},
        {"[experiment]\nvariant = minishogi\nout = x\n", "bad.ini: nothing to compare the base"},
        {"[experiment]\nvariant = minishogi\nout = x\n[arms]\na = nifu=x\n", "arm 'a': "},
        {"[experiment]\nvariant = nogo\nout = x\n[arms]\na = nifu=off\n", "nogo"},
        {"[experiment]\nvariant = minishogi\nout = x\nladder = 5,4\n[arms]\na = nifu=off\n",
         "the node limits must rise"},
        {"[experiment]\nvariant = minishogi\nout = x\n[arms]\na = nifu=off\n[toggles]\ndrops = "
         "off\n",
         "arms or toggles, not both"},
        {"[experiment]\nvariant = minishogi\n[toggles]\ndrops = off\n", "give a folder"},
    };
    for (int i = 0; i < ARRAY_LENGTH(files); i++) {
        write_file("bad.ini", files[i].lines);
        expect_run("compare bad.ini", 2, files[i].message);
    }
    expect_run("compare", 2, "EXPERIMENT.ini|VARIANT is missing");
    expect_run("compare nowhere.ini", 2, "nowhere.ini");
    expect_run("compare minishogi --out x", 2, "nothing to compare 'minishogi' with");
    expect_run("compare minishogi --toggle nifu=off --out x --depth 3", 2, "by nodes");
    expect_run("compare minishogi --toggle nifu=off --out x --only base/100n", 2, "--seed");
    expect_run("compare minishogi --toggle nifu=off --out x --seed 1 --only base/7n", 2,
               "no such run");
    expect_run("compare minishogi --toggle nifu=off --out nothing --report", 1,
               "nothing/base/100n");
    expect_run("compare minishogi --toggle nifu=off --out x --margin 0", 2, "--margin");
    assert_false(there_is("x"));
}

static int set_up(void **state) {
    tables = game_tables("minishogi", "");
    return enter_folder(state);
}
static int tear_down(void **state) {
    free(tables);
    return leave_folder(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_metric),
        cmocka_unit_test(tiny_samples),
        cmocka_unit_test(many_first_moves),
        cmocka_unit_test(first_moves_by_games),
        cmocka_unit_test(parts),
        cmocka_unit_test(planted_effects),
        cmocka_unit_test(pairs_of_openings),
        cmocka_unit_test(openings_that_differ),
        cmocka_unit_test(refinement_interval),
        cmocka_unit_test(bad_experiments),
        cmocka_unit_test(the_command),
        cmocka_unit_test(wrong_input),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
