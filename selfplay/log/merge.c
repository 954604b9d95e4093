// SPDX-License-Identifier: GPL-3.0-or-later
#include "merge.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "log_reader.h"
#include "memory.h"
#include "runlog.h"

static void fault(struct merge *merge, const struct error *cause) {
    buffer_printf(&merge->faults, "%s\n", cause->text);
}

static void tick(const struct merge_options *options, const char *doing, int done) {
    if (options->tick)
        options->tick(options->context, doing, done, options->count);
}

// Reads the records. A folder that holds none is a fault of the parts, not of the merge.
static void load_parts(const struct merge_options *options, struct merge *merge) {
    for (int i = 0; i < options->count; i++) {
        struct merge_part *part = &merge->parts[merge->count];
        struct error cause;
        *part = (struct merge_part){.folder = options->folders[i]};
        if ((part->meta = log_record(part->folder, &cause))) {
            part->range = runmeta_range(part->meta);
            merge->count++;
        } else {
            fault(merge, &cause);
        }
    }
}

static int by_first_game(const void *a, const void *b) {
    const struct game_range *left = &((const struct merge_part *)a)->range;
    const struct game_range *right = &((const struct merge_part *)b)->range;
    int order = ORDER(left->begin, right->begin);
    return order ? order : ORDER(left->end, right->end);
}

// Every part must be of the run that the first one is of.
static bool same_run(struct merge *merge) {
    bool same = true;
    for (int i = 1; i < merge->count; i++) {
        struct error cause, line;
        if (runmeta_same_run(merge->parts[0].meta, merge->parts[i].meta, &cause))
            continue;
        error_at(&line, merge->parts[i].folder, 0, "%s, by %s", cause.text, merge->parts[0].folder);
        fault(merge, &line);
        same = false;
    }
    return same;
}

static void note_programs(struct merge *merge) {
    const char *first = runmeta_text(merge->parts[0].meta, "program");
    for (int i = 1; i < merge->count; i++) {
        const char *other = runmeta_text(merge->parts[i].meta, "program");
        if (strcmp(first, other) != 0)
            buffer_printf(&merge->notes,
                          "%s was played by %s, %s by %s: the two may play differently\n",
                          merge->parts[0].folder, first, merge->parts[i].folder, other);
    }
}

// The cells that parts are compared by: pairs by player A's points, or games by their result.
static void read_counts(const struct tally *tally, bool paired, int sign,
                        struct shard_counts *counts) {
    const int64_t games[HOMOGENEITY_CELLS] = {
        tally->results[RESULT_SECOND], tally->results[RESULT_DRAW], tally->results[RESULT_FIRST]};
    const int64_t *now = paired ? tally->pairs.count : games;
    for (int i = 0; i < HOMOGENEITY_CELLS; i++)
        counts->count[i] += sign * now[i];
}

// What of its range a part holds. It is locked meanwhile, so that nobody writes it. On failure,
// `again`: playing it again helps.
static bool scan_part(struct merge *merge, struct merge_part *part, bool *again,
                      struct error *cause) {
    *again = true;
    struct log_paths paths;
    if (!log_paths_of(part->folder, &paths, cause))
        return false;
    if (log_is_packed(paths.games, cause) || log_is_packed(paths.positions, cause)) {
        *again = false;
        return false;
    }
    int lock = open(paths.games, O_RDONLY | O_CLOEXEC);
    if (lock < 0)
        mem_check_errno();
    if (lock < 0)
        return error_errno(cause, paths.games);
    if (flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        close(lock);
        *again = false;
        return error_at(cause, part->folder, 0, "a process is writing it");
    }
    struct shard_counts *counts = &merge->counts[part - merge->parts];
    bool paired = runmeta_paired(part->meta);
    read_counts(merge->tally, paired, -1, counts);
    bool done = resume_scan(paths.games, paths.positions, part->meta, merge->range.total,
                            merge->tally, &part->held, cause);
    read_counts(merge->tally, paired, 1, counts);
    close(lock);
    return done;
}

