// SPDX-License-Identifier: GPL-3.0-or-later
// How long work speaks with whoever asked for it: commands show it to people, tests count it.
#pragma once

#include "base.h"

struct tick {            // how far work is; the texts are gone after the call
    const char *task;    // what is being done
    const char *unit;    // what is counted; NULL: games
    int64_t done, total; // of its games
    int64_t fresh;       // of `done`: since the work was taken up
    int64_t own;         // of these: by this process, where others work beside it; 0: all
    double seconds;      // since then
    bool open;           // it may end before `total`
    double ahead;        // what follows, in games that would take as long; 0: nothing
    const char *about;   // what has been found so far
};

// Any function may be NULL: nothing is said or shown, nobody asks to stop.
struct observer {
    void (*say)(void *context, const char *line); // a line, without its end
    // A few times a second, from a thread of its own; at last, from the caller's, with NULL.
    void (*tick)(void *context, const struct tick *tick);
    bool (*stop)(void *context); // true: end soon, all saved
    void *context;
};

// How work that can be stopped has ended.
enum work_end { WORK_FAILED, WORK_STOPPED, WORK_DONE };

// These take NULL as an observer without functions.
__attribute__((format(printf, 2, 3))) void observer_say(const struct observer *observer,
                                                        const char *format, ...);
void observer_tick(const struct observer *observer, const struct tick *tick);
bool observer_stop(const struct observer *observer);

// Seconds of a clock that only goes forward.
double clock_seconds(void);
// Processor time of the whole process.
double cpu_seconds(void);
