// SPDX-License-Identifier: GPL-3.0-or-later
#include "workers.h"

#include <assert.h>
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "memory.h"
#include "scheduler.h"

// Games differ in length; this far a thread may run ahead of the slowest game.
enum { WINDOW_PER_THREAD = 32, THREADS_MAX = 4096 };

struct workers {
    struct work work;
    atomic_bool stop, watch_stopped;
    pthread_mutex_t mutex; // guards all below
    pthread_cond_t moved;  // the window has moved, or nothing more is handed out
    int64_t claimed;       // the next game to hand out
    int64_t next;          // the first game not committed
    int window;
    bool committing; // some thread is, or failed to; the others leave their games to it
    bool failed;
    struct error error;         // the first one
    struct game_record **slot;  // by game modulo window; NULL: not there yet
    struct game_record **batch; // of the committing thread
    // Set while that thread plays: nobody stops a table that is being destroyed.
    struct game_table *table[THREADS_MAX];
    bool done;            // nothing is left to be watched
    pthread_cond_t ended; // `done` is set
};

struct workers *workers_create(const struct work *work) {
    assert(work->threads >= 1 && work->begin <= work->end && work->commit);
    struct workers *workers = mem_calloc(1, sizeof *workers);
    workers->work = *work;
    workers->work.threads = workers_threads(work->threads, work->end - work->begin);
    workers->claimed = workers->next = work->begin;
    workers->window = WINDOW_PER_THREAD * workers->work.threads;
    workers->slot = mem_calloc((size_t)workers->window, sizeof *workers->slot);
    workers->batch = mem_calloc((size_t)workers->window, sizeof *workers->batch);
    pthread_mutex_init(&workers->mutex, NULL);
    pthread_cond_init(&workers->moved, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&workers->ended, &attributes);
    pthread_condattr_destroy(&attributes);
    return workers;
}

void workers_destroy(struct workers *workers) {
    for (int i = 0; i < workers->window; i++)
        if (workers->slot[i])
            game_record_destroy(workers->slot[i]);
    pthread_cond_destroy(&workers->ended);
    pthread_cond_destroy(&workers->moved);
    pthread_mutex_destroy(&workers->mutex);
    free(workers->slot);
    free(workers->batch);
    free(workers);
}

// The next game; waits while the window is full. False: none is left, or stopped.
static bool claim(struct workers *workers, int64_t *game) {
    pthread_mutex_lock(&workers->mutex);
    while (!atomic_load(&workers->stop) && workers->claimed < workers->work.end &&
           workers->claimed >= workers->next + workers->window)
        pthread_cond_wait(&workers->moved, &workers->mutex);
    bool given = !atomic_load(&workers->stop) && workers->claimed < workers->work.end;
    if (given)
        *game = workers->claimed++;
    pthread_mutex_unlock(&workers->mutex);
    return given;
}

// Takes the complete run from `next` on out of the slots.
static int take_batch(struct workers *workers) {
    int count = 0;
    while (count < workers->window) {
        struct game_record **slot = &workers->slot[(workers->next + count) % workers->window];
        if (!*slot)
            break;
        workers->batch[count++] = *slot;
        *slot = NULL;
    }
    return count;
}

// Whoever fails takes the others along, out of their searches too.
static void fail(struct workers *workers, const struct error *error) {
    pthread_mutex_lock(&workers->mutex);
    if (!workers->failed)
        workers->error = *error;
    workers->failed = true;
    pthread_mutex_unlock(&workers->mutex);
    workers_stop(workers);
}

// Brings a game that was claimed, and commits what has become complete.
static void submit(struct workers *workers, struct game_record *record) {
    struct error error = {""};
    bool done = true;
    pthread_mutex_lock(&workers->mutex);
    workers->slot[record->game % workers->window] = record;
    while (!workers->committing && !workers->failed) {
        int count = take_batch(workers);
        if (count == 0)
            break;
        workers->committing = true;
        pthread_mutex_unlock(&workers->mutex);
        done =
            workers->work.commit(workers->work.context,
                                 (const struct game_record *const *)workers->batch, count, &error);
        for (int i = 0; i < count; i++)
            game_record_destroy(workers->batch[i]);
        pthread_mutex_lock(&workers->mutex);
        workers->committing = !done;
        workers->next += done ? count : 0;
        pthread_cond_broadcast(&workers->moved);
    }
    pthread_mutex_unlock(&workers->mutex);
    if (!done)
        fail(workers, &error);
}

