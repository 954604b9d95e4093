// SPDX-License-Identifier: GPL-3.0-or-later
#include "merge_write.h"

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
#include "log_folders.h"
#include "resume.h"
#include "rows.h"

enum { COPY_BYTES = 1 << 20 };

struct writing {
    const struct merge_options *options;
    struct merge *merge;
    struct log_paths out;
    struct runmeta *meta;
    int games, positions;      // descriptors of the merged files, -1 when closed
    struct checkpoint written; // so far
    struct buffer header[2];   // of games.csv and positions.csv
    char *block;               // COPY_BYTES
};

static bool fault(struct error *error, const char *path) {
    return error_at(error, path, 0, "%s", strerror(errno));
}

static bool file_has_bytes(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && status.st_size > 0;
}

// May `out` be written? `*done`: it holds this very merge already.
static bool check_out(struct writing *writing, bool *done, struct error *error) {
    const char *folder = writing->options->out;
    struct merge *merge = writing->merge;
    *done = false;
    for (int i = 0; i < merge->count; i++) {
        struct stat part, out;
        if (stat(merge->parts[i].folder, &part) == 0 && stat(folder, &out) == 0 &&
            part.st_dev == out.st_dev && part.st_ino == out.st_ino)
            return error_at(error, folder, 0, "is one of the parts");
    }
    if (writing->options->force)
        return true;
    if (access(writing->out.run, F_OK) != 0)
        return (!file_has_bytes(writing->out.games) && !file_has_bytes(writing->out.positions)) ||
               error_at(error, folder, 0,
                        "there is a log but no run.json beside it; --force overwrites it");
    struct runmeta *meta = runmeta_load(writing->out.run, error);
    if (!meta)
        return false;
    struct error cause;
    struct game_range there = runmeta_range(meta);
    bool same = runmeta_same_run(meta, merge->parts[0].meta, &cause);
    *done = same && runmeta_finished(meta) && there.begin == 0 && there.end == merge->range.end;
    if (*done)
        runmeta_duplicates(meta, &merge->duplicates);
    bool fine = *done || (same && runmeta_merging(meta));
    runmeta_destroy(meta);
    return fine || error_at(error, folder, 0, "holds another run; --force overwrites it");
}

