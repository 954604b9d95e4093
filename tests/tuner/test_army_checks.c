// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// The checks of armies: what is planted is found, what is not is left alone.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "army_checks.h"
#include "planted_armies.h"

static struct army_estimate estimate_of(const struct army_games *games) {
    struct army_estimate estimate;
    struct error error = {""};
    if (!army_fit(games, ARMY_GAMES_NEEDED, &estimate, &error))
        fail_msg("%s", error.text);
    return estimate;
}

static void within(double value, double low, double high) {
    if (!(value >= low && value <= high))
        fail_msg("%g is not in %g..%g", value, low, high);
}

// Sums of pieces: p below 5% in 5% of the cases, the term 0 within its error. A cubic one is found
// and told.
static void linearity(void **state) {
    (void)state;
    enum { REPETITIONS = 200, GAMES = 800, MANY = 20000 };
    struct tables *tables = armies_tables("minishogi");
    struct planted_armies planted = armies_planted(tables, 0.7);
    int small = 0;
    double squares = 0;
    struct army_term cubic;
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
        struct army_games games =
            armies_games(&planted, tables, (uint64_t)repetition * GAMES, GAMES);
        struct army_estimate estimate = estimate_of(&games);
        army_linearity(&games, &estimate, &cubic);
        small += cubic.p < 0.05;
        squares += cubic.value * cubic.value / (cubic.se * cubic.se);
        army_estimate_destroy(&estimate);
        army_games_destroy(&games);
    }
    within((double)small / REPETITIONS, 0.015, 0.09);
    within(sqrt(squares / REPETITIONS), 0.88, 1.12);
    planted = armies_planted(tables, 0.35);
    planted.cubic = -0.04;
    struct army_games games = armies_games(&planted, tables, 0, MANY);
    struct army_estimate estimate = estimate_of(&games);
    army_linearity(&games, &estimate, &cubic);
    assert_true(cubic.p < 1e-4);
    within(cubic.value, -0.12, -0.03); // the fit's logit is smaller than the planted one
    assert_int_equal(cubic.games, MANY);
    army_estimate_destroy(&estimate);
    army_games_destroy(&games);
    free(tables);
}

// No pair where there is none, in nearly all logs: some 5% of them would be below 5% without Holm.
static void pairs_of_none(void **state) {
    (void)state;
    enum { REPETITIONS = 40, GAMES = 1500 };
    struct tables *tables = armies_tables("minishogi");
    struct planted_armies planted = armies_planted(tables, 0.5);
    int found = 0, tested = 0;
    double below = 0;
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
        struct army_games games =
            armies_games(&planted, tables, (uint64_t)repetition * GAMES, GAMES);
        struct army_estimate estimate = estimate_of(&games);
        struct army_pairs pairs;
        army_pairs_test(&games, &estimate, 2, &pairs);
        found += pairs.pair[0].p_holm < 0.05;
        below += pairs.below / REPETITIONS;
        tested = pairs.count;
        for (int i = 1; i < pairs.count; i++)
            assert_true(pairs.pair[i].term.p >= pairs.pair[i - 1].term.p &&
                        pairs.pair[i].p_holm >= pairs.pair[i - 1].p_holm);
        army_pairs_destroy(&pairs);
        army_estimate_destroy(&estimate);
        army_games_destroy(&games);
    }
    // 14 pieces, 91 pairs, without those of one piece's own forms: 6 x 2 or 1 of 3 places.
    within(tested, 70, 91);
    within(below, 0.03, 0.06);
    within(found, 0, 6);
    free(tables);
}

