// SPDX-License-Identifier: GPL-3.0-or-later
#include "session.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "line_reader.h"
#include "memory.h"
#include "session_internal.h"

bool session_set_rules(struct session *session, const struct variant *variant,
                       const struct rules *rules, struct error *error) {
    struct tables *tables = mem_alloc(sizeof *tables);
    struct position start;
    const char *fen = variant_start_fen(variant, rules);
    if (!tables_build(tables, variant, rules, error) || !fen_parse(fen, tables, &start, error)) {
        free(tables);
        return false;
    }
    search_worker_destroy(session->worker);
    session->worker = NULL;
    free(session->tables);
    session->tables = tables;
    return session_start(session, NULL, error);
}

struct session *session_create(const struct variant *variant, const struct rules *rules,
                               session_load_values *load, struct error *error) {
    struct session *session = mem_calloc(1, sizeof *session);
    session->load = load;
    session->history = history_init();
    session_options_default(session);
    if (!session_set_rules(session, variant, rules, error)) {
        session_destroy(session);
        return NULL;
    }
    return session;
}

void session_destroy(struct session *session) {
    if (!session)
        return;
    search_worker_destroy(session->worker);
    history_destroy(&session->history);
    free(session->played);
    free(session->tables);
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
    const struct tables *tables = session->tables;
    struct position start;
    if (!fen_parse_problem(fen ? fen : variant_start_fen(&tables->variant, &tables->rules), tables,
                           &start, error))
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
    if (session->ply == session->played_room)
        session->played = mem_grow(session->played, &session->played_room, sizeof *session->played);
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
    if (session->worker)
        return true;
    struct values values;
    const char *path = session->text[OPTION_ROW_VALUES];
    if (!session->load(*path ? path : NULL, session->tables, &values, error))
        return false;
    session->worker = search_worker_create(session->tables, &values,
                                           (size_t)session->number[OPTION_ROW_HASH] << 20,
                                           session->number[OPTION_ROW_THREADS], error);
    return session->worker;
}

void session_new_game(struct session *session) {
    assert(!session_thinking(session));
    if (session->worker)
        search_worker_new_game(session->worker);
}

bool session_search(struct session *session, const struct session_search *search,
                    struct error *error) {
    assert(!session_thinking(session));
    if (!session_prepare(session, error))
        return false;
    struct limits limits = search->limits;
    if (limits.lines == 0)
        limits.lines = session->number[OPTION_ROW_MULTIPV];
    if (search->has_clock) {
        timing_allot(&search->clock, session->number[OPTION_ROW_OVERHEAD],
                     &limits.soft_milliseconds, &limits.milliseconds);
        int64_t most = search->limits.milliseconds;
        if (most && most <= limits.milliseconds) {
            limits.milliseconds = most;
            limits.soft_milliseconds = 0;
        }
    }
    session->endless = search->mode != THINK_NORMAL;
    search_worker_search(session->worker, &session->position, &session->history, limits,
                         search->mode);
    return true;
}

bool session_perft(struct session *session, int depth, struct error *error) {
    assert(!session_thinking(session) && depth >= 0);
    if (!session_prepare(session, error))
        return false;
    session->endless = false;
    search_worker_perft(session->worker, &session->position, depth);
    return true;
}

bool session_thinking(const struct session *session) {
    return session->worker && search_worker_busy(session->worker);
}
void session_ponder_hit(struct session *session) {
    if (session_thinking(session)) {
        session->endless = false;
        search_worker_ponder_hit(session->worker);
    }
}
void session_stop(struct session *session) {
    if (session_thinking(session))
        search_worker_stop(session->worker);
}
void session_cancel(struct session *session) {
    if (session_thinking(session))
        search_worker_cancel(session->worker);
}

// The loop

static void deliver(struct session *session, const struct session_events *events) {
    struct thought thought;
    while (session_thinking(session) && search_worker_next(session->worker, &thought))
        events->thought(events->context, &thought);
}

// Waits for a line (while `listens`) or news. False and `error` when that is impossible.
static bool wait_for_something(const struct session *session, const struct line_reader *reader,
                               bool listens, struct error *error) {
    struct pollfd watched[2];
    nfds_t count = 0;
    if (listens)
        watched[count++] = (struct pollfd){.fd = line_reader_descriptor(reader), .events = POLLIN};
    if (session_thinking(session))
        watched[count++] =
            (struct pollfd){.fd = search_worker_descriptor(session->worker), .events = POLLIN};
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
        if (!listens && session->endless)
            session_stop(session);
        if (!listens && !session_thinking(session))
            break;
        if (status == LINE_NONE && !wait_for_something(session, reader, listens, error)) {
            done = false;
            break;
        }
    }
    session_cancel(session);
    line_reader_destroy(reader);
    return done;
}
