// SPDX-License-Identifier: GPL-3.0-or-later
// From data to values: scale, prior, yardstick, what cannot be known, held-out games.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "second_opinions.h"
#include "walk.h"

enum { PAWN = 16, ROOK = 18, GOLD = 7 };
enum {
    BOARD_PAWN = VALUE_BOARD + PAWN,
    BOARD_ROOK = VALUE_BOARD + ROOK,
    BOARD_GOLD = VALUE_BOARD + GOLD,
    HAND_PAWN = VALUE_HAND + PAWN,
    CONSTANT = VALUE_TERM + TERM_FIRST_MOVER
};

// Pawn 0.3 logits = 100 centi-values; so a Rook of 0.9 is 300 and a Pawn in hand of 0.45 is 150.
static const struct random_walk walk = {
    {BOARD_PAWN, BOARD_ROOK, HAND_PAWN}, {0.3, 0.9, 0.45}, 0.12, 24};

static struct values start_values(void) {
    struct values values = {{0}};
    values.value[BOARD_PAWN] = 100;
    values.value[BOARD_ROOK] = 450; // wrong by half
    values.value[HAND_PAWN] = 100;
    values.value[BOARD_GOLD] = 400;
    return values;
}

static struct fit_options options_for(const struct values *start) {
    return (struct fit_options){.start = start, .prior = 1, .yardstick = PAWN, .threads = 1};
}

static void assert_covers(const struct fit *fit, int parameter, double truth) {
    const struct estimate *estimate = &fit->estimate[parameter];
    assert_int_equal(estimate->verdict, VERDICT_MEASURED);
    if (estimate->low > truth || estimate->high < truth)
        fail_msg("parameter %d: %.1f..%.1f does not cover %.1f", parameter, estimate->low,
                 estimate->high, truth);
    assert_true(estimate->low < estimate->value && estimate->value < estimate->high);
}

// Doubles, at most `most` apart.
static void assert_equal_to(double found, double expected, double most) {
    if (!(fabs(found - expected) <= most))
        fail_msg("%.12g is not %.12g", found, expected);
}

// Within 3.5 standard errors: 1 in 2000 by chance.
static void assert_near(const struct fit *fit, int parameter, double truth) {
    const struct estimate *estimate = &fit->estimate[parameter];
    assert_int_equal(estimate->verdict, VERDICT_MEASURED);
    if (fabs(estimate->value - truth) > 3.5 * estimate->se)
        fail_msg("parameter %d: %.1f +- %.1f, truth %.1f", parameter, estimate->value, estimate->se,
                 truth);
}

static void test_recovery(void **state) {
    (void)state;
    struct dataset data = walk_games(&walk, 11, 0, 3000);
    struct values start = start_values();
    struct fit_options options = options_for(&start);
    for (int k = 0; k < 2; k++) {
        options.prior = k ? 0 : 1;
        struct fit fit;
        struct error error = {""};
        if (!fit_run(&fit, &data, &options, &error))
            fail_msg("%s", error.text);
        assert_true(fit.converged);
        assert_int_equal(fit.yardstick, PAWN);
        assert_covers(&fit, BOARD_ROOK, 300);
        assert_covers(&fit, HAND_PAWN, 150);
        assert_covers(&fit, CONSTANT, 40);
        const struct estimate *pawn = &fit.estimate[BOARD_PAWN];
        assert_true(pawn->value == 100 && pawn->se == 0 && pawn->low == 100 && pawn->high == 100);
        assert_true(fit.estimate[BOARD_ROOK].se < 40);
        assert_true(fit.estimate[BOARD_ROOK].share > 0.95);
        assert_int_equal(fit.estimate[BOARD_GOLD].verdict, VERDICT_UNSEEN);
        assert_true(fit.estimate[BOARD_GOLD].value == 400);
        assert_int_equal(fit.estimate[CONSTANT].games, 3000);
        assert_true(fabs(fit.logits_per_centivalue - 0.003) < 0.0005);
        assert_true(fit.start_predicts);
        fit_destroy(&fit);
    }
    dataset_destroy(&data);
}

