// SPDX-License-Identifier: GPL-3.0-or-later
#include "spsa.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv_file.h"
#include "file.h"
#include "json_file.h"
#include "memory.h"
#include "number.h"
#include "values_file.h"

// Written is the oldest that says all: that of runs of another program's options, of those where
// some parameters go together, of others.
enum { STATE_OPTIONS = 4, STATE_TOGETHER = 3, STATE_PLAIN = 2, STATE_LIMIT = 64 << 20 };
static const char KIND[] = "kagami spsa";

static const char *const scale_names[] = {[SPSA_LINEAR] = "linear", [SPSA_LOG] = "log"};

static bool parse_scale(const char *text, enum spsa_scale *scale) {
    int found = text ? text_find(text, scale_names, ARRAY_LENGTH(scale_names)) : -1;
    if (found >= 0)
        *scale = (enum spsa_scale)found;
    return found >= 0;
}

// What a parameter is, in JSON and in plans: its name, its scale, and numbers.
enum column { PARAMETER, SCALE, START, LOW, HIGH, C_END, R_END, COLUMNS };
static const char *const names[COLUMNS] = {"parameter", "scale", "start", "min",
                                           "max",       "c_end", "r_end"};

static double *number_of(struct spsa_param *param, int column) {
    double *const numbers[COLUMNS] = {[START] = &param->start,
                                      [LOW] = &param->low,
                                      [HIGH] = &param->high,
                                      [C_END] = &param->c_end,
                                      [R_END] = &param->r_end};
    return numbers[column];
}

// A number that reads back to the last bit.
static cJSON *exact(double value) {
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    return cJSON_CreateRaw(text);
}

static cJSON *exact_list(const double *values, int count) {
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < count; i++)
        json_append(list, exact(values[i]));
    return list;
}

static cJSON *count_list(const struct score_counts *counts) {
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < PAIR_CELLS; i++)
        json_append(list, cJSON_CreateNumber((double)counts->count[i]));
    return list;
}

static cJSON *param_json(const struct spsa *spsa, int i) {
    struct spsa_param param = spsa->plan.param[i];
    char name[VALUE_NAME];
    cJSON *json = cJSON_CreateObject();
    json_add_text(json, names[PARAMETER], spsa_name(&param, name));
    json_add_text(json, names[SCALE], scale_names[param.scale]);
    for (int k = START; k < COLUMNS; k++)
        json_add(json, names[k], exact(*number_of(&param, k)));
    json_add(json, "x", exact(spsa->x[i]));
    if (param.with) {
        json_add_number(json, "with", param.with);
        json_add_flag(json, "against", param.against);
    }
    return json;
}

static int schema_of(const struct spsa_plan *plan) {
    int schema = STATE_PLAIN;
    for (int i = 0; i < plan->count && schema < STATE_OPTIONS; i++)
        schema = *plan->param[i].option ? STATE_OPTIONS
                 : plan->param[i].with  ? STATE_TOGETHER
                                        : schema;
    return schema;
}

static void add_blocks(cJSON *json, const struct spsa *spsa) {
    json_add_number(json, "block_steps", (double)spsa->block_steps);
    cJSON *list = json_add_array(json, "blocks");
    for (int b = 0; b < spsa->blocks; b++) {
        cJSON *block = json_append(list, cJSON_CreateObject());
        json_add_number(block, "steps", (double)spsa->block_count[b]);
        json_add(block, "sum", exact_list(spsa->block_sum[b], spsa->plan.count));
    }
}

static cJSON *state_json(const struct spsa *spsa, const char *identity) {
    char seed[32];
    cJSON *json = cJSON_CreateObject();
    json_add_text(json, "kind", KIND);
    json_add_number(json, "schema", schema_of(&spsa->plan));
    json_add_text(json, "identity", identity);
    snprintf(seed, sizeof seed, "%" PRIu64, spsa->plan.seed);
    json_add_text(json, "seed", seed); // 64 bits do not fit a JSON number
    json_add_number(json, "steps", (double)spsa->plan.steps);
    json_add_number(json, "pairs_a_step", spsa->plan.pairs);
    json_add_number(json, "step", (double)spsa->step);
    json_add(json, "pairs", count_list(&spsa->pairs));
    json_add(json, "recent", count_list(&spsa->recent));
    json_add(json, "lead_squares", exact(spsa->lead_squares));
    cJSON *list = json_add_array(json, "parameters");
    for (int i = 0; i < spsa->plan.count; i++)
        json_append(list, param_json(spsa, i));
    add_blocks(json, spsa);
    return json;
}

bool spsa_save(const struct spsa *spsa, const char *identity, const char *path,
               struct error *error) {
    return json_file_write(path, state_json(spsa, identity), error);
}

// Reading: each function is false when the item is not what it must be.

static bool get_number(const cJSON *json, const char *key, double low, double high, double *value) {
    const cJSON *item = json_item(json, key);
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= low && item->valuedouble <= high))
        return false;
    *value = item->valuedouble;
    return true;
}

