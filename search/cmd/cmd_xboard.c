// SPDX-License-Identifier: GPL-3.0-or-later
// kagami xboard: an engine for XBoard, WinBoard and whatever else speaks their protocol.
#include "cmd_engine.h"
#include "xboard.h"

static const char about[] =
    "Play as an engine of XBoard (CECP, protocol version 2).\v"
    "The games that XBoard does not know are defined for it: board, men and how they move. "
    "VARIANT (default kagamigi) is the game until a `variant` command comes; its rules hold "
    "whenever it is played.";

int cmd_xboard(int argc, char **argv) {
    struct engine_options options = {.game = {.variant_name = "kagamigi"}};
    struct session *session = engine_session(&options, about, argc, argv);
    if (!session)
        return EXIT_USAGE;
    const struct xboard_config config = {
        .name = engine_name(), .variant = options.game.variant_name, .send = engine_send};
    struct xboard *xboard = xboard_create(session, &config);
    int code =
        xboard ? engine_serve(session, xboard_events(xboard)) : fail(EXIT_ERROR, "out of memory");
    xboard_destroy(xboard);
    session_destroy(session);
    return code;
}
