// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cmd_common.h"
#include "cmd_stop.h"
#include "cmd_terminal.h"

struct progress progress_init(void) {
    bool terminal = isatty(STDERR_FILENO);
    return (struct progress){.terminal = terminal, .printed = terminal ? -1e9 : clock_seconds()};
}

bool progress_due(const struct progress *progress) {
    return clock_seconds() - progress->printed >= (progress->terminal ? 0.2 : 60);
}

// The local time, as in the output of jobs: "2026-11-23 22:58:48".
static const char *clock_text(char text[32]) {
    time_t now = time(NULL);
    struct tm local;
    if (!localtime_r(&now, &local) || strftime(text, 32, "%F %T", &local) == 0)
        *text = 0;
    return text;
}

void progress_show(struct progress *progress, const char *text) {
    char now[32];
    if (progress->terminal)
        fprintf(stderr, "\r%.*s\033[K", terminal_width(STDERR_FILENO, 80) - 1, text);
    else
        fprintf(stderr, "%s  %s\n", clock_text(now), text);
    fflush(stderr);
    progress->shown = true;
    progress->printed = clock_seconds();
}

void progress_clear(struct progress *progress) {
    if (progress->terminal && progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}

static void say(void *context, const char *line) {
    progress_clear(context);
    fprintf(stderr, "kagami: %s\n", line);
}

static void show(void *context, const struct tick *tick) {
    struct progress *progress = context;
    if (!tick)
        progress_clear(progress);
    if (!tick || !progress_due(progress))
        return;
    char text[320], share[64] = "", eta[DURATION_TEXT] = "-";
    double rate = (double)tick->fresh / tick->seconds;
    if (tick->fresh > 0)
        duration_print(((double)(tick->total - tick->done) + tick->ahead) / rate, eta);
    if (!tick->open) // otherwise the end is not known
        snprintf(share, sizeof share, " (%.0f%%)  ETA %s",
                 100 * (double)tick->done / (double)tick->total, eta);
    snprintf(text, sizeof text, "%s  %" PRId64 "/%" PRId64 "%s  %.*f %s/s  %s", tick->task,
             tick->done, tick->total, share, rate < 10 ? 2 : 0, rate,
             tick->unit ? tick->unit : "games", tick->about);
    progress_show(progress, text);
}

static bool asked_to_stop(void *context) {
    (void)context;
    return stop_watch_asked();
}

struct observer progress_observer(struct progress *progress) {
    *progress = progress_init();
    stop_watch_begin();
    return (struct observer){.say = say, .tick = show, .stop = asked_to_stop, .context = progress};
}

int work_exit_code(enum work_end end, const struct error *error) {
    if (end == WORK_FAILED)
        return fail(EXIT_ERROR, "%s", error->text);
    return end == WORK_DONE ? EXIT_DONE : EXIT_AGAIN;
}
