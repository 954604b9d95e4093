// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison of many arms says first: the surest effects, whatever order the arms have in
// the file; in one sentence the arms in which nothing is told apart; how many are left out.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_answer.h"

enum { MANY = 17 };

static const char *const rules[MANY] = {
    NULL, // the base
    "nifu=off",
    "zone=2",
    "zone=3",
    "promotion-trigger=end",
    "promotion-trigger=enter",
    "promotion-trigger=regain",
    "promotion-trigger=delay",
    "pawn-drop-mate=legal",
    "pawn-drop-mate=loses",
    "repetition=threefold-draw",
    "repetition=fourfold-draw",
    "stalemate=draw",
    "drops=off",
    "drops=off,zone=2",
    "drops=off,nifu=off",
    "drops=off,stalemate=draw",
};

struct fixture {
    struct experiment *experiment;
    struct comparison *comparison;
};

static int setup(void **state) {
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct variant *variant = malloc(sizeof *variant);
    struct tables *tables = malloc(sizeof *tables);
    struct error error = {""};
    assert_true(fixture && variant && tables);
    if (!variant_load("minishogi", variant, &error) ||
        !tables_build(tables, variant, &variant->rules, &error))
        fail_msg("%s", error.text);
    fixture->experiment = experiment_create(tables, &error);
    assert_non_null(fixture->experiment);
    for (int arm = 1; arm < MANY; arm++) {
        char name[16];
        snprintf(name, sizeof name, "arm%d", arm);
        if (!experiment_add_arm(fixture->experiment, name, rules[arm], &error))
            fail_msg("%s", error.text);
    }
    assert_true(experiment_set_ladder(fixture->experiment, "10,40", &error));
    fixture->comparison = comparison_create(fixture->experiment, (struct margins){0.025, 0.1});
    assert_non_null(fixture->comparison);
    free(tables);
    free(variant);
    *state = fixture;
    return 0;
}

static int teardown(void **state) {
    struct fixture *fixture = *state;
    experiment_destroy(fixture->experiment);
    free(fixture->comparison);
    free(fixture);
    return 0;
}

static struct cell *cell_of(struct fixture *fixture, const char *metric, int rung, int arm) {
    int index = metric_find(metric);
    assert_true(index >= 0);
    return (struct cell *)&findings_of(fixture->comparison, index, rung)->cell[arm];
}

// Of 100 games: a difference, give or take 1.
static void set(struct fixture *fixture, const char *metric, int arm, double difference,
                bool differs) {
    *cell_of(fixture, metric, 1, arm) =
        (struct cell){.value = {50, 49, 51, 100},
                      .difference = {difference, difference - 1, difference + 1, 100},
                      .p_holm = differs ? 0.001 : 1,
                      .p_equivalent = 1};
}

// First-score of `games` games, give or take `half`.
static void set_score(struct fixture *fixture, int arm, double half, int games) {
    fixture->comparison->run[1][arm].games = games;
    *cell_of(fixture, "first-score", 1, arm) = (struct cell){.value = {0.5, 0.4, 0.6, games},
                                                             .difference = {0, -half, half, games},
                                                             .p_holm = 1,
                                                             .p_equivalent = 1};
}

// The sentences, of which there must be so many.
static cJSON *sentences(struct fixture *fixture, int count) {
    const struct compare_context context = {"rules", "some", "some", 1};
    struct answer answer = compare_answer(fixture->comparison, &context, cJSON_CreateObject());
    cJSON *json = answer_json_tree(&answer);
    assert_non_null(json);
    cJSON *list = cJSON_DetachItemFromObjectCaseSensitive(json, "summary");
    if (cJSON_GetArraySize(list) != count) {
        char *text = cJSON_Print(list);
        fail_msg("%d sentences expected: %s", count, text ? text : "");
    }
    cJSON_Delete(json);
    answer_destroy(&answer);
    return list;
}

static void begins(const cJSON *list, int number, const char *expected) {
    const char *text = cJSON_GetStringValue(cJSON_GetArrayItem(list, number));
    if (!text || strncmp(text, expected, strlen(expected)) != 0)
        fail_msg("sentence %d: %s\nexpected: %s", number, text ? text : "none", expected);
}

