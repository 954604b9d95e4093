// SPDX-License-Identifier: GPL-3.0-or-later
#include "workers.h"

#include <assert.h>
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "memory.h"
#include "number.h"

struct ordered {
    pthread_mutex_t mutex; // guards all below
    pthread_cond_t moved;  // the window has moved, or nothing more is handed out
    int64_t claimed;       // the next number to hand out
    int64_t next;          // the first number not committed
    int64_t end;
    int window;
    bool committing; // some thread is; the others leave their items to it
    bool stopped, failed;
    struct error error;
    ordered_commit *commit;
    void *context;
    void **slot;  // by number modulo window; NULL: not there yet
    void **batch; // of the committing thread
};

struct ordered *ordered_create(int64_t begin, int64_t end, int window, ordered_commit *commit,
                               void *context) {
    assert(window >= 1 && begin <= end);
    struct ordered *ordered = mem_calloc(1, sizeof *ordered);
    ordered->claimed = ordered->next = begin;
    ordered->end = end;
    ordered->window = window;
    ordered->commit = commit;
    ordered->context = context;
    ordered->slot = mem_calloc((size_t)window, sizeof *ordered->slot);
    ordered->batch = mem_calloc((size_t)window, sizeof *ordered->batch);
    pthread_mutex_init(&ordered->mutex, NULL);
    pthread_cond_init(&ordered->moved, NULL);
    return ordered;
}

void ordered_destroy(struct ordered *ordered, void (*discard)(void *item)) {
    for (int i = 0; i < ordered->window; i++)
        if (ordered->slot[i])
            discard(ordered->slot[i]);
    pthread_cond_destroy(&ordered->moved);
    pthread_mutex_destroy(&ordered->mutex);
    free(ordered->slot);
    free(ordered->batch);
    free(ordered);
}

bool ordered_claim(struct ordered *ordered, int64_t *number) {
    pthread_mutex_lock(&ordered->mutex);
    while (!ordered->stopped && ordered->claimed < ordered->end &&
           ordered->claimed >= ordered->next + ordered->window)
        pthread_cond_wait(&ordered->moved, &ordered->mutex);
    bool given = !ordered->stopped && ordered->claimed < ordered->end;
    if (given)
        *number = ordered->claimed++;
    pthread_mutex_unlock(&ordered->mutex);
    return given;
}

// Takes the complete run from `next` on out of the slots.
static int take_batch(struct ordered *ordered) {
    int count = 0;
    while (count < ordered->window) {
        void **slot = &ordered->slot[(ordered->next + count) % ordered->window];
        if (!*slot)
            break;
        ordered->batch[count++] = *slot;
        *slot = NULL;
    }
    return count;
}

static void fail_locked(struct ordered *ordered, const struct error *error) {
    if (!ordered->failed)
        ordered->error = *error;
    ordered->failed = ordered->stopped = true;
    pthread_cond_broadcast(&ordered->moved);
}

void ordered_submit(struct ordered *ordered, int64_t number, void *item) {
    assert(item);
    pthread_mutex_lock(&ordered->mutex);
    ordered->slot[number % ordered->window] = item;
    while (!ordered->committing && !ordered->failed) {
        int count = take_batch(ordered);
        if (count == 0)
            break;
        ordered->committing = true;
        int64_t first = ordered->next;
        pthread_mutex_unlock(&ordered->mutex);
        struct error error = {""};
        bool done = ordered->commit(ordered->context, first, ordered->batch, count, &error);
        pthread_mutex_lock(&ordered->mutex);
        ordered->committing = false;
        if (!done) {
            fail_locked(ordered, &error);
            break;
        }
        ordered->next += count;
        pthread_cond_broadcast(&ordered->moved);
    }
    pthread_mutex_unlock(&ordered->mutex);
}

void ordered_stop(struct ordered *ordered) {
    pthread_mutex_lock(&ordered->mutex);
    ordered->stopped = true;
    pthread_cond_broadcast(&ordered->moved);
    pthread_mutex_unlock(&ordered->mutex);
}

void ordered_fail(struct ordered *ordered, const struct error *error) {
    pthread_mutex_lock(&ordered->mutex);
    fail_locked(ordered, error);
    pthread_mutex_unlock(&ordered->mutex);
}

int64_t ordered_next(struct ordered *ordered) {
    pthread_mutex_lock(&ordered->mutex);
    int64_t next = ordered->next;
    pthread_mutex_unlock(&ordered->mutex);
    return next;
}

bool ordered_result(struct ordered *ordered, struct error *error) {
    pthread_mutex_lock(&ordered->mutex);
    bool done = !ordered->failed;
    if (!done && error)
        *error = ordered->error;
    pthread_mutex_unlock(&ordered->mutex);
    return done;
}

// Games differ in length; this far a thread may run ahead of the slowest game.
enum { WINDOW_PER_THREAD = 32, THREADS_MAX = 4096 };

struct workers {
    struct work work;
    atomic_bool stop, watch_stopped;
    struct ordered *ordered;
    pthread_mutex_t mutex; // guards what follows: nobody stops a table that is being destroyed
    struct game_table *table[THREADS_MAX]; // set while that thread plays
    bool done;                             // nothing is left to be watched
    pthread_cond_t ended;                  // `done` is set
};

