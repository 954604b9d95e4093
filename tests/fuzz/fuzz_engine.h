// SPDX-License-Identifier: GPL-3.0-or-later
// What the targets of the engine protocols share: a session, and the lines of the input.
#pragma once

#include <string.h>

#include "fuzz.h"
#include "notation.h"
#include "session.h"

enum { FUZZ_SEARCHES = 2 };

struct fuzz_engine {
    const struct tables *tables;
    struct session *session;
    char *text, *rest;
    int searches; // that lines have begun
};

static bool fuzz_engine_values(const char *path, const struct tables *tables, struct values *values,
                               struct error *error) {
    values_estimate(tables, values);
    return !path || error_set(error, "%s: no such file", path);
}

// The first byte chooses the game, the rest is lines. False when there is nothing to do.
static bool fuzz_engine_begin(struct fuzz_engine *engine, const uint8_t *data, size_t size) {
    struct error error = {""};
    *engine = (struct fuzz_engine){0};
    if (size == 0)
        return false;
    engine->tables = fuzz_tables(data[0] % 3 == 0 ? FUZZ_CHU : data[0]);
    engine->session = session_create(&engine->tables->variant, &engine->tables->rules,
                                     fuzz_engine_values, &error);
    FUZZ_CHECK(engine->session && session_set_option(engine->session, "Hash", "1", &error));
    engine->text = engine->rest = fuzz_text(data + 1, size - 1);
    return true;
}

// The next line without any of the words `dear`: large tables, many threads and long counts are no
// faults, but take the machine; so do more than some searches. NULL at the end.
static char *fuzz_engine_line(struct fuzz_engine *engine, const char *const *dear, int count) {
    char *line;
    while (engine->searches <= FUZZ_SEARCHES &&
           (line = strtok_r(engine->rest, "\n", &engine->rest))) {
        bool is_dear = false;
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
    session_stop(engine->session);
    FUZZ_CHECK(position_check(session_position(engine->session), &error));
}

static void fuzz_engine_end(struct fuzz_engine *engine) {
    free(engine->text);
    session_destroy(engine->session);
}
