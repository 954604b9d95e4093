// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `kagami tune`. Only cmd_*.c files include this.
#pragma once

#include <stdbool.h>

#include "buffer.h"
#include "td.h"

struct tune_options {
    struct buffer command; // owned; the line, as it was given
    const char **folders;  // owned; the strings are the command line's
    int folder_count;
    const char *out, *start, *yardstick;
    bool td_words; // options that only mean something with td
    double prior, holdout;
    long long threads, min_ply, bootstrap;
    long long memory; // bytes
    bool td;          // by temporal differences
    struct td_options td_options;
    double lambda;
    bool noisy, mirror, json, force;
    const char **tie; // owned like the folders: MAN=MAN
    int tie_count;
    struct tune_group {
        const char *glob;
        bool fitted; // --fit, else --freeze
    } * group;       // owned
    int group_count;
};

// False when the command is to end with `*code`; what is wrong has been said. End with
// tune_options_destroy in either case.
bool tune_options_parse(struct tune_options *options, int argc, char **argv, int *code);
void tune_options_destroy(struct tune_options *options);
