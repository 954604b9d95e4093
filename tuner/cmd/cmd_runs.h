// SPDX-License-Identifier: GPL-3.0-or-later
// What commands share that play several runs into one folder and answer from them all.
// Only cmd_*.c files include this.
#pragma once

#include "cmd_play_options.h"
#include "observer.h"

struct runs_options {
    const char *folder, *only;
    bool report, list;
};

// --out, --report, --list, --only.
extern const struct option_set runs_option_set;
#define RUNS_OPTIONS(type, member)                                                                 \
    { &runs_option_set, offsetof(type, member), NULL }

// Whether they go with the options of the games.
bool runs_check(const struct runs_options *runs, const struct play_options *play,
                struct error *error);

// A part of the games alone is played: there is nothing to answer from.
bool runs_in_part(const struct runs_options *runs, const struct play_options *play);

struct runs_one { // of several runs
    const char *name, *folder;
    int number, count; // from 0
    struct config *config;
    struct game_range range;
    const struct observer *observer;
};

// Plays it. Returns the exit code.
int runs_play_one(const struct runs_one *one, const struct play_options *play);

// The seed of the run in that folder, where the command names none. Error: there is no run.
bool runs_find_seed(const char *folder, struct play_options *play, struct error *error);

// Writes a file of the answer into the folder.
bool runs_write(const struct runs_options *runs, const char *name, struct buffer *text,
                struct error *error);