// One position a game, where what stands beside the values adds 200 centi-values a Rook and some of
// its own: known, it is no part of the Rook's value, whatever scale the start has.
static struct dataset beside_games(bool known) {
    struct dataset data = dataset_init(VALUES);
    struct random random = random_init(31, 0, RANDOM_TEST);
    bool wanted[VALUES];
    for (int g = 0; g < 6000; g++) {
        int16_t feature[VALUES] = {0};
        int pawn = feature[BOARD_PAWN] = (int16_t)((int)random_below(&random, 7) - 3);
        int rook = feature[BOARD_ROOK] = (int16_t)((int)random_below(&random, 5) - 2);
        int beside = 200 * rook + (int)random_below(&random, 801) - 400;
        double logit = 0.003 * (100 * pawn + 300 * rook + beside);
        dataset_add_game(&data, 1, (uint64_t)g, random_unit(&random) < 1 / (1 + exp(-logit)));
        dataset_add_position(&data, feature, 0);
        if (known)
            dataset_add_beside(&data, beside);
    }
    for (int i = 0; i < VALUES; i++)
        wanted[i] = true;
    dataset_close(&data, wanted);
    return data;
}

static void test_beside(void **state) {
    (void)state;
    for (int known = 0; known < 2; known++) {
        struct dataset data = beside_games(known);
        struct values start = start_values();
        start.value[BOARD_ROOK] = 900;
        struct fit_options options = options_for(&start);
        options.prior = 0;
        struct fit fit;
        struct holdout holdout;
        struct error error = {""};
        if (!fit_run(&fit, &data, &options, &error))
            fail_msg("%s", error.text);
        holdout_measure(&fit, &options, 0.2, &holdout);
        if (known) {
            assert_near(&fit, BOARD_ROOK, 300);
            assert_true(fabs(fit.reduction.beside / fit.logits_per_centivalue - 1) < 0.01);
            assert_true(holdout.gain > 0.3);
            assert_true(holdout.start_gain > 3 * holdout.start_gain_se);
        } else {
            assert_true(fit.estimate[BOARD_ROOK].low > 400);
        }
        fit_destroy(&fit);
        dataset_destroy(&data);
    }
}

static void test_threads(void **state) {
    (void)state;
    struct dataset data = walk_games(&walk, 12, 0, 400);
    struct values start = start_values();
    struct fit_options options = options_for(&start);
    struct fit fit[3];
    struct holdout holdout[3];
    for (int k = 0; k < 3; k++) {
        options.threads = k + 1;
        assert_true(fit_run(&fit[k], &data, &options, NULL));
        holdout_measure(&fit[k], &options, 0.2, &holdout[k]);
        assert_memory_equal(fit[k].weight, fit[0].weight, 4 * sizeof(double));
        assert_memory_equal(fit[k].covariance, fit[0].covariance, 16 * sizeof(double));
        for (int i = 0; i < VALUES; i++)
            assert_true(fit[k].estimate[i].low == fit[0].estimate[i].low);
        assert_true(holdout[k].gain == holdout[0].gain && holdout[k].loss == holdout[0].loss);
    }
    for (int k = 0; k < 3; k++)
        fit_destroy(&fit[k]);
    dataset_destroy(&data);
}