// Two pieces that are worth 60 Elo more together, and a second one of a kind that is worth less.
static void pairs_planted(void **state) {
    (void)state;
    struct tables *tables = armies_tables("kagamigi");
    struct planted_armies planted = armies_planted(tables, 0.3);
    struct army_games games = armies_games(&planted, tables, 0, 1);
    int bishop = games.place[values_find("board.B")], rook = games.place[values_find("hand.R")];
    int pawn = games.place[values_find("hand.P")];
    army_games_destroy(&games);
    planted.pair[0] = bishop;
    planted.pair[1] = rook;
    planted.together = 1.2;
    for (int same = 0; same < 2; same++) {
        if (same)
            planted.pair[0] = planted.pair[1] = pawn;
        planted.together = same ? -0.25 : 1.2;
        games = armies_games(&planted, tables, 0, 5000);
        struct army_estimate estimate = estimate_of(&games);
        struct army_pairs pairs;
        army_pairs_test(&games, &estimate, 2, &pairs);
        const struct army_pair *pair = &pairs.pair[0];
        assert_int_equal(pair->first,
                         planted.pair[0] < planted.pair[1] ? planted.pair[0] : planted.pair[1]);
        assert_int_equal(pair->second,
                         planted.pair[0] < planted.pair[1] ? planted.pair[1] : planted.pair[0]);
        assert_true(pair->p_holm < 0.001);
        within(pair->term.value - planted.together * ELO_PER_LOGIT, -3.5 * pair->term.se,
               3.5 * pair->term.se);
        int more = 0;
        for (int i = 1; i < pairs.count; i++)
            more += pairs.pair[i].p_holm < 0.05;
        within(more, 0, 3); // what the true one casts on others that go with it
        army_pairs_destroy(&pairs);
        army_estimate_destroy(&estimate);
        army_games_destroy(&games);
    }
    free(tables);
}

// Mirror images are equal, until one of them is not; pieces in hand are worth what was planted.
static void contrasts(void **state) {
    (void)state;
    enum { REPETITIONS = 40, GAMES = 2000 };
    struct tables *tables = armies_tables("kagamigi");
    struct planted_armies planted = armies_planted(tables, 0.35);
    struct contrasts found;
    int any = 0, joint = 0, below = 0, all = 0;
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
        struct army_games games =
            armies_games(&planted, tables, (uint64_t)repetition * GAMES, GAMES);
        struct army_estimate estimate = estimate_of(&games);
        contrasts_mirrors(&estimate.worths, &found);
        assert_int_equal(found.count, 4 + 4 + 3);
        assert_int_equal(found.all.df, found.count);
        bool one = false;
        for (int i = 0; i < found.count; i++) {
            one |= found.of[i].p_holm < 0.05;
            below += fabs(found.of[i].value) > NORMAL_975 * found.of[i].se;
            all++;
        }
        any += one;
        joint += found.all.p < 0.05;
        army_estimate_destroy(&estimate);
        army_games_destroy(&games);
    }
    within(any, 0, 6); // without Holm 17 of 40
    within(joint, 0, 6);
    within((double)below / all, 0.025, 0.08);

    int left = -1, right = -1, places;
    struct army_games games = armies_games(&planted, tables, 0, 1);
    left = games.place[values_find("board.A")];
    right = games.place[values_find("board.Z")];
    places = games.columns;
    army_games_destroy(&games);
    planted.logits[left] += 0.5;
    for (int i = 0; i < places; i++) // in hand nothing is worth half of what it is on the board
        if (i + 1 < places && planted.logits[i + 1] == 0.8 * planted.logits[i])
            planted.logits[i + 1] = planted.logits[i] / 2;
    games = armies_games(&planted, tables, 0, 12000);
    struct army_estimate estimate = estimate_of(&games);
    contrasts_mirrors(&estimate.worths, &found);
    for (int i = 0; i < found.count; i++) {
        bool planted_one = found.of[i].first == left && found.of[i].second == right;
        assert_true((found.of[i].p_holm < 0.01) == planted_one);
        if (planted_one)
            within(found.of[i].value, 50, 125);
    }
    assert_true(found.all.p < 0.001);
    army_hands(&estimate.worths, &found);
    assert_int_equal(found.count, 14);
    assert_true(found.all.p < 1e-6);
    for (int i = 0; i < found.count; i++) {
        double truth = planted.logits[found.of[i].first] / planted.logits[found.of[i].second];
        within(found.of[i].ratio.value - truth, -3.5 * found.of[i].ratio.se,
               3.5 * found.of[i].ratio.se);
    }
    army_estimate_destroy(&estimate);
    army_games_destroy(&games);
    free(tables);
}

