// SPDX-License-Identifier: GPL-3.0-or-later
// Terms about worth: intervals of a number that is chosen among several, by a known covariance and
// by chance; what is not measured; games that have nothing to look at; planted armies.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "design_worth.h"
#include "planted_armies.h"

enum { BOARD = 4, PAWN = 4 }; // pieces of Minishogi but royals and the Pawn, which is the last

static void check_near(double a, double b) {
    if (!(fabs(a - b) < 1e-9))
        fail_msg("%g is not %g", a, b);
}

static const struct worth_term *term_of(const char *name) {
    int found = worth_term_find(name);
    assert_true(found >= 0);
    return &worth_terms[found];
}

// Everything measured: worth 1, standard error `se`, independent.
struct known {
    struct tables *tables;
    struct worths worths;
    struct worths_scaled scaled;
};

static void set(struct known *known, int place, double value, double se) {
    struct worths_scaled *scaled = &known->scaled;
    scaled->value[place] = value;
    scaled->se[place] = se;
    scaled->low[place] = value - NORMAL_975 * se;
    scaled->high[place] = value + NORMAL_975 * se;
    scaled->covariance[place * scaled->count + place] = se * se;
}

static struct known known_of(const char *name, double se) {
    struct known known = {.tables = armies_tables(name)};
    worths_init(&known.worths, known.tables);
    int n = known.scaled.count = known.worths.count;
    known.scaled.covariance = calloc((size_t)n * (size_t)n, sizeof(double));
    assert_non_null(known.scaled.covariance);
    for (int i = 0; i < n; i++) {
        known.worths.of[i].mark = WORTH_MEASURED;
        set(&known, i, 1, se);
    }
    return known;
}

static void known_destroy(struct known *known) {
    worths_destroy(&known->worths);
    worths_scaled_destroy(&known->scaled);
    free(known->tables);
}

static struct measured measure(const struct known *known, const char *name) {
    return worth_term_measure(term_of(name), &known->worths, &known->scaled, 700);
}

// The place of the n-th piece on the board, from 0, that is no royal.
static int board(const struct known *known, int n) {
    for (int i = 0; i < known->worths.count; i++)
        if (strcmp(worths_where(&known->worths, i), "board") == 0 && n-- == 0)
            return i;
    fail();
    return -1;
}

static void test_least(void **state) {
    (void)state;
    struct known known = known_of("minishogi", 0.1);
    double z = -normal_quantile(0.025 / BOARD);
    set(&known, board(&known, 2), 0.3, 0.1);
    set(&known, board(&known, 3), 0.4, 0.3); // its lower end is the least
    set(&known, board(&known, PAWN), 0.1, 0.1);
    set(&known, board(&known, 1), 0.45, 0.02); // its upper end is
    struct measured least = measure(&known, "weakest");
    check_near(least.value, 0.3);
    check_near(least.low, 0.4 - 0.3 * z);
    check_near(least.high, 0.45 + 0.02 * z);
    check_near(least.n, 700);
    // In hand and promoted nothing counts, nor whether it is measured.
    for (int i = 0; i < known.worths.count; i++)
        if (strcmp(worths_where(&known.worths, i), "board") != 0) {
            set(&known, i, -1, 0.1);
            known.worths.of[i].mark = WORTH_OPEN;
        }
    check_near(measure(&known, "weakest").value, 0.3);
    // A piece of which nothing is known could be the weakest.
    known.worths.of[board(&known, 0)].mark = WORTH_OPEN;
    check_near(measure(&known, "weakest").n, 0);
    known_destroy(&known);
}

// Two mirror images of Kagamigi, and how many pairs it has.
static int pair_of(const struct known *known, int *first, int *second) {
    int count = 0;
    for (int i = 0; i < known->worths.count; i++) {
        int other = worths_mirror(&known->worths, i);
        if (strcmp(worths_where(&known->worths, i), "board") != 0 || other < i)
            continue;
        *first = i;
        *second = other;
        count++;
    }
    return count;
}

