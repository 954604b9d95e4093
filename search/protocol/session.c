// SPDX-License-Identifier: GPL-3.0-or-later
// A session: its game, the engine that thinks on a thread of its own, with helpers where several
// threads are wanted, and the loop. News of the engine wait in a pipe.
#include "session_internal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "line_reader.h"
#include "memory.h"
#include "movegen.h"
#include "notation.h"

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
    pthread_t thread; // of the job, while busy
    bool busy;        // until the result was taken
    bool fresh;       // nothing was searched since all was forgotten

    // The job: written by the session while idle, then read by the threads.
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

// The thinking threads

static void post(struct thinker *thinker, enum thought_kind kind,
                 const struct search_result *result) {
    uint64_t all = atomic_load_explicit(&thinker->control.nodes, memory_order_relaxed);
    const struct thought thought = {
        .kind = kind,
        .result = *result,
        .nodes = thinker->helper_count > 0 && all > result->nodes ? all : result->nodes,
        .milliseconds = control_now() - thinker->began,
        .full = engine_table_full(thinker->engine),
    };
    while (write(thinker->news[1], &thought, sizeof thought) < 0 && errno == EINTR)
        ;
}

static void report(void *context, const struct search_result *result) {
    post(context, THOUGHT_LINE, result);
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

static void *think(void *argument) {
    struct thinker *thinker = argument;
    struct search_result result;
    // A helper that gets no thread is missed by nobody but the clock.
    for (int i = 0; i < thinker->helper_count; i++) {
        struct helper *helper = &thinker->helpers[i];
        helper->runs = pthread_create(&helper->thread, NULL, help, helper) == 0;
    }
    engine_search(thinker->engine, &thinker->position, &thinker->history, thinker->limits, &result);
    atomic_store(&thinker->control.stop, true);
    for (int i = 0; i < thinker->helper_count; i++)
        if (thinker->helpers[i].runs)
            pthread_join(thinker->helpers[i].thread, NULL);
    while (atomic_load(&thinker->held))
        sem_wait(&thinker->released);
    post(thinker, THOUGHT_RESULT, &result);
    return NULL;
}

static void *count_moves(void *argument) {
    struct thinker *thinker = argument;
    struct position position = thinker->position;
    struct search_result result = {.nodes = thinker->perft_depth == 0};
    Move *list = mem_alloc(MOVES_MAX * sizeof *list);
    bool goes_on = thinker->perft_depth > 0 && perft(&position, 1) > 0; // a flag may have ended it
    const Move *end = goes_on ? movegen(&position, MOVES_ALL, list) : list;
    for (const Move *move = list; move < end; move++) {
        struct undo undo;
        position_make(&position, *move, &undo);
        struct search_result leaves = {
            .best = *move,
            .nodes = perft_until(&position, thinker->perft_depth - 1, &thinker->control.stop)};
        position_unmake(&position, *move, &undo);
        if (atomic_load(&thinker->control.stop))
            break;
        result.nodes += leaves.nodes;
        post(thinker, THOUGHT_COUNT, &leaves);
    }
    free(list);
    post(thinker, THOUGHT_RESULT, &result);
    return NULL;
}

static struct thinker *thinker_create(const struct tables *tables, const struct values *values,
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
    struct thinker *thinker = mem_calloc(1, sizeof *thinker);
    thinker->engine = engine;
    thinker->history = history_init();
    thinker->fresh = true;
    sem_init(&thinker->released, 0, 0);
    for (int i = 0; i < 2; i++) {
        thinker->news[i] = news[i];
        fcntl(news[i], F_SETFD, FD_CLOEXEC);
    }
    engine_on_iteration(engine, report, thinker);
    thinker->helper_count = threads - 1;
    thinker->helpers = mem_calloc((size_t)threads, sizeof *thinker->helpers);
    for (int i = 0; i < thinker->helper_count; i++)
        thinker->helpers[i] =
            (struct helper){.thinker = thinker, .engine = engine_create_helper(engine)};
    return thinker;
}

void session_dismiss(struct session *session) {
    struct thinker *thinker = session->thinker;
    if (!thinker)
        return;
    session_cancel(session);
    for (int i = 0; i < thinker->helper_count; i++)
        engine_destroy(thinker->helpers[i].engine);
    free(thinker->helpers);
    engine_destroy(thinker->engine);
    for (int i = 0; i < 2; i++)
        close(thinker->news[i]);
    sem_destroy(&thinker->released);
    history_destroy(&thinker->history);
    free(thinker->root_moves);
    free(thinker);
    session->thinker = NULL;
}

bool session_rebuild(struct session *session, const struct variant *variant,
                     const struct rules *rules, struct error *error) {
    struct tables *tables = mem_alloc(sizeof *tables);
    struct position start;
    if (!tables_build(tables, variant, rules, error) || !fen_parse(NULL, tables, &start, error)) {
        free(tables);
        return false;
    }
    session_dismiss(session);
    free(session->tables);
    session->tables = tables;
    return session_start(session, NULL, error);
}

struct session *session_create(const struct variant *variant, const struct rules *rules,
                               session_load_values *load, struct error *error) {
    struct session *session = mem_calloc(1, sizeof *session);
    session->load = load;
    session->own = mem_alloc(sizeof *session->own);
    *session->own = *variant;
    session->own->rules = *rules;
    session->history = history_init();
    session_default_options(session);
    if (session_rebuild(session, variant, rules, error))
        return session;
    session_destroy(session);
    return NULL;
}

void session_destroy(struct session *session) {
    if (!session)
        return;
    session_dismiss(session);
    history_destroy(&session->history);
    free(session->played);
    free(session->tables);
    free(session->own);
    free(session);
}

// The game

const struct tables *session_tables(const struct session *session) {
    return session->tables;
}
const struct position *session_position(const struct session *session) {
    return &session->position;
}
int session_ply(const struct session *session) {
    return session->ply;
}
Move session_move(const struct session *session, int ply) {
    assert(ply >= 0 && ply < session->ply);
    return session->played[ply].move;
}
Move session_last_move(const struct session *session) {
    return session->ply > 0 ? session->played[session->ply - 1].move : MOVE_NONE;
}

struct outcome session_outcome(struct session *session) {
    return outcome_of(&session->position, &session->history, session_last_move(session));
}

bool session_is_legal(struct session *session, Move move) {
    return outcome_is_legal(&session->position, &session->history, move);
}

bool session_start(struct session *session, const char *fen, struct error *error) {
    struct position start;
    if (!fen_parse_problem(fen, session->tables, &start, error))
        return false;
    history_clear(&session->history);
    session->position = start;
    session->ply = 0;
    history_push(&session->history, &session->position, MOVE_NONE);
    return true;
}

bool session_play(struct session *session, Move move, struct error *error) {
    char text[MOVE_TEXT];
    if (!session_is_legal(session, move))
        return error_set(error, "'%s' is illegal%s", move_print(move, text),
                         movegen_is_legal(&session->position, move) ? ": it repeats a position"
                                                                    : " here");
    session->played =
        mem_grow(session->played, session->ply, &session->played_room, sizeof *session->played);
    struct played *played = &session->played[session->ply++];
    played->move = move;
    position_make(&session->position, move, &played->undo);
    history_push(&session->history, &session->position, move);
    return true;
}

bool session_take_back(struct session *session) {
    if (session->ply == 0)
        return false;
    const struct played *played = &session->played[--session->ply];
    history_pop(&session->history);
    position_unmake(&session->position, played->move, &played->undo);
    return true;
}

// Thinking

bool session_prepare(struct session *session, struct error *error) {
    assert(!session_thinking(session));
    if (session->thinker)
        return true;
    struct values values;
    const char *path = session->text[OPTION_ROW_VALUES];
    if (!session->load(*path ? path : NULL, session->tables, &values, error))
        return false;
    session->thinker =
        thinker_create(session->tables, &values, (size_t)session->number[OPTION_ROW_HASH] << 20,
                       session->number[OPTION_ROW_THREADS], error);
    return session->thinker;
}

double session_expected(const struct session *session, int score) {
    return engine_expected(session->thinker->engine, score);
}

void session_new_game(struct session *session) {
    struct thinker *thinker = session->thinker;
    assert(!session_thinking(session));
    if (!thinker || thinker->fresh)
        return; // large tables take their time, and several commands in a row ask for it
    thinker->fresh = true;
    engine_new_game(thinker->engine);
    for (int i = 0; i < thinker->helper_count; i++)
        engine_new_game(thinker->helpers[i].engine);
}

static bool begin(struct session *session, void *(*job)(void *), enum think_mode mode,
                  struct error *error) {
    struct thinker *thinker = session->thinker;
    thinker->position = session->position;
    control_init(&thinker->control, mode == THINK_PONDER);
    thinker->began = control_now();
    atomic_store(&thinker->held, mode != THINK_NORMAL);
    int fault = pthread_create(&thinker->thread, NULL, job, thinker);
    thinker->busy = fault == 0;
    return thinker->busy || error_set(error, "cannot start a thread: %s", strerror(fault));
}

bool session_search(struct session *session, const struct session_search *search,
                    struct error *error) {
    assert(!session_thinking(session));
    if (!session_prepare(session, error))
        return false;
    struct thinker *thinker = session->thinker;
    struct limits *limits = &thinker->limits;
    *limits = search->limits;
    if (limits->lines == 0)
        limits->lines = session->number[OPTION_ROW_MULTIPV];
    if (search->has_clock) {
        timing_allot(&search->clock, session->number[OPTION_ROW_OVERHEAD],
                     &limits->soft_milliseconds, &limits->milliseconds);
        int64_t most = search->limits.milliseconds;
        if (most && most <= limits->milliseconds) {
            limits->milliseconds = most;
            limits->soft_milliseconds = 0;
        }
    }
    if (limits->root_moves) {
        size_t size = (size_t)limits->root_move_count * sizeof *limits->root_moves;
        thinker->root_moves = mem_realloc(thinker->root_moves, size);
        memcpy(thinker->root_moves, limits->root_moves, size);
        limits->root_moves = thinker->root_moves;
    }
    limits->control = &thinker->control;
    uint64_t threads = (uint64_t)thinker->helper_count + 1;
    if (limits->nodes)
        limits->nodes = limits->nodes > threads ? limits->nodes / threads : 1;
    history_copy(&thinker->history, &session->history);
    thinker->fresh = false;
    return begin(session, think, search->mode, error);
}

bool session_perft(struct session *session, int depth, struct error *error) {
    assert(!session_thinking(session) && depth >= 0);
    if (!session_prepare(session, error))
        return false;
    session->thinker->perft_depth = depth;
    return begin(session, count_moves, THINK_NORMAL, error);
}

bool session_thinking(const struct session *session) {
    return session->thinker && session->thinker->busy;
}

static void release(struct thinker *thinker) {
    atomic_store(&thinker->held, false);
    sem_post(&thinker->released);
}

void session_ponder_hit(struct session *session) {
    if (session_thinking(session)) {
        atomic_store(&session->thinker->control.clock_start, control_now());
        release(session->thinker);
    }
}
void session_stop(struct session *session) {
    if (session_thinking(session)) {
        atomic_store(&session->thinker->control.stop, true);
        release(session->thinker);
    }
}

// Waits for the next thought.
static void take_thought(struct thinker *thinker, struct thought *thought) {
    while (read(thinker->news[0], thought, sizeof *thought) < 0 && errno == EINTR)
        ;
    if (thought->kind == THOUGHT_RESULT) {
        pthread_join(thinker->thread, NULL);
        thinker->busy = false;
    }
}

void session_cancel(struct session *session) {
    struct thought thought;
    session_stop(session);
    while (session_thinking(session))
        take_thought(session->thinker, &thought);
}

// The loop

static void deliver(struct session *session, const struct session_events *events) {
    struct thought thought;
    while (session_thinking(session) &&
           poll(&(struct pollfd){.fd = session->thinker->news[0], .events = POLLIN}, 1, 0) > 0) {
        take_thought(session->thinker, &thought);
        events->thought(events->context, &thought);
    }
}

// Waits for a line of `input` (while it `listens`) or news. False and `error` when that is
// impossible.
static bool wait_for_something(const struct session *session, int input, bool listens,
                               struct error *error) {
    struct pollfd watched[2];
    nfds_t count = 0;
    if (listens)
        watched[count++] = (struct pollfd){.fd = input, .events = POLLIN};
    if (session_thinking(session))
        watched[count++] = (struct pollfd){.fd = session->thinker->news[0], .events = POLLIN};
    return poll(watched, count, -1) >= 0 || errno == EINTR ||
           error_set(error, "cannot wait for input: %s", strerror(errno));
}

bool session_serve(struct session *session, int input, const struct session_events *events,
                   struct error *error) {
    struct line_reader *reader = line_reader_create(input);
    bool done = true;
    for (bool listens = true;;) {
        deliver(session, events);
        if (events->closed && events->closed(events->context))
            break;
        char *line;
        enum line_status status = listens ? line_reader_next(reader, &line) : LINE_NONE;
        if (status == LINE_READY && !events->line(events->context, line))
            break;
        if (status == LINE_TOO_LONG)
            events->too_long(events->context);
        if (status == LINE_END)
            listens = false;
        if (!listens && session_thinking(session) && session->thinker->held)
            session_stop(session); // it would end only when told to
        if (!listens && !session_thinking(session))
            break;
        if (status == LINE_NONE && !wait_for_something(session, input, listens, error)) {
            done = false;
            break;
        }
    }
    session_cancel(session);
    line_reader_destroy(reader);
    return done;
}
