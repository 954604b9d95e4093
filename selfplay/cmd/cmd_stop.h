// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C, TERM and USR1 stop long work cleanly. Only cmd_*.c files include this.
#pragma once

#include <pthread.h>

#include "workers.h"

// Holds the signals back from now on, in this thread and those it starts, except those that the
// caller's parent had ignored. Broken pipes and file size limits become errors of their writes.
void stop_watch_begin(void);

// True when such a signal has come and nobody has taken it yet; for work that stop_watch_run does
// not do.
bool stop_watch_asked(void);

// From begin to end such a signal ends the process at once with EXIT_AGAIN: for work that leaves
// nothing half done. After stop_watch_begin; a thread waits for it, so the threads that OpenMP
// keeps never have to let the signal through. Without a thread it is held back until later.
struct stop_at_once {
    pthread_t thread;
    bool running;
};
struct stop_at_once stop_at_once_begin(void);
void stop_at_once_end(struct stop_at_once *watch);

// workers_run, with a thread beside it that takes the signals and calls `tick` about five times a
// second. `*stopped` tells whether a signal came; a signal held back since stop_watch_begin counts.
bool stop_watch_run(struct workers *workers, void (*tick)(void *context), void *context,
                    bool *stopped, struct error *error);
