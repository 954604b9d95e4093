// SPDX-License-Identifier: GPL-3.0-or-later
// Sections "worth": what pieces are worth by randomised armies, from worth.json of `kagami worth`:
// { kind, source, variant, title, unit, runs, ladders, trends, sets, beside, side,
// pooled as the file has them; steps: [{ name, board, hand, promoted: [{ value, lo95, hi95, played,
// one for each limit }] }], limits: [nodes], of the main run's values where they played at several
// }
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_sections.h"
#include "worths.h"

enum { LIMITS_MAX = 32 };

static const cJSON *main_run(const cJSON *runs) {
    const cJSON *run;
    cJSON_ArrayForEach(run, runs) {
        if (report_flag(run, "main"))
            return run;
    }
    return NULL;
}

static int by_nodes(const void *left, const void *right) {
    double a = json_number(*(const cJSON *const *)left, "nodes");
    double b = json_number(*(const cJSON *const *)right, "nodes");
    return (a > b) - (a < b);
}

static void add_steps(cJSON *piece, const char *id, const char *form, const cJSON *const run[],
                      int limits) {
    cJSON *list = json_add_array(piece, form);
    for (int l = 0; l < limits; l++) {
        const cJSON *own = report_find(report_item(run[l], "pieces"), "id", id);
        const cJSON *of = report_item(own, form);
        cJSON *step = json_append(list, cJSON_CreateObject());
        report_number(step, "value", json_number(of, "worth"));
        report_number(step, "lo95", json_number(of, "worth_lo95"));
        report_number(step, "hi95", json_number(of, "worth_hi95"));
        json_add_flag(step, "played", true);
    }
}

// The worth of each piece over the limits.
static void add_limits(cJSON *section, const cJSON *runs) {
    const cJSON *of = main_run(runs), *run, *piece, *list[LIMITS_MAX];
    int limits = 0;
    cJSON_ArrayForEach(run, runs) if (limits < LIMITS_MAX && strcmp(json_text(run, "values"),
                                                                    json_text(of, "values")) == 0)
        list[limits++] = run;
    if (limits < 2)
        return;
    qsort(list, (size_t)limits, sizeof *list, by_nodes);
    cJSON *nodes = json_add_array(section, "limits");
    cJSON *steps = json_add_array(section, "steps");
    for (int l = 0; l < limits; l++)
        json_append(nodes, cJSON_CreateNumber(json_number(list[l], "nodes")));
    cJSON_ArrayForEach(piece, report_item(of, "pieces")) {
        cJSON *item = json_append(steps, cJSON_CreateObject());
        json_add_text(item, "name", json_text(piece, "name"));
        for (int f = 0; f < WORTH_FORMS; f++)
            if (f == 0 || report_item(piece, worth_forms[f]))
                add_steps(item, json_text(piece, "id"), worth_forms[f], list, limits);
    }
}

bool report_worth(struct report_folder *folder, const char *source, const cJSON *answer,
                  struct error *error) {
    static const char *const keys[] = {"summary", "variant", "title",  "unit", "runs",  "ladders",
                                       "trends",  "sets",    "beside", "side", "pooled"};
    const cJSON *runs = report_item(answer, "runs");
    if (!main_run(runs))
        return error_at(error, source, 0, "no run of its \"runs\" is the main one");
    cJSON *section = report_section(folder, "worth");
    json_add_text(section, "source", source);
    for (int i = 0; i < ARRAY_LENGTH(keys); i++)
        if (report_item(answer, keys[i]))
            json_add_copy(section, keys[i], report_item(answer, keys[i]));
    report_origin(section, answer);
    add_limits(section, runs);
    return true;
}
