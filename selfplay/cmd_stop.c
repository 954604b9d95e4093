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

static void leave(int received) {
    (void)received;
    _exit(EXIT_AGAIN);
}

void stop_at_once(bool on) {
    static const int signals[] = {SIGINT, SIGTERM, SIGUSR1};
    sigset_t set = stop_signals();
    if (!on)
        pthread_sigmask(SIG_BLOCK, &set, NULL);
    for (int i = 0; i < ARRAY_LENGTH(signals); i++)
        if (sigismember(&set, signals[i]))
            signal(signals[i], on ? leave : SIG_DFL);
    if (on)
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
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