static void test_largest(void **state) {
    (void)state;
    struct known known = known_of("kagamigi", 0.1);
    int first = 0, second = 0, n = known.scaled.count, pairs = pair_of(&known, &first, &second);
    assert_true(pairs > 1);
    double z = -normal_quantile(0.025 / pairs), se = sqrt(0.02 - 2 * 0.006);
    set(&known, first, 1, 0.1);
    set(&known, second, 1.9, 0.1);
    known.scaled.covariance[first * n + second] = known.scaled.covariance[second * n + first] =
        0.006;
    struct measured largest = measure(&known, "mirrors");
    check_near(largest.value, 0.9);
    check_near(largest.low, 0.9 - z * se);
    check_near(largest.high, 0.9 + z * se);
    set(&known, second, 1, 0.1); // now all are alike, and the others' are less certain
    largest = measure(&known, "mirrors");
    check_near(largest.value, 0);
    check_near(largest.low, 0);
    check_near(largest.high, z * sqrt(0.02));
    known.worths.of[second].mark = WORTH_OPEN;
    check_near(measure(&known, "mirrors").n, 0);
    known_destroy(&known);
}

// All are the same: whichever comes out least, or furthest apart, is so by chance. The truth lies
// outside of the interval in at most 5% of cases, but outside of the chosen one's own in more.
static void check_selection(const char *game, const char *name, double truth) {
    enum { CASES = 400 };
    struct known known = known_of(game, 0.1);
    int missed = 0, alone = 0;
    for (int i = 0; i < CASES; i++) {
        struct random random = random_init(3, (uint64_t)i, RANDOM_TEST);
        for (int k = 0; k < known.worths.count; k++) {
            double u = fmin(fmax(random_unit(&random), 1e-12), 1 - 1e-12);
            set(&known, k, 1 + 0.1 * normal_quantile(u), 0.1);
        }
        struct measured chosen = measure(&known, name);
        double own = NORMAL_975 * (strcmp(name, "mirrors") == 0 ? 0.1 * sqrt(2) : 0.1);
        missed += !(chosen.low <= truth && truth <= chosen.high);
        alone += fabs(chosen.value - truth) > own;
    }
    // 5% of 400 is 20; 30 of them come with a chance of 1%.
    assert_in_range(missed, 1, 30);
    assert_true(alone > 30);
    known_destroy(&known);
}

static void test_selection(void **state) {
    (void)state;
    check_selection("minishogi", "weakest", 1);
    check_selection("kagamigi", "mirrors", 0);
}

static void test_applies(void **state) {
    (void)state;
    struct tables *shogi = armies_tables("minishogi"), *kagamigi = armies_tables("kagamigi");
    struct error error = {""};
    assert_true(worth_term_applies(term_of("weakest"), shogi, &error));
    assert_true(worth_term_applies(term_of("mirrors"), kagamigi, &error));
    assert_false(worth_term_applies(term_of("mirrors"), shogi, &error));
    assert_non_null(strstr(error.text, "no mirror images"));
    assert_int_equal(worth_term_find("strongest"), -1);
    free(shogi);
    free(kagamigi);
}

static void test_planted(void **state) {
    (void)state;
    struct tables *tables = armies_tables("minishogi");
    struct planted_armies planted = armies_planted(tables, 0.6);
    struct measured worth[WORTH_TERMS];
    int weakest = worth_term_find("weakest");
    struct army_games games = armies_games(&planted, tables, 0, 4000);
    struct worths known;
    double part[WORTHS_MAX], unit = 0, least = INFINITY;
    worths_init(&known, tables);
    for (int i = 0; i < known.count; i++) {
        known.of[i].mark = WORTH_MEASURED;
        if (strcmp(worths_where(&known, i), "board") == 0)
            least = fmin(least, planted.logits[i]);
    }
    assert_true(worths_unit(&known, 0, part));
    for (int i = 0; i < known.count; i++)
        unit += part[i] * planted.logits[i];
    worth_terms_measure(&games, worth);
    check_near(worth[weakest].n, 4000);
    assert_true(worth[weakest].low < least / unit && least / unit < worth[weakest].high);
    assert_true(worth[weakest].high - worth[weakest].low < 0.7);
    games.count = 40; // in too few of them each piece differs
    worth_terms_measure(&games, worth);
    check_near(worth[weakest].n, 0);
    worths_destroy(&known);
    army_games_destroy(&games);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_least),     cmocka_unit_test(test_largest),
        cmocka_unit_test(test_selection), cmocka_unit_test(test_applies),
        cmocka_unit_test(test_planted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
