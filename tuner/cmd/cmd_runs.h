// SPDX-License-Identifier: GPL-3.0-or-later
// The options of commands that play several runs into one folder and answer from them all.
// Only cmd_*.c files include this.
#pragma once

#include "cmd_setup.h"
#include "ini_entries.h"
#include "study.h"

struct runs_options {
    const char *folder, *only;
    bool report, list;
};

// --out, --report, --list, --only.
extern const struct option_set runs_option_set;

// Whether they go with the options of the games, and with --plan where that is asked for.
bool runs_check(const struct runs_options *runs, const struct play_options *play, bool plan,
                bool json, struct error *error);

// A part of the games alone is played: there is nothing to answer from.
bool runs_in_part(const struct runs_options *runs, const struct play_options *play);

// Plays those that are due, or --only. Returns the exit code.
int runs_play(struct study *study);
// Prints their names. Returns the exit code.
int runs_list(const struct study *study);
// A file of options that stands in the place of the game: entries of these sections, which `take`
// sets in the options; its error is told with file, line and key.
struct runs_file {
    const char *const *sections;
    int section_count;
    struct entries *entries; // texts that the options point to
    bool (*take)(void *options, struct entry *entry, struct error *error);
    void *options;
};
// Reads it. `*path`: the command's argument; NULL afterwards where that names a game.
bool runs_file_read(const struct runs_file *file, const char **path, struct error *error);
