// SPDX-License-Identifier: GPL-3.0-or-later
// The sections that show what commands wrote.
#include "report_sections.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evolution.h"
#include "memory.h"
#include "metrics.h"
#include "number.h"
#include "spsa.h"
#include "web_document.h"

// --- What all readers share
// -----------------------------------------------------------------------

cJSON *report_section(struct report_folder *folder, const char *kind) {
    cJSON *section = json_append(json_item(folder->json, "sections"), cJSON_CreateObject());
    json_add_text(section, "kind", kind);
    return section;
}

void report_names(cJSON *section, const struct variant *variant) {
    json_add_text(section, "variant", variant->name);
    json_add_text(section, "title", variant->title);
    json_add_text(section, "author", *variant->author ? variant->author : NULL);
    json_add_text(section, "url", *variant->url ? variant->url : NULL);
}

// Notes whose values a section has: its names, board (web_document.h) with start: FEN,
// mirrors: pairs of letters of pieces that mirror each other, terms: [{ parameter, meaning }] of
// the evaluation.
static void add_game(cJSON *section, const struct tables *tables) {
    const struct variant *variant = &tables->variant;
    Type pairs[BASE_TYPES][2];
    int count = variant_mirror_pairs(variant, pairs, BASE_TYPES);
    report_names(section, variant);
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

// Notes how the answer `name` in the folder was made, as far as it says so (see origin.h), which
// has what a table there leaves out, and what it says in a few sentences: summary: [texts].
static void add_origin_beside(struct report_folder *folder, cJSON *section, const char *name) {
    static const char *const keys[] = {"command",     "program",      "rules",           "seed",
                                       "config_hash", "variant_hash", "inputs",          "title",
                                       "summary",     "overview",     "overview_caption"};
    char path[PATH_MAX];
    struct error error;
    cJSON *answer = json_file_load(file_in(folder->path, name, path), &error);
    for (int i = 0; i < ARRAY_LENGTH(keys); i++) {
        const cJSON *item = json_item(answer, keys[i]);
        bool takes = strcmp(keys[i], "summary") != 0 || cJSON_IsArray(item);
        if (item && takes && !json_item(section, keys[i]))
            json_add_copy(section, keys[i], item);
    }
    cJSON_Delete(answer);
}

void report_missing(struct report_folder *folder, const char *what, const char *how) {
    cJSON *item = json_append(json_item(folder->json, "missing"), cJSON_CreateObject());
    json_add_text(item, "what", what);
    json_add_text(item, "how", how);
}

enum { COLUMN_NAME = 40 };

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
    char stem[COLUMN_NAME] = "worth";
    if (end)
        snprintf(stem, sizeof stem, "%.*s", (int)(end - name), name);
    bool is_bound = strcmp(bound, "lo95") == 0 || strcmp(bound, "hi95") == 0;
    cJSON *of = is_bound ? json_item(row, stem) : NULL;
    if (of && !cJSON_IsObject(of)) {
        cJSON *interval = cJSON_CreateObject();
        json_add(interval, "value", cJSON_DetachItemFromObjectCaseSensitive(row, stem));
        of = json_add(row, stem, interval);
    }
    json_add(of ? of : row, of ? bound : name, field(text));
}

