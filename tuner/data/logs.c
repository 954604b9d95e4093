// SPDX-License-Identifier: GPL-3.0-or-later
#include "logs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "logs_internal.h"
#include "rows.h"
#include "runmeta.h"

// The game of a run: variant from the text in run.json, rules over it.
static bool load_game(const struct runmeta *meta, const char *path, struct tables *tables,
                      struct error *error) {
    struct variant *variant = malloc(sizeof *variant);
    if (!variant)
        return error_set(error, "out of memory");
    struct error cause = {""};
    const char *rules_of_run = runmeta_setting(meta, "rules");
    bool loaded = variant_parse(runmeta_variant_text(meta), "variant_text", variant, &cause);
    if (loaded) {
        struct rules rules = variant->rules;
        loaded = rules_parse(&rules, variant, rules_of_run ? rules_of_run : "", &cause) &&
                 tables_build(tables, variant, &rules, &cause);
    }
    free(variant);
    return loaded || error_at(error, path, 0, "%s", cause.text);
}

// Every folder must hold the game of the first.
static bool same_setting(const struct runmeta *first, const struct runmeta *meta, const char *key,
                         const struct reading *reading, int k, struct error *error) {
    const char *there = runmeta_setting(first, key), *here = runmeta_setting(meta, key);
    there = there ? there : "";
    here = here ? here : "";
    return strcmp(there, here) == 0 ||
           error_set(error, "%s: %s is '%s', but '%s' in %s: different games cannot be mixed",
                     reading->folder[k].path, key, here, there, reading->folder[0].path);
}

static struct runmeta *load_meta(const struct folder *folder, char path[PATH_MAX],
                                 struct error *error) {
    struct stat status;
    if (stat(folder->path, &status) != 0 || !S_ISDIR(status.st_mode)) {
        error_set(error, "%s: no such folder", folder->path);
        return NULL;
    }
    if (!csv_find(folder->path, "run.json", path, error))
        return NULL;
    if (stat(path, &status) != 0) {
        error_set(error, "%s: holds no run.json, so it is no log", folder->path);
        return NULL;
    }
    return runmeta_load(path, error);
}

static bool load_games_played(struct reading *reading, struct error *error) {
    struct runmeta *first = NULL;
    bool good = true;
    for (int k = 0; good && k < reading->count; k++) {
        char path[PATH_MAX];
        struct runmeta *meta = load_meta(&reading->folder[k], path, error);
        if (!meta) {
            good = false;
            break;
        }
        reading->folder[k].seed = runmeta_seed(meta);
        if (first) {
            good = same_setting(first, meta, "variant", reading, k, error) &&
                   same_setting(first, meta, "variant_hash", reading, k, error) &&
                   same_setting(first, meta, "rules", reading, k, error);
            runmeta_destroy(meta);
        } else {
            first = meta;
            good = load_game(meta, path, reading->logs->tables, error);
        }
    }
    runmeta_destroy(first);
    return good;
}

static const char *other_folder(const struct reading *reading, uint64_t identity) {
    for (int k = 0; k < reading->count; k++)
        for (size_t g = 0; g < reading->folder[k].games; g++)
            if (reading->folder[k].game[g].identity == identity)
                return reading->folder[k].path;
    return "another folder";
}

