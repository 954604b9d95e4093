// SPDX-License-Identifier: GPL-3.0-or-later
#include "session.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "line_reader.h"
#include "memory.h"
#include "notation.h"
#include "number.h"

enum option_row {
#define OPTION(id, name, kind, value, low, high) OPTION_ROW_##id,
#include "options.def"
#undef OPTION
    OPTION_ROWS
};

struct played {
    Move move;
    struct undo undo;
};

struct session {
    session_load_values *load;
    struct tables *tables; // owned; variant and rules are in it

    int number[OPTION_ROWS]; // of spins and checks
    char text[OPTION_ROWS][OPTION_TEXT];

    struct position position;
    struct history history;
    struct played *played; // owned
    int ply, played_room;

    struct search_worker *worker; // owned; NULL until it is needed
    bool endless;                 // the search ends only when told to
};

static const struct row {
    const char *name;
    enum option_kind kind;
    const char *value;
    int low, high;
} rows[OPTION_ROWS] = {
#define OPTION(id, name, kind, value, low, high) {name, OPTION_##kind, value, low, high},
#include "options.def"
#undef OPTION
};

// New tables, and a new game at the start position. On an error nothing is changed.
static bool rebuild(struct session *session, const struct variant *variant,
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
    for (int i = 0; i < OPTION_ROWS; i++)
        if (rows[i].kind == OPTION_SPIN)
            session->number[i] = atoi(rows[i].value);
    if (!rebuild(session, variant, rules, error)) {
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
    return search_worker_search(session->worker, &session->position, &session->history, limits,
                                search->mode, error);
}

bool session_perft(struct session *session, int depth, struct error *error) {
    assert(!session_thinking(session) && depth >= 0);
    if (!session_prepare(session, error))
        return false;
    session->endless = false;
    return search_worker_perft(session->worker, &session->position, depth, error);
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
    if (session->worker)
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

// Options

int session_option_count(const struct session *session) {
    (void)session;
    return OPTION_ROWS + RULES;
}

static void row_option(const struct session *session, int row, struct session_option *option) {
    *option = (struct session_option){.name = rows[row].name,
                                      .kind = rows[row].kind,
                                      .low = rows[row].low,
                                      .high = rows[row].high,
                                      .applies = true};
    const char *text = session->text[row];
    if (row == OPTION_ROW_VARIANT) {
        text = session->tables->variant.name;
        while (option->choice_count < ARRAY_LENGTH(option->choices) &&
               variant_builtin_name(option->choice_count)) {
            option->choices[option->choice_count] = variant_builtin_name(option->choice_count);
            option->choice_count++;
        }
    }
    switch (option->kind) {
    case OPTION_SPIN:
        snprintf(option->value, sizeof option->value, "%d", session->number[row]);
        break;
    case OPTION_CHECK:
        strcpy(option->value, session->number[row] ? "true" : "false");
        break;
    default:
        snprintf(option->value, sizeof option->value, "%s", text);
    }
}

static void rule_option(const struct session *session, enum rule rule,
                        struct session_option *option) {
    const struct variant *variant = &session->tables->variant;
    const struct rules *rules = &session->tables->rules;
    int value = rules->value[rule];
    *option = (struct session_option){
        .name = rule_name(rule), .kind = OPTION_COMBO, .applies = variant->has_rule[rule]};
    option->choice_count = rule_value_count(rule);
    for (int i = 0; i < option->choice_count; i++)
        option->choices[i] = rule_value_name(rule, i);
    const char *text = "";
    if (rule == RULE_ZONE) {
        option->kind = OPTION_SPIN;
        option->high = BOARD_MAX;
        snprintf(option->value, sizeof option->value, "%d", value);
        return;
    }
    if (rule == RULE_ARRAY) {
        option->kind = OPTION_STRING;
        text = value == ARRAY_CUSTOM ? rules->fen : variant->arrays[value].name;
    } else if (value >= 0 && value < option->choice_count) {
        text = option->choices[value];
    }
    snprintf(option->value, sizeof option->value, "%s", text);
}

void session_option(const struct session *session, int index, struct session_option *option) {
    assert(index >= 0 && index < session_option_count(session));
    if (index < OPTION_ROWS)
        row_option(session, index, option);
    else
        rule_option(session, (enum rule)(index - OPTION_ROWS), option);
}

static bool set_spin(struct session *session, int row, const char *value, struct error *error) {
    int64_t number;
    if (!number_integer(value, &number) || number < rows[row].low || number > rows[row].high)
        return error_set(error, "%s must be a whole number from %d to %d, not '%.40s'",
                         rows[row].name, rows[row].low, rows[row].high, value);
    // The system would give more, and end the program when it is used.
    int64_t memory = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) >> 20;
    if (row == OPTION_ROW_HASH && memory > 0 && number > memory)
        return error_set(error, "%s: %" PRId64 " MiB; this machine has %" PRId64, rows[row].name,
                         number, memory);
    session->number[row] = (int)number;
    return true;
}

static bool set_check(struct session *session, int row, const char *value, struct error *error) {
    session->number[row] = strcmp(value, "true") == 0;
    return session->number[row] || strcmp(value, "false") == 0 ||
           error_set(error, "%s must be true or false, not '%.40s'", rows[row].name, value);
}

// Whether two names are the same but for case and what stands between their words: "Move_Overhead",
// "chushogi".
static bool same_name(const char *one, const char *other, const char *between) {
    for (;;) {
        one += strspn(one, between);
        other += strspn(other, between);
        if (tolower((unsigned char)*one) != tolower((unsigned char)*other))
            return false;
        if (!*one)
            return true;
        one++;
        other++;
    }
}

// Lishogi and its bots know chu-shogi as chushogi. Programs that play matches name the game that is
// there already: its rules and values stay.
static bool set_variant(struct session *session, const char *value, struct error *error) {
    struct variant *variant = mem_alloc(sizeof *variant);
    for (int i = 0; variant_builtin_name(i); i++)
        if (same_name(variant_builtin_name(i), value, "-_ "))
            value = variant_builtin_name(i);
    if (strcmp(value, session->tables->variant.name) == 0) {
        free(variant);
        return session_start(session, NULL, error);
    }
    bool done =
        variant_load(value, variant, error) && rebuild(session, variant, &variant->rules, error);
    free(variant);
    if (done)
        session->text[OPTION_ROW_VALUES][0] = session->text[OPTION_ROW_PRESET][0] = 0;
    return done;
}

// Applies `change` (an assignment, or a preset's name) to a copy of the rules and takes it over.
static bool set_rules(struct session *session, const char *change, bool preset,
                      struct error *error) {
    struct rules *rules = mem_alloc(sizeof *rules);
    struct variant *variant = mem_alloc(sizeof *variant);
    *rules = session->tables->rules;
    *variant = session->tables->variant;
    bool done = (preset ? rules_apply_preset(rules, variant, change, error)
                        : rules_set(rules, variant, change, error)) &&
                rebuild(session, variant, rules, error);
    free(rules);
    free(variant);
    return done;
}

static bool set_text(struct session *session, int row, const char *value, struct error *error) {
    if (strcmp(value, "<empty>") == 0)
        value = "";
    if (strlen(value) >= OPTION_TEXT)
        return error_set(error, "%s: longer than %d characters", rows[row].name, OPTION_TEXT - 1);
    if (row == OPTION_ROW_PRESET && *value && !set_rules(session, value, true, error))
        return false;
    struct values values;
    if (row == OPTION_ROW_VALUES &&
        !session->load(*value ? value : NULL, session->tables, &values, error))
        return false;
    strcpy(session->text[row], value);
    return true;
}

static bool set_row(struct session *session, int row, const char *value, struct error *error) {
    if (row == OPTION_ROW_VARIANT)
        return set_variant(session, value, error);
    bool done;
    switch (rows[row].kind) {
    case OPTION_SPIN:
        done = set_spin(session, row, value, error);
        break;
    case OPTION_CHECK:
        done = set_check(session, row, value, error);
        break;
    default:
        done = set_text(session, row, value, error);
    }
    // Table, threads and values are fixed when the engine is made.
    if (done && (row == OPTION_ROW_HASH || row == OPTION_ROW_THREADS || row == OPTION_ROW_VALUES)) {
        search_worker_destroy(session->worker);
        session->worker = NULL;
    }
    return done;
}

bool session_set_option(struct session *session, const char *name, const char *value,
                        struct error *error) {
    assert(!session_thinking(session));
    for (int i = 0; i < OPTION_ROWS; i++)
        if (same_name(name, rows[i].name, "_ "))
            return set_row(session, i, value, error);
    enum rule rule = rule_find(name);
    if (rule != RULES) {
        char assignment[FEN_TEXT + 64];
        if (snprintf(assignment, sizeof assignment, "%s=%s", name, value) >= (int)sizeof assignment)
            return error_set(error, "%s: longer than %d characters", name, FEN_TEXT);
        return set_rules(session, assignment, false, error);
    }
    const char *names[OPTION_ROWS + RULES];
    for (int i = 0; i < OPTION_ROWS; i++)
        names[i] = rows[i].name;
    for (int i = 0; i < RULES; i++)
        names[OPTION_ROWS + i] = rule_name((enum rule)i);
    char hint[NEAREST_TEXT];
    return error_set(error, "no option '%.40s'%s", name,
                     nearest_hint(name, names, ARRAY_LENGTH(names), hint));
}
