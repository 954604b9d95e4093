// SPDX-License-Identifier: GPL-3.0-or-later
// Games whose results follow planted tables of places: what is learned predicts games that were not
// learned from; results that follow nothing teach nothing; any number of threads learns the same.
// Where they follow values as well, a fit of these finds them beside the tables.
#include "../search/setup.h"

#include <math.h>

#include "fit.h"
#include "king_fit.h"

enum { GAMES = 6000 }; // of one position each

struct bench {
    struct tables *tables;
    struct values values;
    struct place_index *index;
    struct king_table *planted, *learned;
    struct dataset data;
};

// A Silver by the enemy King, a Gold by its own, each by its distance.
static void plant(const struct tables *tables, struct king_table *table) {
    static const struct {
        char letter;
        enum king_of king;
        int near; // centi-values beside the King; a third less with each further step
    } of[] = {{'S', ENEMY_KING, 1500}, {'G', OWN_KING, 1200}};
    for (int i = 0; i < ARRAY_LENGTH(of); i++)
        for (int ahead = -4; ahead <= 4; ahead++)
            for (int right = -4; right <= 4; right++) {
                int steps = abs(ahead) > abs(right) ? abs(ahead) : abs(right);
                table->value[of[i].king][piece_make(type_of_letter(of[i].letter), FIRST)]
                            [place_offset(ahead, right)] =
                    (int16_t)(steps ? of[i].near * (4 - steps) / 3 : 0);
            }
    assert_non_null(tables);
    king_table_turn(table);
}

enum results { BY_CHANCE, BY_TABLES, BY_TABLES_AND_VALUES };

static void fill(struct bench *bench, enum results results) {
    struct random random = random_init(21, results, RANDOM_TEST);
    struct weights *weights = calloc(1, sizeof *weights);
    struct place_list list;
    assert_non_null(weights);
    bench->data = dataset_init(VALUES);
    weights_build(weights, bench->tables, &bench->values);
    for (int g = 0; g < GAMES; g++) {
        struct position position = setup_random(bench->tables, &random, 2 * g);
        const struct beside_known known = {.of = {[BESIDE_KINGS] = bench->planted}};
        int beside = beside_score(&known, &position), linear = 0;
        struct trace trace;
        int score = eval_position(weights, &position);
        trace_position(bench->tables, &position, &trace);
        for (int i = 0; i < VALUES; i++)
            linear += bench->values.value[i] * trace.feature[i];
        double logit = (beside + (results == BY_TABLES_AND_VALUES ? linear : 0)) / 500.0;
        bool won = random_unit(&random) < (results == BY_CHANCE ? 0.5 : 1 / (1 + exp(-logit)));
        place_list_fill(&list, bench->index, &position);
        dataset_add_game(&bench->data, 1, (uint64_t)g, won);
        dataset_add_position(&bench->data, trace.feature,
                             (int16_t)(position.side == FIRST ? score : -score));
        dataset_add_places(&bench->data, &list);
        if (results == BY_TABLES_AND_VALUES)
            dataset_add_beside(&bench->data, beside);
    }
    bool wanted[VALUES];
    for (int i = 0; i < VALUES; i++)
        wanted[i] = values_uses(bench->tables, i);
    dataset_close(&bench->data, wanted);
    free(weights);
}

static struct bench *set_up(enum results results) {
    struct bench *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    bench->tables = setup_tables("minishogi", "");
    bench->index = calloc(1, sizeof *bench->index);
    bench->planted = calloc(1, sizeof *bench->planted);
    assert_true(bench->index && bench->planted);
    values_default(bench->tables, &bench->values);
    place_index_fill(bench->index, bench->tables);
    plant(bench->tables, bench->planted);
    fill(bench, results);
    return bench;
}

static void tear_down(struct bench *bench) {
    dataset_destroy(&bench->data);
    free(bench->tables);
    free(bench->index);
    free(bench->planted);
    free(bench);
}

