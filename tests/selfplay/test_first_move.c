// SPDX-License-Identifier: GPL-3.0-or-later
// The limit of the first player's score against numbers that another program worked out by the
// definitions in first_move.h, and against games whose truth is known.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "first_move.h"
#include "random.h"

enum { RUNGS = 4 };

static void assert_close(double value, double wanted, double within) {
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.17g, expected %.17g", value, wanted);
}
static const double near[RUNGS] = {100, 50, 25, 10};

// Games that stand on one rung or several, with all three results.
static int64_t worked_games(struct first_game *games) {
    static const double scores[] = {0, 0.5, 1};
    int64_t count = 0;
    for (int game = 59; game >= 0; game--)
        for (int rung = 0; rung < RUNGS; rung++)
            if ((7 * game + 3 * rung) % 5 < 2 || game % 4 == rung)
                games[count++] =
                    (struct first_game){(uint64_t)game + 1, RUNGS * game + rung, rung,
                                        scores[(game * game + rung * (game % 3 == 0)) % 3]};
    return count;
}

#define STUDENT student_975(30.030083168417143)
static void check_worked(const struct first_move *first) {
    assert_close(first->score.value, 0.5223114680946012, 1e-12);
    assert_close(first->score.high - first->score.value, STUDENT * 0.03978542007962827, 1e-9);
    assert_close(first->score.value - first->score.low, STUDENT * 0.03978542007962827, 1e-9);
    assert_close(first->score.n, 60, 0);
    assert_close(first->slope, -0.13833110218652456, 1e-12);
    assert_close(first->slope_se, 0.055483342973605826, 1e-9);
    assert_close(first->chi_square, 16.50806941568712, 1e-6);
    assert_int_equal(first->freedom, 2);
    assert_close(first->p, 0.00026020657899098013, 1e-9);
    assert_false(first->few);
}

static void equals_the_worked_example(void **state) {
    (void)state;
    struct first_game games[60 * RUNGS];
    struct first_move first;
    int64_t count = worked_games(games);
    first_move_fit(near, RUNGS, games, count, NULL, &first);
    check_worked(&first);
    for (int i = 0; i < RUNGS; i++) {
        assert_int_equal(first.rung[i].games, 33);
        assert_close(first.rung[i].score.n, 33, 0);
    }
    assert_close(first.rung[2].score.value, 2.0 / 3, 1e-12);
}

// Games that come again, in whatever order, change nothing but how many were played.
static void copies_count_once(void **state) {
    (void)state;
    struct first_game games[60 * RUNGS * 3];
    struct first_move first;
    int64_t count = worked_games(games);
    for (int64_t i = 0; i < count; i++)
        games[count + i] = games[2 * count + i] = games[i];
    first_move_fit(near, RUNGS, games, 3 * count, NULL, &first);
    check_worked(&first);
    assert_int_equal(first.rung[0].games, 99);
    assert_close(first.rung[0].score.n, 33, 0);
}

static void little_tells_nothing(void **state) {
    (void)state;
    struct first_game games[40];
    struct first_move first;
    first_move_fit(near, RUNGS, games, 0, NULL, &first);
    assert_close(first.score.n, 0, 0);
    assert_close(first.score.low, 0, 0);
    assert_close(first.score.high, 1, 0);
    assert_true(first.few);
    for (int i = 0; i < 40; i++) // all on one rung
        games[i] = (struct first_game){(uint64_t)i, i, 0, i % 2};
    first_move_fit(near, RUNGS, games, 40, NULL, &first);
    assert_close(first.score.n, 0, 0);
    assert_close(first.score.high, 1, 0);
    first_move_fit(near, 1, games, 40, NULL, &first);
    assert_close(first.score.n, 0, 0);
    assert_false(first.few);
    // However the sums of one x are rounded.
    for (double x = 1; x <= 100; x++)
        for (int64_t count = 30; count <= 40; count++) {
            first_move_fit(&x, 1, games, count, NULL, &first);
            assert_close(first.score.n, 0, 0);
        }
    // Fewer than ten distinct games below the largest x.
    for (int i = 0; i < 40; i++)
        games[i] = (struct first_game){(uint64_t)i, i, i < 31 ? 0 : 1 + i % 2, i % 3 / 2.};
    first_move_fit(near, RUNGS, games, 40, NULL, &first);
    assert_close(first.score.n, 0, 0);
    games[30].rung = 1;
    first_move_fit(near, RUNGS, games, 40, NULL, &first);
    assert_close(first.score.n, 40, 0);
    // Ten of them are not enough where they are five on two rungs each.
    for (int i = 0; i < 40; i++)
        games[i] = (struct first_game){(uint64_t)(i < 30 ? i : 90 + i / 2), i,
                                       i < 30 ? 0 : 1 + i % 2, i % 3 / 2.};
    first_move_fit(near, RUNGS, games, 40, NULL, &first);
    assert_close(first.score.n, 0, 0);
    // All games alike: the limit is not certain for that.
    for (int i = 0; i < 40; i++)
        games[i] = (struct first_game){(uint64_t)i, i, i % 2, 1};
    first_move_fit(near, 2, games, 40, NULL, &first);
    assert_close(first.score.value, 1, 1e-12);
    assert_true(first.score.low < 0.95);
    assert_int_equal(first.freedom, 0);
    assert_close(first.p, 1, 0);
}

