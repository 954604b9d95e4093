// SPDX-License-Identifier: GPL-3.0-or-later
#include "runlog.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "memory.h"

enum { SYNC_SECONDS = 5 };

bool log_file_open(struct log_file *file, bool create, struct error *error) {
    file->descriptor =
        open(file->path, O_RDWR | O_APPEND | O_CLOEXEC | (create ? O_CREAT : 0), 0666);
    return file->descriptor >= 0 || error_errno(error, file->path);
}

bool log_file_cut(struct log_file *file, int64_t length, struct error *error) {
    struct stat status;
    file->length = length;
    return (fstat(file->descriptor, &status) == 0 &&
            (status.st_size == length || ftruncate(file->descriptor, (off_t)length) == 0)) ||
           error_errno(error, file->path);
}

bool log_file_append(struct log_file *file, const char *bytes, size_t count, struct error *error) {
    file->length += (int64_t)count;
    return file_write_all(file->descriptor, bytes, count) || error_errno(error, file->path);
}

// Holds games.csv until it is closed; nobody else can write this run meanwhile.
static bool lock(struct runlog *log, struct error *error) {
    if (flock(log->games.descriptor, LOCK_EX | (log->wait ? 0 : LOCK_NB)) == 0)
        return true;
    if (errno == EWOULDBLOCK)
        return error_at(error, log->folder, 0, "another process is writing this run");
    return error_errno(error, log->games.path);
}

// All rows on the disk, the files still in their place, and run.json saying so.
static bool checkpoint(struct runlog *log, struct error *error) {
    struct log_file *files[] = {&log->positions, &log->games};
    for (int i = 0; i < ARRAY_LENGTH(files); i++) {
        struct stat status;
        if (fsync(files[i]->descriptor) != 0 || fstat(files[i]->descriptor, &status) != 0)
            return error_errno(error, files[i]->path);
        if (status.st_nlink == 0)
            return error_at(error, files[i]->path, 0, "was removed while the run went on");
    }
    runmeta_progress(log->meta, &(struct checkpoint){log->next - log->range.begin,
                                                     log->games.length, log->positions.length});
    log->synced = time(NULL);
    return runmeta_save(log->meta, log->paths.run, error);
}

// The header of one of the run's files.
static void add_header(const struct runlog *log, const struct log_file *file, struct buffer *text) {
    if (file == &log->games)
        game_header_write(text, log->config->annotation);
    else
        position_header_write(text);
}

// Rows are appended in the order of this program's columns: the header must say the same. `length`
// is what is kept of the file: 0 has no header yet.
static bool same_columns(const struct runlog *log, const struct log_file *file, int64_t length,
                         struct error *error) {
    struct buffer header = buffer_init();
    char there[1024] = {0};
    add_header(log, file, &header);
    bool same = length == 0 ||
                (header.length <= sizeof there &&
                 pread(file->descriptor, there, header.length, 0) == (ssize_t)header.length &&
                 memcmp(there, header.data, header.length) == 0);
    buffer_destroy(&header);
    return same || error_at(error, file->path, 1,
                            "has other columns than this program writes: no games can be added");
}

static bool write_headers(struct runlog *log, struct error *error) {
    struct log_file *files[] = {&log->positions, &log->games};
    struct buffer text = buffer_init();
    bool done = true;
    for (int i = 0; i < ARRAY_LENGTH(files) && done; i++) {
        buffer_clear(&text);
        add_header(log, files[i], &text);
        done = files[i]->length > 0 || log_file_append(files[i], text.data, text.length, error);
    }
    buffer_destroy(&text);
    return done;
}

static bool begin(struct runlog *log, const struct runlog_options *options, struct error *error) {
    char faults[PATH_MAX];
    unlink(file_in(log->folder, "faults.txt", faults));
    log->meta = runmeta_create(log->config, &options->range, options->threads);
    runmeta_set_command(log->meta, options->command);
    return runmeta_save(log->meta, log->paths.run, error) && log_file_cut(&log->games, 0, error) &&
           log_file_cut(&log->positions, 0, error) && write_headers(log, error) &&
           checkpoint(log, error);
}

static void note_resumption(struct runlog *log, const struct checkpoint *then) {
    if (log->range.begin + then->games > log->next)
        snprintf(log->note, sizeof log->note,
                 "the log was cut short: going back from game %" PRId64 " to game %" PRId64,
                 log->range.begin + then->games, log->next);
    else if (strcmp(runmeta_text(log->meta, "program"), runmeta_this_program()) != 0)
        snprintf(log->note, sizeof log->note,
                 "the run was begun by %.80s, this is %.80s: the two may play differently",
                 runmeta_text(log->meta, "program"), runmeta_this_program());
}

