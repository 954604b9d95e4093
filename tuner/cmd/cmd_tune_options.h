// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `kagami tune`. Only cmd_*.c files include this.
#pragma once

#include "buffer.h"
#include "cmd_common.h"
#include "tuning.h"

struct tune_line {
    struct tune_options options;
    struct buffer command; // owned; the line, as it was given
    const char **folders;  // owned; of the options
    bool td_words;         // options that only mean something with td
    bool json;
};

// Its `input` is a struct tune_line with room for the folders.
extern const struct argp tune_options_argp;

// False when the command is to end with `*code`; what is wrong has been said. End with
// tune_line_destroy in either case.
bool tune_options_parse(struct tune_line *line, int argc, char **argv, int *code);
void tune_line_destroy(struct tune_line *line);
