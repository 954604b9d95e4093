// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_stop.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
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
