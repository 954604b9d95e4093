// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_progress.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cmd_common.h"
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

// Wakes the watching thread when the work is done; nobody else sends it.
enum { SIGNAL_DONE = SIGUSR2 };

static const int signals[] = {SIGINT, SIGTERM, SIGUSR1};

static sigset_t stop_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < ARRAY_LENGTH(signals); i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&set, signals[i]);
    }
    return set;
}

bool stop_watch_asked(void) {
    sigset_t pending;
    sigpending(&pending);
    for (int i = 0; i < ARRAY_LENGTH(signals); i++)
        if (sigismember(&pending, signals[i]))
            return true;
    return false;
}

static void *leave_when_asked(void *argument) {
    sigset_t set = stop_signals();
    sigaddset(&set, SIGNAL_DONE);
    int received = 0;
    while (sigwait(&set, &received) != 0)
        ;
    if (received != SIGNAL_DONE) {
        fputs("\nkagami: stopped; run the same command again to go on\n", stderr);
        _exit(EXIT_AGAIN);
    }
    return argument;
}

struct stop_at_once stop_at_once_begin(void) {
    struct stop_at_once watch;
    watch.running = pthread_create(&watch.thread, NULL, leave_when_asked, NULL) == 0;
    return watch;
}

void stop_at_once_end(struct stop_at_once *watch) {
    if (!watch->running)
        return;
    pthread_kill(watch->thread, SIGNAL_DONE);
    pthread_join(watch->thread, NULL);
    watch->running = false;
}

static bool asked_to_stop(void *context) {
    (void)context;
    return stop_watch_asked();
}

struct observer progress_observer(struct progress *progress) {
    sigset_t set = stop_signals();
    sigaddset(&set, SIGNAL_DONE);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    *progress = progress_init();
    return (struct observer){.say = say, .tick = show, .stop = asked_to_stop, .context = progress};
}

int work_exit_code(enum work_end end, const struct error *error) {
    if (end == WORK_FAILED)
        return fail(EXIT_ERROR, "%s", error->text);
    return end == WORK_DONE ? EXIT_DONE : EXIT_AGAIN;
}
