// SPDX-License-Identifier: GPL-3.0-or-later
// Strengths of several players: planted ones are found, intervals cover them, circles are seen.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "random.h"
#include "round_robin.h"

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g, expected %.9g", value, expected);
}

// Half points of the first player in one game.
static int draw_game(struct random *random, double elo, double draw) {
    double d = elo / 173.71779276130073, up = exp(d / 2), down = exp(-d / 2);
    double at = random_unit(random) * (up + down + draw);
    return at < up ? 2 : at < up + draw ? 1 : 0;
}

static void play(struct rating_match *match, double elo, double first, double draw, int pairs,
                 uint64_t number) {
    struct random random = random_init(4, number, RANDOM_TEST);
    for (int i = 0; i < pairs; i++) {
        int a = draw_game(&random, elo + first, draw), b = draw_game(&random, first - elo, draw);
        match->pairs[a][2 - b]++;
    }
}

// Two players: without draws and prior this is the logistic Elo of the score.
static void two_players_have_the_elo_of_their_score(void **state) {
    (void)state;
    struct rating_match match = {0, 1, {{0}}};
    struct rating rating;
    struct error error = {""};
    match.pairs[2][2] = 5625; // 75% of the first moves and of the others, independent
    match.pairs[2][0] = match.pairs[0][2] = 1875;
    match.pairs[0][0] = 625;
    assert_true(rating_fit(2, &match, 1, &rating, &error));
    struct measured elo = rating_difference(&rating, 0, 1);
    assert_near(elo.value, elo_of_score(0.75), 0.1);
    // The pair's score has the variance 0.75 * 0.25 / 2; the slope of Elo there is 926.6.
    assert_near((elo.high - elo.low) / 2, 1.96 * 926.6 * sqrt(0.09375 / 10000), 0.3);
    assert_near(rating.first.value, 0, 0.1);
    assert_int_equal(rating.freedom, 0);
    assert_near(rating_over_mean(&rating, 0).value, elo.value / 2, 1e-6);
}

static void planted_strengths_are_found(void **state) {
    (void)state;
    enum { RATED = 4, TRIALS = 300 };
    static const double elo[RATED] = {0, 60, -40, 25}, first = 35, draw = 0.5;
    int covered[3] = {0}, false_alarms = 0;
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        struct rating_match matches[6] = {{0, 0, {{0}}}};
        int count = 0;
        for (int a = 0; a < RATED; a++)
            for (int b = a + 1; b < RATED; b++) {
                matches[count].a = a;
                matches[count].b = b;
                play(&matches[count], elo[a] - elo[b], first, draw, 150, 6 * trial + count);
                count++;
            }
        struct rating rating;
        struct error error = {""};
        assert_true(rating_fit(RATED, matches, count, &rating, &error));
        struct measured difference = rating_difference(&rating, 1, 2);
        covered[0] += difference.low < 100 && 100 < difference.high;
        covered[1] += rating.first.low < first && first < rating.first.high;
        double share = draw / (2 + draw);
        covered[2] += rating.draws.low < share && share < rating.draws.high;
        assert_int_equal(rating.freedom, 3);
        false_alarms += rating.p_value < 0.05;
    }
    for (int i = 0; i < 3; i++)
        assert_in_range(covered[i], 0.92 * TRIALS, 0.98 * TRIALS);
    assert_in_range(false_alarms, 0, 0.09 * TRIALS);
}

// From the strongest down; the p-values of neighbours are Holm's over all of them.
static void neighbours_are_told_apart(void **state) {
    (void)state;
    static const double elo[] = {0, 200, 0, 200};
    enum { RATED = ARRAY_LENGTH(elo) };
    struct rating_match matches[6] = {{0, 0, {{0}}}};
    int count = 0;
    for (int a = 0; a < RATED; a++)
        for (int b = a + 1; b < RATED; b++) {
            matches[count].a = a;
            matches[count].b = b;
            play(&matches[count], elo[a] - elo[b], 0, 0.5, 1000, 900 + (uint64_t)count);
            count++;
        }
    struct rating rating;
    struct error error = {""};
    assert_true(rating_fit(RATED, matches, count, &rating, &error));
    struct rating_order order = rating_order(&rating);
    const int *player = order.player;
    assert_int_equal(player[0] % 2 + player[1] % 2, 2);
    for (int i = 0; i + 1 < RATED; i++) {
        struct measured over = rating_difference(&rating, player[i], player[i + 1]);
        assert_near(order.over_next[i].value, over.value, 1e-12);
        assert_true(over.value > 0);
    }
    assert_true(order.p[1] < 1e-6); // 190 Elo apart
    assert_true(order.p[0] > 0.05 && order.p[2] > 0.05);
    double p[] = {measured_p(order.over_next[0]), measured_p(order.over_next[1]),
                  measured_p(order.over_next[2])};
    assert_near(order.p[1], fmin(3 * p[1], 1), 1e-12);
    assert_near(fmin(order.p[0], order.p[2]), fmin(2 * fmin(p[0], p[2]), 1), 1e-12);
    struct answer answer = answer_init(NULL);
    const char *const names[] = {"w", "x", "y", "z"};
    static struct depths depths[RATED];
    depths[1].moves[0] = 3, depths[1].moves[2] = depths[3].moves[5] = 7;
    rating_answer(&answer, names, names, depths, matches, count, &rating);
    struct buffer text = buffer_init();
    answer_json(&answer, &text);
    char expected[96];
    snprintf(expected, sizeof expected, "%s is ahead of %s, the next: ", names[player[0]],
             names[player[1]]);
    assert_non_null(strstr(text.data, expected));
    snprintf(expected, sizeof expected, "is not significant: %s ~ %s > %s ~ %s.\"",
             names[player[0]], names[player[1]], names[player[2]], names[player[3]]);
    assert_non_null(strstr(text.data, expected));
    assert_non_null(strstr(text.data, "x: 30% of the moves finished no ply"));
    assert_non_null(strstr(text.data, "\"median_plies\":\t5"));
    buffer_destroy(&text);
    answer_destroy(&answer);
}

