// SPDX-License-Identifier: GPL-3.0-or-later
// Sections "history": generations of a night.
// { kind, source, variant, title, rows: as history.csv (with `night` where a file has several),
//   steps, pieces: [{ id, name, board, hand }] }
// board and hand hold an object for each of 0..steps: { value, lo95, hi95, played }, null where
// there are no values; number 0 is what the first generation played by. `played`: the values of
// that generation passed their match.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "number.h"
#include "report_csv_internal.h"
#include "report_sections.h"

enum { STEPS_MAX = 1000 };

struct steps {
    const struct tables *tables;
    int count;                // beyond number 0
    struct values_file *file; // [0 .. count]
    bool *played;
};

static struct runmeta *first_run(const char *folder, const char *generation, struct error *error) {
    char path[PATH_MAX];
    struct error ignored;
    if (snprintf(path, sizeof path, "%s/%s/log/run.json", folder, generation) >= (int)sizeof path ||
        access(path, F_OK) != 0)
        return NULL;
    return runmeta_load(path, error ? error : &ignored);
}

// The values that a run's first player has.
static void read_start(const struct runmeta *meta, const struct tables *tables,
                       struct values_file *file) {
    for (int i = 0; i < VALUES; i++) {
        char name[VALUE_NAME], key[VALUE_NAME + 16];
        snprintf(key, sizeof key, "player1.%s", values_name(i, name));
        const char *text = values_uses(tables, i) ? runmeta_setting(meta, key) : NULL;
        double value;
        if (text && number_decimal(text, &value))
            file->row[file->count++] = values_row_init(i, value);
    }
}

static const struct values_row *find(const struct values_file *file, int index) {
    for (int i = 0; i < file->count; i++)
        if (file->row[i].index == index)
            return &file->row[i];
    return NULL;
}

static void add_series(cJSON *piece, const char *key, const struct steps *steps, int index) {
    if (!values_uses(steps->tables, index))
        return;
    cJSON *list = cJSON_AddArrayToObject(piece, key);
    for (int i = 0; i <= steps->count; i++) {
        const struct values_row *row = find(&steps->file[i], index);
        cJSON *item = row ? cJSON_CreateObject() : cJSON_CreateNull();
        cJSON_AddItemToArray(list, item);
        if (!row)
            continue;
        bool measured = row->se > 0;
        report_number(item, "value", row->value);
        report_number(item, "lo95", measured ? row->lo95 : NAN);
        report_number(item, "hi95", measured ? row->hi95 : NAN);
        cJSON_AddBoolToObject(item, "played", steps->played[i]);
    }
}

static void add_steps(cJSON *section, const struct steps *steps) {
    const struct variant *variant = &steps->tables->variant;
    cJSON_AddStringToObject(section, "variant", variant->name);
    cJSON_AddStringToObject(section, "title", variant->title);
    cJSON_AddNumberToObject(section, "steps", steps->count);
    cJSON *pieces = cJSON_AddArrayToObject(section, "pieces");
    for (int i = 0; i < variant->base_count; i++) {
        Type base = variant->bases[i];
        if (!values_uses(steps->tables, VALUE_BOARD + base))
            continue;
        cJSON *piece = cJSON_CreateObject();
        cJSON_AddItemToArray(pieces, piece);
        cJSON_AddStringToObject(piece, "id", variant->piece[base].id);
        cJSON_AddStringToObject(piece, "name", variant->piece[base].name);
        add_series(piece, "board", steps, VALUE_BOARD + base);
        add_series(piece, "hand", steps, VALUE_HAND + base);
    }
}

static bool read_steps(struct report_folder *folder, const cJSON *rows, struct steps *steps,
                       struct error *error) {
    const cJSON *row;
    char path[PATH_MAX];
    bool done = true;
    cJSON_ArrayForEach(row, rows) {
        int generation = (int)json_number(row, "generation");
        snprintf(path, sizeof path, "%.3800s/%d/generation-%d.csv", folder->path, generation,
                 generation);
        steps->played[generation] = strcmp(json_text(row, "verdict"), "accepted") == 0;
        if (done && access(path, F_OK) == 0)
            done = values_file_read(path, steps->tables, &steps->file[generation], error);
    }
    return done;
}

static bool add_values(struct report_folder *folder, cJSON *section, const cJSON *rows,
                       struct error *error) {
    struct runmeta *meta = first_run(folder->path, "1", error);
    if (!meta) {
        report_missing(folder, "values over the generations",
                       "the folders of the generations are not beside the history");
        return *error->text == 0;
    }
    const char *rules = runmeta_setting(meta, "rules");
    struct tables *tables =
        report_tables(runmeta_variant_text(meta), NULL, rules ? rules : "", error);
    struct steps steps = {.tables = tables};
    const cJSON *row;
    cJSON_ArrayForEach(row, rows) {
        if (json_number(row, "generation") > steps.count)
            steps.count = (int)json_number(row, "generation");
    }
    steps.file = calloc((size_t)steps.count + 1, sizeof *steps.file);
    steps.played = calloc((size_t)steps.count + 1, sizeof *steps.played);
    bool done = tables && (steps.file && steps.played ? true : error_set(error, "out of memory"));
    if (done) {
        read_start(meta, tables, &steps.file[0]);
        steps.played[0] = true;
        done = read_steps(folder, rows, &steps, error);
    }
    if (done)
        add_steps(section, &steps);
    free(steps.file);
    free(steps.played);
    free(tables);
    runmeta_destroy(meta);
    return done;
}

bool report_history(struct report_folder *folder, const char *path, struct error *error) {
    cJSON *rows = report_csv_rows(path, error);
    if (!rows)
        return false;
    cJSON *section = report_section(folder, "history");
    cJSON_AddStringToObject(section, "source", path);
    report_origin_beside(folder, section, "evolve.json");
    cJSON_AddItemToObject(section, "rows", rows);
    const cJSON *row;
    int number = 1;
    bool several = false;
    cJSON_ArrayForEach(row, rows) {
        double generation = json_number(row, "generation");
        number++;
        if (!(generation >= 1 && generation <= STEPS_MAX && generation == floor(generation)))
            return error_at(error, path, number, "generation: expected a number from 1 to %d",
                            STEPS_MAX);
        several |= report_item(row, "night") != NULL;
    }
    if (cJSON_GetArraySize(rows) == 0) {
        report_missing(folder, "generations", "the history has none yet");
        return true;
    }
    return several || add_values(folder, section, rows, error);
}