static struct king_fit *learn(struct bench *bench, int threads) {
    struct king_fit *fit = malloc(sizeof *fit);
    struct error error;
    assert_non_null(fit);
    const struct king_fit_settings settings = {.results = 1, .threads = threads};
    if (!king_fit(&bench->data, bench->index, &bench->values, &settings, fit, &error))
        fail_msg("%s", error.text);
    return fit;
}

static void what_is_planted_is_found(void **state) {
    (void)state;
    struct bench *bench = set_up(BY_TABLES);
    struct king_fit *fit = learn(bench, 2), *alone = learn(bench, 1);
    assert_memory_equal(fit, alone, sizeof *fit);
    assert_true(fit->loss.start - fit->loss.whole > 3 * fit->loss.gain_se);
    // Near is worth more than far, of the right piece by the right King.
    const int16_t *silver = fit->table.value[ENEMY_KING][piece_make(type_of_letter('S'), FIRST)];
    const int16_t *gold = fit->table.value[OWN_KING][piece_make(type_of_letter('G'), FIRST)];
    const int16_t *bishop = fit->table.value[OWN_KING][piece_make(type_of_letter('B'), FIRST)];
    int near = place_offset(1, 0), far = place_offset(-4, 0);
    assert_true(silver[near] - silver[far] > 2 * abs(bishop[near] - bishop[far]));
    assert_true(gold[near] - gold[far] > 2 * abs(bishop[near] - bishop[far]));
    // Left is right, and SECOND sees what FIRST sees.
    assert_int_equal(silver[place_offset(1, 2)], silver[place_offset(1, -2)]);
    assert_int_equal(
        fit->table.value[ENEMY_KING][piece_make(type_of_letter('S'), SECOND)][place_offset(-1, -2)],
        -silver[place_offset(1, 2)]);
    free(fit);
    free(alone);
    tear_down(bench);
}

static void chance_teaches_nothing(void **state) {
    (void)state;
    struct bench *bench = set_up(BY_CHANCE);
    struct king_fit *fit = learn(bench, 2);
    assert_true(fit->loss.start - fit->loss.whole < 3 * fit->loss.gain_se);
    free(fit);
    tear_down(bench);
}

static void few_games_are_refused(void **state) {
    (void)state;
    struct bench *bench = set_up(BY_TABLES);
    struct king_fit *fit = malloc(sizeof *fit);
    const struct king_fit_settings settings = {.results = 1, .threads = 1};
    struct error error;
    assert_non_null(fit);
    bench->data.games = 15;
    assert_false(king_fit(&bench->data, bench->index, &bench->values, &settings, fit, &error));
    assert_non_null(strstr(error.text, "15 games with positions are too few"));
    bench->data.games = GAMES;
    free(fit);
    tear_down(bench);
}

// The Silver begins half as dear again. Without the tables what they say of it is taken for its
// value.
static void values_are_found_beside_tables(void **state) {
    (void)state;
    struct bench *bench = set_up(BY_TABLES_AND_VALUES);
    int silver = VALUE_BOARD + type_of_letter('S'), truth = bench->values.value[silver];
    int32_t *beside = bench->data.beside;
    struct values start = bench->values;
    start.value[silver] += truth / 2;
    const struct fit_options options = {
        .start = &start, .yardstick = type_of_letter('R'), .prior = 1, .threads = 2};
    for (int known = 0; known < 2; known++) {
        struct fit fit;
        struct error error;
        bench->data.beside = known ? beside : NULL;
        if (!fit_run(&fit, &bench->data, &options, &error))
            fail_msg("%s", error.text);
        const struct estimate *estimate = &fit.estimate[silver];
        double off = fabs(estimate->value - truth) / estimate->se;
        assert_int_equal(estimate->verdict, VERDICT_MEASURED);
        if (known ? off > 3.5 : off < 5)
            fail_msg("%s: %.0f +- %.0f, truth %d", known ? "beside tables" : "alone",
                     estimate->value, estimate->se, truth);
        fit_destroy(&fit);
    }
    tear_down(bench);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_planted_is_found),
        cmocka_unit_test(chance_teaches_nothing),
        cmocka_unit_test(few_games_are_refused),
        cmocka_unit_test(values_are_found_beside_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
