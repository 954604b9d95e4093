// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the parts of a run together into the log that one process would have written, byte by byte,
// after proving that they are all there: no gap, no overlap, nothing of another run.
#pragma once

#include "buffer.h"
#include "homogeneity.h"
#include "runmeta.h"

struct merge_part {
    const char *folder;      // not owned
    struct runmeta *meta;    // owned; NULL when it cannot be read
    struct game_range range; // that it is to hold
    struct checkpoint held;  // that it holds: whole games from range.begin on
};

struct merge_options {
    const char *const *folders;
    int count;
    const char *out;
    int64_t games; // of the whole run; 0: as the parts say
    bool cut;      // leave out what the last part holds beyond them
    bool force;    // throw away what is in `out`
    // Called now and then: `done` of `count` parts have been checked (or, then, copied). May be
    // NULL.
    void (*tick)(void *context, const char *doing, int done, int count);
    void *context;
};

struct merge {
    struct merge_part *parts; // owned; by their first game
    int count;
    struct shard_counts *counts; // owned; of each part
    struct game_range range;     // the whole run
    // One line for each thing that keeps the parts from being the whole; empty when all is proven.
    struct buffer faults;
    // What to play again, as `kagami selfplay` options: "--shard 3/8\n--range 0..50\n".
    struct buffer again;
    // The same for an array of jobs, "3,17", when all the parts are shards of one number.
    struct buffer again_shards;
    // The rest is known when nothing is wrong.
    bool was_there;      // `out` holds this merge already
    struct tally *tally; // owned
    struct duplicates duplicates;
    struct homogeneity homogeneity;
    struct buffer notes; // lines for people: parts that other programs played
};

// Checks, and merges when nothing is wrong. False: `error`, about the disk or `out`; then
// `out` holds no log, or what it held before. Call merge_destroy in any case.
bool merge_run(const struct merge_options *options, struct merge *merge, struct error *error);
void merge_destroy(struct merge *merge);