static void play_again(struct merge *merge, const struct game_range *range) {
    char text[RANGE_TEXT];
    buffer_printf(&merge->again, "--%s %s\n", range->shards ? "shard" : "range",
                  range_print(range, text));
    if (range->shards)
        buffer_printf(&merge->again_shards, "%s%d", merge->again_shards.length ? "," : "",
                      range->shard);
}

// Are all parts shards of one number and one run? Then what is missing has a name too.
static int common_shards(const struct merge *merge) {
    int shards = merge->count ? merge->parts[0].range.shards : 0;
    for (int i = 0; i < merge->count; i++)
        if (merge->parts[i].range.shards != shards ||
            merge->parts[i].range.total != merge->range.total)
            return 0;
    return shards;
}

// Games begin..end-1 stand in no part.
static void gap(struct merge *merge, int64_t begin, int64_t end) {
    int shards = common_shards(merge);
    bool paired = runmeta_paired(merge->parts[0].meta);
    buffer_printf(&merge->faults, "games %" PRId64 " to %" PRId64 " stand in no folder\n", begin,
                  end - 1);
    if (shards == 0) {
        play_again(merge, &(struct game_range){.begin = begin, .end = end});
        return;
    }
    for (int i = 0; i < shards; i++) {
        struct game_range range = range_of_shard(merge->range.total, i, shards, paired);
        if (range.begin < range.end && range.begin >= begin && range.end <= end)
            play_again(merge, &range);
    }
}

static void check_part(struct merge *merge, struct merge_part *part) {
    struct error cause, line;
    int64_t games = part->range.end - part->range.begin;
    bool again = true;
    if (!scan_part(merge, part, &again, &cause)) {
        fault(merge, &cause);
    } else if (part->held.games < games) {
        error_at(&line, part->folder, 0,
                 "%" PRId64 " of %" PRId64 " games, from game %" PRId64 " on", part->held.games,
                 games, part->range.begin);
        fault(merge, &line);
    } else {
        return;
    }
    if (again)
        play_again(merge, &part->range);
}

static void check_parts(const struct merge_options *options, struct merge *merge) {
    int64_t next = 0;
    const struct merge_part *last = NULL; // that reaches up to `next`
    for (int i = 0; i < merge->count; i++) {
        struct merge_part *part = &merge->parts[i];
        tick(options, "checked", i);
        if (part->range.begin > next)
            gap(merge, next, part->range.begin);
        if (last && part->range.begin < next && part->range.end > part->range.begin)
            buffer_printf(&merge->faults,
                          "%s and %s: both are to hold games %" PRId64 " to %" PRId64 "\n",
                          last->folder, part->folder, part->range.begin,
                          (part->range.end < next ? part->range.end : next) - 1);
        check_part(merge, part);
        if (part->range.end > next || !last) {
            next = part->range.end;
            last = part;
        }
    }
    if (next < merge->range.total)
        gap(merge, next, merge->range.total);
}

static void set_total(const struct merge_options *options, struct merge *merge) {
    merge->range = (struct game_range){.total = options->games};
    for (int i = 0; i < merge->count && !options->games; i++)
        if (merge->parts[i].range.total > merge->range.total)
            merge->range.total = merge->parts[i].range.total;
    for (int i = 0; i < merge->count && options->cut; i++)
        if (merge->parts[i].range.end > merge->range.total)
            merge->parts[i].range.end = merge->range.total;
    for (int i = 0; i < merge->count; i++)
        if (merge->parts[i].range.end > merge->range.total)
            buffer_printf(&merge->faults,
                          "%s: holds games up to %" PRId64 ", beyond the %" PRId64 " asked for\n",
                          merge->parts[i].folder, merge->parts[i].range.end - 1,
                          merge->range.total);
    merge->range.end = merge->range.total;
}