static bool get_count(const cJSON *json, const char *key, int64_t low, int64_t high,
                      int64_t *value) {
    double number;
    if (!get_number(json, key, (double)low, (double)high, &number) || number != floor(number))
        return false;
    *value = (int64_t)number;
    return true;
}

// Exactly `count` numbers.
static bool get_list(const cJSON *json, const char *key, int count, double *values) {
    const cJSON *list = json_item(json, key), *item;
    int i = 0;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != count)
        return false;
    cJSON_ArrayForEach(item, list) {
        if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble))
            return false;
        values[i++] = item->valuedouble;
    }
    return true;
}

static bool get_counts(const cJSON *json, const char *key, struct score_counts *counts) {
    double count[PAIR_CELLS];
    bool whole = get_list(json, key, PAIR_CELLS, count);
    for (int i = 0; whole && i < PAIR_CELLS; i++) {
        whole = count[i] >= 0 && count[i] <= 1e15 && count[i] == floor(count[i]);
        counts->count[i] = whole ? (int64_t)count[i] : 0;
    }
    return whole;
}

// Makes parameter `number` of a plan an option of another program.
static bool take_option(const char *name, int number, struct spsa_param *param) {
    param->index = number;
    return *name && !strpbrk(name, "=\n") &&
           snprintf(param->option, sizeof param->option, "%s", name) < (int)sizeof param->option;
}

static bool read_param(const cJSON *json, bool options, int number, struct spsa_param *param,
                       double *x) {
    const char *name = cJSON_GetStringValue(json_item(json, names[PARAMETER]));
    if (!options)
        param->index = name ? values_find(name) : -1;
    bool read = name && (options ? take_option(name, number, param) : param->index >= 0) &&
                parse_scale(cJSON_GetStringValue(json_item(json, names[SCALE])), &param->scale) &&
                get_number(json, "x", -1e9, 1e9, x);
    for (int k = START; read && k < COLUMNS; k++)
        read = get_number(json, names[k], -1e9, 1e9, number_of(param, k));
    int64_t with = 0;
    if (read && json_item(json, "with"))
        read = get_count(json, "with", 1, PARAMETERS, &with);
    param->with = (int)with;
    param->against = cJSON_IsTrue(json_item(json, "against"));
    return read;
}

static bool read_params(const cJSON *json, struct spsa *spsa) {
    const cJSON *list = json_item(json, "parameters"), *item;
    bool options = cJSON_GetNumberValue(json_item(json, "schema")) == STATE_OPTIONS;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > PARAMETERS)
        return false;
    cJSON_ArrayForEach(item, list) {
        int i = spsa->plan.count++;
        if (!read_param(item, options, i, &spsa->plan.param[i], &spsa->x[i]))
            return false;
        const struct spsa_param *param = &spsa->plan.param[i];
        double value = spsa_value(param, spsa->x[i]), room = 1e-9 * (fabs(value) + 1);
        if (!(value >= param->low - room && value <= param->high + room))
            return false;
    }
    return true;
}

static bool read_blocks(const cJSON *json, struct spsa *spsa) {
    const cJSON *list = json_item(json, "blocks"), *item;
    int64_t steps = 0;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > SPSA_BLOCKS ||
        !get_count(json, "block_steps", 1, SPSA_STEPS_MAX, &spsa->block_steps))
        return false;
    cJSON_ArrayForEach(item, list) {
        int b = spsa->blocks++;
        if (!get_count(item, "steps", 1, spsa->block_steps, &spsa->block_count[b]) ||
            !get_list(item, "sum", spsa->plan.count, spsa->block_sum[b]))
            return false;
        steps += spsa->block_count[b];
    }
    return steps == spsa->step;
}

static bool read_state(const cJSON *json, struct spsa *spsa, struct error *error) {
    const char *seed = cJSON_GetStringValue(json_item(json, "seed"));
    int64_t pairs;
    spsa->pairs.cells = spsa->recent.cells = PAIR_CELLS;
    bool read = seed && number_unsigned(seed, &spsa->plan.seed) &&
                get_count(json, "steps", 1, SPSA_STEPS_MAX, &spsa->plan.steps) &&
                get_count(json, "pairs_a_step", 1, SPSA_PAIRS_MAX, &pairs) &&
                get_count(json, "step", 0, spsa->plan.steps, &spsa->step);
    if (!read)
        return error_set(error, "'seed', 'steps', 'pairs_a_step' or 'step' is missing or wrong");
    spsa->plan.pairs = (int)pairs;
    if (!get_counts(json, "pairs", &spsa->pairs) || !get_counts(json, "recent", &spsa->recent) ||
        score_units(&spsa->pairs) != spsa->step * pairs || score_units(&spsa->recent) >= pairs)
        return error_set(error, "'pairs' or 'recent' does not fit the steps");
    if (!get_number(json, "lead_squares", 0, 4.0 * (double)(pairs * pairs * spsa->step),
                    &spsa->lead_squares))
        return error_set(error, "'lead_squares' is missing or wrong");
    if (!read_params(json, spsa))
        return error_set(error, "'parameters' is missing or wrong");
    if (!read_blocks(json, spsa))
        return error_set(error, "'blocks' does not fit the steps");
    return spsa_plan_check(&spsa->plan, error);
}