// A range may grow at its end; a shard may not, the shards around it would not follow.
static bool same_range(const struct runlog *log, const struct game_range *there,
                       struct error *error) {
    const struct game_range *here = &log->range;
    bool shard = here->shards || there->shards;
    if (here->begin == there->begin && here->shards == there->shards &&
        here->shard == there->shard && (!shard || here->total == there->total))
        return true;
    char then[RANGE_TEXT], now[RANGE_TEXT];
    return error_at(error, log->folder, 0,
                    "belongs to another part of the run: %s of %" PRId64
                    " games there and %s of %" PRId64 " here",
                    range_print(there, then), there->total, range_print(here, now), here->total);
}

static bool go_on(struct runlog *log, const struct runlog_options *options, struct error *error) {
    struct checkpoint then = runmeta_checkpoint(log->meta), prefix;
    if (!options->seed_given)
        log->config->seed = runmeta_seed(log->meta);
    struct error cause;
    if (!runmeta_matches(log->meta, log->config, &cause))
        return error_at(error, log->folder, 0, "%s", cause.text);
    struct game_range there = runmeta_range(log->meta);
    if (!same_range(log, &there, error))
        return false;
    log->resumed = true;
    if (!resume_scan(log->games.path, log->positions.path, log->meta, INT64_MAX, log->tally,
                     &prefix, error))
        return false;
    log->next = log->range.begin + prefix.games;
    log->enough =
        prefix.games > 0 && options->enough && options->enough(options->context, log->tally);
    log->finished = (log->enough || log->next >= log->range.end) && runmeta_finished(log->meta);
    if (!log->finished && runmeta_schema(log->meta) != LOG_SCHEMA)
        return error_at(error, log->folder, 0,
                        "was begun by %.80s in a format (schema %d) that this program reads but "
                        "does not write: go on with that program, or begin anew with --force",
                        runmeta_text(log->meta, "program"), runmeta_schema(log->meta));
    if (!log->finished && (!same_columns(log, &log->games, prefix.games_bytes, error) ||
                           !same_columns(log, &log->positions, prefix.positions_bytes, error)))
        return false;
    if (!log_file_cut(&log->games, prefix.games_bytes, error) ||
        !log_file_cut(&log->positions, prefix.positions_bytes, error) || !write_headers(log, error))
        return false;
    log->resized = runmeta_flag(log->meta, "resized");
    if (log->finished)
        return true;
    note_resumption(log, &then);
    struct game_range wanted = log->range;
    if (wanted.end < log->next)
        wanted.end = log->next;
    if (wanted.total < there.total)
        wanted.total = there.total;
    log->resized |= prefix.games > 0 && wanted.end != there.end;
    runmeta_restart(log->meta, log->next, &wanted, log->resized, options->threads);
    runmeta_set_command(log->meta, options->command);
    return checkpoint(log, error);
}

static bool open_all(struct runlog *log, const struct runlog_options *options,
                     struct error *error) {
    bool known = access(log->paths.run, F_OK) == 0 && !options->force;
    if (known && !(log->meta = runmeta_load(log->paths.run, error)))
        return false;
    // A run that was stopped before its first row may have no logs yet; any other must.
    bool create = !known || runmeta_checkpoint(log->meta).games == 0;
    if (known &&
        (log_is_packed(log->paths.games, error) || log_is_packed(log->paths.positions, error)))
        return false;
    if (!log_file_open(&log->games, create, error) || !lock(log, error) ||
        !log_file_open(&log->positions, create, error))
        return false;
    if (known) {
        // Read again under the lock: another process may have finished in between.
        runmeta_destroy(log->meta);
        log->meta = runmeta_load(log->paths.run, error);
        return log->meta && go_on(log, options, error);
    }
    struct log_file *files[] = {&log->games, &log->positions};
    for (int i = 0; i < ARRAY_LENGTH(files) && !options->force; i++) {
        struct stat status;
        if (fstat(files[i]->descriptor, &status) != 0)
            return error_errno(error, files[i]->path);
        if (status.st_size > 0)
            return error_at(error, files[i]->path, 0,
                            "there is a log but no run.json beside it to say whose it is");
    }
    return begin(log, options, error);
}

struct runlog *runlog_open(const struct runlog_options *options, struct config *config,
                           struct error *error) {
    assert(options->range.begin <= options->range.end && options->threads >= 1);
    struct runlog *log = mem_calloc(1, sizeof *log);
    log->tally = tally_create();
    pthread_mutex_init(&log->mutex, NULL);
    log->config = config;
    log->range = options->range;
    log->next = options->range.begin;
    log->is_enough = options->enough;
    log->context = options->context;
    log->games.descriptor = log->positions.descriptor = -1;
    log->folder = options->folder;
    log->wait = options->wait;
    log->games.path = log->paths.games;
    log->positions.path = log->paths.positions;
    if (!log_paths_of(options->folder, &log->paths, error) ||
        !file_make_folder(options->folder, error) || !open_all(log, options, error)) {
        runlog_destroy(log);
        return NULL;
    }
    return log;
}