// A Pawn too cheap to measure makes a poor yardstick: with intervals that own up to it, or none.
static void test_weak_yardstick(void **state) {
    (void)state;
    const struct random_walk cheap = {
        {BOARD_PAWN, BOARD_ROOK, HAND_PAWN}, {0.06, 0.9, 0.45}, 0.12, 24};
    struct dataset data = walk_games(&cheap, 13, 0, 600);
    struct values start = start_values();
    start.value[BOARD_ROOK] = 1000;
    struct fit_options options = options_for(&start);
    struct fit fit;
    struct error error = {""};
    if (fit_run(&fit, &data, &options, &error)) {
        assert_true(fit.skewed);
        const struct estimate *rook = &fit.estimate[BOARD_ROOK];
        assert_true(rook->high - rook->value > rook->value - rook->low);
    } else {
        assert_non_null(strstr(error.text, "board.P"));
    }
    fit_destroy(&fit);

    static const struct {
        Type yardstick;
        const char *message;
    } cases[] = {{GOLD, "board.G"}, {YARDSTICK_MEAN, "the mean piece"}}; // neither seen
    for (int k = 0; k < ARRAY_LENGTH(cases); k++) {
        data.removals.unit[GOLD] = 1;
        options.yardstick = cases[k].yardstick;
        assert_false(fit_run(&fit, &data, &options, &error));
        assert_non_null(strstr(error.text, cases[k].message));
        fit_destroy(&fit);
    }
    dataset_destroy(&data);
}

// The mean piece keeps its worth, whatever the Pawn is: here one Rook, one Gold that nobody saw.
static void test_mean_piece(void **state) {
    (void)state;
    struct dataset data = walk_games(&walk, 20, 0, 1500);
    struct values start = start_values();
    start.value[BOARD_PAWN] = -50;
    start.value[BOARD_ROOK] = 300;
    struct fit_options options = options_for(&start);
    options.yardstick = YARDSTICK_MEAN;
    options.prior = 0;
    data.removals.unit[ROOK] = data.removals.unit[GOLD] = 0.5;
    struct fit fit;
    assert_true(fit_run(&fit, &data, &options, NULL));
    assert_int_equal(fit.yardstick, YARDSTICK_MEAN);
    assert_true(fit.yardstick_error < 0.1);
    assert_near(&fit, BOARD_PAWN, 100);
    assert_near(&fit, HAND_PAWN, 150);
    assert_equal_to(fit.estimate[BOARD_ROOK].value, 300, 1e-9);
    assert_equal_to(fit.estimate[BOARD_ROOK].se, 0, 1e-9);
    fit_destroy(&fit);

    // As a worth of the board value and terms: the Pawn in hand in the part of one.
    int rook = data.column[BOARD_ROOK], constant = data.column[CONSTANT];
    data.removals.term[BOARD_ROOK][TERM_FIRST_MOVER] = 2;
    start.value[CONSTANT] = 30;
    assert_true(fit_run(&fit, &data, &options, NULL));
    assert_equal_to(fit.yardstick_value, 360, 1e-9);
    assert_equal_to(fit.estimate[BOARD_ROOK].value + 2 * fit.estimate[CONSTANT].value, 360, 1e-6);
    assert_equal_to(fit.yardstick_weight, fit.weight[rook] + 2 * fit.weight[constant], 1e-9);
    assert_true(fit.estimate[BOARD_ROOK].se > 0);
    fit_destroy(&fit);
    start.value[BOARD_ROOK] = -400;
    struct error error;
    assert_false(fit_run(&fit, &data, &options, &error));
    assert_non_null(strstr(error.text, "worth nothing"));
    fit_destroy(&fit);
    dataset_destroy(&data);
}

