// SPDX-License-Identifier: GPL-3.0-or-later
// Sections "history": generations of a batch.
// { kind, source, variant, title, rows: as history.csv (with `night` where a file has several),
//   start: scores of the values to begin with against the panel, name: { value, lo95, hi95 },
//   where they were played; steps, pieces: [{ id, name, board, hand }] }
// board and hand hold an object for each of 0..steps: { value, lo95, hi95, played }, null where
// there are no values; number 0 is what the first generation played by. `played`: the values of
// that generation passed their match.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evolution.h"
#include "evolution_trials.h"
#include "memory.h"
#include "number.h"
#include "report_sections.h"

enum { STEPS_MAX = 1000 };

struct step {
    struct values_file file;
    bool played;
};

// NULL where there is no such file, or it is damaged: `error` says so.
static struct runmeta *first_run(const char *folder, struct error *error) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/1/log/run.json", folder) >= (int)sizeof path ||
        access(path, F_OK) != 0)
        return NULL;
    return runmeta_load(path, error);
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

static cJSON *value_at(const struct step *step, int index) {
    for (int i = 0; i < step->file.count; i++) {
        const struct values_row *row = &step->file.row[i];
        if (row->index != index)
            continue;
        bool measured = row->se > 0;
        cJSON *item = cJSON_CreateObject();
        report_number(item, "value", row->value);
        report_number(item, "lo95", measured ? row->lo95 : NAN);
        report_number(item, "hi95", measured ? row->hi95 : NAN);
        json_add_flag(item, "played", step->played);
        return item;
    }
    return cJSON_CreateNull();
}

static void add_steps(cJSON *section, const struct tables *tables, const struct step *steps,
                      int count) {
    static const char *const forms[] = {"board", "hand"};
    const struct variant *variant = &tables->variant;
    json_add_text(section, "variant", variant->name);
    json_add_text(section, "title", variant->title);
    json_add_number(section, "steps", count);
    cJSON *pieces = json_add_array(section, "pieces");
    for (int i = 0; i < variant->base_count; i++) {
        Type base = variant->bases[i];
        const int index[] = {VALUE_BOARD + base, VALUE_HAND + base};
        if (!values_uses(tables, index[0]))
            continue;
        cJSON *piece = json_append(pieces, cJSON_CreateObject());
        json_add_text(piece, "id", variant->piece[base].id);
        json_add_text(piece, "name", variant->piece[base].name);
        for (int f = 0; f < 2; f++) {
            cJSON *list = values_uses(tables, index[f]) ? json_add_array(piece, forms[f]) : NULL;
            for (int k = 0; list && k <= count; k++)
                json_append(list, value_at(&steps[k], index[f]));
        }
    }
}

static bool read_steps(struct report_folder *folder, const cJSON *rows, const struct tables *tables,
                       struct step *steps, struct error *error) {
    const cJSON *row;
    char path[PATH_MAX];
    cJSON_ArrayForEach(row, rows) {
        int generation = (int)json_number(row, "generation");
        snprintf(path, sizeof path, "%.3800s/%d/generation-%d.csv", folder->path, generation,
                 generation);
        steps[generation].played = strcmp(json_text(row, "verdict"), "accepted") == 0;
        if (access(path, F_OK) == 0 &&
            !values_file_read(path, tables, &steps[generation].file, error))
            return false;
    }
    return true;
}

// Of generations up to `last`.
static bool add_values(struct report_folder *folder, cJSON *section, const cJSON *rows, int last,
                       struct error *error) {
    struct runmeta *meta = first_run(folder->path, error);
    if (!meta) {
        report_missing(folder, "values over the generations",
                       "the folders of the generations are not beside the history");
        return *error->text == 0;
    }
    struct tables *tables = report_tables_of_run(meta, NULL, error);
    struct step *steps = mem_calloc((size_t)last + 1, sizeof *steps);
    bool done = tables && (steps || error_set(error, "out of memory"));
    if (done) {
        read_start(meta, tables, &steps[0].file);
        steps[0].played = true;
        done = read_steps(folder, rows, tables, steps, error);
    }
    if (done)
        add_steps(section, tables, steps, last);
    free(steps);
    free(tables);
    runmeta_destroy(meta);
    return done;
}

// The first generation that met the panel came from the values to begin with.
static bool add_start(struct report_folder *folder, cJSON *section, int last, struct error *error) {
    char path[PATH_MAX];
    struct evolution_scores scores = {0};
    for (int g = 1; g <= last && !scores.count && !evolution_champion(folder->path, g); g++)
        if (!evolution_scores_read(evolution_path(folder->path, g, "before.json", path), &scores,
                                   error))
            return false;
    cJSON *start = scores.count ? json_add_object(section, "start") : NULL;
    for (int i = 0; i < scores.count; i++) {
        struct measured elo = evolution_score_elo(&scores.score[i]);
        cJSON *item = json_add_object(start, scores.score[i].name);
        report_number(item, "value", elo.value);
        report_number(item, "lo95", elo.low);
        report_number(item, "hi95", elo.high);
    }
    return true;
}

bool report_history(struct report_folder *folder, const char *path, struct error *error) {
    cJSON *section = report_table(folder, path, "history", "evolve.json", error);
    const cJSON *row, *rows = report_item(section, "rows");
    int number = 1, last = 0;
    bool several = false;
    if (!section)
        return false;
    cJSON_ArrayForEach(row, rows) {
        double generation = json_number(row, "generation");
        number++;
        if (!(generation >= 1 && generation <= STEPS_MAX && generation == floor(generation)))
            return error_at(error, path, number, "generation: expected a number from 1 to %d",
                            STEPS_MAX);
        last = generation > last ? (int)generation : last;
        several |= report_item(row, "night") != NULL;
    }
    if (cJSON_GetArraySize(rows) == 0) {
        report_missing(folder, "generations", "the history has none yet");
        return true;
    }
    return several || (add_start(folder, section, last, error) &&
                       add_values(folder, section, rows, last, error));
}
