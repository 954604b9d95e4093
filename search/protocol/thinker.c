// SPDX-License-Identifier: GPL-3.0-or-later
#include "thinker.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "movegen.h"
#include "perft.h"

enum { UNSTOPPABLE_DEPTH = 2 }; // perft looks up before each subtree of this depth

enum job { JOB_NONE, JOB_SEARCH, JOB_PERFT, JOB_QUIT };

struct helper {
    struct thinker *thinker;
    struct engine *engine; // owned
    pthread_t thread;
    bool runs;
};

struct thinker {
    struct engine *engine;  // owned
    struct helper *helpers; // owned
    int helper_count;
    pthread_t thread;
    bool has_thread;
    bool busy; // the owner's view

    // The job: written by the owner while idle, then read by the threads.
    struct position position;
    struct history history;
    struct limits limits;
    Move *root_moves; // owned
    int perft_depth;
    int64_t began;
    struct control control;

    pthread_mutex_t mutex; // guards what follows
    pthread_cond_t changed;
    enum job job;
    bool held; // the result waits for a stop or a ponder hit

    int news[2]; // a pipe of thoughts; who thinks waits while it is full
};
_Static_assert(sizeof(struct thought) <= PIPE_BUF, "a thought goes through the pipe in one piece");

// News

static void post(struct thinker *thinker, const struct thought *thought) {
    while (write(thinker->news[1], thought, sizeof *thought) < 0 && errno == EINTR)
        ;
}

// Waits for news, so many milliseconds at most; -1: for ever.
static bool has_news(const struct thinker *thinker, int milliseconds) {
    struct pollfd news = {.fd = thinker->news[0], .events = POLLIN};
    return poll(&news, 1, milliseconds) > 0;
}

bool thinker_next(struct thinker *thinker, struct thought *thought) {
    bool any = has_news(thinker, 0) &&
               read(thinker->news[0], thought, sizeof *thought) == (ssize_t)sizeof *thought;
    if (any && thought->kind == THOUGHT_RESULT)
        thinker->busy = false;
    return any;
}

int thinker_descriptor(const struct thinker *thinker) {
    return thinker->news[0];
}

// The thinking threads

static struct thought thought_of(struct thinker *thinker, enum thought_kind kind,
                                 const struct search_result *result) {
    uint64_t all = atomic_load_explicit(&thinker->control.nodes, memory_order_relaxed);
    return (struct thought){
        .kind = kind,
        .result = *result,
        .nodes = thinker->helper_count > 0 && all > result->nodes ? all : result->nodes,
        .milliseconds = control_now() - thinker->began,
        .full = engine_table_full(thinker->engine),
    };
}

static void report(void *context, const struct search_result *result) {
    struct thought thought = thought_of(context, THOUGHT_LINE, result);
    post(context, &thought);
}

static void *help(void *argument) {
    struct helper *helper = argument;
    const struct thinker *thinker = helper->thinker;
    struct limits limits = thinker->limits;
    limits.helper = 1 + (int)(helper - thinker->helpers);
    limits.depth = 0;
    struct search_result result;
    engine_search(helper->engine, &thinker->position, &thinker->history, limits, &result);
    return NULL;
}

static void search(struct thinker *thinker, struct search_result *result) {
    // A helper that gets no thread is missed by nobody but the clock.
    for (int i = 0; i < thinker->helper_count; i++) {
        struct helper *helper = &thinker->helpers[i];
        helper->runs = pthread_create(&helper->thread, NULL, help, helper) == 0;
    }
    engine_search(thinker->engine, &thinker->position, &thinker->history, thinker->limits, result);
    atomic_store(&thinker->control.stop, true);
    for (int i = 0; i < thinker->helper_count; i++)
        if (thinker->helpers[i].runs)
            pthread_join(thinker->helpers[i].thread, NULL);
    pthread_mutex_lock(&thinker->mutex);
    while (thinker->held)
        pthread_cond_wait(&thinker->changed, &thinker->mutex);
    pthread_mutex_unlock(&thinker->mutex);
}