bool runlog_enough(struct runlog *log) {
    pthread_mutex_lock(&log->mutex);
    bool enough = log->enough;
    pthread_mutex_unlock(&log->mutex);
    return enough;
}

// Returns true when the game was the last.
static bool count_game(struct runlog *log, const struct game_record *record,
                       const struct game_row *row) {
    pthread_mutex_lock(&log->mutex);
    tally_add(log->tally, row, record->first_player);
    log->nodes += row->nodes;
    log->plies += row->plies;
    bool enough = log->enough = log->is_enough && log->is_enough(log->context, log->tally);
    pthread_mutex_unlock(&log->mutex);
    return enough;
}

// What went wrong with players, for people: outside the log's promises, made only when there is
// something to say.
static bool write_faults(struct runlog *log, struct error *error) {
    if (log->fault_text.length == 0)
        return true;
    char path[PATH_MAX];
    error_tame(log->fault_text.data); // programs were quoted
    FILE *file = fopen(file_in(log->folder, "faults.txt", path), "a");
    bool done = file && fwrite(log->fault_text.data, 1, log->fault_text.length, file) > 0;
    done = file && fclose(file) == 0 && done;
    return done || error_errno(error, path);
}

static bool write_batch(struct runlog *log, const struct game_record *const *records, int count,
                        struct error *error) {
    char rules[RULES_TEXT];
    const char *run = runmeta_run(log->meta);
    buffer_clear(&log->game_text);
    buffer_clear(&log->position_text);
    buffer_clear(&log->fault_text);
    int used = 0;
    for (bool enough = log->enough; used < count && !enough; used++) {
        struct game_row row = game_row_of(log->config, records[used], run, &log->moves, rules);
        game_row_write(&log->game_text, &row);
        game_positions_write(records[used], run, &log->position_text);
        if (*records[used]->fault)
            buffer_printf(&log->fault_text, "%s\n", records[used]->fault);
        enough = count_game(log, records[used], &row);
    }
    const struct buffer *positions = &log->position_text, *games = &log->game_text;
    if (!log_file_append(&log->positions, positions->data, positions->length, error) ||
        !log_file_append(&log->games, games->data, games->length, error) ||
        !write_faults(log, error))
        return false;
    log->next += used;
    return true;
}

bool runlog_commit(void *context, const struct game_record *const *records, int count,
                   struct error *error) {
    struct runlog *log = context;
    int64_t games_length = log->games.length, positions_length = log->positions.length;
    if (!write_batch(log, records, count, error)) {
        log->broken = true;
        struct error ignored; // the first fault is the one to tell; resuming repairs the rest
        log_file_cut(&log->games, games_length, &ignored);
        log_file_cut(&log->positions, positions_length, &ignored);
        return false;
    }
    if (time(NULL) - log->synced < SYNC_SECONDS)
        return true;
    log->broken = !checkpoint(log, error);
    return !log->broken;
}

struct runlog_progress runlog_progress(struct runlog *log) {
    pthread_mutex_lock(&log->mutex);
    const struct tally *tally = log->tally;
    struct runlog_progress progress = {
        .games = tally->games, .pairs = tally->pairs, .nodes = log->nodes, .plies = log->plies};
    memcpy(progress.results, tally->results, sizeof progress.results);
    memcpy(progress.player_results, tally->player_results, sizeof progress.player_results);
    pthread_mutex_unlock(&log->mutex);
    return progress;
}

bool runlog_close(struct runlog *log, struct error *error) {
    bool complete = !log->broken && (log->finished || log->next >= log->range.end || log->enough);
    bool done = !complete || distinct_read(log->games.path, log->meta, &log->distinct, error);
    if (done && !log->broken && !log->finished) {
        if (log->enough)
            runmeta_shorten(log->meta, log->next);
        runmeta_end(log->meta, complete ? &log->distinct.duplicates : NULL);
        done = checkpoint(log, error);
    }
    struct log_file *files[] = {&log->positions, &log->games};
    for (int i = 0; i < ARRAY_LENGTH(files); i++) {
        if (files[i]->descriptor >= 0 && close(files[i]->descriptor) != 0 && done)
            done = error_errno(error, files[i]->path);
        files[i]->descriptor = -1;
    }
    return done;
}

void runlog_destroy(struct runlog *log) {
    if (!log)
        return;
    if (log->games.descriptor >= 0)
        close(log->games.descriptor);
    if (log->positions.descriptor >= 0)
        close(log->positions.descriptor);
    runmeta_destroy(log->meta);
    buffer_destroy(&log->moves);
    buffer_destroy(&log->game_text);
    buffer_destroy(&log->position_text);
    buffer_destroy(&log->fault_text);
    pthread_mutex_destroy(&log->mutex);
    distinct_destroy(&log->distinct);
    tally_destroy(log->tally);
    free(log);
}