static bool add_game(struct reading *reading, struct folder *folder, const struct game_row *row,
                     const char *path, int line, struct buffer *text, struct error *error) {
    const struct tables *tables = reading->logs->tables;
    const char *rules = reading->rules;
    if (strcmp(row->variant, tables->variant.name) != 0 || strcmp(row->rules, rules) != 0)
        return error_at(error, path, line, "a game of %s with rules '%s' in a log of %s with '%s'",
                        row->variant, row->rules, tables->variant.name, rules);
    if (row->seed != folder->seed)
        return error_at(error, path, line, "seed %" PRIu64 ", but run.json says %" PRIu64,
                        row->seed, folder->seed);
    if (row->game < 0 || (folder->games > 0 && row->game <= folder->game[folder->games - 1].number))
        return error_at(error, path, line, "game %" PRId64 " out of order", row->game);

    buffer_clear(text);
    buffer_text(text, row->opening);
    buffer_char(text, '\n');
    buffer_text(text, row->moves);
    buffer_char(text, '\n');
    if (text->failed)
        return error_set(error, "out of memory");
    uint64_t content = text_hash(text->data, text->length);
    buffer_printf(text, "%" PRIu64 "\n%" PRId64 "\n%s\n%s\n", row->seed, row->game, row->first,
                  row->second);
    if (text->failed)
        return error_set(error, "out of memory");
    uint64_t identity = text_hash(text->data, text->length);

    enum key_added known = key_set_add(&reading->identities, identity);
    enum key_added seen = key_set_add(&reading->contents, content);
    if (known == KEY_NO_MEMORY || seen == KEY_NO_MEMORY)
        return error_set(error, "out of memory");
    if (known == KEY_SEEN)
        return error_at(error, path, line,
                        "game %" PRId64 " of seed %" PRIu64 " stands in %s as well", row->game,
                        row->seed, other_folder(reading, identity));

    if (folder->games == folder->capacity) {
        size_t capacity = 2 * folder->capacity + 256;
        struct played *grown = realloc(folder->game, capacity * sizeof *grown);
        if (!grown)
            return error_set(error, "out of memory");
        folder->game = grown;
        folder->capacity = capacity;
    }
    folder->game[folder->games++] =
        (struct played){row->game, identity, row->result, seen == KEY_SEEN};
    struct logs *logs = reading->logs;
    logs->games++;
    logs->first_wins += row->result == RESULT_FIRST;
    logs->second_wins += row->result == RESULT_SECOND;
    logs->draws += row->result == RESULT_DRAW;
    logs->copies += seen == KEY_SEEN;
    return true;
}

static bool read_games(struct reading *reading, struct folder *folder, struct error *error) {
    char path[PATH_MAX];
    if (!csv_find(folder->path, "games.csv", path, error))
        return false;
    struct csv_reader *reader = csv_open(path, error);
    if (!reader)
        return false;
    struct buffer text = buffer_init();
    bool good = true;
    for (;;) {
        struct game_row row;
        struct csv_record record;
        enum csv_status status = game_row_next(reader, &row, &record, error);
        good = status != CSV_ERROR;
        reading->logs->torn += status == CSV_TORN;
        if (status != CSV_RECORD)
            break;
        good = add_game(reading, folder, &row, path, record.line, &text, error);
        if (!good)
            break;
    }
    buffer_destroy(&text);
    csv_close(reader);
    return good;
}

static void measure_files(struct reading *reading) {
    for (int k = 0; k < reading->count; k++) {
        char path[PATH_MAX];
        struct stat status;
        if (csv_find(reading->folder[k].path, "positions.csv", path, NULL) &&
            stat(path, &status) == 0)
            reading->progress.bytes_total += status.st_size;
    }
}

bool logs_read(const char *const *folders, int count, const struct logs_settings *settings,
               struct logs *logs, struct dataset *data, struct error *error) {
    *logs = (struct logs){.tables = malloc(sizeof *logs->tables), .folders = (size_t)count};
    struct reading reading = {.settings = settings,
                              .logs = logs,
                              .data = data,
                              .folder = calloc((size_t)count + 1, sizeof *reading.folder),
                              .count = count,
                              .identities = key_set_init(),
                              .contents = key_set_init()};
    bool good = (logs->tables && reading.folder) || error_set(error, "out of memory");
    if (good) {
        data->limit = settings->memory;
        for (int k = 0; k < count; k++)
            reading.folder[k].path = folders[k];
        measure_files(&reading);
        good = load_games_played(&reading, error);
        if (good)
            rules_text(&logs->tables->rules, &logs->tables->variant, reading.rules);
        for (int k = 0; good && k < count; k++)
            good = read_games(&reading, &reading.folder[k], error);
        for (int k = 0; good && k < count; k++)
            good = log_positions_read(&reading, &reading.folder[k], error);
        for (int k = 0; k < count; k++)
            free(reading.folder[k].game);
    }
    if (good) {
        bool wanted[VALUES];
        for (int i = 0; i < VALUES; i++)
            wanted[i] = values_uses(logs->tables, i);
        good = dataset_close(data, wanted, error);
    }
    free(reading.folder);
    key_set_destroy(&reading.identities);
    key_set_destroy(&reading.contents);
    return good;
}

void logs_destroy(struct logs *logs) {
    free(logs->tables);
    logs->tables = NULL;
}
