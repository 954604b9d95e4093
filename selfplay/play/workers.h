// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a range of games over threads and hands them over in order. Threads run ahead of the first
// game that is not finished by a bounded window, so memory is the same for any number of games.
#pragma once

#include "game.h"
#include "observer.h"

struct work {
    const struct config *config;
    int64_t begin, end; // games begin..end-1
    int threads;        // at least 1; the results are the same for any number
    bool check;         // no game: do the programs among the players know it (external_check_game)?
    // Takes finished games in order, one call at a time; they are the workers' own and gone after
    // the call. False stops the run with `error`.
    bool (*commit)(void *context, const struct game_record *const *records, int count,
                   struct error *error);
    // While the games are played, asked some ten times a second by a thread of its own: the
    // observer whether to stop, and the watch, whose false stops as well. Either may be NULL.
    const struct observer *observer;
    bool (*watch)(void *context);
    void *context; // of both
};

struct workers;

// Nothing runs yet. `work` is copied.
struct workers *workers_create(const struct work *work);
void workers_destroy(struct workers *workers);

// Plays until all games are committed, the observer, the watch or workers_stop stops it or
// something fails. Returns false and the cause in the last case. Games in flight are dropped by a
// stop, complete ones stay committed.
bool workers_run(struct workers *workers, struct error *error);

// From any thread, before and during workers_run. A thread that was between two searches goes on
// until the next call: whoever wants it quickly calls again.
void workers_stop(struct workers *workers);
bool workers_stopped(struct workers *workers); // by the observer or the watch

// Threads for so many tasks where somebody asks for `asked`: no more than there are tasks.
int workers_threads(int asked, int64_t tasks);

// Threads to use when nobody says: as the scheduler says, else the processors this process may use.
int workers_default_threads(void);
