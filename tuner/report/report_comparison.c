// SPDX-License-Identifier: GPL-3.0-or-later
// What `kagami compare` wrote, by metric: { kind, source, ladder: [nodes], metrics: [{ name,
// definition, unit, plotted, ROWS: rows of the file }] }. Plotted are first-score and
// what is no detail and differs somewhere. Sections "comparison", of summary.csv, have
// arms: [{ name, rules }] as well, their ROWS are "cells", and metrics that no arm has measured are
// left out; "effects" and "orders" are of effects.csv and orders.csv.
#include <math.h>
#include <string.h>

#include "metrics.h"
#include "report_sections.h"

static void note_arm(cJSON *arms, const cJSON *row) {
    if (report_find(arms, "name", json_text(row, "arm")))
        return;
    cJSON *arm = json_append(arms, cJSON_CreateObject());
    json_add_text(arm, "name", json_text(row, "arm"));
    json_add_text(arm, "rules", json_text(row, "rules"));
}

static void note_nodes(cJSON *ladder, double nodes) {
    const cJSON *item;
    cJSON_ArrayForEach(item, ladder) {
        if (item->valuedouble == nodes)
            return;
    }
    json_append(ladder, cJSON_CreateNumber(nodes));
}

static cJSON *metric_of(cJSON *list, const cJSON *row, const char *rows) {
    const char *name = json_text(row, "metric"), *unit = json_text(row, "unit");
    cJSON *item = report_find(list, "name", name);
    if (item)
        return item;
    int index = metric_find(name);
    if (!*unit && index >= 0)
        unit = metrics[index].unit == UNIT_PERCENT ? "share" : "number";
    item = json_append(list, cJSON_CreateObject());
    json_add_text(item, "name", name);
    json_add_text(item, "definition", index < 0 ? "" : metrics[index].definition);
    json_add_text(item, "unit", unit);
    json_add_array(item, rows);
    return item;
}

// Nothing measured, or an ending that never came.
static bool is_empty(const cJSON *metric) {
    const cJSON *cell;
    bool ending = strncmp(json_text(metric, "name"), "ending-", 7) == 0;
    cJSON_ArrayForEach(cell, report_item(metric, "cells")) {
        double value = json_number(cell, "value");
        if (!isnan(value) && (!ending || value > 0))
            return false;
    }
    return true;
}

// Whether a metric has a picture: the first score has, and what differs
// somewhere.
static void note_plotted(cJSON *metric, const char *rows) {
    const char *name = json_text(metric, "name");
    int index = metric_find(name);
    bool plotted = strcmp(name, "first-score") == 0;
    const cJSON *row;
    cJSON_ArrayForEach(row, report_item(metric, rows)) {
        plotted |= index >= 0 && !metrics[index].detail && json_number(row, "p_holm") < 0.05;
    }
    json_add_flag(metric, "plotted", plotted);
}

static bool by_metric(struct report_folder *folder, const char *path, const char *kind,
                      const char *rows, struct error *error) {
    cJSON *file = report_csv_rows(path, error);
    if (!file)
        return false;
    bool comparison = strcmp(rows, "cells") == 0;
    cJSON *section = report_section(folder, kind);
    json_add_text(section, "source", path);
    report_origin_beside(folder, section, "report.json");
    if (!comparison) // it is of all tables, and stands with the first
        cJSON_DeleteItemFromObjectCaseSensitive(section, "summary");
    cJSON *arms = comparison ? json_add_array(section, "arms") : NULL;
    cJSON *ladder = json_add_array(section, "ladder");
    cJSON *list = json_add_array(section, "metrics");
    while (file->child) {
        cJSON *row = cJSON_DetachItemFromArray(file, 0);
        cJSON *metric = metric_of(list, row, rows);
        note_nodes(ladder, json_number(row, "nodes"));
        if (comparison)
            note_arm(arms, row);
        static const char *const said[] = {"metric", "unit", "rules"};
        for (int i = 0; comparison && i < ARRAY_LENGTH(said); i++)
            cJSON_DeleteItemFromObjectCaseSensitive(row, said[i]);
        json_append(report_item(metric, rows), row);
    }
    cJSON_Delete(file);
    for (int i = comparison ? cJSON_GetArraySize(list) - 1 : -1; i >= 0; i--)
        if (is_empty(cJSON_GetArrayItem(list, i)))
            cJSON_DeleteItemFromArray(list, i);
    cJSON *item;
    cJSON_ArrayForEach(item, list) {
        note_plotted(item, rows);
    }
    return true;
}

bool report_comparison(struct report_folder *folder, const char *path, struct error *error) {
    return by_metric(folder, path, "comparison", "cells", error);
}

bool report_effects(struct report_folder *folder, const char *path, struct error *error) {
    return by_metric(folder, path, "effects", "effects", error);
}

bool report_orders(struct report_folder *folder, const char *path, struct error *error) {
    return by_metric(folder, path, "orders", "orders", error);
}
