// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "number.h"
#include "report_sections.h"
#include "web_document.h"

void report_number(cJSON *object, const char *key, double value) {
    json_add(object, key, isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull());
}

cJSON *report_section(struct report_folder *folder, const char *kind) {
    cJSON *section = json_append(report_item(folder->json, "sections"), cJSON_CreateObject());
    json_add_text(section, "kind", kind);
    json_add_text(section, "folder", folder->path);
    return section;
}

void report_game(cJSON *section, const struct tables *tables) {
    const struct variant *variant = &tables->variant;
    Type pairs[BASE_TYPES][2];
    int count = variant_mirror_pairs(variant, pairs, BASE_TYPES);
    json_add_text(section, "variant", variant->name);
    json_add_text(section, "title", variant->title);
    cJSON *board = json_add(section, "board", web_board(tables));
    json_add_text(board, "start", variant_start_fen(variant, &tables->rules));
    cJSON *mirrors = json_add_array(board, "mirrors");
    for (int i = 0; i < count; i++) {
        const char letters[] = {type_letter(pairs[i][0]), type_letter(pairs[i][1]), 0};
        json_append(mirrors, cJSON_CreateString(letters));
    }
    cJSON *terms = json_add_array(section, "terms");
    for (int i = VALUE_TERM; i < VALUES; i++) {
        char name[VALUE_NAME];
        cJSON *term = json_append(terms, cJSON_CreateObject());
        json_add_text(term, "parameter", values_name(i, name));
        json_add_text(term, "meaning", values_meaning(i));
    }
}

// Notes how an answer was made, as far as it says so: see origin.h.
static void report_origin(cJSON *section, const cJSON *answer) {
    static const char *const keys[] = {"command",     "program",      "rules", "seed",
                                       "config_hash", "variant_hash", "inputs"};
    for (int i = 0; i < ARRAY_LENGTH(keys); i++) {
        const cJSON *item = report_item(answer, keys[i]);
        if (item && !report_item(section, keys[i]))
            json_add_copy(section, keys[i], item);
    }
}

void report_origin_beside(struct report_folder *folder, cJSON *section, const char *name) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder->path, name) >= (int)sizeof path)
        return;
    struct error error;
    cJSON *answer = json_file_load(path, &error);
    report_origin(section, answer);
    if (*json_text(answer, "title"))
        json_add_text(section, "title", json_text(answer, "title"));
    cJSON *summary = cJSON_DetachItemFromObjectCaseSensitive(answer, "summary");
    if (cJSON_IsArray(summary))
        json_add(section, "summary", summary);
    else
        cJSON_Delete(summary);
    cJSON_Delete(answer);
}

void report_missing(struct report_folder *folder, const char *what, const char *how) {
    cJSON *item = json_append(report_item(folder->json, "missing"), cJSON_CreateObject());
    json_add_text(item, "what", what);
    json_add_text(item, "how", how);
}

bool report_csv_header(const char *path, char header[REPORT_HEADER], struct error *error) {
    struct csv_reader *reader = csv_open(path, error);
    if (!reader)
        return false;
    struct csv_record record = {0};
    header[0] = 0;
    if (csv_next(reader, &record, NULL) == CSV_RECORD)
        for (int i = 0; i < record.count; i++) {
            strncat(header, i ? "," : "", REPORT_HEADER - strlen(header) - 1);
            strncat(header, record.field[i], REPORT_HEADER - strlen(header) - 1);
        }
    csv_close(reader);
    return true;
}

static cJSON *field(const char *text) {
    double number;
    if (*text == 0)
        return cJSON_CreateNull();
    return number_decimal(text, &number) ? cJSON_CreateNumber(number) : cJSON_CreateString(text);
}

// A bound joins the value that it is of; those called lo95 and hi95 alone are of "worth" where a
// row has one, else the row's own.
static void add_field(cJSON *row, const char *name, const char *text) {
    const char *end = strrchr(name, '_');
    const char *bound = end ? end + 1 : name;
    char stem[REPORT_COLUMN] = "worth";
    if (end)
        snprintf(stem, sizeof stem, "%.*s", (int)(end - name), name);
    bool is_bound = strcmp(bound, "lo95") == 0 || strcmp(bound, "hi95") == 0;
    cJSON *of = is_bound ? report_item(row, stem) : NULL;
    if (of && !cJSON_IsObject(of)) {
        cJSON *interval = cJSON_CreateObject();
        json_add(interval, "value", cJSON_DetachItemFromObjectCaseSensitive(row, stem));
        of = json_add(row, stem, interval);
    }
    json_add(of ? of : row, of ? bound : name, field(text));
}

cJSON *report_csv_rows(const char *path, struct error *error) {
    char names[CSV_FIELDS_MAX][REPORT_COLUMN];
    int columns = 0;
    struct csv_reader *reader = csv_open(path, error);
    if (!reader)
        return NULL;
    cJSON *rows = cJSON_CreateArray();
    struct csv_record record;
    enum csv_status status;
    while ((status = csv_next(reader, &record, error)) == CSV_RECORD) {
        if (columns == 0) {
            for (columns = 0; columns < record.count; columns++)
                snprintf(names[columns], REPORT_COLUMN, "%s", record.field[columns]);
            continue;
        }
        if (record.count != columns) {
            error_at(error, path, record.line, "%d fields, the header has %d", record.count,
                     columns);
            status = CSV_ERROR;
            break;
        }
        cJSON *row = json_append(rows, cJSON_CreateObject());
        for (int i = 0; i < columns; i++)
            add_field(row, names[i], record.field[i]);
    }
    csv_close(reader);
    if (status != CSV_ERROR)
        return rows;
    cJSON_Delete(rows);
    return NULL;
}

static struct tables *tables_of(const char *variant_text, const char *name, const char *rules_text,
                                struct error *error) {
    struct variant *variant = mem_alloc(sizeof *variant);
    struct tables *tables = mem_alloc(sizeof *tables);
    bool done = variant_text ? variant_parse(variant_text, "run.json", variant, error)
                             : variant_load(name, variant, error);
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

struct tables *report_tables(const char *name, const char *rules, struct error *error) {
    return tables_of(NULL, name, rules, error);
}

struct tables *report_tables_of_run(const struct runmeta *meta, const char *rules,
                                    struct error *error) {
    if (!rules)
        rules = runmeta_setting(meta, "rules");
    return tables_of(runmeta_variant_text(meta), NULL, rules ? rules : "", error);
}
