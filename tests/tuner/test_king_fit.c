// SPDX-License-Identifier: GPL-3.0-or-later
// Games whose results follow planted tables of places: what is learned predicts games that were not
// learned from; results that follow nothing teach nothing; any number of threads learns the same.
#include "../search/setup.h"

#include <math.h>

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

static void fill(struct bench *bench, bool planted) {
    struct random random = random_init(21, planted, RANDOM_TEST);
    struct weights *weights = calloc(1, sizeof *weights);
    struct place_list list;
    assert_non_null(weights);
    bench->data = dataset_init(VALUES);
    weights_build(weights, bench->tables, &bench->values);
    for (int g = 0; g < GAMES; g++) {
        struct position position = setup_random(bench->tables, &random, 2 * g);
        struct king_sums sums = king_table_sums(bench->planted, &position);
        double logit = (sums.of[FIRST] + sums.of[SECOND]) / 500.0;
        bool won = random_unit(&random) < (planted ? 1 / (1 + exp(-logit)) : 0.5);
        struct trace trace;
        int score = eval_position(weights, &position);
        trace_position(bench->tables, &position, &trace);
        place_list_fill(&list, bench->index, &position);
        dataset_add_game(&bench->data, 1, (uint64_t)g, won);
        dataset_add_position(&bench->data, trace.feature,
                             (int16_t)(position.side == FIRST ? score : -score));
        dataset_add_places(&bench->data, &list);
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
    bench->index = calloc(1, sizeof *bench->index);
    bench->planted = calloc(1, sizeof *bench->planted);
    assert_true(bench->index && bench->planted);
    values_default(bench->tables, &bench->values);
    place_index_fill(bench->index, bench->tables);
    plant(bench->tables, bench->planted);
    fill(bench, planted);
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
    struct bench *bench = set_up(true);
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
    struct bench *bench = set_up(false);
    struct king_fit *fit = learn(bench, 2);
    assert_true(fit->loss.start - fit->loss.whole < 3 * fit->loss.gain_se);
    free(fit);
    tear_down(bench);
}

static void few_games_are_refused(void **state) {
    (void)state;
    struct bench *bench = set_up(true);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_planted_is_found),
        cmocka_unit_test(chance_teaches_nothing),
        cmocka_unit_test(few_games_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
