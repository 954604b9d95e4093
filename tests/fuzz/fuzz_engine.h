// SPDX-License-Identifier: GPL-3.0-or-later
// What the targets of the engine protocols share: a session, and the lines of the input. To make a
// session takes milliseconds, a line microseconds: one of each game is kept, and made anew only
// after an input that changed its game or options, as one in FUZZ_CHANGES may. So does a search:
// all but one in FUZZ_DEEP have few nodes, by the wrapper of session_search that CMakeLists.txt
// links.
#pragma once

#include <fcntl.h>
#include <string.h>

#include "config.h"
#include "fuzz.h"
#include "notation.h"
#include "session.h"

enum { FUZZ_SEARCHES = 2, FUZZ_SESSIONS = 256, FUZZ_CHANGES = 32, FUZZ_DEEP = 32, FUZZ_NODES = 16 };

struct fuzz_engine {
    const struct tables *tables;
    struct session *session;
    char *text, *rest;
    int searches; // that lines have begun
    int game;     // the session's
    bool changes; // lines may change game and options
    bool hears;   // after each line the search ends and its news are told; else it lasts
    struct session_events events; // the front end's
};

struct fuzz_session {
    struct session *session;
    uint64_t options; // hash of all, as they were at its start
};

// Nodes of the searches of the input; 0: as many as the lines want, until they are called off.
static uint64_t fuzz_nodes;

bool __real_session_search(struct session *session, const struct session_search *search,
                           struct error *error);
bool __wrap_session_search(struct session *session, const struct session_search *search,
                           struct error *error);
bool __wrap_session_search(struct session *session, const struct session_search *search,
                           struct error *error) {
    struct session_search short_one = *search;
    if (fuzz_nodes && (!short_one.limits.nodes || short_one.limits.nodes > fuzz_nodes))
        short_one.limits.nodes = fuzz_nodes;
    return __real_session_search(session, &short_one, error);
}

static struct fuzz_session *fuzz_sessions(void) {
    static struct fuzz_session sessions[FUZZ_SESSIONS];
    return sessions;
}

static bool fuzz_engine_values(const char *path, const struct tables *tables, struct values *values,
                               struct error *error) {
    values_estimate(tables, values);
    return !path || error_set(error, "%s: no such file", path);
}

static uint64_t fuzz_engine_options(const struct session *session) {
    uint64_t hash = 0;
    struct session_option option;
    for (int i = 0; session_option(session, i, &option); i++)
        hash = 31 * hash + text_hash(option.value, strlen(option.value));
    return hash;
}

// The first byte chooses the game, the rest is lines. False when there is nothing to do.
static bool fuzz_engine_begin(struct fuzz_engine *engine, const uint8_t *data, size_t size) {
    struct error error = {""};
    *engine = (struct fuzz_engine){0};
    if (size == 0)
        return false;
    engine->game = data[0] % 3 == 0 ? FUZZ_CHU : data[0] % FUZZ_GAMES;
    engine->tables = fuzz_tables(engine->game);
    struct fuzz_session *kept = &fuzz_sessions()[engine->game];
    if (kept->session == NULL) {
        kept->session = session_create(&engine->tables->variant, &engine->tables->rules,
                                       fuzz_engine_values, &error);
        FUZZ_CHECK(kept->session && session_set_option(kept->session, "Hash", "1", &error));
        kept->options = fuzz_engine_options(kept->session);
    }
    engine->session = kept->session;
    engine->text = engine->rest = fuzz_text(data + 1, size - 1);
    uint64_t hash = text_hash(engine->text, strlen(engine->text));
    engine->changes = hash % FUZZ_CHANGES == 0;
    engine->hears = hash / FUZZ_CHANGES % 2 == 0;
    fuzz_nodes = hash / FUZZ_CHANGES / 2 % FUZZ_DEEP == 0 ? 0 : FUZZ_NODES;
    return true;
}

// The next line without any of the words `dear`: large tables, many threads and long counts are no
// faults, but take the machine; so do more than some searches. NULL at the end.
static char *fuzz_engine_line(struct fuzz_engine *engine, const char *const *dear, int count) {
    char *line;
    while (engine->searches <= FUZZ_SEARCHES &&
           (line = strtok_r(engine->rest, "\n", &engine->rest))) {
        bool is_dear = !engine->changes && (strstr(line, "option") || strstr(line, "variant") ||
                                            strstr(line, "protover")); // which lists all games
        for (int i = 0; i < count; i++)
            is_dear |= strstr(line, dear[i]) != NULL;
        if (!is_dear)
            return line;
    }
    return NULL;
}

// After a line: whatever it began ends, and the position is sound.
static void fuzz_engine_check(struct fuzz_engine *engine) {
    struct error error = {""};
    engine->searches += session_thinking(engine->session);
    if (!fuzz_nodes || !engine->hears)
        session_stop(engine->session);
    if (engine->hears && session_thinking(engine->session)) {
        static int nothing = -1; // the end of input lets searches end
        if (nothing < 0)
            nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
        FUZZ_CHECK(session_serve(engine->session, nothing, &engine->events, &error));
        FUZZ_CHECK(!session_thinking(engine->session));
    }
    FUZZ_CHECK(position_check(session_position(engine->session), &error));
}

// Leaves the session as it began, for the next input.
static void fuzz_engine_end(struct fuzz_engine *engine) {
    struct fuzz_session *kept = &fuzz_sessions()[engine->game];
    struct error error = {""};
    free(engine->text);
    if (fuzz_engine_options(engine->session) == kept->options) {
        session_new_game(engine->session);
        FUZZ_CHECK(session_start(engine->session, NULL, &error));
        return;
    }
    session_destroy(engine->session);
    kept->session = NULL;
}
