// SPDX-License-Identifier: GPL-3.0-or-later
// Games whose results follow a planted rule that no sum over pieces can tell: what is learned
// predicts games that were not learned from, and whole numbers say what the learned ones said;
// results that follow nothing teach nothing; any number of threads learns the same.
#include "../search/setup.h"

#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net_fit.h"
#include "objective.h"

enum { GAMES = 10000 }; // of one position each

struct bench {
    struct tables *tables;
    struct values values;
    struct dataset data;
    struct position *position; // by game
};

// How much better FIRST stands: by a Gold near its King, for a side with anything in hand.
static double advantage(const struct position *position) {
    double sum = 0;
    for (enum side side = FIRST; side < SIDES; side++) {
        Piece gold = piece_make(type_of_letter('G'), side);
        int near = 0;
        for (int square = 0; square < SQUARES; square++)
            near += position->board[square] == gold &&
                    square_distance((Square)square, position->royals[side][0]) <= 2;
        int both = near && position->hand_count[side];
        sum += side == FIRST ? both : -both;
    }
    return 4 * sum;
}

static void fill(struct bench *bench, bool planted) {
    struct random random = random_init(21, planted, RANDOM_TEST);
    struct weights *weights = calloc(1, sizeof *weights);
    struct board board;
    assert_non_null(weights);
    bench->data = dataset_init(VALUES);
    weights_build(weights, bench->tables, &bench->values);
    for (int g = 0; g < GAMES; g++) {
        struct position position = setup_random(bench->tables, &random, 2 * g);
        bool won = random_unit(&random) < (planted ? logistic(advantage(&position)) : 0.5);
        struct trace trace;
        int score = eval_position(weights, &position);
        trace_position(bench->tables, &position, &trace);
        board_pack(&board, &position);
        dataset_add_game(&bench->data, 1, (uint64_t)g, won);
        dataset_add_position(&bench->data, trace.feature,
                             (int16_t)(position.side == FIRST ? score : -score));
        dataset_add_board(&bench->data, &board);
        bench->position[g] = position;
    }
    bool wanted[VALUES];
    for (int i = 0; i < VALUES; i++)
        wanted[i] = values_uses(bench->tables, i);
    dataset_close(&bench->data, wanted);
    free(weights);
}

static struct bench *set_up(bool planted) {
    struct bench *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    bench->tables = setup_tables("minishogi", "");
    bench->position = calloc(GAMES, sizeof *bench->position);
    assert_non_null(bench->position);
    values_default(bench->tables, &bench->values);
    fill(bench, planted);
    return bench;
}

static void tear_down(struct bench *bench) {
    dataset_destroy(&bench->data);
    free(bench->position);
    free(bench->tables);
    free(bench);
}

static struct net_fit learn_by(const struct bench *bench, const struct net_fit_settings *how) {
    struct net_fit fit;
    struct error error;
    if (!net_fit(&bench->data, bench->tables, &bench->values, how, &fit, &error))
        fail_msg("%s", error.text);
    return fit;
}

static struct net_fit learn(const struct bench *bench, int threads) {
    return learn_by(bench, &(struct net_fit_settings){.results = 1, .threads = threads});
}

static struct buffer printed(const struct net_fit *fit) {
    struct buffer text = buffer_init();
    net_print(fit->weights, &text);
    return text;
}

// The loss of held-out games by the network as the search asks it.
static double loss_in_search(const struct bench *bench, const struct net_fit *fit) {
    const struct dataset *data = &bench->data;
    struct net *net = net_create(fit->weights, bench->tables);
    struct net_sums sums;
    double loss = 0, games = 0, weight[FEATURES_MOST];
    for (int c = 0; c < data->columns; c++)
        weight[c] = bench->values.value[data->parameter[c]];
    for (size_t g = 0; g < data->games; g++) {
        if (data->game[g].number / 2 % 10 != 0)
            continue;
        const struct position *position = &bench->position[data->game[g].number];
        net_sum_up(net, position, &sums);
        double score = dataset_predictor(data, data->game[g].position, weight) +
                       net_score(net, position, &sums);
        loss += logistic_loss(fit->scale * score, data->game[g].result);
        games++;
    }
    free(net);
    return loss / games;
}