static void cost_is_that_of_the_design(void **state) {
    (void)state;
    // Two rungs: the limit is 2 y(50) - y(100), of half the games each: (4 + 1) x 2.
    assert_close(first_move_cost((const double[]){100, 50}, 2), 10, 1e-9);
    assert_close(first_move_cost((const double[]){200, 50, 10}, 3), 2.1229235880398671, 1e-9);
    assert_true(isinf(first_move_cost((const double[]){100}, 1)));
}

enum { GAMES = 400 };

// A world of lines, each of which is one game with one result. The smaller x, the fewer there are,
// and the more often one comes again; a third of those of a rung are lines of all larger x as well.
// The chance that the first player wins is a line in x, plus bend x^2, on average over a rung.
// Another rule lets `other` of the lines end otherwise, by a chance that is `more`.
static struct first_move simulate(uint64_t number, double bend, double other, double more,
                                  struct first_pull pulls[GAMES]) {
    enum { OWN = 1 << 20 };
    const double truth = 0.56;
    struct first_game games[GAMES];
    struct random random = random_init(36, number, RANDOM_TEST);
    struct first_move first;
    for (int i = 0; i < GAMES; i++) {
        int rung = i % RUNGS;
        double x = near[rung] / 100, chance = truth;
        uint64_t line = random_below(&random, (uint32_t)(6 * near[rung]));
        if (line % 3) {
            line += (uint64_t)OWN * (uint64_t)(rung + 1);
            chance += 1.5 * (bend * x * x - 0.12 * x);
        }
        struct random result = random_init(37 + number, line, RANDOM_TEST);
        double drawn = random_unit(&result), again = random_unit(&result);
        bool parts = random_unit(&result) < other;
        games[i] = (struct first_game){line + (parts ? 8 * (uint64_t)OWN : 0), i, rung,
                                       parts ? again < chance + more : drawn < chance};
    }
    first_move_fit(near, RUNGS, games, GAMES, pulls, &first);
    return first;
}

static struct measured difference_of(const struct first_move *a, const struct first_move *b,
                                     double correlation) {
    const struct measured both[] = {a->score, b->score};
    const double weight[] = {1, -1}, matrix[] = {1, correlation, correlation, 1};
    return measured_sum(both, weight, matrix, 2);
}

