// SPDX-License-Identifier: GPL-3.0-or-later
#include "search_worker.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "movegen.h"
#include "perft.h"

enum { UNSTOPPABLE_DEPTH = 2 }; // perft looks up before each subtree of this depth

struct helper {
    struct search_worker *worker;
    struct engine *engine; // owned
    pthread_t thread;
    bool runs;
};

struct search_worker {
    struct engine *engine;  // owned
    struct helper *helpers; // owned
    int helper_count;
    pthread_t thread; // of the job, while busy
    bool busy;        // the owner's view
    bool fresh;       // nothing was searched since all was forgotten

    // The job: written by the owner while idle, then read by the threads.
    struct position position;
    struct history history;
    struct limits limits;
    Move *root_moves; // owned
    int perft_depth;
    int64_t began;
    struct control control;

    atomic_bool held; // the result waits for a stop or a ponder hit,
    sem_t released;   // which posts

    int news[2]; // a pipe of thoughts; who thinks waits while it is full
};
_Static_assert(sizeof(struct thought) <= PIPE_BUF, "a thought goes through the pipe in one piece");

// News

static void post(struct search_worker *worker, const struct thought *thought) {
    while (write(worker->news[1], thought, sizeof *thought) < 0 && errno == EINTR)
        ;
}

// Waits for news, so many milliseconds at most; -1: for ever.
static bool has_news(const struct search_worker *worker, int milliseconds) {
    struct pollfd news = {.fd = worker->news[0], .events = POLLIN};
    return poll(&news, 1, milliseconds) > 0;
}

bool search_worker_next(struct search_worker *worker, struct thought *thought) {
    bool any = has_news(worker, 0) &&
               read(worker->news[0], thought, sizeof *thought) == (ssize_t)sizeof *thought;
    if (any && thought->kind == THOUGHT_RESULT) {
        pthread_join(worker->thread, NULL);
        worker->busy = false;
    }
    return any;
}

int search_worker_descriptor(const struct search_worker *worker) {
    return worker->news[0];
}

// The thinking threads

static struct thought thought_of(struct search_worker *worker, enum thought_kind kind,
                                 const struct search_result *result) {
    uint64_t all = atomic_load_explicit(&worker->control.nodes, memory_order_relaxed);
    return (struct thought){
        .kind = kind,
        .result = *result,
        .nodes = worker->helper_count > 0 && all > result->nodes ? all : result->nodes,
        .milliseconds = control_now() - worker->began,
        .full = engine_table_full(worker->engine),
    };
}

static void report(void *context, const struct search_result *result) {
    struct thought thought = thought_of(context, THOUGHT_LINE, result);
    post(context, &thought);
}

static void *help(void *argument) {
    struct helper *helper = argument;
    const struct search_worker *worker = helper->worker;
    struct limits limits = worker->limits;
    limits.helper = 1 + (int)(helper - worker->helpers);
    limits.depth = 0;
    struct search_result result;
    engine_search(helper->engine, &worker->position, &worker->history, limits, &result);
    return NULL;
}

static void post_result(struct search_worker *worker, const struct search_result *result) {
    struct thought thought = thought_of(worker, THOUGHT_RESULT, result);
    post(worker, &thought);
}

static void *search(void *argument) {
    struct search_worker *worker = argument;
    struct search_result result;
    // A helper that gets no thread is missed by nobody but the clock.
    for (int i = 0; i < worker->helper_count; i++) {
        struct helper *helper = &worker->helpers[i];
        helper->runs = pthread_create(&helper->thread, NULL, help, helper) == 0;
    }
    engine_search(worker->engine, &worker->position, &worker->history, worker->limits, &result);
    atomic_store(&worker->control.stop, true);
    for (int i = 0; i < worker->helper_count; i++)
        if (worker->helpers[i].runs)
            pthread_join(worker->helpers[i].thread, NULL);
    while (atomic_load(&worker->held))
        sem_wait(&worker->released);
    post_result(worker, &result);
    return NULL;
}

// Leaves of `position`; meaningless once a stop was asked for.
static uint64_t count_leaves(struct search_worker *worker, struct position *position, int depth) {
    if (depth <= UNSTOPPABLE_DEPTH)
        return perft(position, depth);
    Move *list = mem_alloc(MOVES_MAX * sizeof *list);
    uint64_t leaves = 0;
    const Move *end = movegen(position, MOVES_ALL, list);
    for (const Move *move = list; move < end && !atomic_load(&worker->control.stop); move++) {
        struct undo undo;
        position_make(position, *move, &undo);
        leaves += count_leaves(worker, position, depth - 1);
        position_unmake(position, *move, &undo);
    }
    free(list);
    return leaves;
}

