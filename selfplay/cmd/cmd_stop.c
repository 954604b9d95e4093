// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_stop.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd_common.h"

// Wakes the watching thread when the work is done; nobody else sends it.
enum { SIGNAL_DONE = SIGUSR2 };

static sigset_t stop_signals(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGUSR1};
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < ARRAY_LENGTH(signals); i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&set, signals[i]);
    }
    return set;
}

void stop_watch_begin(void) {
    sigset_t set = stop_signals();
    sigaddset(&set, SIGNAL_DONE);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

bool stop_watch_asked(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGUSR1};
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

struct watch {
    struct workers *workers;
    void (*tick)(void *context);
    void *context;
    atomic_bool done, stopped;
};

static void *watch_signals(void *argument) {
    struct watch *watch = argument;
    sigset_t set = stop_signals();
    sigaddset(&set, SIGNAL_DONE);
    while (!atomic_load(&watch->done)) {
        // Stopping is repeated: a worker may have been between two searches the last time.
        bool stopped = atomic_load(&watch->stopped);
        struct timespec wait = {.tv_nsec = stopped ? 20000000 : 200000000};
        int received = sigtimedwait(&set, NULL, &wait);
        if (received > 0 && received != SIGNAL_DONE) {
            stopped = true;
            atomic_store(&watch->stopped, true);
        }
        if (stopped)
            workers_stop(watch->workers);
        else if (!atomic_load(&watch->done))
            watch->tick(watch->context);
    }
    return NULL;
}

bool stop_watch_run(struct workers *workers, void (*tick)(void *context), void *context,
                    bool *stopped, struct error *error) {
    struct watch watch = {.workers = workers, .tick = tick, .context = context};
    pthread_t thread;
    int fault = pthread_create(&thread, NULL, watch_signals, &watch);
    if (fault != 0)
        return error_set(error, "cannot start a thread: %s", strerror(fault));
    bool done = workers_run(workers, error);
    atomic_store(&watch.done, true);
    pthread_kill(thread, SIGNAL_DONE);
    pthread_join(thread, NULL);
    *stopped = atomic_load(&watch.stopped);
    return done;
}
