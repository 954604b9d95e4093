// SPDX-License-Identifier: GPL-3.0-or-later
// Players that are programs of their own: UCI, USI or CECP (xboard version 2) engines. Their moves
// are read in the engine's own notation and checked by our rules; a fault ends the game, and the
// program starts anew for the next one.
#pragma once

#include "agent.h"
#include "buffer.h"

enum external_protocol { EXTERNAL_UCI, EXTERNAL_USI, EXTERNAL_XBOARD };

struct external_settings {
    const char *command; // run by /bin/sh
    enum external_protocol protocol;
    const char *const *options; // "NAME=VALUE", sent at the start in this order
    int option_count;
    const char *variant; // the engine's name for the game; NULL: found among those it announces
    int margin_ms;       // an answer later than limit + margin has lost on time
    int grace_ms;        // so long a late engine may still answer; then it is hung
    int timeout_ms;      // the same where there is no time limit, and for its greeting
    const char *log;     // file that the conversation is added to, NULL: none
};

// 100 ms of margin, 1 s of grace, 30 s of timeout, nothing else.
struct external_settings external_default(enum external_protocol protocol, const char *command);

// "uci", "usi", "xboard".
const char *external_protocol_name(enum external_protocol protocol);

// False when engines of the protocol cannot be told such limits (xboard knows no nodes), when no
// limit is given, and for an option without '='.
bool external_check(const struct external_settings *settings, struct limits limits,
                    struct error *error);

// The program runs from the agent's `start` on, which goes through its greeting, so that a wrong
// command fails at once: no such program, it ends, says nothing in time, or does not know an
// option. The settings and `tables` must outlive the agent. Errors: memory, the log file.
bool external_create(const struct external_settings *settings, const struct tables *tables,
                     struct agent *agent, struct error *error);

// What the engine calls itself; "" when it does not say. After `start`, only for agents of
// external_create.
const char *external_name(const struct agent *agent);

// Adds what the player is to a run's canonical configuration, each line begun by `prefix`.
void external_text(const struct external_settings *settings, const char *prefix,
                   struct buffer *text);
