// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C, TERM and USR1 stop long work cleanly. Only cmd_*.c files include this.
#pragma once

#include <pthread.h>
#include <stdbool.h>

// Holds the signals back from now on, in this thread and those it starts, except those that the
// caller's parent had ignored. Broken pipes and file size limits become errors of their writes.
void stop_watch_begin(void);

// True once such a signal has come, whenever it is asked.
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