static void *count_moves(void *argument) {
    struct search_worker *worker = argument;
    struct position position = worker->position;
    struct search_result result = {.nodes = worker->perft_depth == 0};
    Move *list = mem_alloc(MOVES_MAX * sizeof *list);
    const Move *end = worker->perft_depth > 0 ? movegen(&position, MOVES_ALL, list) : list;
    for (const Move *move = list; move < end; move++) {
        struct undo undo;
        position_make(&position, *move, &undo);
        struct search_result leaves = {
            .best = *move, .nodes = count_leaves(worker, &position, worker->perft_depth - 1)};
        position_unmake(&position, *move, &undo);
        if (atomic_load(&worker->control.stop))
            break;
        result.nodes += leaves.nodes;
        struct thought thought = thought_of(worker, THOUGHT_COUNT, &leaves);
        post(worker, &thought);
    }
    free(list);
    post_result(worker, &result);
    return NULL;
}

// The owner's side

static bool start(struct search_worker *worker, void *(*job)(void *), enum search_worker_mode mode,
                  struct error *error) {
    control_init(&worker->control, mode == THINK_PONDER);
    worker->began = control_now();
    atomic_store(&worker->held, mode != THINK_NORMAL);
    int fault = pthread_create(&worker->thread, NULL, job, worker);
    worker->busy = fault == 0;
    return worker->busy || error_set(error, "cannot start a thread: %s", strerror(fault));
}

static void release(struct search_worker *worker) {
    atomic_store(&worker->held, false);
    sem_post(&worker->released);
}

bool search_worker_search(struct search_worker *worker, const struct position *position,
                          const struct history *history, struct limits limits,
                          enum search_worker_mode mode, struct error *error) {
    assert(!worker->busy);
    history_copy(&worker->history, history);
    worker->position = *position;
    worker->limits = limits;
    if (limits.root_moves) {
        size_t size = (size_t)limits.root_move_count * sizeof *limits.root_moves;
        worker->root_moves = mem_realloc(worker->root_moves, size);
        memcpy(worker->root_moves, limits.root_moves, size);
        worker->limits.root_moves = worker->root_moves;
    }
    worker->limits.control = &worker->control;
    uint64_t threads = (uint64_t)worker->helper_count + 1;
    if (limits.nodes)
        worker->limits.nodes = limits.nodes > threads ? limits.nodes / threads : 1;
    worker->fresh = false;
    return start(worker, search, mode, error);
}

bool search_worker_perft(struct search_worker *worker, const struct position *position, int depth,
                         struct error *error) {
    assert(!worker->busy);
    worker->position = *position;
    worker->perft_depth = depth;
    return start(worker, count_moves, THINK_NORMAL, error);
}

bool search_worker_busy(const struct search_worker *worker) {
    return worker->busy;
}

void search_worker_ponder_hit(struct search_worker *worker) {
    atomic_store(&worker->control.clock_start, control_now());
    release(worker);
}

void search_worker_stop(struct search_worker *worker) {
    atomic_store(&worker->control.stop, true);
    release(worker);
}

void search_worker_cancel(struct search_worker *worker) {
    if (!worker->busy)
        return;
    search_worker_stop(worker);
    struct thought thought;
    while (worker->busy)
        if (has_news(worker, -1))
            search_worker_next(worker, &thought);
}

void search_worker_new_game(struct search_worker *worker) {
    assert(!worker->busy);
    if (worker->fresh)
        return; // large tables take their time, and several commands in a row ask for it
    worker->fresh = true;
    engine_new_game(worker->engine);
    for (int i = 0; i < worker->helper_count; i++)
        engine_new_game(worker->helpers[i].engine);
}

struct search_worker *search_worker_create(const struct tables *tables, const struct values *values,
                                           size_t hash_bytes, int threads, struct error *error) {
    assert(threads >= 1);
    int news[2];
    struct engine *engine = engine_create(tables, values, hash_bytes, error);
    if (!engine)
        return NULL;
    if (pipe(news) != 0) {
        engine_destroy(engine);
        error_set(error, "cannot open a pipe: %s", strerror(errno));
        return NULL;
    }
    struct search_worker *worker = mem_calloc(1, sizeof *worker);
    worker->engine = engine;
    worker->history = history_init();
    worker->fresh = true;
    sem_init(&worker->released, 0, 0);
    for (int i = 0; i < 2; i++) {
        worker->news[i] = news[i];
        fcntl(news[i], F_SETFD, FD_CLOEXEC);
    }
    engine_on_iteration(engine, report, worker);
    worker->helper_count = threads - 1;
    worker->helpers = mem_calloc((size_t)threads, sizeof *worker->helpers);
    for (int i = 0; i < worker->helper_count; i++)
        worker->helpers[i] =
            (struct helper){.worker = worker, .engine = engine_create_helper(engine)};
    return worker;
}

void search_worker_destroy(struct search_worker *worker) {
    if (!worker)
        return;
    search_worker_cancel(worker);
    for (int i = 0; i < worker->helper_count; i++)
        engine_destroy(worker->helpers[i].engine);
    free(worker->helpers);
    engine_destroy(worker->engine);
    for (int i = 0; i < 2; i++)
        close(worker->news[i]);
    sem_destroy(&worker->released);
    history_destroy(&worker->history);
    free(worker->root_moves);
    free(worker);
}
