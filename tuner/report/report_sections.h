// SPDX-License-Identifier: GPL-3.0-or-later
// Inside of report.h: one reader for each kind of section. Each adds what it finds to the JSON of
// its folder. False: the file is damaged, `error` says where.
#pragma once

#include "csv_file.h"
#include "json_file.h"
#include "report.h"
#include "runmeta.h"
#include "values_file.h"

struct report_folder {
    const struct report_options *options;
    const char *path;
    cJSON *json; // of the folder
    bool tuned;  // an answer of `kagami tune` is there
};

// "run.json" in a folder; games.csv and positions.csv beside it may be missing. A fit of the values
// is left out where one is there.
bool report_games(struct report_folder *folder, const char *path, struct error *error);
// The values of an answer of `kagami tune --json`, which it takes.
bool report_tuning(struct report_folder *folder, const char *source, cJSON *answer,
                   struct error *error);
// A values file, of the game that the options say, or of the folder's run, or that alone has these.
bool report_values(struct report_folder *folder, const char *path, struct error *error);
// history.csv of a batch.
bool report_history(struct report_folder *folder, const char *path, struct error *error);
// A table of `kagami compare` as a section of that kind: "comparison" (summary.csv), "effects".
bool report_comparison(struct report_folder *folder, const char *path, const char *kind,
                       struct error *error);
// The state of a run of `kagami spsa`.
bool report_spsa(struct report_folder *folder, const char *path, struct error *error);
// Whether each game that was asked for by number is in a log of the report.
bool report_shows_chosen(const cJSON *report, const struct report_options *options,
                         struct error *error);

// --- JSON ---------------------------------------------------------------------------------------
// Appends a section of that kind to the folder and returns it.
cJSON *report_section(struct report_folder *folder, const char *kind);
// Notes whose game it is: variant, title, and author and url where the game says them.
void report_names(cJSON *section, const struct variant *variant);
// Notes what cannot be shown, and what would change that.
void report_missing(struct report_folder *folder, const char *what, const char *how);

// --- CSV: what other commands have written -------------------------------------------------------

// An array with an object for each row, by the names of the columns: numbers, texts, null where a
// field is empty, intervals as answers have them (KEY, KEY_lo95 and KEY_hi95 are one). A torn last
// line is left out. NULL and `error`: file and line.
cJSON *report_csv_rows(const char *path, struct error *error);

// --- Games ---------------------------------------------------------------------------------------
// Tables of a game by its name, or of the run of `meta` where that is given, with these rules
// (NULL: those of the run); free() them.
struct tables *report_tables(const char *name, const struct runmeta *meta, const char *rules,
                             struct error *error);
