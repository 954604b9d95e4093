// SPDX-License-Identifier: GPL-3.0-or-later
// The line that long work shows on standard error. Only cmd_*.c files include this.
#pragma once

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
// and USR1 ask it to stop (see cmd_stop.h). `progress` must outlive the observer.
struct observer progress_observer(struct progress *progress);

// The exit code of work that has ended; where it failed, the cause is told.
int work_exit_code(enum work_end end, const struct error *error);
