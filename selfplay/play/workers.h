// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a range of games over threads and hands them over in order.
#pragma once

#include "error.h"
#include "game.h"

struct work {
    const struct config *config;
    int64_t begin, end; // games begin..end-1
    int threads;        // at least 1; the results are the same for any number
    // Takes finished games in order, one call at a time; they are the workers' own and gone after
    // the call. False stops the run with `error`.
    bool (*commit)(void *context, const struct game_record *const *records, int count,
                   struct error *error);
    // While the games are played, called some ten times a second by a thread of its own; false
    // stops the run. NULL: nobody watches.
    bool (*watch)(void *context);
    void *context; // of both
};

// Before the first game: do the programs among the players know it (external_check_game)? `watch`
// as above. False: `error`, or "" when the watch said false. True at once where no program plays.
bool workers_check_players(const struct config *config, bool (*watch)(void *context), void *context,
                           struct error *error);

struct workers;

// Nothing runs yet. `work` is copied.
struct workers *workers_create(const struct work *work);
void workers_destroy(struct workers *workers);

// Plays until all games are committed, the watch or workers_stop stops it or something fails.
// Returns false and the cause in the last case. Games in flight are dropped by a stop, complete
// ones stay committed.
bool workers_run(struct workers *workers, struct error *error);

// From any thread, before and during workers_run. A thread that was between two searches goes on
// until the next call: whoever wants it quickly calls again.
void workers_stop(struct workers *workers);
bool workers_stopped(struct workers *workers); // by the watch

// Threads for so many tasks where somebody asks for `asked`: no more than there are tasks.
int workers_threads(int asked, int64_t tasks);

// Threads to use when nobody says: SLURM_CPUS_PER_TASK, else the processors this process may use.
int workers_default_threads(void);

// Hands out numbers to any thread and commits what they bring back strictly in order. Workers run
// ahead of the first missing number by a bounded window, so memory is the same for any total.

struct ordered;

// Commits `count` items, consecutive from number `first` on, and takes them over, also when it
// fails. Called by one thread at a time; other threads go on meanwhile.
typedef bool ordered_commit(void *context, int64_t first, void *const *items, int count,
                            struct error *error);

// For numbers begin..end-1. `window` >= 1.
struct ordered *ordered_create(int64_t begin, int64_t end, int window, ordered_commit *commit,
                               void *context);
// Items that were never committed are given to `discard`.
void ordered_destroy(struct ordered *ordered, void (*discard)(void *item));

// The next number; waits while the window is full. False: none is left, stopped, or failed.
bool ordered_claim(struct ordered *ordered, int64_t *number);

// Brings the item (not NULL) of a claimed number, and commits what has become complete.
void ordered_submit(struct ordered *ordered, int64_t number, void *item);

// No more numbers are handed out; what is complete in order stays committed. Any thread.
void ordered_stop(struct ordered *ordered);

// The same because something went wrong; the first cause is kept.
void ordered_fail(struct ordered *ordered, const struct error *error);

// The first number that is not committed.
int64_t ordered_next(struct ordered *ordered);

// False when ordered_fail was called or a commit failed: then `error` is the cause.
bool ordered_result(struct ordered *ordered, struct error *error);
