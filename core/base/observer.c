// SPDX-License-Identifier: GPL-3.0-or-later
#include "observer.h"

#include <stdio.h>
#include <time.h>

#include "error.h"

void observer_say(const struct observer *observer, const char *format, ...) {
    if (!observer || !observer->say)
        return;
    char line[1024];
    FORMAT_ARGUMENTS(line, sizeof line, format);
    error_tame(line);
    observer->say(observer->context, line);
}

void observer_tick(const struct observer *observer, const struct tick *tick) {
    if (observer && observer->tick)
        observer->tick(observer->context, tick);
}

bool observer_stop(const struct observer *observer) {
    return observer && observer->stop && observer->stop(observer->context);
}

static double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double clock_seconds(void) {
    return seconds_of(CLOCK_MONOTONIC);
}

double cpu_seconds(void) {
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}