// The prior is of average worths, and so is what is said of its share.
static void test_centred_prior(void **state) {
    (void)state;
    enum { SLIDE = VALUE_TERM + TERM_ADVANCE_SLIDE };
    const struct random_walk place = {{BOARD_PAWN, BOARD_ROOK, SLIDE}, {0.3, 0.3, 0.2}, 0, 24};
    struct dataset data = walk_games(&place, 22, 0, 1000);
    data.removals.term[BOARD_ROOK][TERM_ADVANCE_SLIDE] = 3; // worth 0.9 in the mean
    struct values start = {{0}};
    start.value[BOARD_PAWN] = 100;
    start.value[BOARD_ROOK] = 200;
    start.value[SLIDE] = 50; // so a Rook is worth 350 to begin with
    struct fit_options options = options_for(&start);
    options.prior = 0.1;
    struct fit fit = {0};
    struct objective objective;
    enum { N = 4 };
    assert_int_equal(data.columns, N);
    double worth[N], hessian[N * N], inverse[N * N], covariance[N * N];
    fit_weights(&fit, &data, NULL, &options, false, &objective);
    assert_true(uncertainty_covariance(&objective, &fit.reduction, fit.weight, hessian, inverse,
                                       covariance, NULL));
    identify(&objective, &fit.reduction, hessian, inverse, &fit.identification);
    centre_weights(&data, fit.weight, worth);
    centre_covariance(&data, inverse, covariance);
    int rook = data.column[BOARD_ROOK], pawn = data.column[BOARD_PAWN];
    double per_start = fit.logits_per_start;
    const struct {
        int column;
        double worth;
    } pieces[] = {{rook, 350}, {pawn, 100}};
    for (int k = 0; k < ARRAY_LENGTH(pieces); k++) {
        int c = pieces[k].column;
        double deviation = 0.1 * pieces[k].worth * per_start;
        assert_equal_to(objective.prior_precision[c] * deviation * deviation, 1, 1e-9);
        assert_equal_to(fit.identification.share[c],
                        1 - covariance[c * N + c] / (deviation * deviation), 1e-9);
        assert_true(fit.identification.share[c] > 0 && fit.identification.share[c] < 1);
    }
    // The worth lies between the prior's and the games'.
    assert_true(worth[rook] > 0.8 * fmin(0.9, 350 * per_start));
    assert_true(worth[rook] < 1.2 * fmax(0.9, 350 * per_start));
    objective_destroy(&objective);
    dataset_destroy(&data);
}

// Walk games, and beside them a Gold: `gold(number, result)` is its feature in the whole game.
static struct dataset games_with_gold(int games, int (*gold)(int number, double result)) {
    struct dataset plain = walk_games(&walk, 14, 0, (uint64_t)games);
    struct dataset data = dataset_init(VALUES);
    bool wanted[VALUES];
    memset(wanted, true, sizeof wanted);
    for (int g = 0; g < games; g++) {
        double result = plain.game[g].result;
        dataset_add_game(&data, 14, (uint64_t)g, result);
        for (size_t p = plain.game[g].position; p < plain.game[g + 1].position; p++) {
            int16_t feature[VALUES] = {0};
            for (size_t e = plain.entry[p]; e < plain.entry[p + 1]; e++)
                feature[plain.parameter[plain.index[e]]] = plain.feature[e];
            int extra = gold(g, result);
            feature[BOARD_GOLD] = (int16_t)(extra == 99 ? feature[BOARD_ROOK] : extra);
            dataset_add_position(&data, feature, 0);
        }
    }
    dataset_close(&data, wanted);
    dataset_destroy(&plain);
    return data;
}

static int gold_rare(int number, double result) {
    (void)result;
    return number < GAMES_NEEDED - 1 ? 1 - 2 * (number & 1) : 0;
}
static int gold_decides(int number, double result) {
    return number % 4 || result == 0.5 ? 0 : result > 0.5 ? 1 : -1;
}
static int gold_is_rook(int number, double result) {
    (void)number;
    (void)result;
    return 99;
}
static int gold_often(int number, double result) {
    (void)result;
    return number % 5 == 0 ? 1 - 2 * (number % 2) : 0;
}

static int gold_seldom(int number, double result) {
    (void)result;
    return number % 12 == 0 ? 1 - number / 12 % 2 * 2 : 0;
}

