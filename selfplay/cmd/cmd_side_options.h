// SPDX-License-Identifier: GPL-3.0-or-later
// Options that each player of a match has of its own. Only cmd_*.c files include this.
#pragma once

#include "cmd_play_options.h"
#include "external.h"

enum { SIDE_TEXTS_MAX = 64 };

struct side_options {
    bool given;                             // any of them was
    const char *values;                     // path, or NULL
    long long nodes, depth, milliseconds;   // 0: as the common options say
    const char *assignment[SIDE_TEXTS_MAX]; // "NAME=VALUE"
    int assignment_count;
    // A program as the player.
    const char *engine; // command, or NULL
    enum external_protocol protocol;
    const char *option[SIDE_TEXTS_MAX]; // "NAME=VALUE"
    int option_count;
    const char *variant, *log;         // its name for the game; a file; or NULL
    long long margin_ms;               // beyond its time; -1: the default
    long long timeout;                 // seconds; 0: the default
    struct external_settings external; // set by side_options_player
};

// Child parser for argp: its `input` is an array of PLAYERS struct side_options.
extern const struct argp side_options_argp;

struct side_options side_options_default(void);

// Name, limits and values of a player by its own options, and by the common ones where it has none.
// `side` must outlive the player.
bool side_options_player(struct side_options *side, const struct play_options *common,
                         const struct tables *tables, struct player *player, struct error *error);
