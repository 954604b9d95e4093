// SPDX-License-Identifier: GPL-3.0-or-later
#include "merge.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log_folders.h"
#include "merge_write.h"
#include "resume.h"

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
        struct log_paths paths;
        *part = (struct merge_part){.folder = options->folders[i]};
        if (log_paths_of(part->folder, &paths, &cause) &&
            (part->meta = runmeta_load(paths.run, &cause))) {
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
    if (left->begin != right->begin)
        return left->begin < right->begin ? -1 : 1;
    return left->end < right->end ? -1 : left->end > right->end;
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
    const char *first = runmeta_program(merge->parts[0].meta);
    for (int i = 1; i < merge->count; i++) {
        const char *other = runmeta_program(merge->parts[i].meta);
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

// What of its range a part holds. It is locked meanwhile, so that nobody writes it.
static bool scan_part(struct merge *merge, struct merge_part *part, struct error *cause) {
    struct log_paths paths;
    if (!log_paths_of(part->folder, &paths, cause))
        return false;
    int lock = open(paths.games, O_RDONLY | O_CLOEXEC);
    if (lock < 0)
        return error_at(cause, paths.games, 0, "%s", strerror(errno));
    if (flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        close(lock);
        return error_at(cause, part->folder, 0, "a process is writing it");
    }
    struct log_files files = {paths.games, paths.positions};
    struct row_identity identity = row_identity_of_run(part->meta);
    struct checkpoint then = runmeta_checkpoint(part->meta);
    bool paired = runmeta_paired(part->meta);
    read_counts(merge->tally, paired, -1, &part->counts);
    bool done = resume_scan(&files, &identity, part->range.begin, &then,
                            runmeta_same_boot(part->meta), merge->tally, &part->held, cause);
    read_counts(merge->tally, paired, 1, &part->counts);
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
    if (!scan_part(merge, part, &cause)) {
        fault(merge, &cause);
    } else if (part->held.games < games) {
        error_at(&line, part->folder, 0,
                 "%" PRId64 " of %" PRId64 " games, from game %" PRId64 " on", part->held.games,
                 games, part->range.begin);
        fault(merge, &line);
    } else {
        return;
    }
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
    for (int i = 0; i < merge->count; i++)
        if (merge->parts[i].range.end > merge->range.total)
            buffer_printf(&merge->faults,
                          "%s: holds games up to %" PRId64 ", beyond the %" PRId64 " asked for\n",
                          merge->parts[i].folder, merge->parts[i].range.end - 1,
                          merge->range.total);
    merge->range.end = merge->range.total;
}

static void compare_shards(struct merge *merge) {
    struct shard_counts *counts = calloc((size_t)merge->count, sizeof *counts);
    if (!counts)
        return; // no test then; the log does not depend on it
    for (int i = 0; i < merge->count; i++)
        counts[i] = merge->parts[i].counts;
    merge->homogeneity = homogeneity_test(
        counts, merge->count, runmeta_paired(merge->parts[0].meta) ? PAIR_CELLS : GAME_CELLS);
    for (int i = 0; i < merge->count; i++)
        merge->parts[i].counts = counts[i];
    free(counts);
}

bool merge_run(const struct merge_options *options, struct merge *merge, struct error *error) {
    *merge = (struct merge){0};
    merge->parts = calloc((size_t)options->count, sizeof *merge->parts);
    merge->tally = tally_create();
    if (!merge->parts || !merge->tally)
        return error_set(error, "out of memory");
    load_parts(options, merge);
    qsort(merge->parts, (size_t)merge->count, sizeof *merge->parts, by_first_game);
    if (merge->count > 0 && same_run(merge)) {
        set_total(options, merge);
        check_parts(options, merge);
    }
    if (merge->faults.failed || merge->again.failed)
        return error_set(error, "out of memory");
    if (merge->faults.length > 0)
        return true;
    note_programs(merge);
    compare_shards(merge);
    return merge_write(options, merge, error);
}

void merge_destroy(struct merge *merge) {
    for (int i = 0; i < merge->count; i++)
        runmeta_destroy(merge->parts[i].meta);
    free(merge->parts);
    free(merge->tally);
    buffer_destroy(&merge->faults);
    buffer_destroy(&merge->again);
    buffer_destroy(&merge->again_shards);
    buffer_destroy(&merge->notes);
}