enum { LIMITS = 3 };

// Three limits at which everything is worth the same in mean pieces, though not in Elo, or at which
// one piece grows. `paired`: the same armies at all, each with the same lot for its result, so that
// residuals correlate.
static void ladder_of(const struct tables *tables, double growth, bool paired, uint64_t begin,
                      int count, struct wald *same, struct army_trend *trend, int *grows) {
    struct army_games games[LIMITS];
    struct army_estimate estimate[LIMITS];
    const struct worths *of[LIMITS];
    double x[LIMITS];
    struct error error = {""};
    for (int e = 0; e < LIMITS; e++) {
        struct planted_armies planted = armies_planted(tables, 0.4 * (1 + 0.3 * e));
        struct army_games one = armies_games(&planted, tables, 0, 1);
        *grows = one.place[values_find("hand.R")];
        army_games_destroy(&one);
        planted.seed = paired ? 40 : 40 + (uint64_t)e;
        planted.logits[*grows] += growth * 2 * e * 0.4 * (1 + 0.3 * e);
        games[e] = armies_games(&planted, tables, begin, count);
        estimate[e] = estimate_of(&games[e]);
        of[e] = &estimate[e].worths;
        x[e] = 2 * e; // 100, 400, 1600
    }
    double *between[LIMITS * LIMITS] = {NULL};
    for (int e = 0; e < LIMITS; e++)
        for (int f = e + 1; f < LIMITS; f++) {
            size_t n = (size_t)of[e]->count;
            double *own = between[e * LIMITS + f] = malloc(n * n * sizeof *own);
            army_covariance((const struct army_games *[]){&games[e], &games[f]},
                            (const struct army_estimate *[]){&estimate[e], &estimate[f]}, own);
        }
    if (!army_agree(of, between, LIMITS, NULL, same, &error) ||
        !army_trend(of, between, x, LIMITS, trend, &error))
        fail_msg("%s", error.text);
    for (int i = 0; i < LIMITS * LIMITS; i++)
        free(between[i]);
    for (int e = 0; e < LIMITS; e++) {
        army_estimate_destroy(&estimate[e]);
        army_games_destroy(&games[e]);
    }
}

static void check_ladders(bool paired) {
    enum { REPETITIONS = 60, GAMES = 1500 };
    struct tables *tables = armies_tables("minishogi");
    struct wald same;
    struct army_trend trend;
    int grows, differ = 0, tends = 0, any = 0;
    double squares = 0, slopes = 0, chi2 = 0;
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
        ladder_of(tables, 0, paired, (uint64_t)repetition * GAMES, GAMES, &same, &trend, &grows);
        // Ratios to their own mean: one degree of freedom less each.
        assert_int_equal(same.df, (LIMITS - 1) * (trend.count - 1));
        assert_int_equal(trend.all.df, trend.count - 1);
        chi2 += same.chi2 / same.df;
        differ += same.p < 0.05;
        tends += trend.all.p < 0.05;
        bool one = false;
        for (int i = 0; i < trend.count; i++) {
            one |= trend.of[i].p_holm < 0.05;
            squares += pow(trend.of[i].value / trend.of[i].se, 2);
            slopes++;
        }
        any += one;
    }
    within(chi2 / REPETITIONS, 0.88, 1.12); // three standard errors
    within(differ, 0, 8);
    within(tends, 0, 8);
    within(any, 0, 8);
    within(sqrt(squares / slopes), 0.88, 1.1);
    ladder_of(tables, 0.2, paired, 0, 15000, &same, &trend, &grows);
    assert_true(same.p < 1e-4 && trend.all.p < 1e-4);
    for (int i = 0; i < trend.count; i++) {
        double truth = trend.of[i].place == grows ? 0.2 : 0;
        // The mean piece is 1 in these logits, but for how they are spread over the pieces.
        within(trend.of[i].value - truth, -0.08, 0.08);
        assert_true((trend.of[i].p_holm < 0.01) == (trend.of[i].place == grows));
    }
    free(tables);
}

