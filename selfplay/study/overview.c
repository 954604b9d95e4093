// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log_reader.h"
#include "memory.h"
#include "number.h"
#include "rows.h"

enum { QUIET_SECONDS = 120, QUIET_GAMES = 10 };
enum { LOOSE = -1 }; // of no batch

// --- A folder ------------------------------------------------------------------------------------

// When a file changed last, and whether something follows its last line end.
static bool look_at_end(const char *path, int64_t *changed, bool *torn, struct error *error) {
    struct stat status;
    size_t length = strlen(path);
    bool packed = length > 4 && strcmp(path + length - 4, ".zst") == 0;
    char last = '\n';
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool done = file >= 0 && fstat(file, &status) == 0 &&
                (status.st_size == 0 || pread(file, &last, 1, status.st_size - 1) == 1);
    if (done) {
        *changed = (int64_t)status.st_mtime;
        *torn = *torn || (!packed && last != '\n');
    } else {
        mem_check_errno();
        error_at(error, path, 0, "%s", strerror(errno));
    }
    if (file >= 0)
        close(file);
    return done;
}

// Counts the rows of games.csv, which are numbered without a gap.
static bool count_games(const char *path, struct overview_part *part, struct error *error) {
    struct rows_reader *reader = game_rows_open(path, error);
    struct game_row row;
    struct csv_record record;
    enum csv_status end = CSV_ERROR;
    while (reader && (end = game_row_next(reader, &row, &record, error)) == CSV_RECORD) {
        int64_t expected = part->range.begin + part->games;
        if (row.game != expected) {
            error_at(error, path, record.line, "game %" PRId64 ", expected %" PRId64, row.game,
                     expected);
            end = CSV_ERROR;
            break;
        }
        part->games++;
    }
    rows_close(reader);
    return end != CSV_ERROR;
}

static bool count(const char *folder, struct overview_part *part, struct error *error) {
    char games[PATH_MAX], positions[PATH_MAX];
    int64_t ignored;
    return csv_find(folder, "games.csv", games, error) &&
           csv_find(folder, "positions.csv", positions, error) &&
           look_at_end(games, &part->changed, &part->torn, error) &&
           look_at_end(positions, &ignored, &part->torn, error) && count_games(games, part, error);
}

static void measure(const struct runmeta *meta, int64_t now, struct overview_part *part) {
    int64_t from_game, began = runmeta_session(meta, &from_game);
    int64_t played = part->range.begin + part->games - from_game;
    double seconds = (double)(part->changed - began);
    if (began >= 0 && played > 0)
        part->rate = (double)played / (seconds > 1 ? seconds : 1);
    double quiet = part->rate > 0 ? QUIET_GAMES / part->rate : 0;
    if (quiet < QUIET_SECONDS)
        quiet = QUIET_SECONDS;
    int64_t last = part->changed > began ? part->changed : began;
    part->stopped = !part->complete && runmeta_text(meta, "end");
    part->active = !part->complete && !part->stopped && (double)(now - last) < quiet;
}

const char *overview_part_state(const struct overview_part *part) {
    return part->complete  ? "complete"
           : part->active  ? "going on"
           : part->stopped ? "stopped"
                           : "stalled";
}

static uint64_t nodes_of(const struct runmeta *meta) {
    uint64_t one, other;
    const char *texts[] = {runmeta_setting(meta, "player1.nodes"),
                           runmeta_setting(meta, "player2.nodes")};
    return texts[0] && texts[1] && number_unsigned(texts[0], &one) &&
                   number_unsigned(texts[1], &other) && one > 0 && other > 0 &&
                   one < UINT64_MAX / 2 && other < UINT64_MAX / 2
               ? (one + other) / 2
               : 0;
}

// `now`: seconds since the epoch. False when there is no run to speak of: `error`.
static bool read_folder(const char *folder, int64_t now, struct overview_part *part,
                        struct error *error) {
    *part = (struct overview_part){.changed = -1};
    struct log_paths paths;
    if (!log_paths_of(folder, &paths, error))
        return false;
    struct runmeta *meta = runmeta_load(paths.run, error);
    if (!meta)
        return false;
    struct error cause = {""};
    part->range = runmeta_range(meta);
    part->seed = runmeta_seed(meta);
    part->paired = runmeta_paired(meta);
    part->restarts = runmeta_restarts(meta);
    part->nodes = nodes_of(meta);
    snprintf(part->variant, sizeof part->variant, "%s", runmeta_text(meta, "variant"));
    snprintf(part->config_hash, sizeof part->config_hash, "%s", runmeta_text(meta, "config_hash"));
    if (!count(folder, part, &cause))
        snprintf(part->fault, sizeof part->fault, "%.250s", cause.text);
    if (part->changed >= 0) {
        part->complete = part->games >= part->range.end - part->range.begin;
        measure(meta, now, part);
    }
    runmeta_destroy(meta);
    return true;
}

