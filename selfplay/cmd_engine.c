// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_engine.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "values_file.h"
#include "version.h"

enum { KEY_VALUES = 1024 };

static const struct argp_option option_list[] = {
    {"values", KEY_VALUES, "FILE", 0, "values.csv to play by; what it leaves out keeps the default",
     1},
    {0}};

static error_t parse_option(int key, char *argument, struct argp_state *state) {
    struct engine_options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->game;
        return 0;
    case KEY_VALUES:
        options->values = argument;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&game_options_argp, 0, 0, 0}, {0}};
const struct argp engine_options_argp = {
    .options = option_list, .parser = parse_option, .children = children};

struct session *engine_options_session(const struct engine_options *options) {
    struct tables *tables = game_options_tables(&options->game);
    if (!tables)
        return NULL;
    struct error error = {""};
    struct session *session =
        session_create(&tables->variant, &tables->rules, values_file_load, &error);
    if (session && options->values &&
        !session_set_option(session, "ValuesFile", options->values, &error)) {
        session_destroy(session);
        session = NULL;
    }
    if (!session)
        fail(EXIT_USAGE, "%s", error.text);
    free(tables);
    return session;
}

const char *engine_name(void) {
    return "Kagami " KAGAMI_VERSION;
}

void engine_begin(void) {
    signal(SIGPIPE, SIG_IGN);
}

void engine_send(void *context, const char *line) {
    (void)context;
    puts(line);
    fflush(stdout);
}

bool engine_closed(void *context) {
    (void)context;
    return ferror(stdout);
}
