// SPDX-License-Identifier: GPL-3.0-or-later
// kagami uci, kagami usi: an engine for graphical interfaces and match runners.
#include <errno.h>

#include "cmd_engine.h"
#include "cmd_terminal.h"
#include "uci.h"

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

static int play(int argc, char **argv, const char *about, enum uci_dialect dialect,
                const char *variant) {
    static const struct argp_child children[] = {{&engine_options_argp, 0, 0, 0}, {0}};
    const struct argp argp = {NULL, parse_option, "[VARIANT]", about, children, 0, 0};
    struct engine_options options = {.game = {.variant_name = variant}};
    argp_err_exit_status = EXIT_USAGE;
    if (argp_parse(&argp, argc, argv, 0, 0, &options) != 0)
        return EXIT_USAGE;
    struct session *session = engine_options_session(&options);
    if (!session)
        return EXIT_USAGE;
    struct error error = {"out of memory"};
    struct uci *uci = uci_create(dialect, session, engine_name(), engine_send, NULL);
    bool done = false;
    if (uci) {
        engine_begin();
        struct session_events events = uci_events(uci);
        events.closed = engine_closed;
        done = session_serve(session, 0, &events, &error);
    }
    uci_destroy(uci);
    session_destroy(session);
    return done ? terminal_finish() : fail(EXIT_ERROR, "%s", error.text);
}

int cmd_uci(int argc, char **argv) {
    return play(
        argc, argv,
        "Play as an engine of the Universal Chess Interface.\v"
        "Positions are FENs, moves e3e4, b7b8+ and P@e5, as everywhere in this program; the "
        "first mover is white. VARIANT (default kagamigi) and everything else may be "
        "changed by setoption.",
        DIALECT_UCI, "kagamigi");
}

int cmd_usi(int argc, char **argv) {
    return play(
        argc, argv,
        "Play as an engine of the Universal Shogi Interface.\v"
        "Positions are SFENs, moves 7g7f, 8h2b+ and P*5e: files are numbers from the right, "
        "ranks letters from the top, on every board; the first mover is black. VARIANT "
        "(default shogi) and everything else may be changed by setoption.",
        DIALECT_USI, "shogi");
}
