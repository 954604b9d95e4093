// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_sections.h"

void report_number(cJSON *object, const char *key, double value) {
    cJSON_AddItemToObject(object, key,
                          isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull());
}

double report_scaled(const cJSON *object, const char *key, double scale) {
    const double digits = 1e9;
    return round(scale * json_number(object, key) * digits) / digits;
}

cJSON *report_find(const cJSON *list, const char *key, const char *text) {
    cJSON *item;
    cJSON_ArrayForEach(item, list) {
        if (strcmp(json_text(item, key), text) == 0)
            return item;
    }
    return NULL;
}

bool report_flag(const cJSON *object, const char *key) {
    return cJSON_IsTrue(report_item(object, key));
}

cJSON *report_section(struct report_folder *folder, const char *kind) {
    cJSON *section = cJSON_CreateObject();
    cJSON_AddItemToArray(report_item(folder->json, "sections"), section);
    cJSON_AddStringToObject(section, "kind", kind);
    cJSON_AddStringToObject(section, "folder", folder->path);
    return section;
}

void report_origin(cJSON *section, const cJSON *answer) {
    static const char *const keys[] = {"command",     "program",      "rules", "seed",
                                       "config_hash", "variant_hash", "inputs"};
    for (int i = 0; i < ARRAY_LENGTH(keys); i++) {
        const cJSON *item = report_item(answer, keys[i]);
        if (item && !report_item(section, keys[i]))
            cJSON_AddItemToObject(section, keys[i], cJSON_Duplicate(item, true));
    }
}

void report_origin_beside(struct report_folder *folder, cJSON *section, const char *name) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder->path, name) >= (int)sizeof path)
        return;
    cJSON *answer = json_file_load(path);
    report_origin(section, answer);
    cJSON_Delete(answer);
}

void report_missing(struct report_folder *folder, const char *what, const char *how) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToArray(report_item(folder->json, "missing"), item);
    cJSON_AddStringToObject(item, "what", what);
    cJSON_AddStringToObject(item, "how", how);
}

struct tables *report_tables(const char *variant_text, const char *name, const char *rules_text,
                             struct error *error) {
    struct variant *variant = malloc(sizeof *variant);
    struct tables *tables = malloc(sizeof *tables);
    bool done = variant && tables
                    ? (variant_text ? variant_parse(variant_text, "run.json", variant, error)
                                    : variant_load(name, variant, error))
                    : error_set(error, "out of memory");
    if (done) {
        struct rules rules = variant->rules;
        done = rules_parse(&rules, variant, rules_text, error) &&
               tables_build(tables, variant, &rules, error);
    }
    free(variant);
    if (done)
        return tables;
    free(tables);
    return NULL;
}
