// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine commands (uci, usi, xboard) share: options, and standard output as the other end.
// Only cmd_*.c files include this. They lie in this folder because it is the first that can read
// values files.
#pragma once

#include "cmd_common.h"
#include "session.h"

struct engine_options {
    struct game_options game;
    const char *values; // path, or NULL
};

// Child parser for argp: its `input` is a struct engine_options. Adds the game options and
// --values.
extern const struct argp engine_options_argp;

// A session by the options. On a fault prints "kagami: ..." and returns NULL: exit with EXIT_USAGE.
struct session *engine_options_session(const struct engine_options *options);

// "Kagami 0.1.0": what an engine calls itself.
const char *engine_name(void);

// Writes a line to standard output at once. For uci_create.
void engine_send(void *context, const char *line);
// True when standard output can no longer be written to. For session_events.closed.
bool engine_closed(void *context);
// A broken pipe is an error of writing, not a signal. Call before the first line.
void engine_begin(void);