static int create(const char *path) {
    return open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

// Takes the folder, as a run that is played would.
static bool begin(struct writing *writing, struct error *error) {
    if (!file_make_folder(writing->options->out, error))
        return false;
    writing->games = create(writing->out.games);
    if (writing->games < 0)
        return fault(error, writing->out.games);
    if (flock(writing->games, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return error_at(error, writing->options->out, 0, "another process is writing it");
    writing->meta = runmeta_merge(writing->merge->parts[0].meta, &writing->merge->range);
    if (!writing->meta)
        return error_set(error, "out of memory");
    if (!runmeta_save(writing->meta, writing->out.run, error))
        return false;
    writing->positions = create(writing->out.positions);
    if (writing->positions < 0)
        return fault(error, writing->out.positions);
    if (ftruncate(writing->games, 0) != 0)
        return fault(error, writing->out.games);
    if (ftruncate(writing->positions, 0) != 0)
        return fault(error, writing->out.positions);
    return true;
}

static bool write_headers(struct writing *writing, struct error *error) {
    game_header_write(&writing->header[0]);
    position_header_write(&writing->header[1]);
    if (writing->header[0].failed || writing->header[1].failed)
        return error_set(error, "out of memory");
    writing->written.games_bytes = (int64_t)writing->header[0].length;
    writing->written.positions_bytes = (int64_t)writing->header[1].length;
    if (!file_write_all(writing->games, writing->header[0].data, writing->header[0].length))
        return fault(error, writing->out.games);
    if (!file_write_all(writing->positions, writing->header[1].data, writing->header[1].length))
        return fault(error, writing->out.positions);
    return true;
}

// Appends the rows of a part's file, from behind the header to byte `end`.
static bool copy_rows(struct writing *writing, const char *from, int64_t end, bool games,
                      struct error *error) {
    const struct buffer *header = &writing->header[games ? 0 : 1];
    FILE *file = fopen(from, "rb");
    if (!file)
        return fault(error, from);
    bool done = fread(writing->block, 1, header->length, file) == header->length &&
                memcmp(writing->block, header->data, header->length) == 0;
    if (!done)
        error_at(error, from, 1, "not the header that this program writes");
    for (int64_t left = end - (int64_t)header->length; done && left > 0;) {
        size_t wanted = left < COPY_BYTES ? (size_t)left : COPY_BYTES;
        if (fread(writing->block, 1, wanted, file) != wanted)
            done = ferror(file) ? fault(error, from)
                                : error_at(error, from, 0, "became shorter during the merge");
        else if (!file_write_all(games ? writing->games : writing->positions, writing->block,
                                 wanted))
            done = fault(error, games ? writing->out.games : writing->out.positions);
        left -= (int64_t)wanted;
    }
    fclose(file);
    return done;
}

static bool copy_part(struct writing *writing, const struct merge_part *part, struct error *error) {
    struct log_paths paths;
    if (!log_paths_of(part->folder, &paths, error) ||
        !copy_rows(writing, paths.positions, part->held.positions_bytes, false, error) ||
        !copy_rows(writing, paths.games, part->held.games_bytes, true, error))
        return false;
    writing->written.games += part->held.games;
    writing->written.games_bytes += part->held.games_bytes - (int64_t)writing->header[0].length;
    writing->written.positions_bytes +=
        part->held.positions_bytes - (int64_t)writing->header[1].length;
    runmeta_add_part(writing->meta, part->meta, part->folder, part->counts.z);
    return true;
}

// What stands on the disk now is the whole run, not one byte more or less.
static bool prove(struct writing *writing, struct error *error) {
    struct log_files files = {writing->out.games, writing->out.positions};
    struct row_identity identity = row_identity_of_run(writing->meta);
    struct checkpoint all = writing->written, held;
    free(writing->merge->tally);
    writing->merge->tally = tally_create();
    if (!writing->merge->tally)
        return error_set(error, "out of memory");
    if (!resume_scan(&files, &identity, 0, &all, true, writing->merge->tally, &held, error))
        return false;
    if (held.games != writing->merge->range.end || held.games_bytes != all.games_bytes ||
        held.positions_bytes != all.positions_bytes)
        return error_at(error, writing->options->out, 0,
                        "the parts changed during the merge: %" PRId64 " of %" PRId64
                        " games came through",
                        held.games, writing->merge->range.end);
    return true;
}

static bool finish(struct writing *writing, struct error *error) {
    if (fsync(writing->positions) != 0)
        return fault(error, writing->out.positions);
    if (fsync(writing->games) != 0)
        return fault(error, writing->out.games);
    if (!prove(writing, error) ||
        !duplicates_count(writing->out.games, &writing->merge->duplicates, error))
        return false;
    runmeta_progress(writing->meta, &writing->written);
    runmeta_end(writing->meta, &writing->merge->duplicates);
    return runmeta_save(writing->meta, writing->out.run, error);
}

static bool write_all(struct writing *writing, struct error *error) {
    const struct merge_options *options = writing->options;
    bool done = begin(writing, error) && write_headers(writing, error);
    for (int i = 0; done && i < writing->merge->count; i++) {
        if (options->tick)
            options->tick(options->context, "copied", i, writing->merge->count);
        done = copy_part(writing, &writing->merge->parts[i], error);
    }
    return done && finish(writing, error);
}

bool merge_write(const struct merge_options *options, struct merge *merge, struct error *error) {
    struct writing writing = {.options = options, .merge = merge, .games = -1, .positions = -1};
    if (!log_paths_of(options->out, &writing.out, error) ||
        !check_out(&writing, &merge->was_there, error))
        return false;
    if (merge->was_there)
        return true;
    writing.block = malloc(COPY_BYTES);
    bool done = writing.block ? write_all(&writing, error) : error_set(error, "out of memory");
    if (!done && writing.positions >= 0) {
        // Half a merge is of no use; the room may be needed.
        (void)!ftruncate(writing.games, 0);
        (void)!ftruncate(writing.positions, 0);
    }
    if (writing.games >= 0)
        close(writing.games);
    if (writing.positions >= 0)
        close(writing.positions);
    runmeta_destroy(writing.meta);
    buffer_destroy(&writing.header[0]);
    buffer_destroy(&writing.header[1]);
    free(writing.block);
    return done;
}
