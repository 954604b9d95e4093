// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison of many arms says first: the surest effects, whatever order the arms have in
// the file; in one sentence the arms in which nothing is significant; how many are left out. Then
// all arms in one table.
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
    "drops=off,stalemate=draw,nifu=off",
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
    fixture->experiment = experiment_create(tables);
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

// The same at the lower limit, significant.
static void set_lower(struct fixture *fixture, const char *metric, int arm, double difference) {
    *cell_of(fixture, metric, 0, arm) =
        (struct cell){.value = {50, 49, 51, 100},
                      .difference = {difference, difference - 1, difference + 1, 100},
                      .p_holm = 0.001,
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
    struct answer answer = compare_answer(fixture->comparison, "rules", cJSON_CreateObject());
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
    set(fixture, "captures", 3, -100, false); // not significant, whatever its size
    set(fixture, "second-wins", 1, 1000, true);
    *cell_of(fixture, "checks", 0, 1) =
        (struct cell){.difference = {200, 199, 201, 100}, .p_holm = 0.001, .p_equivalent = 1};
    cJSON *list = sentences(fixture, 4);
    begins(list, 0,
           "arm2 (zone=2) against base, 40 nodes: captures -100.0 \u00b11.0, length +6.0 "
           "\u00b11.0.");
    begins(list, 1, "arm16 against base, 40 nodes: length +48.0 \u00b11.0."); // of three settings
    begins(list, 2, "arm15 (nifu=off;drops=off) against base, 40 nodes: length -45.0");
    begins(list, 3,
           "13 more arms differ, less surely, and stand below: arm14, arm13, arm12, arm11, arm10, "
           "arm9, arm8, arm7, arm6, arm5, arm4, arm3 and arm1.");
    cJSON_Delete(list);
}

// A number that is significant by itself, among so many that one would be by chance.
static void says_what_many_numbers_do(void **state) {
    struct fixture *fixture = *state;
    for (int arm = 1; arm < MANY; arm++)
        for (int metric = 0; metric < metric_count; metric++)
            set(fixture, metrics[metric].name, arm, 0, false);
    set(fixture, "length", 1, 5, true);
    set(fixture, "length", 2, 4, true);
    cell_of(fixture, "length", 1, 2)->p_holm = 0.02;
    cJSON *list = sentences(fixture, 3);
    begins(list, 0, "arm1 (nifu=off) against base, 40 nodes: length +5.0 \u00b11.0.");
    begins(list, 1,
           "arm2 (zone=2) against base, 40 nodes: length +4.0 \u00b11.0; not significant over all "
           "numbers together.");
    cJSON_Delete(list);
}

// Equally sure effects stay in the file's order; an arm alone is not left out.
static void four_arms(void **state) {
    struct fixture *fixture = *state;
    for (int arm = 1; arm < MANY; arm++)
        set(fixture, "length", arm, 5, arm >= 12 && arm < 16);
    cJSON *list = sentences(fixture, 5);
    for (int i = 0; i < 4; i++) {
        char start[32];
        snprintf(start, sizeof start, "arm%d (", 12 + i);
        begins(list, i, start);
    }
    begins(list, 4,
           "No significant difference from base under arm1, arm2, arm3, arm4, arm5, arm6, arm7, "
           "arm8, arm9, arm10, arm11 and arm16, 40 nodes.");
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
    cJSON *list = sentences(fixture, 5);
    begins(list, 0,
           "arm16 against base, 40 nodes: length +16.0 \u00b11.0; "
           "equal within 2.5 points or 10%: branching, captures.");
    begins(list, 1, "arm5 (promotion-trigger=enter) against base, 40 nodes: length +5.0");
    begins(list, 2,
           "Under these first-score is known to \u00b120.0 points; about 7700 games an arm would "
           "bring that to \u00b12.5.");
    begins(
        list, 3,
        "No significant difference from base under arm1, arm2, arm3, arm4, arm6, arm7, arm8, "
        "arm9, arm10, arm11, arm12, arm13, arm14 and arm15, 40 nodes; equal within 2.5 points or "
        "10% under all: branching.");
    begins(list, 4,
           "Under these first-score is known to \u00b15.5 points; about 4900 games an arm would "
           "bring that to \u00b12.5.");
    cJSON_Delete(list);
}

// Over the node limits: what is significant at one alone, and details, are no part of it.
static void with_strength(void **state) {
    struct fixture *fixture = *state;
    for (int arm = 1; arm < MANY; arm++)
        set(fixture, "length", arm, 5, arm <= 2);
    for (int arm = 2; arm < 5; arm++)
        set_lower(fixture, "length", arm, 3);
    set_lower(fixture, "second-wins", 1, -3);
    set(fixture, "second-wins", 1, 3, true);
    cJSON *list = sentences(fixture, 4);
    begins(list, 3,
           "1 difference is significant at two node limits or more; none changes its sign with "
           "strength.");
    cJSON_Delete(list);
    set_lower(fixture, "length", 1, -3);
    set_lower(fixture, "checks", 7, -3);
    set(fixture, "checks", 7, 9, true);
    list = sentences(fixture, 5);
    begins(list, 4,
           "3 differences are significant at two node limits or more; with strength these change "
           "their sign: length under arm1, checks under arm7.");
    cJSON_Delete(list);
}

// A tenth of the games at the highest limit say little: the answer is of the one before. What
// differs by less than the margin is said once, and not as equal.
static void where_the_games_are(void **state) {
    struct fixture *fixture = *state;
    for (int arm = 1; arm < MANY; arm++)
        set(fixture, "length", arm, 5, arm == 1);
    set_lower(fixture, "checks", 7, -3);
    cell_of(fixture, "checks", 0, 7)->p_equivalent = 0.01;
    fixture->comparison->run[0][0].games = 1000;
    fixture->comparison->run[1][0].games = 500;
    cJSON *list = sentences(fixture, 2);
    begins(list, 0, "arm1 (nifu=off) against base, 40 nodes: length +5.0 \u00b11.0.");
    cJSON_Delete(list);
    fixture->comparison->run[1][0].games = 499;
    list = sentences(fixture, 2);
    begins(list, 0,
           "arm7 (promotion-trigger=delay) against base, 10 nodes: checks -3.0 \u00b11.0 (within "
           "the margin).");
    cJSON_Delete(list);
}

// The lines of the table of all arms, header and base first; `lines` is cut up in `text`.
static int overview(struct fixture *fixture, struct buffer *text, const char *lines[MANY + 4]) {
    struct answer answer = compare_answer(fixture->comparison, "rules", cJSON_CreateObject());
    answer_text(&answer, (struct diagram_style){.unicode = true}, 200, text);
    answer_destroy(&answer);
    char *at = strstr(text->data, "Against base at 40 nodes");
    assert_non_null(at);
    at = strchr(at, '\n') + 1;
    at += *at == '\n';
    int count = 0;
    while (count < MANY + 4 && *at && *at != '\n') {
        lines[count++] = at;
        at = strchr(at, '\n');
        *at++ = 0;
    }
    return count;
}

// Words in this order; the last is NULL.
static void holds(const char *line, const char *const *words) {
    for (const char *at = line; *words; words++) {
        const char *found = strstr(at, *words);
        if (!found)
            fail_msg("no %s in: %s", *words, line);
        at = found + strlen(*words);
    }
}
#define HOLDS(line, ...) holds(line, (const char *const[]){__VA_ARGS__, NULL})

// Every arm has a row, in the experiment's order; score, draws and length a column always, then
// what differs in most arms; stars and signs of equality stand where they hold.
static void all_in_one_table(void **state) {
    struct fixture *fixture = *state;
    struct buffer text = buffer_init();
    const char *lines[MANY + 4];
    for (int arm = 1; arm < MANY; arm++)
        set(fixture, "length", arm, arm, arm == 3);
    set(fixture, "length", 0, 0, false);
    set(fixture, "checks", 2, 40, true);
    set(fixture, "captures", 9, -60, true); // surer: before the checks
    set(fixture, "promotions", 2, 3, true); // in two arms: before both
    set(fixture, "promotions", 7, 3, true);
    set(fixture, "drops", 9, -90, false); // not significant: no column
    cell_of(fixture, "length", 1, 4)->p_equivalent = 0.01;
    int count = overview(fixture, &text, lines);
    assert_int_equal(count, 1 + MANY);
    HOLDS(lines[0], "arm", "first-score", "draws", "length", "promotions", "captures", "checks");
    assert_null(strstr(lines[0], "drops"));
    HOLDS(lines[1], "base", "50.0");
    HOLDS(lines[1 + 2], "arm2", "+2.0 \u00b11.0 ", "+3.0 \u00b11.0 *", "+40.0 \u00b11.0 *");
    HOLDS(lines[1 + 3], "arm3", "+3.0 \u00b11.0 *");
    HOLDS(lines[1 + 4], "arm4", "+4.0 \u00b11.0 =");
    HOLDS(lines[1 + 9], "arm9", "-60.0 \u00b11.0 *");
    HOLDS(lines[16 + 1], "arm16", "+16.0 \u00b11.0");
    buffer_destroy(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(surest_first, setup, teardown),
        cmocka_unit_test_setup_teardown(says_what_many_numbers_do, setup, teardown),
        cmocka_unit_test_setup_teardown(four_arms, setup, teardown),
        cmocka_unit_test_setup_teardown(games_wanted, setup, teardown),
        cmocka_unit_test_setup_teardown(with_strength, setup, teardown),
        cmocka_unit_test_setup_teardown(where_the_games_are, setup, teardown),
        cmocka_unit_test_setup_teardown(all_in_one_table, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
