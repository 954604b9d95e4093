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
};

// "run.json" in a folder; games.csv and positions.csv beside it may be missing. A fit of the values
// is left out where `tuned` (an answer is there).
bool report_games(struct report_folder *folder, const struct runmeta *meta, bool tuned,
                  struct error *error);
// The values of an answer of `kagami tune --json`, which it takes.
bool report_tuning(struct report_folder *folder, const char *source, cJSON *answer,
                   struct error *error);
// A values file, by these tables.
bool report_values(struct report_folder *folder, const char *path, const struct tables *tables,
                   struct error *error);
// history.csv of a batch, or several in one file (a first column `night`).
bool report_history(struct report_folder *folder, const char *path, struct error *error);
// A table of `kagami compare` as a section of that kind: "comparison" (summary.csv), "effects".
bool report_comparison(struct report_folder *folder, const char *path, const char *kind,
                       struct error *error);
// The state of a run of `kagami spsa`.
bool report_spsa(struct report_folder *folder, const char *path, struct error *error);
// Games of a log to step through. `wants` says whether game `game`, the one with `number` 0.. of
// `games` in the log, is one of them; `add` plays it again and appends it to `list`.
struct game_row;
bool report_viewer_wants(const struct report_options *options, int64_t game, int64_t number,
                         int64_t games);
bool report_viewer_add(cJSON *list, const struct tables *tables, const struct game_row *row,
                       struct error *error);
// Whether each game that was asked for by number is in a log of the report.
bool report_viewer_complete(const cJSON *report, const struct report_options *options,
                            struct error *error);

// --- JSON ---------------------------------------------------------------------------------------
// A member of an object, or NULL; see json_file.h for numbers and texts.
static inline cJSON *report_item(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}
// Numbers that are not finite become null, and null is read back as NAN.
void report_number(cJSON *object, const char *key, double value);
// Appends a section of that kind to the folder and returns it.
cJSON *report_section(struct report_folder *folder, const char *kind);
// Notes whose values a section has: variant, title, board (web_document.h) with start: FEN,
// mirrors: pairs of letters of pieces that mirror each other, terms: [{ parameter, meaning }] of
// the evaluation.
void report_game(cJSON *section, const struct tables *tables);
// The same of the answer `name` in the folder, which has what a table there leaves out, and what it
// says in a few sentences: summary: [texts].
void report_origin_beside(struct report_folder *folder, cJSON *section, const char *name);
// Notes what cannot be shown, and what would change that.
void report_missing(struct report_folder *folder, const char *what, const char *how);

// --- CSV: what other commands have written down as results
// ----------------------------------------

enum { REPORT_HEADER = 256, REPORT_COLUMN = 40 };
// The header's names with commas between them, cut to fit; "" where the file has none.
bool report_csv_header(const char *path, char header[REPORT_HEADER], struct error *error);
// An array with an object for each row, by the names of the columns: numbers, texts, null where a
// field is empty, intervals as answers have them (KEY, KEY_lo95 and KEY_hi95 are one). A torn last
// line is left out. NULL and `error`: file and line.
cJSON *report_csv_rows(const char *path, struct error *error);

// --- Games ---------------------------------------------------------------------------------------
// Tables of a game by its name, or by a run's own text of the variant, with these rules (NULL:
// those of the run); free() them.
struct tables *report_tables(const char *name, const char *rules, struct error *error);
struct tables *report_tables_of_run(const struct runmeta *meta, const char *rules,
                                    struct error *error);