static void test_unidentified(void **state) {
    (void)state;
    static const struct {
        int (*gold)(int number, double result);
        double prior;
        enum verdict verdict;
    } cases[] = {
        {gold_rare, 1, VERDICT_RARE},         {gold_rare, 0, VERDICT_RARE},
        {gold_decides, 0, VERDICT_SEPARATED}, {gold_is_rook, 1, VERDICT_CONFOUNDED},
        {gold_often, 1, VERDICT_MEASURED},    {gold_often, 0, VERDICT_MEASURED},
        {gold_seldom, 0.15, VERDICT_PRIOR},
    };
    struct values start = start_values();
    for (int k = 0; k < ARRAY_LENGTH(cases); k++) {
        struct dataset data = games_with_gold(400, cases[k].gold);
        struct fit_options options = options_for(&start);
        options.prior = cases[k].prior;
        options.yardstick = cases[k].gold == gold_is_rook ? PAWN : ROOK;
        struct fit fit;
        struct error error = {""};
        if (!fit_run(&fit, &data, &options, &error))
            fail_msg("case %d: %s", k, error.text);
        const struct estimate *gold = &fit.estimate[BOARD_GOLD];
        if (gold->verdict != cases[k].verdict)
            fail_msg("case %d: %s", k, verdict_names[gold->verdict]);
        if (gold->verdict != VERDICT_MEASURED)
            assert_true(gold->value == 400 && gold->se == 0);
        for (int i = 0; i < VALUES; i++)
            assert_true(isfinite(fit.estimate[i].value) && isfinite(fit.estimate[i].se));
        fit_destroy(&fit);
        dataset_destroy(&data);
    }
}

// Two columns that are the same: without a prior there is no answer, and that is said.
static void test_singular(void **state) {
    (void)state;
    struct dataset data = games_with_gold(200, gold_is_rook);
    struct values start = start_values();
    struct fit_options options = options_for(&start);
    options.prior = 0;
    struct fit fit;
    struct error error = {""};
    if (fit_run(&fit, &data, &options, &error)) // rounding may leave it just invertible
        assert_int_equal(fit.estimate[BOARD_GOLD].verdict, VERDICT_CONFOUNDED);
    else
        assert_non_null(strstr(error.text, "prior"));
    fit_destroy(&fit);
    dataset_destroy(&data);
}

// Where games say little, the interval is as wide as the prior: it does not shrink to nothing.
static void test_prior_width(void **state) {
    (void)state;
    struct dataset data = games_with_gold(400, gold_rare);
    struct values start = start_values();
    struct fit_options options = options_for(&start);
    struct fit fit;
    assert_true(fit_run(&fit, &data, &options, NULL));
    int c = data.column[BOARD_GOLD];
    double deviation = 400 * fit.logits_per_start;
    double se = sqrt(fit.covariance[c * data.columns + c]);
    assert_true(se < deviation * 1.05);
    assert_true(se > deviation * 0.2);
    fit_destroy(&fit);
    dataset_destroy(&data);
}

static void test_nothing_to_learn(void **state) {
    (void)state;
    static const struct {
        int games;
        double result;
        const char *message;
    } cases[] = {{100, 0.5, "drawn"}, {100, 1, "won"}, {100, 0, "lost"}, {0, 0, "no positions"}};
    struct values start = start_values();
    struct fit_options options = options_for(&start);
    bool wanted[VALUES];
    memset(wanted, true, sizeof wanted);
    for (int k = 0; k < ARRAY_LENGTH(cases); k++) {
        struct dataset data = dataset_init(VALUES);
        for (int g = 0; g < cases[k].games; g++) {
            int16_t feature[VALUES] = {[BOARD_PAWN] = (int16_t)(g % 5 - 2), [CONSTANT] = 1};
            dataset_add_game(&data, 1, (uint64_t)g, cases[k].result);
            dataset_add_position(&data, feature, 0);
        }
        dataset_close(&data, wanted);
        struct fit fit;
        struct error error = {""};
        assert_false(fit_run(&fit, &data, &options, &error));
        assert_non_null(strstr(error.text, cases[k].message));
        fit_destroy(&fit);
        dataset_destroy(&data);
    }
    struct dataset data = walk_games(&walk, 15, 0, GAMES_NEEDED - 1);
    struct fit fit;
    struct error error = {""};
    assert_false(fit_run(&fit, &data, &options, &error));
    assert_non_null(strstr(error.text, "fewer than 30"));
    fit_destroy(&fit);
    dataset_destroy(&data);
}