static void circles_are_seen(void **state) {
    (void)state;
    struct rating_match matches[3] = {{0, 1, {{0}}}, {1, 2, {{0}}}, {2, 0, {{0}}}};
    for (uint64_t i = 0; i < 3; i++)
        play(&matches[i], 80, 0, 0.3, 400, 5000 + i);
    struct rating rating;
    struct error error = {""};
    assert_true(rating_fit(3, matches, 3, &rating, &error));
    assert_true(rating.p_value < 1e-6 && rating.freedom == 1);
    for (int i = 0; i < 3; i++) {
        assert_true(rating.residual[i] > 3);
        assert_near(rating.elo[i], 0, 30);
    }
}

// Few games between players far apart, most of them won by one side, as in a ladder of node limits:
// who beats whom follows from the ratings, and is not denied more often than by chance.
static void ladders_are_no_circles(void **state) {
    (void)state;
    // 8 games each of 400, 60 and 4 nodes: 7 to 1, 7 to 0 with a draw, 8 to 0.
    struct rating_match ladder[3] = {{0, 1, {{0}}}, {0, 2, {{0}}}, {1, 2, {{0}}}};
    struct rating rating;
    struct error error = {""};
    ladder[0].pairs[2][2] = 3;
    ladder[0].pairs[2][0] = 1;
    ladder[1].pairs[2][2] = 4;
    ladder[2].pairs[2][2] = 3;
    ladder[2].pairs[2][1] = 1;
    assert_true(rating_fit(3, ladder, 3, &rating, &error));
    assert_int_equal(rating.freedom, 1);
    assert_true(rating.p_value > 0.2);
    enum { RATED = 4, TRIALS = 1000 };
    static const double elo[RATED] = {0, 250, 500, 900};
    int false_alarms = 0;
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        struct rating_match matches[6] = {{0, 0, {{0}}}};
        int count = 0;
        for (int a = 0; a < RATED; a++)
            for (int b = a + 1; b < RATED; b++, count++) {
                matches[count].a = a;
                matches[count].b = b;
                play(&matches[count], elo[a] - elo[b], 0, 0.1, 4, 20000 + 6 * trial + count);
            }
        assert_true(rating_fit(RATED, matches, count, &rating, &error));
        false_alarms += rating.p_value < 0.05;
    }
    assert_in_range(false_alarms, 0, 0.09 * TRIALS);
}

// Nobody wins a game, everybody draws, one pair: finite numbers, in order.
static void any_counts_are_rated(void **state) {
    (void)state;
    static const int64_t sizes[] = {0, 0, 0, 0, 1, 5, 1000, 100000000};
    for (uint64_t k = 0; k < 3000; k++) {
        struct random random = random_init(5, k, RANDOM_TEST);
        struct rating_match matches[3] = {{0, 1, {{0}}}, {0, 2, {{0}}}, {2, 1, {{0}}}};
        int64_t pairs = 0;
        for (int m = 0; m < 3; m++)
            for (int i = 0; i < 9; i++)
                pairs += matches[m].pairs[i / 3][i % 3] =
                    sizes[random_below(&random, ARRAY_LENGTH(sizes))];
        struct rating rating;
        struct error error = {""};
        assert_int_equal(rating_fit(3, matches, 3, &rating, &error), pairs > 0);
        if (pairs == 0)
            continue;
        for (int i = 0; i < 3; i++) {
            struct measured elo = rating_over_mean(&rating, i);
            assert_true(isfinite(elo.low) && elo.low <= elo.high && isfinite(elo.high));
            assert_true(fabs(elo.value) < 30000 && isfinite(rating.residual[i]));
        }
        assert_true(rating.p_value >= 0 && rating.p_value <= 1);
        assert_true(rating.draws.low >= 0 && rating.draws.high <= 1);
    }
}

// Games that all end alike leave room for others: 30 pairs without a draw, each won by one side
// twice or by both players once.
static void what_was_not_seen_may_be(void **state) {
    (void)state;
    struct rating_match match = {0, 1, {{0}}};
    struct rating rating;
    struct error error = {""};
    match.pairs[0][2] = match.pairs[2][0] = 15; // both games to the first player, to the second
    assert_true(rating_fit(2, &match, 1, &rating, &error));
    // The exact limit is 4.9% of 60 games (Clopper and Pearson, one side 95%).
    assert_true(rating.draws.low < 0.002 && rating.draws.high > 0.05 && rating.draws.high < 0.2);
    struct measured elo = rating_difference(&rating, 0, 1);
    assert_near(elo.value, 0, 1e-6);
    assert_true(elo.high - elo.low > 5 && elo.high - elo.low < 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_have_the_elo_of_their_score),
        cmocka_unit_test(planted_strengths_are_found),
        cmocka_unit_test(neighbours_are_told_apart),
        cmocka_unit_test(circles_are_seen),
        cmocka_unit_test(ladders_are_no_circles),
        cmocka_unit_test(any_counts_are_rated),
        cmocka_unit_test(what_was_not_seen_may_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
