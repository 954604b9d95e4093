// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `kagami evolve`. Only cmd_*.c files include this.
#pragma once

#include "cmd_common.h"
#include "cmd_sprt_options.h"

enum evolve_step { STEP_ALL, STEP_PLAY, STEP_TUNE, STEP_VERIFY };

struct evolve_options {
    const char *command; // line, as it was given; set by the command
    struct game_options game;
    struct sprt_options sprt;
    const char *folder, *values, *ladder, *threads;
    struct {
        const char *game, *play, *tune, *match;
    } words; // options for the commands that are run, split at spaces; NULL: none
    long long generations, games, nodes, match_games;
    uint64_t seed;
    bool seed_given, json;
    enum evolve_step step;
    int generation; // of `step`
    char step_text[64];
    const char *shard; // "I/N", a part of step_text, or NULL
};

// False when the command is to end with `*code`; what is wrong has been said.
bool evolve_options_parse(struct evolve_options *options, int argc, char **argv, int *code);