enum { COPY_BYTES = 1 << 20 };

enum { GAMES, POSITIONS, FILES };

struct writing {
    const struct merge_options *options;
    struct merge *merge;
    struct log_paths out;
    struct runmeta *meta;
    struct log_file file[FILES];
    struct buffer header[FILES]; // as the first part has it
    int64_t games;               // written so far
    char *block;                 // COPY_BYTES
};

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
        return (!file_has_bytes(writing->file[GAMES].path) &&
                !file_has_bytes(writing->file[POSITIONS].path)) ||
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
    bool fine = *done || (same && runmeta_flag(meta, "merging"));
    runmeta_destroy(meta);
    return fine || error_at(error, folder, 0, "holds another run; --force overwrites it");
}

// Takes the folder, as a run that is played would.
static bool begin(struct writing *writing, struct error *error) {
    struct log_file *games = &writing->file[GAMES], *positions = &writing->file[POSITIONS];
    if (!file_make_folder(writing->options->out, error) || !log_file_open(games, true, error))
        return false;
    if (flock(games->descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return error_at(error, writing->options->out, 0, "another process is writing it");
    writing->meta = runmeta_merge(writing->merge->parts[0].meta, &writing->merge->range);
    if (!runmeta_save(writing->meta, writing->out.run, error) ||
        !log_file_open(positions, true, error))
        return false;
    return log_file_cut(games, 0, error) && log_file_cut(positions, 0, error);
}

// Appends the rows of a part's file up to byte `end`. The log keeps the format that its parts were
// played in: their header is that of the first.
static bool copy_rows(struct writing *writing, int which, const char *from, int64_t end,
                      struct error *error) {
    struct log_file *to = &writing->file[which];
    struct buffer *header = &writing->header[which];
    bool first = header->length == 0;
    char *line = NULL;
    size_t capacity = 0;
    FILE *file = fopen(from, "rb");
    ssize_t length = file ? getline(&line, &capacity, file) : -1;
    bool done = file || error_errno(error, from);
    if (done && first && length > 0) {
        buffer_add(header, line, (size_t)length);
        done = log_file_append(to, line, (size_t)length, error);
    } else if (done && (length != (ssize_t)header->length ||
                        memcmp(line, header->data, header->length) != 0)) {
        done = error_at(error, from, 1, "not the header of the first part");
    }
    for (int64_t left = end - (int64_t)header->length; done && left > 0;) {
        size_t wanted = left < COPY_BYTES ? (size_t)left : COPY_BYTES;
        if (fread(writing->block, 1, wanted, file) != wanted)
            done = ferror(file) ? error_errno(error, from)
                                : error_at(error, from, 0, "became shorter during the merge");
        else
            done = log_file_append(to, writing->block, wanted, error);
        left -= (int64_t)wanted;
    }
    free(line);
    if (file)
        fclose(file);
    return done;
}

static bool copy_part(struct writing *writing, int i, struct error *error) {
    const struct merge_part *part = &writing->merge->parts[i];
    struct log_paths paths;
    if (!log_paths_of(part->folder, &paths, error) ||
        !copy_rows(writing, POSITIONS, paths.positions, part->held.positions_bytes, error) ||
        !copy_rows(writing, GAMES, paths.games, part->held.games_bytes, error))
        return false;
    writing->games += part->held.games;
    runmeta_add_part(writing->meta, part->meta, part->folder, writing->merge->counts[i].z);
    return true;
}

// What stands on the disk now is the whole run, not one byte more or less.
static bool prove(struct writing *writing, struct error *error) {
    const struct log_file *games = &writing->file[GAMES], *positions = &writing->file[POSITIONS];
    struct checkpoint all = {writing->games, games->length, positions->length}, held;
    struct merge *merge = writing->merge;
    runmeta_progress(writing->meta, &all);
    tally_destroy(merge->tally);
    merge->tally = tally_create();
    if (!resume_scan(games->path, positions->path, writing->meta, INT64_MAX, merge->tally, &held,
                     error))
        return false;
    if (held.games != merge->range.end || memcmp(&held, &all, sizeof all) != 0)
        return error_at(error, writing->options->out, 0,
                        "the parts changed during the merge: %" PRId64 " of %" PRId64
                        " games came through",
                        held.games, merge->range.end);
    return true;
}

static bool finish(struct writing *writing, struct error *error) {
    for (int i = 0; i < FILES; i++)
        if (fsync(writing->file[i].descriptor) != 0)
            return error_errno(error, writing->file[i].path);
    struct distinct distinct = {0};
    bool done = prove(writing, error) &&
                distinct_read(writing->file[GAMES].path, writing->meta, &distinct, error);
    writing->merge->duplicates = distinct.duplicates;
    distinct_destroy(&distinct);
    if (done)
        runmeta_end(writing->meta, &writing->merge->duplicates);
    return done && runmeta_save(writing->meta, writing->out.run, error);
}

static bool write_all(struct writing *writing, struct error *error) {
    bool done = begin(writing, error);
    for (int i = 0; done && i < writing->merge->count; i++) {
        tick(writing->options, "copied", i);
        done = copy_part(writing, i, error);
    }
    return done && finish(writing, error);
}

// Writes the proven parts into options->out, reads them back and proves them once more as one run.
// run.json comes first, saying that a merge is under way, and last, saying that it is done: a merge
// that was killed is begun again, and a folder that holds anything else is refused.
static bool write_merged(const struct merge_options *options, struct merge *merge,
                         struct error *error) {
    struct writing writing = {.options = options, .merge = merge};
    writing.file[GAMES] = (struct log_file){.path = writing.out.games, .descriptor = -1};
    writing.file[POSITIONS] = (struct log_file){.path = writing.out.positions, .descriptor = -1};
    if (!log_paths_of(options->out, &writing.out, error) ||
        !check_out(&writing, &merge->was_there, error))
        return false;
    if (merge->was_there)
        return true;
    writing.block = mem_alloc(COPY_BYTES);
    bool done = write_all(&writing, error);
    bool open = writing.file[POSITIONS].descriptor >= 0;
    for (int i = 0; i < FILES; i++) {
        if (!done && open) // half a merge is of no use; the room may be needed
            (void)!ftruncate(writing.file[i].descriptor, 0);
        if (writing.file[i].descriptor >= 0)
            close(writing.file[i].descriptor);
        buffer_destroy(&writing.header[i]);
    }
    runmeta_destroy(writing.meta);
    free(writing.block);
    return done;
}

bool merge_run(const struct merge_options *options, struct merge *merge, struct error *error) {
    assert(options->count >= 1);
    *merge = (struct merge){0};
    merge->parts = mem_calloc((size_t)options->count, sizeof *merge->parts);
    merge->counts = mem_calloc((size_t)options->count, sizeof *merge->counts);
    merge->tally = tally_create();
    load_parts(options, merge);
    qsort(merge->parts, (size_t)merge->count, sizeof *merge->parts, by_first_game);
    if (merge->count > 0 && same_run(merge)) {
        set_total(options, merge);
        check_parts(options, merge);
    }
    if (merge->faults.length > 0)
        return true;
    note_programs(merge);
    merge->homogeneity =
        homogeneity_test(merge->counts, merge->count,
                         runmeta_paired(merge->parts[0].meta) ? PAIR_CELLS : GAME_CELLS);
    return write_merged(options, merge, error);
}

void merge_destroy(struct merge *merge) {
    for (int i = 0; i < merge->count; i++)
        runmeta_destroy(merge->parts[i].meta);
    free(merge->parts);
    free(merge->counts);
    tally_destroy(merge->tally);
    buffer_destroy(&merge->faults);
    buffer_destroy(&merge->again);
    buffer_destroy(&merge->again_shards);
    buffer_destroy(&merge->notes);
}