static bool commit(void *context, int64_t first, void *const *items, int count,
                   struct error *error) {
    (void)first;
    struct workers *workers = context;
    bool done = workers->work.commit(workers->work.context,
                                     (const struct game_record *const *)items, count, error);
    for (int i = 0; i < count; i++)
        game_record_destroy(items[i]);
    return done;
}

static void discard(void *item) {
    game_record_destroy(item);
}

struct workers *workers_create(const struct work *work) {
    assert(work->threads >= 1 && work->begin <= work->end && work->commit);
    struct workers *workers = mem_calloc(1, sizeof *workers);
    workers->work = *work;
    workers->work.threads = workers_threads(work->threads, work->end - work->begin);
    workers->ordered = ordered_create(work->begin, work->end,
                                      WINDOW_PER_THREAD * workers->work.threads, commit, workers);
    pthread_mutex_init(&workers->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&workers->ended, &attributes);
    pthread_condattr_destroy(&attributes);
    return workers;
}

void workers_destroy(struct workers *workers) {
    pthread_cond_destroy(&workers->ended);
    pthread_mutex_destroy(&workers->mutex);
    ordered_destroy(workers->ordered, discard);
    free(workers);
}

// A check of one program, on a thread of its own.
struct check {
    struct external *external;
    struct error error;
    bool fine;
    atomic_bool done;
};

static void *run_check(void *argument) {
    struct check *check = argument;
    check->fine = external_check_game(check->external, &check->error);
    atomic_store(&check->done, true);
    return NULL;
}

// False and "" in `error`: the watch stopped it.
static bool check_player(const struct player *player, const struct config *config,
                         bool (*watch)(void *context), void *context, struct error *error) {
    struct check check = {.error = {""}};
    pthread_t thread;
    check.external = external_create(player->external, config->tables, error);
    if (!check.external)
        return false;
    bool stopped = false;
    int fault = pthread_create(&thread, NULL, run_check, &check);
    while (fault == 0 && !atomic_load(&check.done)) {
        if (!stopped && watch && !watch(context)) {
            stopped = true;
            external_stop(check.external);
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    if (fault == 0)
        pthread_join(thread, NULL);
    external_destroy(check.external);
    if (fault)
        return error_set(error, "cannot start a thread: %s", strerror(fault));
    if (!check.fine || stopped)
        error_set(error, "%s", stopped ? "" : check.error.text);
    return check.fine && !stopped;
}

bool workers_check_players(const struct config *config, bool (*watch)(void *context), void *context,
                           struct error *error) {
    for (int i = 0; i < PLAYERS; i++)
        if (config->player[i].external &&
            !check_player(&config->player[i], config, watch, context, error))
            return false;
    return true;
}

static void play_games(struct workers *workers, struct game_table *table) {
    int64_t game;
    while (ordered_claim(workers->ordered, &game)) {
        struct error error = {""};
        struct game_record *record = game_record_create();
        enum game_end end = game_play(table, game, &workers->stop, record, &error);
        if (end == GAME_DONE) {
            ordered_submit(workers->ordered, game, record);
            continue;
        }
        game_record_destroy(record);
        if (end == GAME_FAILED)
            ordered_fail(workers->ordered, &error);
        break;
    }
    // Whoever fails takes the others along, out of their searches too.
    if (!ordered_result(workers->ordered, NULL))
        workers_stop(workers);
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
            ready = game_table_start(table, &cause);
            if (ready)
                play_games(workers, table);
            seat(workers, thread, NULL);
            game_table_destroy(table);
        }
        if (!ready && !atomic_load(&workers->stop)) {
            ordered_fail(workers->ordered, &cause);
            workers_stop(workers);
        }
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
    for (bool going = true; !wait_for_end(workers, going ? 100 : 20);) {
        going = going && workers->work.watch(workers->work.context);
        if (!going) {
            atomic_store(&workers->watch_stopped, true);
            workers_stop(workers);
        }
    }
    return NULL;
}

bool workers_run(struct workers *workers, struct error *error) {
    pthread_t watcher;
    int fault = workers->work.watch ? pthread_create(&watcher, NULL, watch, workers) : 0;
    if (fault != 0)
        return error_set(error, "cannot start a thread: %s", strerror(fault));
    play_all(workers);
    pthread_mutex_lock(&workers->mutex);
    workers->done = true;
    pthread_cond_signal(&workers->ended);
    pthread_mutex_unlock(&workers->mutex);
    if (workers->work.watch)
        pthread_join(watcher, NULL);
    return ordered_result(workers->ordered, error);
}

bool workers_stopped(struct workers *workers) {
    return atomic_load(&workers->watch_stopped);
}

void workers_stop(struct workers *workers) {
    atomic_store(&workers->stop, true);
    ordered_stop(workers->ordered);
    pthread_mutex_lock(&workers->mutex);
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
    const char *text = getenv("SLURM_CPUS_PER_TASK");
    int64_t threads;
    if (text && number_integer(text, &threads) && threads >= 1 && threads <= THREADS_MAX)
        return (int)threads;
    return omp_get_num_procs();
}
