// SPDX-License-Identifier: GPL-3.0-or-later
// Sections "comparison": summary.csv of `kagami compare`.
// { kind, source, arms: [{ name, rules }], ladder: [nodes], metrics: [{ name, definition, unit,
//   cells: rows of the file }] }, metrics that no arm has measured left out.
#include <math.h>
#include <string.h>

#include "metrics.h"
#include "report_csv.h"
#include "report_sections.h"

static bool has_text(const cJSON *list, const char *key, const char *text) {
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        if (strcmp(report_text(item, key), text) == 0)
            return true;
    }
    return false;
}

static void note_arm(cJSON *arms, const cJSON *row) {
    if (has_text(arms, "name", report_text(row, "arm")))
        return;
    cJSON *arm = cJSON_CreateObject();
    cJSON_AddItemToArray(arms, arm);
    cJSON_AddStringToObject(arm, "name", report_text(row, "arm"));
    cJSON_AddStringToObject(arm, "rules", report_text(row, "rules"));
}

static void note_nodes(cJSON *ladder, double nodes) {
    const cJSON *item;
    cJSON_ArrayForEach(item, ladder) {
        if (item->valuedouble == nodes)
            return;
    }
    cJSON_AddItemToArray(ladder, cJSON_CreateNumber(nodes));
}

static cJSON *metric_of(cJSON *list, const char *name, const char *unit) {
    cJSON *item;
    cJSON_ArrayForEach(item, list) {
        if (strcmp(report_text(item, "name"), name) == 0)
            return item;
    }
    int index = metric_find(name);
    item = cJSON_CreateObject();
    cJSON_AddItemToArray(list, item);
    cJSON_AddStringToObject(item, "name", name);
    cJSON_AddStringToObject(item, "definition", index < 0 ? "" : metrics[index].definition);
    cJSON_AddStringToObject(item, "unit", unit);
    cJSON_AddArrayToObject(item, "cells");
    return item;
}

// Nothing measured, or an ending that never came.
static bool is_empty(const cJSON *metric) {
    const cJSON *cell;
    bool ending = strncmp(report_text(metric, "name"), "ending-", 7) == 0;
    cJSON_ArrayForEach(cell, cJSON_GetObjectItemCaseSensitive(metric, "cells")) {
        double value = report_get(cell, "value");
        if (!isnan(value) && (!ending || value > 0))
            return false;
    }
    return true;
}

bool report_comparison(struct report_folder *folder, const char *path, struct error *error) {
    cJSON *rows = report_csv_rows(path, error);
    if (!rows)
        return false;
    cJSON *section = report_section(folder, "comparison");
    cJSON_AddStringToObject(section, "source", path);
    report_origin_beside(folder, section, "report.json");
    cJSON *arms = cJSON_AddArrayToObject(section, "arms");
    cJSON *ladder = cJSON_AddArrayToObject(section, "ladder");
    cJSON *list = cJSON_AddArrayToObject(section, "metrics");
    while (rows->child) {
        cJSON *row = cJSON_DetachItemFromArray(rows, 0);
        note_arm(arms, row);
        note_nodes(ladder, report_get(row, "nodes"));
        cJSON *metric = metric_of(list, report_text(row, "metric"), report_text(row, "unit"));
        static const char *const said[] = {"metric", "unit", "rules"};
        for (int i = 0; i < ARRAY_LENGTH(said); i++)
            cJSON_DeleteItemFromObjectCaseSensitive(row, said[i]);
        cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(metric, "cells"), row);
    }
    cJSON_Delete(rows);
    for (int i = cJSON_GetArraySize(list) - 1; i >= 0; i--)
        if (is_empty(cJSON_GetArrayItem(list, i)))
            cJSON_DeleteItemFromArray(list, i);
    return true;
}

// Sections "effects": { kind, source, metrics: [{ name, definition, unit, effects: rows of
// effects.csv }] }, and "orders": { kind, source, ladder: [nodes], metrics: [{ name, orders: rows
// of orders.csv }] }: how alike the arms are ordered at a limit and at the highest.
static bool report_by_metric(struct report_folder *folder, const char *path, const char *kind,
                             struct error *error) {
    cJSON *rows = report_csv_rows(path, error);
    if (!rows)
        return false;
    cJSON *section = report_section(folder, kind);
    cJSON_AddStringToObject(section, "source", path);
    report_origin_beside(folder, section, "report.json");
    cJSON *ladder = cJSON_AddArrayToObject(section, "ladder");
    cJSON *list = cJSON_AddArrayToObject(section, "metrics");
    while (rows->child) {
        cJSON *row = cJSON_DetachItemFromArray(rows, 0);
        int index = metric_find(report_text(row, "metric"));
        const char *unit = index < 0                             ? ""
                           : metrics[index].unit == UNIT_PERCENT ? "share"
                                                                 : "number";
        note_nodes(ladder, report_get(row, "nodes"));
        cJSON *metric = metric_of(list, report_text(row, "metric"), unit);
        cJSON *cells = cJSON_GetObjectItemCaseSensitive(metric, kind);
        if (!cells)
            cells = cJSON_AddArrayToObject(metric, kind);
        cJSON_AddItemToArray(cells, row);
    }
    cJSON_Delete(rows);
    return true;
}

bool report_effects(struct report_folder *folder, const char *path, struct error *error) {
    return report_by_metric(folder, path, "effects", error);
}

bool report_orders(struct report_folder *folder, const char *path, struct error *error) {
    return report_by_metric(folder, path, "orders", error);
}
