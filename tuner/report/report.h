// SPDX-License-Identifier: GPL-3.0-or-later
// What folders hold, gathered into one JSON document that a page, pictures or a program can be made
// of. Files are known by their content, whatever their names:
//   run.json with games.csv            results, endings, lengths, match and its test, games
//   positions.csv                      a fit of the values, with its calibration
//   answers of `kagami tune --json`    the same, from the file
//   values.csv                         values with intervals
//   history.csv of a batch             its generations, and the folders of each
//   summary.csv of `kagami compare`    rule settings side by side; effects.csv as well
//   worth.json of `kagami worth`       what pieces are worth by randomised armies
//   spsa.json, verify.json             the way and the answer of SPSA, the test of new values
//   ratings.json                       a round robin: the ratings of its players
// Statistics come from the libraries that the other commands use; nothing is computed twice.
//
// { schema (of answer.h), program, folders: [{ folder, command, notes, worth: rows of worth.csv,
// sections: [...], missing: [{ what, how }] }] }
// Sections have a `kind` and a `source`. What a command wrote as JSON is there as it is, as
// `answer`: "worth", "verification", "ratings"; what it wrote as a table as `rows`: "comparison",
// "effects", "history". For the keys of those and of "games", "values", "spsa" see
// report_*.c. All have those of origin.h as well, as far as the files say them: tables have them
// from the answer beside them (report.json, evolve.json). The page draws itself from this document
// (search/web/assets/report.js).
#pragma once

#include <cjson/cJSON.h>

#include "error.h"
#include "tables.h"

struct report_options {
    const char *const *folders; // set by report_read: all of them
    int folder_count;
    const char *variant;   // of values files whose game cannot be told; may be NULL
    int games;             // to show of each log, spread evenly over it
    const int64_t *chosen; // numbers of games to show instead; NULL: none
    int chosen_count;
    bool tune; // fit values where there are positions and no answer of `kagami tune`
    int threads;
    struct files_seen *seen; // set by report_read: folders that were looked into
    void (*progress)(void *context, const char *what); // may be NULL
    void *context;
};

// The document, to be freed with cJSON_Delete. NULL and `error` when a folder cannot be read or a
// file in it is damaged, and when no folder holds anything to report.
cJSON *report_read(const char *const *folders, int count, const struct report_options *options,
                   struct error *error);

// Whether all folders are of one game, as the picture of a game demands; else `error` names two.
bool report_is_of_one_game(const cJSON *report, struct error *error);