static void ladders(void **state) {
    (void)state;
    check_ladders(false);
}

// What is common to the games of an army is no error of a difference.
static void ladders_of_the_same_armies(void **state) {
    (void)state;
    check_ladders(true);
}

// The mean of two estimates leans to neither: the larger ratios of the one whose unit chance made
// small are not the less sure for that.
static void means(void **state) {
    (void)state;
    enum { REPETITIONS = 60, GAMES = 1000 };
    struct tables *tables = armies_tables("minishogi");
    struct planted_armies planted = armies_planted(tables, 0.35);
    double of_truth = 0, part[WORTHS_MAX];
    for (uint64_t repetition = 0; repetition < REPETITIONS; repetition++) {
        struct army_games games[2];
        struct army_estimate estimate[2];
        struct worths mean;
        struct error error = {""};
        for (uint64_t e = 0; e < 2; e++) {
            games[e] = armies_games(&planted, tables, (2 * repetition + e) * GAMES, GAMES);
            estimate[e] = estimate_of(&games[e]);
        }
        if (!worths_pool(&estimate[0].worths, &estimate[1].worths, &mean, &error))
            fail_msg("%s", error.text);
        assert_true(worths_unit(&mean, 0, part));
        double unit = 0, truth = 0;
        for (int i = 0; i < mean.count; i++) {
            unit += part[i] * mean.of[i].value;
            truth += part[i] * planted.logits[i] * ELO_PER_LOGIT;
        }
        of_truth += unit / truth / REPETITIONS;
        worths_destroy(&mean);
        for (int e = 0; e < 2; e++) {
            army_estimate_destroy(&estimate[e]);
            army_games_destroy(&games[e]);
        }
    }
    within(of_truth, 0.92, 1.09);
    free(tables);
}

// By place: the board agrees, the hand does not.
static void agreement(void **state) {
    (void)state;
    struct tables *tables = armies_tables("minishogi");
    struct planted_armies planted = armies_planted(tables, 0.6), other = planted;
    other.seed = 77;
    struct army_games games[2] = {armies_games(&planted, tables, 0, 6000)};
    for (int i = 0; i < games[0].columns; i++)
        other.logits[i] *= i == games[0].place[values_find("hand.R")] ? 3.5 : 1;
    games[1] = armies_games(&other, tables, 0, 6000);
    struct army_estimate estimate[2] = {estimate_of(&games[0]), estimate_of(&games[1])};
    const struct worths *of[] = {&estimate[0].worths, &estimate[1].worths};
    struct error error = {""};
    struct wald wald;
    assert_true(army_agree(of, NULL, 2, "board", &wald, &error));
    assert_true(wald.p > 0.01 && wald.df == 4); // 5 pieces and the Pawn, and their mean
    assert_true(army_agree(of, NULL, 2, "hand", &wald, &error));
    assert_true(army_agree(of, NULL, 2, "promoted", &wald, &error));
    assert_true(wald.p > 0.01);
    for (int i = 0; i < games[0].columns; i++)
        estimate[1].worths.of[i].mark = WORTH_OPEN;
    assert_false(army_agree(of, NULL, 2, NULL, &wald, &error));
    assert_non_null(strstr(error.text, "no piece"));
    for (int e = 0; e < 2; e++) {
        army_estimate_destroy(&estimate[e]);
        army_games_destroy(&games[e]);
    }
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linearity),     cmocka_unit_test(pairs_of_none),
        cmocka_unit_test(pairs_planted), cmocka_unit_test(contrasts),
        cmocka_unit_test(ladders),       cmocka_unit_test(ladders_of_the_same_armies),
        cmocka_unit_test(agreement),     cmocka_unit_test(means),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
