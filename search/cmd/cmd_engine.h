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

// The session of an engine command, by its command line: [VARIANT] and the options above, put over
// `options`. `about` is argp's text of help. On a fault prints it and returns NULL: exit with
// EXIT_USAGE.
struct session *engine_session(struct engine_options *options, const char *about, int argc,
                               char **argv);

// Reads standard input to its end, or until nobody hears standard output. Returns the exit code.
int engine_serve(struct session *session, struct session_events events);