static bool look_at(const char *folder, const char *file, struct stat *state) {
    char path[PATH_MAX];
    return *file && snprintf(path, sizeof path, "%s/%s", folder, file) < (int)sizeof path &&
           stat(path, state) == 0;
}

static bool exists(const char *folder, const char *file) {
    struct stat state;
    return look_at(folder, file, &state);
}

// --- Folders and their batches -------------------------------------------------------------------

// The number of the batch in a folder, which has an agenda; LOOSE where it has none, and with an
// error where that is no agenda.
static int batch_in(struct overview *overview, const char *folder, struct error *error) {
    struct agenda agenda;
    int count = overview->batch_count;
    for (int i = 0; i < count; i++)
        if (strcmp(overview->batches[i].folder, folder) == 0)
            return i;
    if (!agenda_read(folder, &agenda, error)) {
        agenda_destroy(&agenda);
        return LOOSE;
    }
    overview->batches =
        mem_realloc(overview->batches, (size_t)(count + 1) * sizeof *overview->batches);
    overview->batches[overview->batch_count++] =
        (struct overview_batch){.folder = mem_strdup(folder), .agenda = agenda};
    return count;
}

// Without slashes at the end.
static int length_of(const char *folder) {
    int length = (int)strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    return length;
}

// The nearest one above a run, from a folder that was given on.
static int batch_above(struct overview *overview, const struct option_texts *given,
                       const char *path, struct error *error) {
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash; (slash = strrchr(folder, '/'));) {
        bool within = false;
        *slash = 0;
        for (int k = 0; k < given->count; k++) {
            int length = length_of(given->text[k]);
            within |= slash - folder >= length && strncmp(folder, given->text[k], length) == 0;
        }
        int batch = within ? batch_in(overview, folder, error) : LOOSE;
        if (batch != LOOSE || *error->text)
            return batch;
    }
    return LOOSE;
}

static bool find_batches(struct overview *overview, const struct option_texts *given,
                         struct error *error) {
    for (int i = 0; i < given->count; i++) {
        char folder[PATH_MAX];
        snprintf(folder, sizeof folder, "%.*s", length_of(given->text[i]), given->text[i]);
        if (batch_in(overview, folder, error) == LOOSE && *error->text)
            return false;
    }
    for (int i = 0; i < overview->folders.count; i++) {
        overview->part[i].batch = batch_above(overview, given, overview->folders.path[i], error);
        if (*error->text)
            return false;
    }
    return true;
}

// A folder with an agenda whose first run has not begun holds no run, which is no fault.
static void drop_empty(struct log_folders *folders) {
    int kept = 0;
    for (int i = 0; i < folders->count; i++)
        if (!exists(folders->path[i], "run.json") && exists(folders->path[i], "agenda.json"))
            free(folders->path[i]);
        else
            folders->path[kept++] = folders->path[i];
    folders->count = kept;
}

// --- Sums ----------------------------------------------------------------------------------------

static int64_t larger(int64_t one, int64_t other) {
    return one > other ? one : other;
}

// What is left, and what is played, in games and in nodes.
struct work {
    double games, nodes;         // left
    double game_rate, node_rate; // a second
    bool nodes_known;
};

static void add_work(struct work *work, double games, uint64_t nodes) {
    work->games += games;
    work->nodes += games * (double)nodes;
    work->nodes_known &= nodes > 0 || games <= 0;
}

static void add_rate(struct work *work, double rate, uint64_t nodes) {
    work->game_rate += rate;
    work->node_rate += rate * (double)nodes;
    work->nodes_known &= nodes > 0;
}

static double eta_of(const struct work *work) {
    if (work->games <= 0)
        return 0;
    if (work->game_rate <= 0)
        return NAN;
    return work->nodes_known ? work->nodes / work->node_rate : work->games / work->game_rate;
}

static bool same_run(const struct overview_part *one, const struct overview_part *other) {
    return one->seed == other->seed && strcmp(one->config_hash, other->config_hash) == 0;
}