// Leaves of `position`; meaningless once a stop was asked for.
static uint64_t count_leaves(struct thinker *thinker, struct position *position, int depth) {
    if (depth <= UNSTOPPABLE_DEPTH)
        return perft(position, depth);
    Move *list = malloc(MOVES_MAX * sizeof *list);
    if (!list)
        return perft(position, depth);
    uint64_t leaves = 0;
    const Move *end = movegen(position, MOVES_ALL, list);
    for (const Move *move = list; move < end && !atomic_load(&thinker->control.stop); move++) {
        struct undo undo;
        position_make(position, *move, &undo);
        leaves += count_leaves(thinker, position, depth - 1);
        position_unmake(position, *move, &undo);
    }
    free(list);
    return leaves;
}

static void count_moves(struct thinker *thinker, struct search_result *result) {
    struct position position = thinker->position;
    *result = (struct search_result){.nodes = thinker->perft_depth == 0};
    Move *list = malloc(MOVES_MAX * sizeof *list);
    const Move *end = list && thinker->perft_depth > 0 ? movegen(&position, MOVES_ALL, list) : list;
    for (const Move *move = list; move < end; move++) {
        struct undo undo;
        position_make(&position, *move, &undo);
        struct search_result leaves = {
            .best = *move, .nodes = count_leaves(thinker, &position, thinker->perft_depth - 1)};
        position_unmake(&position, *move, &undo);
        if (atomic_load(&thinker->control.stop))
            break;
        result->nodes += leaves.nodes;
        struct thought thought = thought_of(thinker, THOUGHT_COUNT, &leaves);
        post(thinker, &thought);
    }
    free(list);
}

static void *work(void *argument) {
    struct thinker *thinker = argument;
    for (;;) {
        pthread_mutex_lock(&thinker->mutex);
        while (thinker->job == JOB_NONE)
            pthread_cond_wait(&thinker->changed, &thinker->mutex);
        enum job job = thinker->job;
        thinker->job = JOB_NONE;
        pthread_mutex_unlock(&thinker->mutex);
        if (job == JOB_QUIT)
            return NULL;
        struct search_result result;
        (job == JOB_SEARCH ? search : count_moves)(thinker, &result);
        struct thought thought = thought_of(thinker, THOUGHT_RESULT, &result);
        post(thinker, &thought);
    }
}

// The owner's side

static void start(struct thinker *thinker, enum job job, bool held) {
    thinker->began = control_now();
    thinker->busy = true;
    pthread_mutex_lock(&thinker->mutex);
    thinker->held = held;
    thinker->job = job;
    pthread_cond_broadcast(&thinker->changed);
    pthread_mutex_unlock(&thinker->mutex);
}

static void release(struct thinker *thinker) {
    pthread_mutex_lock(&thinker->mutex);
    thinker->held = false;
    pthread_cond_broadcast(&thinker->changed);
    pthread_mutex_unlock(&thinker->mutex);
}

bool thinker_search(struct thinker *thinker, const struct position *position,
                    const struct history *history, struct limits limits, enum thinker_mode mode,
                    struct error *error) {
    assert(!thinker->busy);
    size_t size = (size_t)limits.root_move_count * sizeof *limits.root_moves;
    Move *root_moves = limits.root_moves ? realloc(thinker->root_moves, size + 1) : NULL;
    if (limits.root_moves && root_moves) {
        memcpy(root_moves, limits.root_moves, size);
        thinker->root_moves = root_moves;
    }
    if ((limits.root_moves && !root_moves) || !history_copy(&thinker->history, history))
        return error_set(error, "out of memory");
    thinker->position = *position;
    thinker->limits = limits;
    thinker->limits.root_moves = root_moves;
    thinker->limits.control = &thinker->control;
    uint64_t threads = (uint64_t)thinker->helper_count + 1;
    if (limits.nodes)
        thinker->limits.nodes = limits.nodes > threads ? limits.nodes / threads : 1;
    control_init(&thinker->control, mode == THINK_PONDER);
    start(thinker, JOB_SEARCH, mode != THINK_NORMAL);
    return true;
}

