// SPDX-License-Identifier: GPL-3.0-or-later
// What commands with an engine share: their options. Only cmd rooms include this.
#pragma once

#include "cmd_common.h"
#include "session.h"

struct engine_options {
    struct game_options game;
    const char *values; // path, or NULL
};

// --values FILE, into a struct engine_options; the game options are put beside it.
extern const struct option_set engine_option_set;
#define ENGINE_OPTIONS(type, member)                                                               \
    OPTION_USE(engine, type, member), OPTION_USE(game, type, member.game)

// A session by the options. On a fault prints "kagami: ..." and returns NULL: exit with `code`.
struct session *engine_options_session(const struct engine_options *options, int *code);
