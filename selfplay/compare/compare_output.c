// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare_report.h"

#include <inttypes.h>
#include <math.h>

#include "csv_file.h"

static const char *const units[] = {
    [UNIT_PERCENT] = "share", [UNIT_NUMBER] = "number", [UNIT_ELO] = "elo", [UNIT_CENTI] = "centi"};

// A number, or nothing where there is none.
static void add_number(struct buffer *text, bool known, double value) {
    buffer_char(text, ',');
    if (known && isfinite(value))
        buffer_printf(text, "%.7g", value);
}

static void add_measured(struct buffer *text, struct measured measured) {
    bool known = measured.n > 0;
    add_number(text, known, measured.value);
    add_number(text, known, measured.low);
    add_number(text, known, measured.high);
}

void compare_report_csv(const struct comparison *comparison, struct buffer *text) {
    const struct experiment *experiment = comparison->experiment;
    buffer_text(text, "metric,nodes,arm,rules,unit,n,value,lo95,hi95,difference,difference_lo95,"
                      "difference_hi95,p,p_holm,margin,p_equivalent_holm\n");
    for (int metric = 0; metric < metric_count; metric++)
        for (int rung = 0; rung < experiment->ladder_count; rung++)
            for (int arm = 0; arm < experiment->arm_count; arm++) {
                const struct cell *cell = comparison_cell(comparison, metric, rung, arm);
                char rules[RULES_TEXT];
                rules_text(&experiment->arm[arm].tables->rules, experiment->variant, rules);
                buffer_printf(text, "%s,%" PRIu64 ",", metrics[metric].name,
                              experiment->ladder[rung]);
                csv_field(text, experiment->arm[arm].name);
                buffer_char(text, ',');
                csv_field(text, rules);
                buffer_printf(text, ",%s,%.0f", units[metrics[metric].unit], cell->value.n);
                add_measured(text, cell->value);
                bool known = cell->difference.n > 0;
                add_measured(text, cell->difference);
                add_number(text, known, cell->p);
                add_number(text, known, cell->p_holm);
                add_number(text, known, cell->margin);
                add_number(text, known, cell->p_equivalent);
                buffer_char(text, '\n');
            }
}

static void effect_name(const struct experiment *experiment, const struct effect *effect,
                        char name[2 * ARM_NAME + 4]) {
    snprintf(name, 2 * ARM_NAME + 4, "%s%s%s", experiment->toggle[effect->first],
             effect->second < 0 ? "" : " x ",
             effect->second < 0 ? "" : experiment->toggle[effect->second]);
}

void compare_report_effects(const struct comparison *comparison, struct buffer *text) {
    const struct experiment *experiment = comparison->experiment;
    buffer_text(text, "metric,nodes,effect,value,lo95,hi95,p,p_holm\n");
    for (int metric = 0; metric < metric_count; metric++)
        for (int rung = 0; rung < experiment->ladder_count; rung++)
            for (int i = 0; i < comparison->effect_count; i++) {
                const struct effect *effect = comparison_effect(comparison, metric, rung, i);
                char name[2 * ARM_NAME + 4];
                effect_name(experiment, effect, name);
                buffer_printf(text, "%s,%" PRIu64 ",", metrics[metric].name,
                              experiment->ladder[rung]);
                csv_field(text, name);
                add_measured(text, effect->value);
                add_number(text, effect->value.n > 0, effect->p);
                add_number(text, effect->value.n > 0, effect->p_holm);
                buffer_char(text, '\n');
            }
}

void compare_report_orders(const struct comparison *comparison, struct buffer *text) {
    const struct experiment *experiment = comparison->experiment;
    buffer_text(text, "metric,nodes,tau_to_highest,reversals\n");
    for (int metric = 0; metric < metric_count; metric++)
        for (int rung = 0; rung < experiment->ladder_count; rung++) {
            const struct order *order = comparison_order(comparison, metric, rung);
            buffer_printf(text, "%s,%" PRIu64 ",%.4f,%d\n", metrics[metric].name,
                          experiment->ladder[rung], order->tau, order->reversals);
        }
}

static void add_json_number(cJSON *object, const char *key, double value) {
    if (isfinite(value))
        cJSON_AddNumberToObject(object, key, value);
    else
        cJSON_AddNullToObject(object, key);
}

static void add_json_measured(cJSON *object, struct measured measured) {
    bool known = measured.n > 0;
    cJSON_AddNumberToObject(object, "n", measured.n);
    add_json_number(object, "value", known ? measured.value : INFINITY);
    add_json_number(object, "lo95", known ? measured.low : INFINITY);
    add_json_number(object, "hi95", known ? measured.high : INFINITY);
}