bool spsa_load(const char *path, struct spsa *spsa, char **identity, struct error *error) {
    memset(spsa, 0, sizeof *spsa);
    char *text = file_read(path, STATE_LIMIT, error);
    if (!text)
        return false;
    cJSON *json = json_parse(text, path, error);
    free(text);
    const char *kind = cJSON_GetStringValue(json_item(json, "kind"));
    const char *told = cJSON_GetStringValue(json_item(json, "identity"));
    double schema = 0;
    struct error cause = {""};
    bool done = false;
    if (!json)
        return false;
    if (!kind || strcmp(kind, KIND) != 0 || !told)
        error_at(error, path, 0, "not the state of a run of kagami spsa");
    else if (!get_number(json, "schema", 0, 1e9, &schema) || schema < STATE_PLAIN ||
             schema > STATE_OPTIONS)
        error_at(error, path, 0, "schema %g, this program knows %d to %d", schema, STATE_PLAIN,
                 STATE_OPTIONS);
    else if (!read_state(json, spsa, &cause))
        error_at(error, path, 0, "%s", cause.text);
    else
        done = true;
    if (done)
        *identity = mem_strdup(told);
    cJSON_Delete(json);
    return done;
}

// Plans as CSV.

void spsa_plan_print(const struct spsa_plan *plan, struct buffer *text) {
    for (int k = 0; k < COLUMNS; k++)
        buffer_printf(text, "%s%s", names[k], k + 1 < COLUMNS ? "," : "\n");
    for (int i = 0; i < plan->count; i++) {
        struct spsa_param param = plan->param[i];
        char name[VALUE_NAME];
        csv_field(text, spsa_name(&param, name));
        buffer_printf(text, ",%s", scale_names[param.scale]);
        for (int k = START; k < COLUMNS; k++)
            buffer_printf(text, ",%.10g", *number_of(&param, k));
        buffer_char(text, '\n');
    }
}

struct reading {
    const struct tables *tables; // NULL: options of another program
    struct spsa_plan *plan;
    int line_of[PARAMETERS]; // by its place
    bool header;
};

static bool read_row(const struct csv_record *record, const char *path,
                     const struct reading *reading, struct spsa_param *param, struct error *error) {
    if (record->count != COLUMNS)
        return error_at(error, path, record->line, "%d fields, expected %d", record->count,
                        COLUMNS);
    const char *const *field = record->field;
    struct error cause = {"an option's name is 1 to 63 letters without '='"};
    if (reading->tables
            ? !values_file_find(field[PARAMETER], reading->tables, &param->index, &cause)
            : !take_option(field[PARAMETER], reading->plan->count, param))
        return error_at(error, path, record->line, "%s", cause.text);
    if (!parse_scale(field[SCALE], &param->scale))
        return error_at(error, path, record->line, "scale: expected log or linear, not '%s'",
                        field[SCALE]);
    param->r_end = 0;
    for (int k = START; k < COLUMNS; k++)
        if ((k != R_END || *field[k]) && !number_decimal(field[k], number_of(param, k)))
            return error_at(error, path, record->line, "%s: '%s' is no number", names[k], field[k]);
    return true;
}

static bool read_header(const struct csv_record *record, const char *path, struct error *error) {
    for (int k = 0; k < COLUMNS; k++)
        if (record->count != COLUMNS || strcmp(record->field[k], names[k]) != 0)
            return error_at(error, path, record->line,
                            "expected the header parameter,scale,start,min,max,c_end,r_end");
    return true;
}

static bool take_record(void *context, const struct csv_record *record, const char *path,
                        struct error *error) {
    struct reading *reading = context;
    if (!reading->header)
        return reading->header = read_header(record, path, error);
    struct spsa_plan *plan = reading->plan;
    struct spsa_param param = {0};
    struct error cause;
    if (!read_row(record, path, reading, &param, error))
        return false;
    for (int i = 0; i < plan->count; i++)
        if (reading->tables ? plan->param[i].index == param.index
                            : strcmp(plan->param[i].option, param.option) == 0)
            return error_at(error, path, record->line, "'%s' stands on line %d already",
                            record->field[PARAMETER], reading->line_of[i]);
    if (plan->count == PARAMETERS)
        return error_at(error, path, record->line, "more than %d parameters", PARAMETERS);
    struct spsa_param whole = param;
    if (whole.r_end == 0) // it is chosen later
        whole.r_end = 1;
    if (!spsa_param_check(&whole, &cause))
        return error_at(error, path, record->line, "%s", cause.text);
    reading->line_of[plan->count] = record->line;
    plan->param[plan->count++] = param;
    return true;
}

bool spsa_plan_read(const char *path, const struct tables *tables, struct spsa_plan *plan,
                    struct error *error) {
    plan->count = 0;
    struct reading reading = {.tables = tables, .plan = plan};
    if (!csv_each(path, take_record, &reading, error))
        return false;
    return plan->count > 0 || error_at(error, path, 0, "no parameters");
}