// Two runs by rules of which one lets games end otherwise, seldom or always: the difference's
// interval holds the truth, and is the narrower the more games are the same.
static void differences_hold_the_truth(void **state) {
    (void)state;
    enum { TIMES = 1000 };
    static const double parts[] = {0, 0.005, 0.01, 0.02, 0.2, 1};
    enum { KINDS = ARRAY_LENGTH(parts) };
    double reach[KINDS] = {0};
    for (int kind = 0; kind < KINDS; kind++) {
        int held = 0;
        for (uint64_t i = 0; i < TIMES; i++) {
            struct first_pull pulls[2][GAMES];
            struct first_move base = simulate(i, 0, 0, 0, pulls[0]);
            struct first_move rule = simulate(i, 0, parts[kind], 0.1, pulls[1]);
            double correlation = first_move_correlation(pulls[1], (int64_t)rule.score.n, pulls[0],
                                                        (int64_t)base.score.n);
            struct measured of = difference_of(&rule, &base, correlation);
            double truth = 0.1 * parts[kind];
            held += of.low - 1e-9 <= truth && of.high + 1e-9 >= truth;
            reach[kind] += (of.high - of.low) / 2 / TIMES;
        }
        assert_in_range(held, 915, parts[kind] < 0.1 ? TIMES : 985);
    }
    assert_true(reach[0] > 0 && reach[0] < 0.2 * reach[KINDS - 1]);
    assert_true(reach[KINDS - 2] < 0.7 * reach[KINDS - 1]);
}

// The pulls of the worked example, worked out elsewhere as well; and a run that has half of them
// goes with it as far.
static void pulls_are_the_variance(void **state) {
    (void)state;
    struct first_game games[60 * RUNGS];
    struct first_pull pulls[60 * RUNGS], part[30];
    struct first_move first;
    int64_t count = worked_games(games);
    first_move_fit(near, RUNGS, games, count, pulls, &first);
    double squares = 0, products = 0, own = 0;
    for (int i = 0; i < 60; i++) {
        squares += pulls[i].pull * pulls[i].pull;
        if (i % 2)
            continue;
        part[i / 2] = (struct first_pull){pulls[i].number, i < 30 ? 2 * pulls[i].pull : -0.01};
        products += pulls[i].pull * part[i / 2].pull;
        own += part[i / 2].pull * part[i / 2].pull;
    }
    assert_close(pulls[0].pull, 0.010435324610364819, 1e-12);
    assert_close(pulls[59].pull, 0.00014572010722609715, 1e-12);
    assert_close(sqrt(squares), 0.03218899075180958, 1e-12);
    assert_close(first_move_correlation(pulls, 60, part, 30),
                 30 / (30 + NORMAL_975 * NORMAL_975) * products / sqrt(squares * own), 1e-12);
    for (int i = 0; i < 30; i++)
        part[i].number++;
    assert_close(first_move_correlation(part, 30, pulls, 60), 0, 0);
}

static void intervals_hold_the_truth(void **state) {
    (void)state;
    enum { TIMES = 1000 };
    int held = 0, refused = 0, seen = 0;
    for (uint64_t i = 0; i < TIMES; i++) {
        struct first_move first = simulate(i, 0, 0, 0, NULL);
        held += first.score.low <= 0.56 && first.score.high >= 0.56;
        refused += first.p < 0.05;
        seen += simulate(i, 1.5, 0, 0, NULL).p < 0.05;
    }
    // 95% and 5%, within five standard errors; a bend is seen.
    assert_in_range(held, 915, 985);
    assert_in_range(refused, 15, 90);
    assert_true(seen > 4 * refused);
}

// Of a dozen games below the largest x, however many stand there.
static void few_games_tell_little(void **state) {
    (void)state;
    enum { TIMES = 1000, LARGEST = 150, ALL = LARGEST + 12 };
    int held = 0;
    for (uint64_t number = 0; number < TIMES; number++) {
        struct random random = random_init(38, number, RANDOM_TEST);
        struct first_game games[ALL];
        struct first_move first;
        for (int i = 0; i < ALL; i++)
            games[i] = (struct first_game){(uint64_t)i, i, i < LARGEST ? 0 : 1 + i % 3,
                                           random_unit(&random) < 0.5};
        first_move_fit((const double[]){60, 6, 4, 2}, RUNGS, games, ALL, NULL, &first);
        held += first.score.low <= 0.5 && first.score.high >= 0.5;
    }
    assert_in_range(held, 935, TIMES); // by all 162 games: 90%
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_the_worked_example), cmocka_unit_test(copies_count_once),
        cmocka_unit_test(little_tells_nothing),      cmocka_unit_test(cost_is_that_of_the_design),
        cmocka_unit_test(intervals_hold_the_truth),  cmocka_unit_test(differences_hold_the_truth),
        cmocka_unit_test(pulls_are_the_variance),    cmocka_unit_test(few_games_tell_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
