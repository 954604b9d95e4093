// SPDX-License-Identifier: GPL-3.0-or-later
// Sections "values": { kind, source, what report_game adds, rows: of a values file, or answer: that
// of `kagami tune --json` }.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_sections.h"

bool report_values(struct report_folder *folder, const char *path, const struct tables *tables,
                   struct error *error) {
    struct values_file file;
    if (!values_file_read(path, tables, &file, error)) // which knows what a value may be
        return false;
    cJSON *section = report_table(folder, path, "values", NULL, error);
    if (section)
        report_game(section, tables);
    return section;
}

// The game `name` as the run in `path` has it, with these rules; NULL where that is none of it.
static struct tables *tables_of_run_in(const char *path, const char *name, const char *rules) {
    char record[PATH_MAX];
    struct tables *tables = NULL;
    if (snprintf(record, sizeof record, "%s/run.json", path) >= (int)sizeof record)
        return NULL;
    struct runmeta *meta = runmeta_load(record, NULL);
    const char *variant = meta ? runmeta_setting(meta, "variant") : NULL;
    if (variant && strcmp(variant, name) == 0)
        tables = report_tables_of_run(meta, rules, NULL);
    runmeta_destroy(meta);
    return tables;
}

// The game of an answer: one of the program's by its name, another one by the run beside the
// answer, by what the user says, or by another folder of the report, whatever their order.
static struct tables *tables_of_answer(const struct report_folder *folder, const cJSON *answer,
                                       struct error *error) {
    const struct report_options *options = folder->options;
    const char *name = json_text(answer, "variant"), *rules = json_text(answer, "rules");
    if (variant_is_builtin(name))
        return report_tables(name, rules, error);
    struct tables *tables = tables_of_run_in(folder->path, name, rules);
    if (tables)
        return tables;
    if (options->variant)
        return report_tables(options->variant, rules, error);
    for (int i = 0; i < options->folder_count && !tables; i++)
        tables = tables_of_run_in(options->folders[i], name, rules);
    if (!tables)
        error_at(error, folder->path, 0,
                 "values of '%.60s': --variant FILE.ini says what game that is", name);
    return tables;
}

bool report_tuning(struct report_folder *folder, const char *source, cJSON *answer,
                   struct error *error) {
    static const char *const lists[] = {"values", "worths"};
    struct tables *tables = tables_of_answer(folder, answer, error);
    const cJSON *row;
    bool done = tables;
    for (int i = 0; done && i < ARRAY_LENGTH(lists); i++)
        cJSON_ArrayForEach(row, report_item(answer, lists[i])) {
            const char *name = json_text(row, "parameter");
            int index = values_find(name);
            if (done && (index < 0 || !values_uses(tables, index)))
                done = error_at(error, source, 0, "'%.40s': no value of %s", name,
                                tables->variant.name);
        }
    if (done) {
        cJSON *section = report_section(folder, "values");
        json_add_text(section, "source", source);
        report_game(section, tables);
        json_add(section, "answer", answer);
    } else {
        cJSON_Delete(answer);
    }
    free(tables);
    return done;
}
