// SPDX-License-Identifier: GPL-3.0-or-later
#include "logs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "notation.h"
#include "rows.h"
#include "runmeta.h"
#include "tally.h"
#include "trace.h"

enum { BATCH = 4096, PATH_TEXT = 4096 };

struct played { // a row of games.csv
    int64_t number;
    uint64_t identity; // hash of what makes it this game and no other
    enum result result;
    bool copy;
};

struct folder {
    const char *path; // not owned
    uint64_t seed;
    size_t games, capacity;
    struct played *game; // owned, by number upwards
};

struct reading {
    const struct logs_settings *settings;
    struct logs *logs;
    struct dataset *data;
    struct folder *folder;
    int count;
    struct key_set identities, contents;
    struct logs_progress progress;
};

static bool file_path(const struct folder *folder, const char *name, char path[PATH_TEXT],
                      struct error *error) {
    int length = snprintf(path, PATH_TEXT, "%s/%s", folder->path, name);
    return (length > 0 && length < PATH_TEXT) ||
           error_set(error, "%.100s...: the path is too long", folder->path);
}

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

// Left and right men share their values on the board, in hand and promoted.
static void tie_mirrors(struct logs *logs, struct dataset *data) {
    Type pairs[BASE_TYPES][2];
    logs->mirror_pairs = variant_mirror_pairs(&logs->tables->variant, pairs, BASE_TYPES);
    for (int i = 0; i < logs->mirror_pairs; i++) {
        Type left = pairs[i][0], right = pairs[i][1];
        dataset_tie(data, VALUE_BOARD + left, VALUE_BOARD + right);
        dataset_tie(data, VALUE_BOARD + (left | TYPE_PROMOTED),
                    VALUE_BOARD + (right | TYPE_PROMOTED));
        dataset_tie(data, VALUE_HAND + left, VALUE_HAND + right);
    }
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

static struct runmeta *load_meta(const struct folder *folder, char path[PATH_TEXT],
                                 struct error *error) {
    struct stat status;
    if (stat(folder->path, &status) != 0 || !S_ISDIR(status.st_mode)) {
        error_set(error, "%s: no such folder", folder->path);
        return NULL;
    }
    if (!file_path(folder, "run.json", path, error))
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
        char path[PATH_TEXT];
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
    char rules[RULES_TEXT];
    rules_text(&tables->rules, &tables->variant, rules);
    if (strcmp(row->variant, tables->variant.name) != 0 || strcmp(row->rules, rules) != 0)
        return error_at(error, path, line, "a game of %s with rules '%s' in a log of %s with '%s'",
                        row->variant, row->rules, tables->variant.name, rules);
    if (row->seed != folder->seed)
        return error_at(error, path, line, "seed %" PRIu64 ", but run.json says %" PRIu64,
                        row->seed, folder->seed);
    if (row->game < 0 || (folder->games > 0 && row->game <= folder->game[folder->games - 1].number))
        return error_at(error, path, line, "game %" PRId64 " out of order", row->game);

    buffer_clear(text);
    buffer_printf(text, "%s\n%s\n", row->opening, row->moves);
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
    char path[PATH_TEXT];
    if (!file_path(folder, "games.csv", path, error))
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

// Positions on their way from text to features.
struct batch {
    int count;
    struct buffer fens;
    struct row {
        size_t fen; // in `fens`
        int line;
        size_t game; // of the folder
        enum side side;
        bool good;
    } row[BATCH];
    struct trace trace[BATCH];
};

static void extract(struct batch *batch, const struct tables *tables, int threads) {
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int i = 0; i < batch->count; i++) {
        struct row *row = &batch->row[i];
        struct position position;
        row->good = fen_parse(batch->fens.data + row->fen, tables, &position, NULL) &&
                    position.side == row->side;
        if (row->good)
            trace_position(tables, &position, &batch->trace[i]);
    }
}

static bool explain_fen(const struct tables *tables, const char *fen, const char *path, int line,
                        struct error *error) {
    struct position position;
    struct error cause = {""};
    if (!fen_parse(fen, tables, &position, &cause))
        return error_at(error, path, line, "fen: %s", cause.text);
    return error_at(error, path, line, "side is not the side to move of the fen");
}

// Moves a batch into the data set, in the order of the log.
static bool take(struct reading *reading, const struct folder *folder, struct batch *batch,
                 size_t *current, const char *path, struct error *error) {
    const struct tables *tables = reading->logs->tables;
    struct dataset *data = reading->data;
    if (batch->fens.failed)
        return error_set(error, "out of memory");
    extract(batch, tables, reading->settings->threads);
    for (int i = 0; i < batch->count; i++) {
        const struct row *row = &batch->row[i];
        if (!row->good)
            return explain_fen(tables, batch->fens.data + row->fen, path, row->line, error);
        if (row->game != *current) {
            const struct played *game = &folder->game[row->game];
            double result = game->result == RESULT_FIRST    ? 1
                            : game->result == RESULT_SECOND ? 0
                                                            : 0.5;
            if (!dataset_add_game(data, folder->seed, (uint64_t)game->number, result, error))
                return false;
            *current = row->game;
        }
        if (!dataset_add_position(data, batch->trace[i].feature, error))
            return false;
    }
    batch->count = 0;
    buffer_clear(&batch->fens);
    reading->progress.positions = data->positions;
    if (reading->settings->progress)
        reading->settings->progress(reading->settings->context, &reading->progress);
    return true;
}

// Finds the row's game at or after *game. False on rows out of order and on a result that games.csv
// contradicts; *found tells whether the game has a row at all.
static bool find_game(const struct folder *folder, const struct position_row *row, size_t *game,
                      bool *found, const char *path, int line, struct error *error) {
    while (*game < folder->games && folder->game[*game].number < row->game)
        ++*game;
    *found = *game < folder->games && folder->game[*game].number == row->game;
    if (!*found)
        return *game == folder->games || // its row has not been written yet
               error_at(error, path, line, "game %" PRId64 " is not in games.csv, or out of order",
                        row->game);
    if (folder->game[*game].result != row->result)
        return error_at(error, path, line,
                        "result differs from that of game %" PRId64 " in games.csv", row->game);
    return true;
}

static bool add_position(struct reading *reading, const struct folder *folder,
                         const struct position_row *row, const char *path, int line,
                         struct batch *batch, size_t *game, struct error *error) {
    struct logs *logs = reading->logs;
    bool found;
    if (!find_game(folder, row, game, &found, path, line, error))
        return false;
    bool early = row->ply < reading->settings->min_ply;
    bool noisy = !row->quiet && !reading->settings->noisy;
    logs->unfinished += !found;
    logs->early += found && early;
    logs->noisy += found && !early && noisy;
    if (!found || early || noisy || folder->game[*game].copy)
        return true;
    batch->row[batch->count++] =
        (struct row){.fen = batch->fens.length, .line = line, .game = *game, .side = row->side};
    buffer_text(&batch->fens, row->fen);
    buffer_char(&batch->fens, 0);
    return true;
}

static bool read_positions(struct reading *reading, const struct folder *folder,
                           struct batch *batch, struct error *error) {
    char path[PATH_TEXT];
    if (!file_path(folder, "positions.csv", path, error))
        return false;
    struct csv_reader *reader = csv_open(path, error);
    if (!reader)
        return false;
    int64_t before = reading->progress.bytes_done;
    size_t game = 0, current = SIZE_MAX;
    bool good = true;
    enum csv_status status = CSV_RECORD;
    while (good && status == CSV_RECORD) {
        struct position_row row;
        struct csv_record record;
        status = position_row_next(reader, &row, &record, error);
        good = status != CSV_ERROR;
        if (status == CSV_RECORD)
            good = add_position(reading, folder, &row, path, record.line, batch, &game, error);
        reading->progress.bytes_done = before + csv_offset(reader);
        if (good && (batch->count == BATCH || status != CSV_RECORD))
            good = take(reading, folder, batch, &current, path, error);
    }
    reading->logs->torn += status == CSV_TORN;
    csv_close(reader);
    return good;
}

static void measure_files(struct reading *reading) {
    for (int k = 0; k < reading->count; k++) {
        char path[PATH_TEXT];
        struct stat status;
        if (file_path(&reading->folder[k], "positions.csv", path, NULL) && stat(path, &status) == 0)
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
    struct batch *batch = malloc(sizeof *batch);
    bool good = (logs->tables && reading.folder && batch) || error_set(error, "out of memory");
    if (good) {
        batch->count = 0;
        batch->fens = buffer_init();
        for (int k = 0; k < count; k++)
            reading.folder[k].path = folders[k];
        measure_files(&reading);
        good = load_games_played(&reading, error);
        if (good && settings->mirror)
            tie_mirrors(logs, data);
        for (int k = 0; good && k < count; k++)
            good = read_games(&reading, &reading.folder[k], error);
        for (int k = 0; good && k < count; k++)
            good = read_positions(&reading, &reading.folder[k], batch, error);
        buffer_destroy(&batch->fens);
        for (int k = 0; k < count; k++)
            free(reading.folder[k].game);
    }
    if (good) {
        bool wanted[VALUES];
        for (int i = 0; i < VALUES; i++)
            wanted[i] = values_uses(logs->tables, i);
        good = dataset_close(data, wanted, error);
    }
    free(batch);
    free(reading.folder);
    key_set_destroy(&reading.identities);
    key_set_destroy(&reading.contents);
    return good;
}

void logs_destroy(struct logs *logs) {
    free(logs->tables);
    logs->tables = NULL;
}