// Results that have nothing to do with the material.
static void test_noise(void **state) {
    (void)state;
    const struct random_walk noise = {
        {BOARD_PAWN, BOARD_ROOK, HAND_PAWN}, {1e-6, 1e-6, 1e-6}, 0, 24};
    struct values start = start_values();
    struct fit_options options = options_for(&start);
    int refused = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct dataset data = walk_games(&noise, 100 + seed, 0, 100);
        struct fit fit;
        struct error error = {""};
        if (!fit_run(&fit, &data, &options, &error)) {
            refused++;
            assert_true(error.text[0] != 0);
        }
        fit_destroy(&fit);
        dataset_destroy(&data);
    }
    assert_true(refused >= 7);
}

static void test_holdout(void **state) {
    (void)state;
    int out = 0;
    for (uint64_t g = 0; g < 20000; g++)
        out += holdout_keeps_out(3, g, 0.1);
    assert_true(out > 1850 && out < 2150);
    assert_false(holdout_keeps_out(3, 5, 0));

    struct dataset data = walk_games(&walk, 16, 0, 2000);
    struct values start = start_values();
    struct fit_options options = options_for(&start);
    struct fit fit;
    struct holdout holdout;
    assert_true(fit_run(&fit, &data, &options, NULL));
    holdout_measure(&fit, &options, 0.3, &holdout);
    assert_int_equal(holdout.games + holdout.train_games, 2000);
    assert_int_equal(holdout.positions, holdout.games * 24);
    assert_true(holdout.gain > 2 * holdout.gain_se);
    assert_true(holdout.loss > 0 && holdout.loss < log(2));
    assert_true(fabs(holdout.constant_loss - holdout.loss - holdout.gain) < 1e-12);
    size_t positions = 0;
    int outside = 0;
    for (int k = 0; k < CALIBRATION_BINS; k++) {
        const struct calibration_bin *bin = &holdout.bin[k];
        positions += bin->positions;
        assert_true(k == 0 || bin->predicted > holdout.bin[k - 1].predicted);
        outside += fabs(bin->scored - bin->predicted) > 2 * bin->se;
    }
    assert_int_equal(positions, holdout.positions);
    assert_true(outside <= 2);

    holdout_measure(&fit, &options, 0.001, &holdout); // too few kept out
    assert_int_equal(holdout.games, 0);
    fit_destroy(&fit);
    dataset_destroy(&data);
}

// What chance does to held-out losses from one log to the next is what their errors say.
static void test_holdout_errors(void **state) {
    (void)state;
    enum { LOGS = 150, GAMES = 150 };
    struct values start = start_values();
    struct fit_options options = options_for(&start);
    options.yardstick = ROOK;
    struct moments loss = {0}, gain = {0}, start_gain = {0}, scored = {0};
    double loss_se = 0, gain_se = 0, start_gain_se = 0;
    for (uint64_t i = 0; i < LOGS; i++) {
        struct dataset data = walk_games(&walk, 18, i * GAMES, GAMES);
        struct fit fit;
        struct holdout holdout;
        assert_true(fit_run(&fit, &data, &options, NULL));
        holdout_measure(&fit, &options, 0.4, &holdout);
        assert_equal_to(holdout.start_loss - holdout.loss, holdout.start_gain, 1e-12);
        moments_add(&loss, holdout.loss);
        moments_add(&gain, holdout.gain);
        moments_add(&start_gain, holdout.start_gain);
        loss_se += holdout.loss_se / LOGS;
        gain_se += holdout.gain_se / LOGS;
        start_gain_se += holdout.start_gain_se / LOGS;
        const struct calibration_bin *bin = &holdout.bin[CALIBRATION_BINS / 2];
        moments_add(&scored, (bin->scored - bin->predicted) / bin->se);
        fit_destroy(&fit);
        dataset_destroy(&data);
    }
    const double ratio[] = {
        sqrt(moments_variance(&loss)) / loss_se, sqrt(moments_variance(&gain)) / gain_se,
        sqrt(moments_variance(&start_gain)) / start_gain_se, sqrt(moments_variance(&scored))};
    for (int k = 0; k < ARRAY_LENGTH(ratio); k++) {
        print_message("number %d varies by %.2f of its error\n", k, ratio[k]);
        if (ratio[k] < 0.8 || ratio[k] > 1.3)
            fail_msg("number %d varies by %.2f of its error", k, ratio[k]);
    }
}