// By run, then by the first game; of those that begin alike the larger and the fuller first.
static int compare_ranges(const void *one, const void *other) {
    const struct overview_part *a = *(const struct overview_part *const *)one;
    const struct overview_part *b = *(const struct overview_part *const *)other;
    int hash = strcmp(a->config_hash, b->config_hash);
    return hash                               ? hash
           : a->seed != b->seed               ? (a->seed < b->seed ? -1 : 1)
           : a->range.begin != b->range.begin ? (a->range.begin < b->range.begin ? -1 : 1)
           : a->range.end != b->range.end     ? (a->range.end > b->range.end ? -1 : 1)
           : a->games != b->games             ? (a->games > b->games ? -1 : 1)
                                              : (a < b ? -1 : a > b);
}

// Shards of one run tell what the others are; those without a folder have games still to be played.
// Returns these, and adds the shards to `missing`: "3,17".
static int64_t missing_games(struct overview_part *const *parts, int count,
                             struct buffer *missing) {
    const struct game_range *first = &parts[0]->range;
    int64_t games = 0;
    for (int i = 0; i < count; i++) {
        const struct game_range *range = &parts[i]->range;
        if (!range->shards || range->shards != first->shards || range->total != first->total)
            return 0;
    }
    bool *there = mem_calloc((size_t)first->shards, sizeof *there);
    for (int i = 0; i < count; i++)
        there[parts[i]->range.shard] = true;
    for (int shard = 0; shard < first->shards; shard++) {
        struct game_range range =
            range_of_shard(first->total, shard, first->shards, parts[0]->paired);
        if (there[shard] || range.begin == range.end)
            continue;
        buffer_printf(missing, "%s%d", missing->length ? "," : "", shard);
        games += range.end - range.begin;
    }
    free(there);
    return games;
}

static void count_folder(const struct overview_part *part, struct overview_total *total,
                         struct work *work) {
    total->folders++;
    total->complete += part->complete;
    total->active += part->active;
    total->stopped += part->stopped;
    total->stalled += !part->complete && !part->active && !part->stopped;
    total->rate += part->active ? part->rate : 0;
    if (part->active)
        add_rate(work, part->rate, part->nodes);
    total->changed = larger(total->changed, part->changed);
}

// Games that are there, and asked for, of the folders of one run, which come by their first games.
// A folder whose games are all in those before it counts for nothing: a copy that has not come
// farther, a part of a merged log. Surplus shards are empty, and no copies.
static void count_run(struct overview_part *const *parts, int count, int64_t missing,
                      struct overview_total *total, struct work *work) {
    int64_t held = 0, reached = 0, games = 0, asked = missing;
    for (int i = 0; i < count; i++) {
        struct overview_part *part = parts[i];
        const struct game_range *range = &part->range;
        int64_t end = range->begin + part->games;
        part->copy = i > 0 && range->end > range->begin && range->end <= reached && end <= held;
        if (part->copy)
            continue;
        count_folder(part, total, work);
        held = larger(held, range->begin);
        reached = larger(reached, range->begin);
        games += larger(end - held, 0);
        asked += larger(range->end - reached, 0);
        held = larger(held, end);
        reached = larger(reached, range->end);
    }
    total->games += games;
    total->asked += asked;
    add_work(work, (double)(asked - games), parts[0]->nodes);
}

// The folders of a batch, or those of none.
static void count_folders(struct overview *overview, int batch, struct overview_total *total,
                          struct work *work) {
    int folders = overview->folders.count, count = 0;
    struct overview_part **sorted = mem_calloc((size_t)folders + 1, sizeof *sorted);
    for (int i = 0; i < folders; i++)
        if (overview->part[i].batch == batch)
            sorted[count++] = &overview->part[i];
    qsort(sorted, (size_t)count, sizeof *sorted, compare_ranges);
    for (int first = 0, next; first < count; first = next) {
        struct buffer missing = buffer_init();
        for (next = first + 1; next < count && same_run(sorted[next], sorted[first]);)
            next++;
        int64_t games = missing_games(sorted + first, next - first, &missing);
        count_run(sorted + first, next - first, games, total, work);
        if (missing.length) {
            char name[PATH_MAX];
            agenda_name(overview->folders.path[sorted[first] - overview->part], name);
            bool named = next - first < folders; // there are several runs
            buffer_printf(&overview->missing, "%s%s%s%s", overview->missing.length ? "; " : "",
                          named ? name : "", named ? " " : "", missing.data);
        }
        buffer_destroy(&missing);
    }
    free(sorted);
}

