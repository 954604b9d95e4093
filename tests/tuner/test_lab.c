// SPDX-License-Identifier: GPL-3.0-or-later
// How a lab shares its games among its questions, which rules it tries, and which pieces it says
// are worth most and least.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiment.h"
#include "lab.h"

static const struct lab_share even = {.target = 0.1, .width = 0.2, .games = 100, .cost = 1};

static double cost_of(const struct lab_share of[LAB_QUESTIONS]) {
    double cost = 0;
    for (int i = 0; i < LAB_QUESTIONS; i++)
        cost += of[i].cost * of[i].more;
    return cost;
}

static double level_after(const struct lab_share *of) {
    return of->width / of->target * sqrt(of->games / (of->games + of->more));
}

static void test_budget(void **state) {
    (void)state;
    assert_float_equal(lab_budget(1, 600, 590), 120, 1e-9);
    assert_float_equal(lab_budget(2, 600, 470), 235, 1e-9);
    assert_float_equal(lab_budget(3, 600, 235), 235, 1e-9);
    assert_float_equal(lab_budget(1, 600, 50), 50, 1e-9); // no more than is left
    assert_float_equal(lab_budget(4, 600, 10), 0, 1e-9);
    assert_float_equal(lab_budget(4, 600, -10), 0, 1e-9);
}

// The widest comes down to the next, and nobody who is narrower gets a game before.
static void test_widest_first(void **state) {
    (void)state;
    struct lab_share of[LAB_QUESTIONS] = {even, even, even, even};
    of[LAB_WORTH].width = 0.25;
    of[LAB_RULES].width = 0.1;
    assert_int_equal(lab_widest(of), LAB_WORTH);
    lab_share(of, 100);
    assert_float_equal(of[LAB_WORTH].more, 50, 1.5); // half at most
    assert_float_equal(of[LAB_LOW].more, 25, 1.5);
    assert_float_equal(of[LAB_RULES].more, 0, 0);
    assert_true(cost_of(of) <= 100 && cost_of(of) > 96);
    // With enough for all every interval is as wide, in targets.
    lab_share(of, 3000);
    for (int i = 1; i < LAB_QUESTIONS; i++)
        assert_float_equal(level_after(&of[i]), level_after(&of[0]), 0.02);
}

// What costs more gets fewer games, what is not asked none, what is not known its equal part.
static void test_costs(void **state) {
    (void)state;
    struct lab_share of[LAB_QUESTIONS] = {even, even, even, even};
    of[LAB_LOW].cost = 0.5;
    of[LAB_WORTH].width = INFINITY;
    of[LAB_RULES].cost = 0;
    lab_share(of, 300);
    assert_float_equal(of[LAB_RULES].more, 0, 0);
    assert_float_equal(of[LAB_WORTH].more, 100, 0);
    assert_float_equal(of[LAB_LOW].more, of[LAB_HIGH].more, 1);
    assert_true(cost_of(of) <= 300 && cost_of(of) > 296);
    of[LAB_LOW].width = of[LAB_HIGH].width = INFINITY;
    assert_int_equal(lab_widest(of), -1);
    lab_share(of, 300);
    assert_float_equal(of[LAB_LOW].more, 200, 0);
    assert_float_equal(of[LAB_HIGH].more, 100, 0);
}

static struct tables *tables_of(const char *name, const char *rules) {
    struct error error = {""};
    struct variant *variant = malloc(sizeof *variant);
    struct tables *tables = malloc(sizeof *tables);
    assert_non_null(variant);
    assert_non_null(tables);
    assert_true(variant_load(name, variant, &error));
    struct rules of = variant->rules;
    assert_true(rules_parse(&of, variant, rules, &error));
    assert_true(tables_build(tables, variant, &of, &error));
    free(variant);
    return tables;
}

// The names of the rules that are tried, where the first games had this share of a metric.
static void assert_rules(const char *game, const char *rules, const char *metric, double share,
                         const char *wanted) {
    struct tables *tables = tables_of(game, rules);
    struct experiment *experiment = experiment_create(tables);
    struct comparison *first = comparison_create(experiment, (struct margins){0});
    char chosen[LAB_RULES_MOST][ARM_NAME];
    char text[256] = "";
    ((struct findings *)findings_of(first, metric_find(metric), 0))->cell[0].value.value = share;
    int count = lab_rules(first, chosen);
    for (int i = 0; i < count; i++) {
        assert_true(*lab_rule_why(chosen[i]));
        strcat(strcat(text, i ? " " : ""), chosen[i]);
    }
    assert_string_equal(text, wanted);
    free(first);
    experiment_destroy(experiment);
    free(tables);
}

static void test_rules(void **state) {
    (void)state;
    assert_rules("minishogi", "", "draws", 0.5, "drops=off");
    assert_rules("minishogi", "drops=off", "draws", 0.5, "drops=on");
    assert_rules("minishogi", "", "ending-stalemate", 0.05, "drops=off stalemate=draw");
    assert_rules("minishogi", "stalemate=win", "ending-stalemate", 0.05,
                 "drops=off stalemate=loss");
    assert_rules("minishogi", "", "ending-stalemate", 0.01, "drops=off");
    assert_rules("minishogi", "repetition=forbidden", "ending-repetition", 0.5, "drops=off");
    assert_rules("shogi", "", "ending-repetition", 0.5, "drops=off repetition=forbidden");
    assert_string_equal(lab_rule_why("drops=maybe"), "");
}

// Pieces of shogi with these worths on the board, in the order of the file, independent.
static void set_worths(struct worths *worths, const double *value, double se) {
    int count = 0;
    for (int i = 0; i < worths->count; i++) {
        if (strcmp(worths_where(worths, i), "board") != 0)
            continue;
        worths->of[i].mark = WORTH_MEASURED;
        worths->of[i].value = value[count++];
        worths->covariance[i * worths->count + i] = se * se;
    }
    assert_int_equal(count, 5);
}

static void test_groups(void **state) {
    (void)state;
    struct tables *tables = tables_of("minishogi", "");
    struct worths worths;
    struct lab_groups groups;
    worths_init(&worths, tables);
    lab_groups(&worths, &groups); // nothing is measured
    assert_int_equal(groups.most_count + groups.least_count, 0);
    // 100 apart from the others by 20: two ends, and a middle that is in neither.
    set_worths(&worths, (double[]){300, 290, 200, 100, 110}, 20);
    lab_groups(&worths, &groups);
    assert_int_equal(groups.most_count, 2);
    assert_int_equal(groups.least_count, 2);
    assert_float_equal(worths.of[groups.most[0]].value, 300, 0);
    assert_float_equal(worths.of[groups.most[1]].value, 290, 0);
    assert_float_equal(worths.of[groups.least[0]].value, 100, 0);
    assert_float_equal(worths.of[groups.least[1]].value, 110, 0);
    // What is like both ends is in neither.
    set_worths(&worths, (double[]){300, 200, 200, 200, 100}, 40);
    lab_groups(&worths, &groups);
    assert_int_equal(groups.most_count, 1);
    assert_int_equal(groups.least_count, 1);
    // Ten pairs: 2.5 errors apart is p = 0.012, which is none of ten.
    set_worths(&worths, (double[]){100, 100, 100, 100, 170.7}, 20);
    lab_groups(&worths, &groups);
    assert_int_equal(groups.most_count, 0);
    assert_int_equal(groups.least_count, 0);
    worths_destroy(&worths);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_budget), cmocka_unit_test(test_widest_first),
        cmocka_unit_test(test_costs),  cmocka_unit_test(test_rules),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
