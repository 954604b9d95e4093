// SPDX-License-Identifier: GPL-3.0-or-later
// Options and files of commands that play several runs into one folder and answer from them all.
// Only cmd_*.c files include this.
#pragma once

#include "cmd_play_options.h"

struct runs_options {
    const char *folder, *only;
    bool report, list;
};

// --out, --report, --list, --only.
extern const struct option_set runs_option_set;
#define RUNS_OPTIONS(type, member)                                                                 \
    { &runs_option_set, offsetof(type, member), NULL }

// Whether they go with the options of the games.
bool runs_options_check(const struct runs_options *runs, const struct play_options *play,
                        struct error *error);

// A part of the games alone is played: there is nothing to answer from.
bool runs_options_in_part(const struct runs_options *runs, const struct play_options *play);

// Writes a file of the answer into the folder.
bool runs_options_write(const struct runs_options *runs, const char *name, struct buffer *text,
                        struct error *error);