// What there is of a run of the agenda: is it begun, is it done?
static void look_at_run(const struct overview *overview, int number, const struct agenda_run *run,
                        bool *begun, bool *done) {
    const struct overview_batch *batch = &overview->batches[number];
    int64_t there = 0, end = 0;
    bool whole = true, is_log = false;
    for (int i = 0; i < overview->folders.count; i++) {
        char name[PATH_MAX];
        const struct overview_part *part = &overview->part[i];
        if (part->batch != number ||
            strcmp(agenda_name(overview->folders.path[i] + strlen(batch->folder) + 1, name),
                   run->run) != 0)
            continue;
        is_log = true;
        if (part->copy)
            continue;
        whole &= part->complete;
        there += part->games;
        end = larger(end, part->range.total);
    }
    *done = (is_log && whole && there >= end) || exists(batch->folder, run->ended);
    *begun = is_log || *done || exists(batch->folder, run->begun);
}

// Adds the runs that have no folder yet to the batch's sums, and finds the one that is at hand.
static void add_agenda(const struct overview *overview, int number, struct work *work) {
    struct overview_batch *batch = &overview->batches[number];
    for (int i = 0; i < batch->agenda.count; i++) {
        const struct agenda_run *run = &batch->agenda.run[i];
        bool begun, done;
        look_at_run(overview, number, run, &begun, &done);
        bool over = exists(batch->folder, run->done);
        // What keeps no log is seen to go on by its state.
        struct stat state;
        if (begun && !over && look_at(batch->folder, run->begun, &state))
            batch->total.changed = larger(batch->total.changed, state.st_mtime);
        if (!begun && !over) {
            batch->total.to_come++;
            batch->total.asked += run->games;
            add_work(work, (double)run->games, run->nodes);
        }
        if (!done && !over) {
            batch->total.at_most |= run->at_most;
            if (!batch->now) {
                batch->now = run;
                batch->begun = begun;
            }
        }
    }
}

// Adds a batch to the whole; batches go on beside each other.
static void add_total(const struct overview_total *of, struct overview_total *total) {
    total->games += of->games;
    total->asked += of->asked;
    total->folders += of->folders;
    total->complete += of->complete;
    total->active += of->active;
    total->stopped += of->stopped;
    total->stalled += of->stalled;
    total->to_come += of->to_come;
    total->at_most |= of->at_most;
    total->rate += of->rate;
    total->changed = larger(total->changed, of->changed);
    if (!(total->eta >= of->eta))
        total->eta = isnan(total->eta) ? NAN : of->eta;
}

static void sum_all(struct overview *overview, int64_t now) {
    struct work loose = {.nodes_known = true};
    count_folders(overview, LOOSE, &overview->total, &loose);
    overview->total.eta = eta_of(&loose);
    for (int i = 0; i < overview->batch_count; i++) {
        struct overview_batch *batch = &overview->batches[i];
        struct work work = {.nodes_known = true};
        batch->total.changed = -1;
        count_folders(overview, i, &batch->total, &work);
        add_agenda(overview, i, &work);
        batch->total.eta = eta_of(&work);
        // While it fits, or keeps no log, none of its folders is active.
        if (batch->agenda.until > now && batch->now && !batch->total.stopped &&
            !batch->total.stalled)
            batch->total.eta = (double)(batch->agenda.until - now);
        add_total(&batch->total, &overview->total);
    }
}

bool overview_read(const struct option_texts *given, int64_t now, struct overview *overview,
                   struct error *error) {
    *overview = (struct overview){.total.changed = -1};
    *error = (struct error){""};
    if (!log_folders_add_all(&overview->folders, given, LOG_FOLDERS_DEEP, error))
        return false;
    drop_empty(&overview->folders);
    int count = overview->folders.count;
    overview->part = mem_calloc((size_t)count + 1, sizeof *overview->part);
    for (int i = 0; i < count; i++)
        if (!read_folder(overview->folders.path[i], now, &overview->part[i], error))
            return false;
    if (!find_batches(overview, given, error))
        return false;
    sum_all(overview, now);
    return true;
}

void overview_destroy(struct overview *overview) {
    for (int i = 0; i < overview->batch_count; i++) {
        agenda_destroy(&overview->batches[i].agenda);
        free(overview->batches[i].folder);
    }
    free(overview->batches);
    free(overview->part);
    buffer_destroy(&overview->missing);
    log_folders_destroy(&overview->folders);
    *overview = (struct overview){0};
}

const char *overview_state(const struct overview_total *total) {
    return total->active                                   ? "going on"
           : total->stalled                                ? "stalled"
           : total->stopped                                ? "stopped"
           : total->games < total->asked || total->to_come ? "between runs"
                                                           : "complete";
}
