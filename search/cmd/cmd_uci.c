// SPDX-License-Identifier: GPL-3.0-or-later
// kagami uci, kagami usi: an engine for graphical interfaces and match runners.
#include "cmd_engine.h"
#include "uci.h"

static int play(int argc, char **argv, const char *about, enum uci_dialect dialect,
                const char *variant) {
    struct engine_options options = {.game = {.variant_name = variant}};
    struct session *session = engine_session(&options, about, argc, argv);
    if (!session)
        return EXIT_USAGE;
    struct uci *uci = uci_create(dialect, session, engine_name(), engine_send, NULL);
    int code = uci ? engine_serve(session, uci_events(uci)) : fail(EXIT_ERROR, "out of memory");
    uci_destroy(uci);
    session_destroy(session);
    return code;
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