static void play_games(struct workers *workers, struct game_table *table) {
    int64_t game;
    while (claim(workers, &game)) {
        struct error error = {""};
        struct game_record *record = game_record_create();
        enum game_end end = game_play(table, game, &workers->stop, record, &error);
        if (end == GAME_DONE) {
            submit(workers, record);
            continue;
        }
        game_record_destroy(record);
        if (end == GAME_FAILED)
            fail(workers, &error);
        return;
    }
}

static void seat(struct workers *workers, int thread, struct game_table *table) {
    pthread_mutex_lock(&workers->mutex);
    workers->table[thread] = table;
    pthread_mutex_unlock(&workers->mutex);
}

static void play_all(struct workers *workers) {
#pragma omp parallel num_threads(workers->work.threads)
    {
        int thread = omp_get_thread_num();
        struct error cause = {""};
        struct game_table *table = game_table_create(workers->work.config, &cause);
        bool ready = false;
        if (table) {
            seat(workers, thread, table);
            ready = game_table_start(table, workers->work.check, &cause);
            if (ready)
                play_games(workers, table);
            seat(workers, thread, NULL);
            game_table_destroy(table);
        }
        if (!ready && !atomic_load(&workers->stop))
            fail(workers, &cause);
    }
}

// True when the games have ended; otherwise waits so long for it.
static bool wait_for_end(struct workers *workers, int milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += milliseconds * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&workers->mutex);
    while (!workers->done && pthread_cond_timedwait(&workers->ended, &workers->mutex, &until) == 0)
        ;
    bool done = workers->done;
    pthread_mutex_unlock(&workers->mutex);
    return done;
}

static void *watch(void *argument) {
    struct workers *workers = argument;
    const struct work *work = &workers->work;
    for (bool going = true; !wait_for_end(workers, going ? 100 : 20);) {
        going =
            going && !observer_stop(work->observer) && (!work->watch || work->watch(work->context));
        if (!going) {
            atomic_store(&workers->watch_stopped, true);
            workers_stop(workers);
        }
    }
    return NULL;
}

bool workers_run(struct workers *workers, struct error *error) {
    pthread_t watcher;
    bool watched = workers->work.observer || workers->work.watch;
    int fault = watched ? pthread_create(&watcher, NULL, watch, workers) : 0;
    if (fault != 0)
        return error_set(error, "cannot start a thread: %s", strerror(fault));
    play_all(workers);
    pthread_mutex_lock(&workers->mutex);
    workers->done = true;
    pthread_cond_signal(&workers->ended);
    pthread_mutex_unlock(&workers->mutex);
    if (watched)
        pthread_join(watcher, NULL);
    return !workers->failed || error_set(error, "%s", workers->error.text);
}

bool workers_stopped(struct workers *workers) {
    return atomic_load(&workers->watch_stopped);
}

void workers_stop(struct workers *workers) {
    atomic_store(&workers->stop, true);
    pthread_mutex_lock(&workers->mutex);
    pthread_cond_broadcast(&workers->moved);
    for (int i = 0; i < workers->work.threads; i++)
        if (workers->table[i])
            game_table_stop(workers->table[i]);
    pthread_mutex_unlock(&workers->mutex);
}

int workers_threads(int asked, int64_t tasks) {
    int most = asked < THREADS_MAX ? asked : THREADS_MAX;
    return tasks >= most ? most : tasks > 0 ? (int)tasks : 1;
}

int workers_default_threads(void) {
    int64_t threads = scheduler_processors();
    if (threads >= 1 && threads <= THREADS_MAX)
        return (int)threads;
    return omp_get_num_procs();
}
