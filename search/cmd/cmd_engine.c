// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_engine.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd_terminal.h"
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

void engine_send(void *context, const char *line) {
    (void)context;
    puts(line);
    fflush(stdout);
}

static error_t parse_command(int key, char *argument, struct argp_state *state) {
    struct engine_options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = options;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argp_error(state, "at most one VARIANT");
        options->game.variant_name = argument;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct session *engine_session(struct engine_options *options, const char *about, int argc,
                               char **argv) {
    static const struct argp_child engine_children[] = {{&engine_options_argp, 0, 0, 0}, {0}};
    const struct argp argp = {NULL, parse_command, "[VARIANT]", about, engine_children, 0, 0};
    argp_err_exit_status = EXIT_USAGE;
    if (argp_parse(&argp, argc, argv, 0, 0, options) != 0)
        return NULL;
    return engine_options_session(options);
}

static bool closed(void *context) {
    (void)context;
    return ferror(stdout);
}

int engine_serve(struct session *session, struct session_events events) {
    struct error error = {""};
    events.closed = closed;
    signal(SIGPIPE, SIG_IGN); // an error of writing, not the end
    return session_serve(session, 0, &events, &error) ? terminal_finish()
                                                      : fail(EXIT_ERROR, "%s", error.text);
}
