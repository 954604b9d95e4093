// SPDX-License-Identifier: GPL-3.0-or-later
// Sections "history": generations of a batch.
// { kind, source, what report_game adds, rows: as history.csv (with `night` where a file has
// several),
//   start: scores of the values to begin with against the panel, name: { value, lo95, hi95 }, where
//   they were played; generations: the rows of each generation's values, null where there are none;
//   number 0 is what the first generation played by }
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evolution.h"
#include "evolution_trials.h"
#include "number.h"
#include "report_sections.h"

enum { STEPS_MAX = 1000 };

// NULL where there is no such file, or it is damaged: `error` says so.
static struct runmeta *first_run(const char *folder, struct error *error) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/1/log/run.json", folder) >= (int)sizeof path ||
        access(path, F_OK) != 0)
        return NULL;
    return runmeta_load(path, error);
}

// The values that a run's first player has.
static void add_start_values(cJSON *list, const struct runmeta *meta, const struct tables *tables) {
    cJSON *rows = json_append(list, cJSON_CreateArray());
    for (int i = 0; i < VALUES; i++) {
        char name[VALUE_NAME], key[VALUE_NAME + 16];
        snprintf(key, sizeof key, "player1.%s", values_name(i, name));
        const char *text = values_uses(tables, i) ? runmeta_setting(meta, key) : NULL;
        double value;
        if (!text || !number_decimal(text, &value))
            continue;
        cJSON *row = json_append(rows, cJSON_CreateObject());
        json_add_text(row, "parameter", name);
        json_add_number(row, "value", value);
    }
}

// Of generations up to `last`.
static bool add_values(struct report_folder *folder, cJSON *section, int last,
                       struct error *error) {
    struct runmeta *meta = first_run(folder->path, error);
    if (!meta) {
        report_missing(folder, "values over the generations",
                       "the folders of the generations are not beside the history");
        return *error->text == 0;
    }
    struct tables *tables = report_tables_of_run(meta, NULL, error);
    bool done = tables;
    cJSON *list = json_add_array(section, "generations");
    if (done) {
        report_game(section, tables);
        add_start_values(list, meta, tables);
    }
    for (int g = 1; done && g <= last; g++) {
        char path[PATH_MAX];
        struct values_file file;
        snprintf(path, sizeof path, "%.3800s/%d/generation-%d.csv", folder->path, g, g);
        bool there = access(path, F_OK) == 0;
        done = !there || values_file_read(path, tables, &file, error);
        if (done)
            json_append(list, there ? report_csv_rows(path, error) : cJSON_CreateNull());
    }
    free(tables);
    runmeta_destroy(meta);
    return done;
}

// The first generation that met the panel came from the values to begin with.
static void add_start(struct report_folder *folder, cJSON *section, int last) {
    char path[PATH_MAX];
    struct evolution_scores scores = {0};
    for (int g = 1; g <= last && !scores.count && !evolution_champion(folder->path, g); g++)
        evolution_scores_read(evolution_path(folder->path, g, "before.json", path), &scores);
    cJSON *start = scores.count ? json_add_object(section, "start") : NULL;
    for (int i = 0; i < scores.count; i++) {
        struct measured elo = evolution_score_elo(&scores.score[i]);
        cJSON *item = json_add_object(start, scores.score[i].name);
        report_number(item, "value", elo.value);
        report_number(item, "lo95", elo.low);
        report_number(item, "hi95", elo.high);
    }
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
    if (several)
        return true;
    add_start(folder, section, last);
    return add_values(folder, section, last, error);
}
