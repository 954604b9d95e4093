// SPDX-License-Identifier: GPL-3.0-or-later
// kagami xboard: an engine for XBoard, WinBoard and whatever else speaks their protocol.
#include "cmd_engine.h"
#include "cmd_terminal.h"
#include "xboard.h"

static error_t parse_option(int key, char *argument, struct argp_state *state) {
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

static const struct argp_child children[] = {{&engine_options_argp, 0, 0, 0}, {0}};
static const struct argp argp = {
    NULL,
    parse_option,
    "[VARIANT]",
    "Play as an engine of XBoard (CECP, protocol version 2).\v"
    "The games that XBoard does not know are defined for it: board, men and how they move. "
    "VARIANT (default kagamigi) is the game until a `variant` command comes; its rules hold "
    "whenever it is played.",
    children,
    0,
    0};

int cmd_xboard(int argc, char **argv) {
    struct engine_options options = {.game = {.variant_name = "kagamigi"}};
    argp_err_exit_status = EXIT_USAGE;
    if (argp_parse(&argp, argc, argv, 0, 0, &options) != 0)
        return EXIT_USAGE;
    struct session *session = engine_options_session(&options);
    if (!session)
        return EXIT_USAGE;
    const struct xboard_config config = {
        .name = engine_name(), .variant = options.game.variant_name, .send = engine_send};
    struct error error = {"out of memory"};
    struct xboard *xboard = xboard_create(session, &config);
    bool done = false;
    if (xboard) {
        engine_begin();
        struct session_events events = xboard_events(xboard);
        events.closed = engine_closed;
        done = session_serve(session, 0, &events, &error);
    }
    xboard_destroy(xboard);
    session_destroy(session);
    return done ? terminal_finish() : fail(EXIT_ERROR, "%s", error.text);
}