void thinker_perft(struct thinker *thinker, const struct position *position, int depth) {
    assert(!thinker->busy);
    thinker->position = *position;
    thinker->perft_depth = depth;
    control_init(&thinker->control, false);
    start(thinker, JOB_PERFT, false);
}

bool thinker_busy(const struct thinker *thinker) {
    return thinker->busy;
}

void thinker_ponder_hit(struct thinker *thinker) {
    control_ponder_hit(&thinker->control);
    release(thinker);
}

void thinker_stop(struct thinker *thinker) {
    atomic_store(&thinker->control.stop, true);
    release(thinker);
}

void thinker_cancel(struct thinker *thinker) {
    if (!thinker->busy)
        return;
    thinker_stop(thinker);
    struct thought thought;
    while (thinker->busy)
        if (has_news(thinker, -1))
            thinker_next(thinker, &thought);
}

void thinker_new_game(struct thinker *thinker) {
    assert(!thinker->busy);
    engine_new_game(thinker->engine);
    for (int i = 0; i < thinker->helper_count; i++)
        engine_new_game(thinker->helpers[i].engine);
}

static bool open_news(struct thinker *thinker) {
    if (pipe(thinker->news) != 0) {
        thinker->news[0] = thinker->news[1] = -1;
        return false;
    }
    for (int i = 0; i < 2; i++)
        fcntl(thinker->news[i], F_SETFD, FD_CLOEXEC);
    return true;
}

static bool engage(struct thinker *thinker, const struct tables *tables,
                   const struct values *values, size_t hash_bytes, int threads) {
    thinker->engine = engine_create(tables, values, hash_bytes);
    thinker->helpers = calloc((size_t)threads, sizeof *thinker->helpers);
    if (!thinker->engine || !thinker->helpers)
        return false;
    engine_on_iteration(thinker->engine, report, thinker);
    for (; thinker->helper_count < threads - 1; thinker->helper_count++) {
        struct helper *helper = &thinker->helpers[thinker->helper_count];
        helper->thinker = thinker;
        helper->engine = engine_create_helper(thinker->engine);
        if (!helper->engine)
            return false;
    }
    return true;
}

struct thinker *thinker_create(const struct tables *tables, const struct values *values,
                               size_t hash_bytes, int threads, struct error *error) {
    assert(threads >= 1);
    struct thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker) {
        error_set(error, "out of memory");
        return NULL;
    }
    thinker->history = history_init();
    pthread_mutex_init(&thinker->mutex, NULL);
    pthread_cond_init(&thinker->changed, NULL);
    if (!open_news(thinker)) {
        error_set(error, "cannot open a pipe: %s", strerror(errno));
        thinker_destroy(thinker);
        return NULL;
    }
    if (!engage(thinker, tables, values, hash_bytes, threads)) {
        error_set(error, "out of memory for %d threads and a table of %zu MiB", threads,
                  hash_bytes >> 20);
        thinker_destroy(thinker);
        return NULL;
    }
    int fault = pthread_create(&thinker->thread, NULL, work, thinker);
    if (fault != 0) {
        error_set(error, "cannot start a thread: %s", strerror(fault));
        thinker_destroy(thinker);
        return NULL;
    }
    thinker->has_thread = true;
    return thinker;
}

void thinker_destroy(struct thinker *thinker) {
    if (!thinker)
        return;
    if (thinker->has_thread) {
        thinker_cancel(thinker);
        start(thinker, JOB_QUIT, false);
        pthread_join(thinker->thread, NULL);
    }
    for (int i = 0; i < thinker->helper_count; i++)
        engine_destroy(thinker->helpers[i].engine);
    free(thinker->helpers);
    engine_destroy(thinker->engine);
    for (int i = 0; i < 2; i++)
        if (thinker->news[i] >= 0)
            close(thinker->news[i]);
    pthread_cond_destroy(&thinker->changed);
    pthread_mutex_destroy(&thinker->mutex);
    history_destroy(&thinker->history);
    free(thinker->root_moves);
    free(thinker);
}