static cJSON *json_cell(const struct experiment *experiment, const struct cell *cell, int rung,
                        int arm) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "nodes", (double)experiment->ladder[rung]);
    cJSON_AddStringToObject(json, "arm", experiment->arm[arm].name);
    add_json_measured(json, cell->value);
    if (cell->difference.n <= 0)
        return json;
    cJSON *difference = cJSON_AddObjectToObject(json, "difference");
    add_json_measured(difference, cell->difference);
    add_json_number(difference, "p", cell->p);
    add_json_number(difference, "p_holm", cell->p_holm);
    add_json_number(difference, "margin", cell->margin);
    add_json_number(difference, "p_equivalent_holm", cell->p_equivalent);
    return json;
}

static void add_metric(const struct comparison *comparison, cJSON *list, int metric) {
    const struct experiment *experiment = comparison->experiment;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToArray(list, json);
    cJSON_AddStringToObject(json, "name", metrics[metric].name);
    cJSON_AddStringToObject(json, "definition", metrics[metric].definition);
    cJSON_AddStringToObject(json, "unit", units[metrics[metric].unit]);
    cJSON *cells = cJSON_AddArrayToObject(json, "cells");
    cJSON *effects = comparison->effect_count ? cJSON_AddArrayToObject(json, "effects") : NULL;
    cJSON *orders = cJSON_AddArrayToObject(json, "orders");
    for (int rung = 0; rung < experiment->ladder_count; rung++) {
        for (int arm = 0; arm < experiment->arm_count; arm++)
            cJSON_AddItemToArray(
                cells,
                json_cell(experiment, comparison_cell(comparison, metric, rung, arm), rung, arm));
        for (int i = 0; i < comparison->effect_count; i++) {
            const struct effect *effect = comparison_effect(comparison, metric, rung, i);
            char name[2 * ARM_NAME + 4];
            effect_name(experiment, effect, name);
            cJSON *item = cJSON_CreateObject();
            cJSON_AddItemToArray(effects, item);
            cJSON_AddNumberToObject(item, "nodes", (double)experiment->ladder[rung]);
            cJSON_AddStringToObject(item, "effect", name);
            add_json_measured(item, effect->value);
            add_json_number(item, "p", effect->p);
            add_json_number(item, "p_holm", effect->p_holm);
        }
        const struct order *order = comparison_order(comparison, metric, rung);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddItemToArray(orders, item);
        cJSON_AddNumberToObject(item, "nodes", (double)experiment->ladder[rung]);
        cJSON_AddNumberToObject(item, "tau_to_highest", order->tau);
        cJSON_AddNumberToObject(item, "reversals", order->reversals);
    }
}

static void add_arm(const struct comparison *comparison, cJSON *list, int arm) {
    const struct experiment *experiment = comparison->experiment;
    char rules[RULES_TEXT];
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToArray(list, json);
    cJSON_AddStringToObject(json, "name", experiment->arm[arm].name);
    cJSON_AddStringToObject(
        json, "rules", rules_text(&experiment->arm[arm].tables->rules, experiment->variant, rules));
    cJSON *runs = cJSON_AddArrayToObject(json, "runs");
    for (int rung = 0; rung < experiment->ladder_count; rung++) {
        cJSON *run = cJSON_CreateObject();
        cJSON_AddItemToArray(runs, run);
        cJSON_AddNumberToObject(run, "nodes", (double)experiment->ladder[rung]);
        cJSON_AddNumberToObject(run, "games", (double)comparison->run[rung][arm].games);
        cJSON_AddNumberToObject(run, "copies", (double)comparison->run[rung][arm].copies);
        cJSON_AddNumberToObject(run, "strength_games",
                                (double)comparison->run[rung][arm].strength_games);
    }
}

void compare_report_json(const struct comparison *comparison, const struct compare_context *context,
                         cJSON *json) {
    const struct experiment *experiment = comparison->experiment;
    char seed[32];
    snprintf(seed, sizeof seed, "%" PRIu64, context->seed);
    cJSON_AddStringToObject(json, "variant", experiment->variant->name);
    cJSON_AddStringToObject(json, "folder", context->folder);
    cJSON_AddStringToObject(json, "seed", seed);
    cJSON_AddStringToObject(json, "values", context->values);
    cJSON_AddStringToObject(json, "openings", context->openings);
    cJSON_AddNumberToObject(json, "margin_score", comparison->margins.score);
    cJSON_AddNumberToObject(json, "margin_relative", comparison->margins.relative);
    cJSON *arms = cJSON_AddArrayToObject(json, "arms");
    for (int arm = 0; arm < experiment->arm_count; arm++)
        add_arm(comparison, arms, arm);
    cJSON *list = cJSON_AddArrayToObject(json, "metrics");
    for (int metric = 0; metric < metric_count; metric++)
        add_metric(comparison, list, metric);
}