cJSON *report_csv_rows(const char *path, struct error *error) {
    char names[CSV_FIELDS_MAX][COLUMN_NAME];
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
                snprintf(names[columns], COLUMN_NAME, "%s", record.field[columns]);
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

struct tables *report_tables(const char *name, const struct runmeta *meta, const char *rules_text,
                             struct error *error) {
    struct variant *variant = mem_alloc(sizeof *variant);
    struct tables *tables = mem_alloc(sizeof *tables);
    if (!rules_text)
        rules_text = runmeta_setting(meta, "rules");
    bool done = meta ? variant_parse(runmeta_text(meta, "variant_text"), "run.json", variant, error)
                     : variant_load(name, variant, error);
    if (done) {
        struct rules rules = variant->rules;
        done = rules_parse(&rules, variant, rules_text ? rules_text : "", error) &&
               tables_build(tables, variant, &rules, error);
    }
    free(variant);
    if (done)
        return tables;
    free(tables);
    return NULL;
}

// Of the game of the run in a folder. NULL where there is no run, or not of the game `name` (NULL:
// any).
static struct tables *tables_in(const char *path, const char *name, const char *rules) {
    struct tables *tables = NULL;
    struct runmeta *meta = log_record(path, NULL);
    const char *variant = meta ? runmeta_setting(meta, "variant") : NULL;
    if (variant && (!name || strcmp(variant, name) == 0))
        tables = report_tables(NULL, meta, rules, NULL);
    runmeta_destroy(meta);
    return tables;
}

// --- Tables --------------------------------------------------------------------------------------
// As they are: { kind, source, rows: an object a row, and of the answer beside them what origin.h
// says, title, summary }. Sections "comparison" and "effects" of `kagami compare` find in their
// folder what they measure: metrics: { NAME: { definition, unit, detail } }.

// With the answer `beside` it, or NULL. NULL: the table is damaged.
static cJSON *add_table(struct report_folder *folder, const char *path, const char *kind,
                        const char *beside, struct error *error) {
    cJSON *rows = report_csv_rows(path, error);
    if (!rows)
        return NULL;
    cJSON *section = report_section(folder, kind);
    json_add_text(section, "source", path);
    if (beside)
        add_origin_beside(folder, section, beside);
    json_add(section, "rows", rows);
    return section;
}

static void add_metrics(cJSON *json) {
    if (json_item(json, "metrics"))
        return;
    cJSON *list = json_add_object(json, "metrics");
    for (int i = 0; i < metric_count; i++) {
        cJSON *metric = json_add_object(list, metrics[i].name);
        json_add_text(metric, "definition", metrics[i].definition);
        json_add_text(metric, "unit", metric_units[metrics[i].unit]);
        json_add_flag(metric, "detail", metrics[i].detail);
    }
}

bool report_comparison(struct report_folder *folder, const char *path, const char *kind,
                       struct error *error) {
    add_metrics(folder->json);
    cJSON *section = add_table(folder, path, kind, "report.json", error);
    if (strcmp(kind, "comparison") != 0) // the summary is of all tables, and stands with the first
        cJSON_DeleteItemFromObjectCaseSensitive(section, "summary");
    return section;
}

// --- "spsa": the state of a run of `kagami spsa` ------------------------------------------------
// { kind, source, title, then as `kagami spsa --json` with, in each of the parameters that are
// followed, path: [numbers] } chance_c_ends, per_elo_c_ends, way and path count in c_end: the
// distance of the arms at the end.

enum { POINTS = 20 };

// Means of x over POINTS equal parts of the blocks.
static void add_path(cJSON *json, const struct spsa *spsa, int i) {
    const struct spsa_param *param = &spsa->plan.param[i];
    cJSON *path = json_add_array(json, "path");
    json_append(path, cJSON_CreateNumber(0));
    int points = spsa->blocks < POINTS ? spsa->blocks : POINTS;
    for (int part = 0; part < points; part++) {
        double sum = 0, count = 0;
        for (int b = spsa->blocks * part / points; b < spsa->blocks * (part + 1) / points; b++) {
            sum += spsa->block_sum[b][i];
            count += (double)spsa->block_count[b];
        }
        double x = count > 0 ? sum / count : spsa->x[i];
        json_append(path, cJSON_CreateNumber((x - spsa_x(param, param->start)) / param->c_end));
    }
}

bool report_spsa(struct report_folder *folder, const char *path, struct error *error) {
    struct spsa *spsa = mem_alloc(sizeof *spsa);
    char *identity = NULL;
    bool done = spsa_load(path, spsa, &identity, error);
    if (done) {
        cJSON *section = report_section(folder, "spsa");
        json_add_text(section, "source", path);
        cJSON *settings = config_settings(identity);
        const char *name = json_text(settings, "variant");
        struct tables *tables = report_tables(name, NULL, "", NULL); // NULL: no game of ours
        json_add_text(section, "title", tables ? tables->variant.title : name);
        free(tables);
        cJSON_Delete(settings);
        add_origin_beside(folder, section, "origin.json");
        struct answer answer = answer_init(NULL);
        spsa_answer(&answer, spsa);
        answer_json_into(&answer, section);
        answer_destroy(&answer);
        cJSON *item;
        int i = 0;
        cJSON_ArrayForEach(item, json_item(section, "parameters")) add_path(item, spsa, i++);
    }
    free(identity);
    free(spsa);
    return done;
}

// --- "values" ------------------------------------------------------------------------------------
// { kind, source, what add_game adds, rows: of a values file, or answer: that of
// `kagami tune --json` }

static bool has_all_parameters(const char *path, const struct tables *tables) {
    struct values_file file;
    int wanted = 0;
    if (!values_file_read(path, tables, &file, NULL))
        return false;
    for (int i = 0; i < VALUES; i++)
        wanted += values_uses(tables, i);
    for (int i = 0; i < file.count; i++)
        wanted -= file.row[i].index < VALUES;
    return wanted == 0;
}

// The one built-in game whose parameters the file has, all and no others. NULL: none, or several.
static struct tables *tables_by_parameters(const char *path) {
    struct tables *found = NULL;
    for (int i = 0; variant_builtin_name(i); i++) {
        struct tables *tables = report_tables(variant_builtin_name(i), NULL, "", NULL);
        if (!tables || !has_all_parameters(path, tables)) {
            free(tables);
            continue;
        }
        if (found) {
            free(found);
            free(tables);
            return NULL;
        }
        found = tables;
    }
    return found;
}

bool report_values(struct report_folder *folder, const char *path, struct error *error) {
    const char *variant = folder->options->variant;
    struct values_file file;
    struct tables *tables =
        variant ? report_tables(variant, NULL, "", error) : tables_in(folder->path, NULL, NULL);
    if (!tables && !variant && !(tables = tables_by_parameters(path))) {
        char what[NAME_MAX + 32];
        snprintf(what, sizeof what, "values of %.255s", file_base(path));
        report_missing(folder, what, "their game is not known: give --variant");
        return true;
    }
    cJSON *section = NULL;
    if (tables && values_file_read(path, tables, &file, error)) // which knows what a value may be
        section = add_table(folder, path, "values", NULL, error);
    if (section)
        add_game(section, tables);
    free(tables);
    return section;
}

// The game of an answer: one of the program's by its name, another one by the run beside the
// answer, by what the user says, or by another folder of the report, whatever their order.
static struct tables *tables_of_answer(const struct report_folder *folder, const cJSON *answer,
                                       struct error *error) {
    const struct report_options *options = folder->options;
    const char *name = json_text(answer, "variant"), *rules = json_text(answer, "rules");
    if (variant_builtin_text(name))
        return report_tables(name, NULL, rules, error);
    struct tables *tables = tables_in(folder->path, name, rules);
    if (tables)
        return tables;
    if (options->variant)
        return report_tables(options->variant, NULL, rules, error);
    for (int i = 0; i < options->folder_count && !tables; i++)
        tables = tables_in(options->folders[i], name, rules);
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
        cJSON_ArrayForEach(row, json_item(answer, lists[i])) {
            const char *name = json_text(row, "parameter");
            int index = values_find(name);
            if (done && (index < 0 || !values_uses(tables, index)))
                done = error_at(error, source, 0, "'%.40s': no value of %s", name,
                                tables->variant.name);
        }
    if (done) {
        cJSON *section = report_section(folder, "values");
        json_add_text(section, "source", source);
        add_game(section, tables);
        json_add(section, "answer", answer);
    } else {
        cJSON_Delete(answer);
    }
    free(tables);
    return done;
}

// --- "history": generations of a batch -----------------------------------------------------------
// { kind, source, what add_game adds, rows: as history.csv,
//   start: scores of the values to begin with against the panel, name: { value, lo95, hi95 }, where
//   they were played; generations: the rows of each generation's values, null where there are none;
//   number 0 is what the first generation played by }

enum { STEPS_MAX = 1000 };

// NULL where there is no such file, or it is damaged: `error` says so.
static struct runmeta *first_run(const char *folder, struct error *error) {
    char path[PATH_MAX];
    bool there = access(evolution_path(folder, 1, "log/run.json", path), F_OK) == 0;
    return there ? runmeta_load(path, error) : NULL;
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
    struct tables *tables = report_tables(NULL, meta, NULL, error);
    bool done = tables;
    cJSON *list = json_add_array(section, "generations");
    if (done) {
        add_game(section, tables);
        add_start_values(list, meta, tables);
    }
    for (int g = 1; done && g <= last; g++) {
        char path[PATH_MAX];
        struct values_file file;
        bool there = access(evolution_values(folder->path, g, path), F_OK) == 0;
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
        json_add_number(item, "value", elo.value);
        json_add_number(item, "lo95", elo.low);
        json_add_number(item, "hi95", elo.high);
    }
}

bool report_history(struct report_folder *folder, const char *path, struct error *error) {
    cJSON *section = add_table(folder, path, "history", "evolve.json", error);
    const cJSON *row, *rows = json_item(section, "rows");
    int number = 1, last = 0;
    if (!section)
        return false;
    cJSON_ArrayForEach(row, rows) {
        double generation = json_number(row, "generation");
        number++;
        if (!(generation >= 1 && generation <= STEPS_MAX && generation == floor(generation)))
            return error_at(error, path, number, "generation: expected a number from 1 to %d",
                            STEPS_MAX);
        last = generation > last ? (int)generation : last;
    }
    if (cJSON_GetArraySize(rows) == 0) {
        report_missing(folder, "generations", "the history has none yet");
        return true;
    }
    add_start(folder, section, last);
    return add_values(folder, section, last, error);
}
