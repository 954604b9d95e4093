// SPDX-License-Identifier: GPL-3.0-or-later
#include "logs.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "eval.h"
#include "memory.h"
#include "notation.h"
#include "values_file.h"

enum { BATCH = 4096, SCORE_MAX = 32000 };

// Positions on their way from text to features.
struct batch {
    int count;
    struct buffer fens;
    struct row {
        size_t fen; // in `fens`
        int line;
        int64_t game;
        double result; // of FIRST
        enum side side;
        int16_t score; // of the search, for FIRST
        bool good;
        int removal; // where what its pieces bring is counted, or -1
    } row[BATCH];
    struct trace trace[BATCH];
    struct board board[BATCH]; // where they are wanted
    int beside[BATCH];         // the same
    int removals;
    struct removal removal[BATCH]; // most of it never touched
};

struct reading {
    const struct logs_settings *settings;
    struct logs *logs;
    struct dataset *data;
    const char *const *folder;
    int count;
    struct key_set games;   // what they are, by game_key
    struct key_set numbers; // which they are, by run and number
    struct logs_progress progress;
    struct batch *batch;
    struct log_reader log; // of the folder that is read now
    int64_t batched;       // game that was added last
    int64_t counted;       // game whose positions are counted, to the next one for `removal`
    int until_removal;
};

// Positions of sides that lacked moves say nothing of the game in which they have them.
static bool check_abilities(const struct runmeta *meta, const char *path, struct error *error) {
    const char *a = runmeta_setting(meta, "player1.without"),
               *b = runmeta_setting(meta, "player2.without");
    return (!a && !b) ||
           error_at(error, path, 0, "a player was without %s: not the whole game", a ? a : b);
}

static bool load_game(const struct runmeta *meta, const char *path, struct tables *tables,
                      struct error *error) {
    struct variant *variant = mem_alloc(sizeof *variant);
    struct error cause = {""};
    const char *rules_of_run = runmeta_setting(meta, "rules");
    bool loaded =
        variant_parse(runmeta_text(meta, "variant_text"), "variant_text", variant, &cause);
    if (loaded) {
        struct rules rules = variant->rules;
        loaded = rules_parse(&rules, variant, rules_of_run ? rules_of_run : "", &cause) &&
                 tables_build(tables, variant, &rules, &cause);
    }
    free(variant);
    return loaded || error_at(error, path, 0, "%s", cause.text);
}

// Every folder must hold the game of the first.
static bool same_game(const struct runmeta *first, const struct runmeta *meta,
                      const char *first_folder, const char *folder, struct error *error) {
    static const char *const keys[] = {"variant", "variant_hash", "rules"};
    for (int i = 0; i < ARRAY_LENGTH(keys); i++) {
        const char *there = runmeta_setting(first, keys[i]);
        const char *here = runmeta_setting(meta, keys[i]);
        there = there ? there : "";
        here = here ? here : "";
        if (strcmp(there, here) != 0)
            return error_set(error,
                             "%s: %s is '%s', but '%s' in %s: different games cannot be mixed",
                             folder, keys[i], here, there, first_folder);
    }
    return true;
}

static struct runmeta *load_meta(const char *folder, char path[PATH_MAX], struct error *error) {
    if (!log_folder_exists(folder, error) || !csv_find(folder, "run.json", path, error))
        return NULL;
    else if (access(path, F_OK) != 0)
        error_set(error, "%s: holds no run.json, so it is no log", folder);
    else
        return runmeta_load(path, error);
    return NULL;
}

bool logs_game(const char *const *folders, int count, struct tables *tables, struct error *error) {
    struct runmeta *first = NULL;
    bool good = true;
    for (int k = 0; good && k < count; k++) {
        char path[PATH_MAX];
        struct runmeta *meta = load_meta(folders[k], path, error);
        good = meta && check_abilities(meta, path, error) &&
               (first ? same_game(first, meta, folders[0], folders[k], error)
                      : load_game(meta, path, tables, error));
        if (first)
            runmeta_destroy(meta);
        else
            first = meta;
    }
    runmeta_destroy(first);
    return good;
}