// The largest effect stands last in the file: it is said first. What the lower limit finds, and
// what is a detail, decides nothing.
static void surest_first(void **state) {
    struct fixture *fixture = *state;
    for (int arm = 1; arm < MANY; arm++)
        set(fixture, "length", arm, arm * (arm % 2 ? -3 : 3), true);
    set(fixture, "captures", 2, -100, true);  // surer than the length of any arm
    set(fixture, "captures", 3, -100, false); // not told apart, whatever its size
    set(fixture, "second-wins", 1, 1000, true);
    *cell_of(fixture, "checks", 0, 1) =
        (struct cell){.difference = {200, 199, 201, 100}, .p_holm = 0.001, .p_equivalent = 1};
    cJSON *list = sentences(fixture, 9);
    begins(list, 0,
           "arm2 (zone=2) against base, 40 nodes: captures -100.0 \u00b11.0, length +6.0 "
           "\u00b11.0.");
    begins(list, 1,
           "arm16 (stalemate=draw;drops=off) against base, 40 nodes: length +48.0 \u00b11.0.");
    begins(list, 2, "arm15 (nifu=off;drops=off) against base, 40 nodes: length -45.0");
    begins(list, 7, "arm10 ");
    begins(list, 8,
           "8 more arms differ, less surely, and stand below: arm9, arm8, arm7, arm6, arm5, "
           "arm4, arm3 and arm1.");
    cJSON_Delete(list);
}

// Equally sure effects stay in the file's order; an arm alone is not left out.
static void nine_arms(void **state) {
    struct fixture *fixture = *state;
    for (int arm = 1; arm < MANY; arm++)
        set(fixture, "length", arm, 5, arm >= 8);
    cJSON *list = sentences(fixture, 10);
    for (int i = 0; i < 9; i++) {
        char start[32];
        snprintf(start, sizeof start, "arm%d (", 8 + i);
        begins(list, i, start);
    }
    begins(list, 9,
           "Nothing told apart from base under arm1, arm2, arm3, arm4, arm5, arm6 and arm7, 40 "
           "nodes.");
    cJSON_Delete(list);
}

// Games that would tell: of the arms that differ and of the others, the widest of each.
static void games_wanted(void **state) {
    struct fixture *fixture = *state;
    for (int arm = 1; arm < MANY; arm++) {
        bool differs = arm == 5 || arm == 16;
        set(fixture, "length", arm, arm, differs);
        set(fixture, "branching", arm, 0, false);
        set(fixture, "captures", arm, 0, false);
        set_score(fixture, arm, differs ? 0.2 : 0.04 + 0.001 * arm, differs ? 120 : 1000);
        cell_of(fixture, "branching", 1, arm)->p_equivalent = 0.01;
        cell_of(fixture, "captures", 1, arm)->p_equivalent = arm == 9 ? 0.3 : 0.01;
    }
    cJSON *list = sentences(fixture, 4);
    begins(list, 0,
           "arm16 (stalemate=draw;drops=off) against base, 40 nodes: length +16.0 \u00b11.0; "
           "equal within the margins: branching, captures.");
    begins(list, 1, "arm5 (promotion-trigger=enter) against base, 40 nodes: length +5.0");
    begins(list, 2,
           "Under these first-score is known to \u00b120.0 points; about 7700 games an arm would "
           "bring that to \u00b12.5.");
    begins(list, 3,
           "Nothing told apart from base under arm1, arm2, arm3, arm4, arm6, arm7, arm8, arm9, "
           "arm10, arm11, arm12, arm13, arm14 and arm15, 40 nodes: first-score is known to "
           "\u00b15.5 points, about 4900 games an arm would tell 2.5; equal within the margins "
           "under all: branching.");
    cJSON_Delete(list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(surest_first, setup, teardown),
        cmocka_unit_test_setup_teardown(nine_arms, setup, teardown),
        cmocka_unit_test_setup_teardown(games_wanted, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
