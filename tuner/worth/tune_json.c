// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of `kagami tune --json`.
#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "origin.h"
#include "tune_report.h"

// cJSON's adders return NULL when memory is out and accept a NULL parent; the text is NULL then.
static void add(cJSON *object, const char *key, double number) {
    cJSON_AddItemToObject(object, key,
                          isfinite(number) ? cJSON_CreateNumber(number) : cJSON_CreateNull());
}

static void add_value(const struct tune_report *report, int index, cJSON *list) {
    const struct estimate *estimate = &report->fit->estimate[index];
    char name[VALUE_NAME];
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToArray(list, object);
    bool measured = estimate->verdict == VERDICT_MEASURED;
    char label[TUNE_NAME];
    cJSON_AddStringToObject(object, "parameter", values_name(index, name));
    cJSON_AddStringToObject(object, "name", tune_report_name(report, index, label));
    add(object, "value", estimate->value);
    add(object, "se", measured ? estimate->se : NAN);
    add(object, "lo95", measured ? estimate->low : NAN);
    add(object, "hi95", measured ? estimate->high : NAN);
    add(object, "games", (double)estimate->games);
    cJSON_AddStringToObject(object, "verdict", verdict_name(estimate->verdict));
    add(object, "from_games", estimate->share);
    add(object, "start", report->start->value[index]);
    if (report->bootstrap)
        add(object, "bootstrap_se", report->bootstrap[index]);
}

static void add_logs(const struct tune_report *report, cJSON *object) {
    const struct logs *logs = report->logs;
    const struct rules *rules = &logs->tables->rules;
    char text[RULES_TEXT];
    cJSON_AddStringToObject(object, "variant", logs->tables->variant.name);
    cJSON_AddStringToObject(object, "rules", rules_text(rules, &logs->tables->variant, text));
    add(object, "folders", (double)logs->folders);
    add(object, "games", (double)logs->games);
    add(object, "first_wins", (double)logs->first_wins);
    add(object, "second_wins", (double)logs->second_wins);
    add(object, "draws", (double)logs->draws);
    add(object, "tied_men", report->ties ? report->ties->pairs : 0);
    add(object, "copies_left_out", (double)logs->copies);
    add(object, "games_fitted", report->fit->games);
    add(object, "positions_fitted", report->fit->positions);
    add(object, "data_bytes", (double)dataset_used(report->fit->data)); // of memory
    add(object, "positions_early", (double)logs->early);
    add(object, "positions_noisy", (double)logs->noisy);
}

static const char *yardstick_name(Type yardstick, char name[VALUE_NAME]) {
    return yardstick == YARDSTICK_ALL ? "all" : values_name(VALUE_BOARD + yardstick, name);
}

static void add_fit(const struct tune_report *report, cJSON *object) {
    const struct fit *fit = report->fit;
    char name[VALUE_NAME];
    cJSON *yardstick = cJSON_AddObjectToObject(object, "yardstick");
    cJSON_AddStringToObject(yardstick, "parameter", yardstick_name(fit->yardstick, name));
    add(yardstick, "value", fit->yardstick == YARDSTICK_ALL ? NAN : fit->yardstick_value);
    add(yardstick, "relative_se", fit->yardstick_error);
    cJSON_AddStringToObject(yardstick, "wished", yardstick_name(fit->wished_yardstick, name));
    add(object, "logits_per_centivalue", fit->logits_per_centivalue);
    cJSON_AddStringToObject(object, "method", report->td ? "td" : "regression");
    if (report->td) {
        add(object, "trace", report->td_options.trace);
        add(object, "passes", report->td_options.passes);
        add(object, "tau_with_regression", report->td->tau);
    }
    add(object, "logits_per_start_centivalue", fit->logits_per_start);
    add(object, "prior", report->prior);
    add(object, "lambda", report->lambda);
    if (report->score)
        add(object, "logits_per_score_centivalue", report->score->slope / 100);
    add(object, "iterations", fit->iterations);
    cJSON_AddBoolToObject(object, "converged", fit->converged);
    add(object, "condition", fit->identification.condition);
    add(object, "temper", fit->temper);
    if (report->bootstrap)
        add(object, "bootstrap_rounds", report->bootstrap_rounds);
}

static void add_holdout(const struct holdout *holdout, cJSON *parent) {
    if (holdout->games == 0) {
        cJSON_AddNullToObject(parent, "holdout");
        return;
    }
    cJSON *object = cJSON_AddObjectToObject(parent, "holdout");
    add(object, "games", (double)holdout->games);
    add(object, "positions", (double)holdout->positions);
    add(object, "log_loss", holdout->loss);
    add(object, "constant_log_loss", holdout->constant_loss);
    add(object, "start_log_loss", holdout->start_loss);
    add(object, "gain", holdout->gain);
    add(object, "gain_se", holdout->gain_se);
    cJSON *list = cJSON_AddArrayToObject(object, "calibration");
    for (int k = 0; k < CALIBRATION_BINS; k++) {
        const struct calibration_bin *bin = &holdout->bin[k];
        cJSON *item = cJSON_CreateObject();
        cJSON_AddItemToArray(list, item);
        add(item, "predicted", bin->predicted);
        add(item, "scored", bin->scored);
        add(item, "se", bin->se);
        add(item, "positions", (double)bin->positions);
        add(item, "games", (double)bin->games);
    }
}

static void add_ties(const struct tune_report *report, cJSON *parent) {
    if (!report->ties || report->ties->count == 0)
        return;
    cJSON *list = cJSON_AddArrayToObject(parent, "ties");
    for (int k = 0; k < report->ties->count; k++) {
        const struct tie_test *test = &report->tie_tests[k];
        char name[VALUE_NAME];
        cJSON *item = cJSON_CreateObject();
        cJSON_AddItemToArray(list, item);
        cJSON_AddStringToObject(item, "first", values_name(test->tie.first, name));
        cJSON_AddStringToObject(item, "second", values_name(test->tie.second, name));
        char label[TUNE_NAME];
        cJSON_AddStringToObject(item, "first_name",
                                tune_report_name(report, test->tie.first, label));
        cJSON_AddStringToObject(item, "second_name",
                                tune_report_name(report, test->tie.second, label));
        add(item, "difference", test->known ? test->difference : NAN);
        add(item, "se", test->known ? test->se : NAN);
        add(item, "p", test->known ? test->p : NAN);
        add(item, "p_holm", test->known ? test->p_holm : NAN);
    }
}

static void add_warnings(const struct tune_report *report, cJSON *object) {
    cJSON *list = cJSON_AddArrayToObject(object, "warnings");
    struct buffer text = buffer_init();
    tune_report_warnings(report, &text);
    char *rest = text.failed ? NULL : text.data;
    for (char *line; rest && (line = strtok_r(rest, "\n", &rest));)
        cJSON_AddItemToArray(list, cJSON_CreateString(line));
    buffer_destroy(&text);
}

char *tune_report_json(const struct tune_report *report) {
    cJSON *object = cJSON_CreateObject();
    origin_add(object, report->command, NULL);
    for (size_t i = 0; report->folders && i < report->logs->folders; i++)
        origin_add_run(object, report->folders[i]);
    add_logs(report, object);
    add_fit(report, object);
    cJSON *values = cJSON_AddArrayToObject(object, "values");
    for (int i = 0; i < VALUES; i++)
        if (values_uses(report->logs->tables, i))
            add_value(report, i, values);
    add_holdout(report->holdout, object);
    add_ties(report, object);
    add_warnings(report, object);
    char *text = object ? cJSON_Print(object) : NULL;
    cJSON_Delete(object);
    return text;
}