static void extract(struct batch *batch, const struct logs *logs, bool boards, int threads) {
    const struct tables *tables = logs->tables;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int i = 0; i < batch->count; i++) {
        struct row *row = &batch->row[i];
        struct position position;
        row->good = fen_parse(batch->fens.data + row->fen, tables, &position, NULL) &&
                    position.side == row->side;
        if (row->good)
            trace_position(tables, &position, &batch->trace[i]);
        if (row->good && boards)
            board_pack(&batch->board[i], &position);
        if (row->good)
            batch->beside[i] = beside_score(&logs->known, &position);
        if (row->good && row->removal >= 0)
            removal_count(&position, &batch->trace[i], &logs->known, &batch->removal[row->removal]);
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

// Tells how far it is, and refuses what will not fit as soon as the first batch shows it.
static bool report(struct reading *reading, struct error *error) {
    struct logs_progress *progress = &reading->progress;
    size_t memory = reading->settings->memory, used = dataset_used(reading->data);
    double done = (double)progress->bytes_done, times = (double)progress->bytes_total;
    times = done > 0 && times > done ? times / done : 1;
    progress->positions = reading->data->positions;
    progress->expected = (size_t)((double)progress->positions * times);
    progress->expected_bytes = (size_t)((double)used * times);
    // An estimate from the first rows: what may fit is tried.
    if (memory && (used > memory || progress->expected_bytes / 4 * 3 > memory))
        return error_set(error,
                         "about %zu positions are there, for which it would take %.1f MB of "
                         "memory: allow that with --memory, or read fewer",
                         progress->expected, (double)progress->expected_bytes / 1e6);
    if (reading->settings->progress)
        reading->settings->progress(reading->settings->context, progress);
    return true;
}

// Moves the batch into the data set, in the order of the log.
static bool take_batch(struct reading *reading, struct error *error) {
    const struct tables *tables = reading->logs->tables;
    struct dataset *data = reading->data;
    struct batch *batch = reading->batch;
    extract(batch, reading->logs, reading->settings->boards, reading->settings->threads);
    for (int i = 0; i < batch->count; i++) {
        const struct row *row = &batch->row[i];
        if (!row->good)
            return explain_fen(tables, batch->fens.data + row->fen,
                               csv_path(rows_file(reading->log.positions)), row->line, error);
        if (row->game != reading->batched)
            dataset_add_game(data, runmeta_seed(reading->log.meta), (uint64_t)row->game,
                             row->result);
        reading->batched = row->game;
        dataset_add_position(data, batch->trace[i].feature, row->score);
        if (reading->settings->beside)
            dataset_add_beside(data, batch->beside[i]);
        if (reading->settings->boards)
            dataset_add_board(data, &batch->board[i]);
        if (row->removal >= 0)
            dataset_add_removal(data, &batch->removal[row->removal]);
    }
    batch->count = batch->removals = 0;
    buffer_clear(&batch->fens);
    return report(reading, error);
}

// A game is known by its run and number; each may stand in one folder alone.
static bool check_elsewhere(struct reading *reading, struct error *error) {
    const struct log_reader *log = &reading->log;
    const char *run = runmeta_run(log->meta);
    uint64_t key = text_hash(run, strlen(run)) + (uint64_t)log->game.game * 0x9E3779B97F4A7C15u;
    return key_set_add(&reading->numbers, key) ||
           error_at(error, csv_path(rows_file(log->games)), log->game_line,
                    "game %" PRId64 " of run %s stands in another folder as well", log->game.game,
                    run);
}

static int64_t clip(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}

// Every fourth position of a game tells what its pieces bring, which takes as long as reading a
// dozen positions: the first of them by the game's number.
enum { REMOVAL_STRIDE = 4 };

static int place_removal(struct reading *reading, int64_t game) {
    if (game != reading->counted) {
        reading->counted = game;
        reading->until_removal = (int)((uint64_t)game * 0x9E3779B97F4A7C15u >> 62);
    }
    if (reading->until_removal-- > 0)
        return -1;
    reading->until_removal = REMOVAL_STRIDE - 1;
    return reading->batch->removals++;
}

// Puts the position that was read last into the batch, where it is wanted.
static void add_position(struct reading *reading) {
    const struct log_reader *log = &reading->log;
    const struct position_row *row = &log->position;
    struct batch *batch = reading->batch;
    int removal = place_removal(reading, row->game);
    batch->row[batch->count++] =
        (struct row){.fen = batch->fens.length,
                     .line = log->position_line,
                     .game = row->game,
                     .result = result_points(row->first_result),
                     .side = row->side,
                     .removal = removal,
                     .score = (int16_t)clip(row->first_score, -SCORE_MAX, SCORE_MAX)};
    buffer_text(&batch->fens, row->fen);
    buffer_char(&batch->fens, 0);
}

static bool read_positions(struct reading *reading, bool copy, int64_t bytes_before,
                           struct error *error) {
    struct log_reader *log = &reading->log;
    struct logs *logs = reading->logs;
    enum csv_status status;
    while ((status = log_next_position(log, error)) == CSV_RECORD) {
        logs->noisy += !log->position.quiet;
        if (log->position.quiet && !copy)
            add_position(reading);
        reading->progress.bytes_done = bytes_before + csv_disk_offset(rows_file(log->positions));
        if (reading->batch->count == BATCH && !take_batch(reading, error))
            return false;
    }
    return status != CSV_ERROR;
}

static bool read_game(struct reading *reading, int64_t bytes_before, struct error *error) {
    const struct game_row *row = &reading->log.game;
    struct logs *logs = reading->logs;
    bool copy = !key_set_add(&reading->games, game_key(row));
    logs->games++;
    logs->first_wins += row->result == RESULT_FIRST;
    logs->second_wins += row->result == RESULT_SECOND;
    logs->draws += row->result == RESULT_DRAW;
    logs->copies += copy;
    return read_positions(reading, copy, bytes_before, error);
}

static bool read_folder(struct reading *reading, int k, struct error *error) {
    struct log_reader *log = &reading->log;
    int64_t bytes_before = reading->progress.bytes_done;
    size_t rest = 0;
    enum csv_status status = CSV_ERROR;
    reading->batched = reading->counted = -1;
    bool good = log_open(log, reading->folder[k], LOG_GAMES_AND_POSITIONS, error);
    while (good && (status = log_next_game(log, error)) == CSV_RECORD)
        good = check_elsewhere(reading, error) && read_game(reading, bytes_before, error);
    good = good && status != CSV_ERROR && log_count_rest(log, &rest, error);
    reading->progress.bytes_done =
        bytes_before + (good ? csv_disk_offset(rows_file(log->positions)) : 0);
    good = good && take_batch(reading, error);
    reading->logs->unfinished += rest;
    reading->logs->torn += (size_t)log->torn;
    log_close(log);
    return good;
}

static void measure_files(struct reading *reading) {
    for (int k = 0; k < reading->count; k++) {
        char path[PATH_MAX];
        struct stat status;
        if (csv_find(reading->folder[k], "positions.csv", path, NULL) && stat(path, &status) == 0)
            reading->progress.bytes_total += status.st_size;
    }
}

bool logs_read(const char *const *folders, int count, const struct logs_settings *settings,
               struct logs *logs, struct dataset *data, struct error *error) {
    assert(data->games == 0 && data->positions == 0);
    assert(count > 0 && settings->threads >= 1);
    *logs = (struct logs){.tables = mem_alloc(sizeof *logs->tables), .folders = (size_t)count};
    struct reading reading = {.settings = settings,
                              .logs = logs,
                              .data = data,
                              .folder = folders,
                              .count = count,
                              .batch = mem_alloc(sizeof *reading.batch)};
    reading.batch->count = reading.batch->removals = 0;
    reading.batch->fens = buffer_init();
    measure_files(&reading);
    bool good = logs_game(folders, count, logs->tables, error);
    if (good && settings->beside) {
        struct values values;
        good = values_file_load(settings->values, logs->tables, &values, error) &&
               beside_load(&values, logs->tables, &logs->known, error);
    }
    for (int k = 0; good && k < count; k++)
        good = read_folder(&reading, k, error);
    buffer_destroy(&reading.batch->fens);
    if (good) {
        bool wanted[VALUES];
        for (int i = 0; i < VALUES; i++)
            wanted[i] = values_uses(logs->tables, i);
        removal_mean_piece(logs->tables, data->removals.unit);
        dataset_close(data, wanted);
    }
    free(reading.batch);
    key_set_destroy(&reading.games);
    key_set_destroy(&reading.numbers);
    return good;
}

void logs_destroy(struct logs *logs) {
    free(logs->tables);
    beside_free(&logs->known);
    logs->tables = NULL;
}
