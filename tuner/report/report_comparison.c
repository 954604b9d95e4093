// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that commands wrote, as they are: { kind, source, rows: an object a row, and of the answer
// beside them what origin.h says, title, summary }. Sections "comparison", "effects", "orders" of
// `kagami compare` find in their folder what they measure: metrics: { NAME: { definition, unit,
// detail } }.
#include "metrics.h"
#include "report_sections.h"

cJSON *report_table(struct report_folder *folder, const char *path, const char *kind,
                    const char *beside, struct error *error) {
    cJSON *rows = report_csv_rows(path, error);
    if (!rows)
        return NULL;
    cJSON *section = report_section(folder, kind);
    json_add_text(section, "source", path);
    if (beside)
        report_origin_beside(folder, section, beside);
    json_add(section, "rows", rows);
    return section;
}

static void add_metrics(cJSON *json) {
    static const char *const units[] = {[UNIT_PERCENT] = "share",
                                        [UNIT_NUMBER] = "number",
                                        [UNIT_ELO] = "elo",
                                        [UNIT_CENTI] = "centi"};
    if (report_item(json, "metrics"))
        return;
    cJSON *list = json_add_object(json, "metrics");
    for (int i = 0; i < metric_count; i++) {
        cJSON *metric = json_add_object(list, metrics[i].name);
        json_add_text(metric, "definition", metrics[i].definition);
        json_add_text(metric, "unit", units[metrics[i].unit]);
        json_add_flag(metric, "detail", metrics[i].detail);
    }
}

bool report_comparison(struct report_folder *folder, const char *path, struct error *error) {
    add_metrics(folder->json);
    return report_table(folder, path, "comparison", "report.json", error);
}

// The summary is of all tables, and stands with the first.
static bool add_part(struct report_folder *folder, const char *path, const char *kind,
                     struct error *error) {
    add_metrics(folder->json);
    cJSON *section = report_table(folder, path, kind, "report.json", error);
    cJSON_DeleteItemFromObjectCaseSensitive(section, "summary");
    return section;
}

bool report_effects(struct report_folder *folder, const char *path, struct error *error) {
    return add_part(folder, path, "effects", error);
}

bool report_orders(struct report_folder *folder, const char *path, struct error *error) {
    return add_part(folder, path, "orders", error);
}
