// SPDX-License-Identifier: GPL-3.0-or-later
// Long work: the line that it shows on standard error, and the signals that stop it cleanly,
// Ctrl-C, TERM and USR1. Only cmd_*.c files include this.
#pragma once

#include <pthread.h>

#include "error.h"
#include "number.h"
#include "observer.h"

struct progress {
    bool terminal;  // one line, rewritten; otherwise one plain line a minute, with the time
    bool shown;     // the line stands on the terminal
    double printed; // when
};

struct progress progress_init(void);

// True when it is time for the next line.
bool progress_due(const struct progress *progress);

// Shows the text, cut to the terminal's width.
void progress_show(struct progress *progress, const char *text);

// Takes the line off the terminal.
void progress_clear(struct progress *progress);

// For work that may take long: what it says and how far it is goes to standard error, Ctrl-C, TERM
// and USR1 ask it to stop. Holds these signals back from now on, in this thread and those it
// starts, except those that the caller's parent had ignored. Broken pipes and file size limits
// become errors of their writes. `progress` must outlive the observer.
struct observer progress_observer(struct progress *progress);

// The exit code of work that has ended; where it failed, the cause is told.
int work_exit_code(enum work_end end, const struct error *error);

// True once such a signal has come, whenever it is asked.
bool stop_watch_asked(void);

// From begin to end such a signal ends the process at once with EXIT_AGAIN: for work that leaves
// nothing half done. After progress_observer; a thread waits for it, so the threads that OpenMP
// keeps never have to let the signal through. Without a thread it is held back until later.
struct stop_at_once {
    pthread_t thread;
    bool running;
};
struct stop_at_once stop_at_once_begin(void);
void stop_at_once_end(struct stop_at_once *watch);
