// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a batch, and the same keys on the command line. Only cmd_*.c files include this.
#pragma once

#include "cmd_evolve_options.h"

// Its sections, whose keys are names of options: of `kagami evolve` itself, of all games, of
// self-play, of matches, of tuning; and what a cluster's jobs need.
enum batch_section {
    BATCH_SELF,
    BATCH_GAME,
    BATCH_PLAY,
    BATCH_MATCH,
    BATCH_TUNE,
    BATCH_SLURM,
    BATCH_SECTIONS
};

// Takes "KEY=VALUE" of a section from the command line. Prints what is wrong and returns false.
bool batch_take(struct evolve_options *options, enum batch_section section, const char *text);

// Reads the file of options->path over the options. Prints what is wrong and returns false.
bool batch_read(struct evolve_options *options);

// What the options say of each section together, once all are given.
bool batch_check(struct evolve_options *options);

// The options of evolve that a file may hold; its `input` is a struct evolve_options.
extern const struct argp evolve_own_argp;