// A long game counts as much as a short one, in the fit and where games are held out: each
// position twice changes nothing.
static void test_length(void **state) {
    (void)state;
    struct dataset plain = walk_games(&walk, 21, 0, 600), longer = dataset_init(VALUES);
    bool wanted[VALUES];
    memset(wanted, true, sizeof wanted);
    for (size_t g = 0; g < plain.games; g++) {
        dataset_add_game(&longer, 21, g, plain.game[g].result);
        for (size_t p = plain.game[g].position; p < plain.game[g + 1].position; p++) {
            int16_t feature[VALUES] = {0};
            for (size_t e = plain.entry[p]; e < plain.entry[p + 1]; e++)
                feature[plain.parameter[plain.index[e]]] = plain.feature[e];
            for (size_t i = 0; i < 1 + 2 * (g % 3); i++) // some games only
                dataset_add_position(&longer, feature, plain.score[p]);
        }
    }
    dataset_close(&longer, wanted);
    struct values start = start_values();
    struct fit_options options = options_for(&start);
    options.prior = 0; // what a game tells beside the prior is reckoned from its positions
    struct dataset *both[2] = {&plain, &longer};
    struct fit fit[2];
    struct holdout holdout[2];
    for (int k = 0; k < 2; k++) {
        assert_true(fit_run(&fit[k], both[k], &options, NULL));
        holdout_measure(&fit[k], &options, 0.3, &holdout[k]);
    }
    for (int i = 0; i < VALUES; i++) {
        assert_equal_to(fit[0].estimate[i].value, fit[1].estimate[i].value, 1e-3);
        assert_equal_to(fit[0].estimate[i].se, fit[1].estimate[i].se, 1e-3);
    }
    assert_equal_to(holdout[0].loss, holdout[1].loss, 1e-7);
    assert_equal_to(holdout[0].gain, holdout[1].gain, 1e-7);
    assert_equal_to(holdout[0].gain_se, holdout[1].gain_se, 1e-7);
    assert_equal_to(holdout[0].start_gain_se, holdout[1].start_gain_se, 1e-7);
    for (int k = 0; k < CALIBRATION_BINS; k++) // edges fall between copies, so nearly
        assert_equal_to(holdout[0].bin[k].scored, holdout[1].bin[k].scored, 0.03);
    fit_destroy(&fit[0]);
    fit_destroy(&fit[1]);
    dataset_destroy(&plain);
    dataset_destroy(&longer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recovery),       cmocka_unit_test(test_beside),
        cmocka_unit_test(test_threads),        cmocka_unit_test(test_weak_yardstick),
        cmocka_unit_test(test_mean_piece),     cmocka_unit_test(test_centred_prior),
        cmocka_unit_test(test_unidentified),   cmocka_unit_test(test_singular),
        cmocka_unit_test(test_prior_width),    cmocka_unit_test(test_nothing_to_learn),
        cmocka_unit_test(test_noise),          cmocka_unit_test(test_holdout),
        cmocka_unit_test(test_holdout_errors), cmocka_unit_test(test_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
