// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that `kagami evolve` runs, word by word. Only cmd_*.c files include this.
#pragma once

#include "cmd_evolve_options.h"

enum { WORDS_MAX = 512 };

struct line {
    int count;
    char *word[WORDS_MAX + 1]; // owned; NULL behind the last
};

// The lines of a generation: self-play (or its part by --step), tuning from the logs of generations
// `since` up to it, verification.
struct line evolve_play_line(const struct evolve_options *options, int generation);
struct line evolve_tune_line(const struct evolve_options *options, int since, int generation);
struct line evolve_match_line(const struct evolve_options *options, int generation);

// Runs a command and frees its line; what it prints goes to the file `output` of the generation.
// Returns its exit code, or that of a fault that has been told.
int evolve_run(int (*command)(int argc, char **argv), struct line *line,
               const struct evolve_options *options, int generation, const char *output);

// Whether the commands will take their words, and the folder holds no other loop. EXIT_DONE, or the
// code of a fault that has been told.
int evolve_check(const struct evolve_options *options, struct tables *tables);
