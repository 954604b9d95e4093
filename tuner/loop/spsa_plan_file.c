// SPDX-License-Identifier: GPL-3.0-or-later
// Plans as CSV: parameter,scale,start,min,max,c_end,r_end.
#include <string.h>

#include "csv_file.h"
#include "number.h"
#include "spsa_file.h"
#include "values_file.h"

enum column { PARAMETER, SCALE, START, LOW, HIGH, C_END, R_END, COLUMNS };
static const char *const column_names[COLUMNS] = {"parameter", "scale", "start", "min",
                                                  "max",       "c_end", "r_end"};

void spsa_plan_print(const struct spsa_plan *plan, struct buffer *text) {
    for (int i = 0; i < COLUMNS; i++)
        buffer_printf(text, "%s%s", column_names[i], i + 1 < COLUMNS ? "," : "\n");
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        char name[VALUE_NAME];
        csv_field(text, values_name(param->index, name));
        buffer_printf(text, ",%s,%.10g,%.10g,%.10g,%.10g,%.10g\n",
                      param->scale == SPSA_LOG ? "log" : "linear", param->start, param->low,
                      param->high, param->c_end, param->r_end);
    }
}

static bool read_row(const struct csv_record *record, const char *path, const struct tables *tables,
                     struct spsa_param *param, struct error *error) {
    if (record->count != COLUMNS)
        return error_at(error, path, record->line, "%d fields, expected %d", record->count,
                        COLUMNS);
    const char *const *field = record->field;
    struct error cause;
    if (!values_file_find(field[PARAMETER], tables, &param->index, &cause))
        return error_at(error, path, record->line, "%s", cause.text);
    bool log = strcmp(field[SCALE], "log") == 0;
    if (!log && strcmp(field[SCALE], "linear") != 0)
        return error_at(error, path, record->line, "scale: expected log or linear, not '%s'",
                        field[SCALE]);
    param->scale = log ? SPSA_LOG : SPSA_LINEAR;
    double *const numbers[] = {&param->start, &param->low, &param->high, &param->c_end,
                               &param->r_end};
    for (int i = START; i < COLUMNS; i++) {
        double *number = numbers[i - START];
        *number = 0;
        if (i == R_END && !*field[i])
            continue;
        if (!number_decimal(field[i], number))
            return error_at(error, path, record->line, "%s: '%s' is no number", column_names[i],
                            field[i]);
    }
    return true;
}

struct reading {
    const struct tables *tables;
    struct spsa_plan *plan;
    int line_of[PARAMETERS]; // 0: not read yet
    bool header;
};

static bool read_header(const struct csv_record *record, const char *path, struct error *error) {
    for (int i = 0; i < COLUMNS; i++)
        if (record->count != COLUMNS || strcmp(record->field[i], column_names[i]) != 0)
            return error_at(error, path, record->line,
                            "expected the header parameter,scale,start,min,max,c_end,r_end");
    return true;
}

static bool take_record(void *context, const struct csv_record *record, const char *path,
                        struct error *error) {
    struct reading *reading = context;
    if (!reading->header)
        return reading->header = read_header(record, path, error);
    struct spsa_param param;
    if (!read_row(record, path, reading->tables, &param, error))
        return false;
    int *line = &reading->line_of[param.index];
    if (*line)
        return error_at(error, path, record->line, "'%s' stands on line %d already",
                        record->field[PARAMETER], *line);
    *line = record->line;
    reading->plan->param[reading->plan->count++] = param;
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