static void what_is_planted_is_found(void **state) {
    (void)state;
    struct bench *bench = set_up(true);
    struct net_fit fit = learn(bench, 2), alone = learn(bench, 1);
    struct buffer text = printed(&fit), same = printed(&alone);
    assert_string_equal(text.data, same.data);
    assert_memory_equal(&fit.loss, &alone.loss, sizeof fit.loss);
    assert_true(fit.best > 0);
    assert_true(fit.loss.start - fit.loss.net > 3 * fit.loss.gain_se);
    double in_search = loss_in_search(bench, &fit);
    if (fabs(in_search - fit.loss.net) > 0.1 * (fit.loss.start - fit.loss.net))
        fail_msg("%.6f in the search, %.6f as it was learned, %.6f without", in_search,
                 fit.loss.net, fit.loss.start);
    buffer_destroy(&text);
    buffer_destroy(&same);
    free(fit.weights);
    free(alone.weights);
    tear_down(bench);
}

static void chance_teaches_nothing(void **state) {
    (void)state;
    struct bench *bench = set_up(false);
    struct net_fit fit = learn(bench, 2);
    assert_true(fit.loss.start - fit.loss.net < 3 * fit.loss.gain_se || fit.best == 0);
    assert_true((fit.best == 0) == (fit.weights->unit == 0)); // what did not help is not written
    free(fit.weights);
    tear_down(bench);
}

static void few_games_are_refused(void **state) {
    (void)state;
    struct bench *bench = set_up(true);
    struct net_fit fit;
    const struct net_fit_settings settings = {.results = 1, .threads = 1};
    struct error error;
    bench->data.games = 15;
    assert_false(net_fit(&bench->data, bench->tables, &bench->values, &settings, &fit, &error));
    assert_non_null(strstr(error.text, "15 games with positions are too few"));
    bench->data.games = GAMES;
    tear_down(bench);
}

static const char saved[] = "net_fit.rounds";

// Asks to stop when a round has begun that many calls ago.
struct patience {
    int round, calls;
    bool begun;
};
static void look(void *context, const struct tick *tick) {
    struct patience *patience = context;
    patience->begun = tick->done / 100 + 1 == patience->round;
    assert_true(tick->fresh >= 0 && tick->fresh <= tick->done && tick->done < tick->total);
}
static bool is_over(void *context) {
    struct patience *patience = context;
    return patience->begun && patience->calls-- <= 0;
}

// Learns with a file of rounds until it is asked to stop; returns with how many rounds it began.
static int resumed_and_stopped(const struct bench *bench, double results, int round) {
    struct patience patience = {round, 100, false};
    const struct observer observer = {.tick = look, .stop = is_over, .context = &patience};
    const struct net_fit_settings how = {
        .results = results, .threads = 1, .saved = saved, .observer = &observer};
    struct net_fit fit;
    struct error error;
    assert_false(net_fit(&bench->data, bench->tables, &bench->values, &how, &fit, &error));
    assert_non_null(strstr(error.text, "stopped"));
    free(fit.weights);
    return fit.resumed;
}

static void a_stopped_one_goes_on(void **state) {
    (void)state;
    struct bench *bench = set_up(true);
    struct net_fit whole = learn(bench, 2);
    assert_true(whole.rounds >= 3);
    assert_int_equal(resumed_and_stopped(bench, 1, 1), 0);
    assert_int_equal(resumed_and_stopped(bench, 1, 3), 0);
    assert_int_equal(resumed_and_stopped(bench, 1, whole.rounds), 2);
    // Of other targets nothing is taken up, and nothing of these lost by it.
    assert_int_equal(resumed_and_stopped(bench, 0.9, 1), 0);
    struct net_fit fit =
        learn_by(bench, &(struct net_fit_settings){.results = 1, .threads = 2, .saved = saved});
    assert_int_equal(fit.resumed, whole.rounds - 1);
    struct buffer text = printed(&whole), same = printed(&fit);
    assert_string_equal(same.data, text.data);
    assert_memory_equal(&fit.loss, &whole.loss, sizeof fit.loss);
    assert_int_equal(access(saved, F_OK), -1);
    buffer_destroy(&same);
    buffer_destroy(&text);
    free(fit.weights);
    free(whole.weights);
    tear_down(bench);
}

// A file that is cut short, or longer than it should be, counts as nothing.
static void a_spoilt_file_is_passed_over(void **state) {
    (void)state;
    struct bench *bench = set_up(true);
    assert_int_equal(resumed_and_stopped(bench, 1, 2), 0);
    struct stat status;
    assert_int_equal(stat(saved, &status), 0);
    for (int spoilt = 0; spoilt < 2; spoilt++) {
        assert_int_equal(truncate(saved, status.st_size - 1 + 2 * spoilt), 0);
        assert_int_equal(resumed_and_stopped(bench, 1, 1), 0);
    }
    unlink(saved);
    tear_down(bench);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_planted_is_found),     cmocka_unit_test(chance_teaches_nothing),
        cmocka_unit_test(few_games_are_refused),        cmocka_unit_test(a_stopped_one_goes_on),
        cmocka_unit_test(a_spoilt_file_is_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
