// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `kagami compare`, from the command line and from an experiment file, whose keys
// are the same options. Only cmd_*.c files include this.
#pragma once

#include "cmd_play_options.h"
#include "comparison.h"

struct compare_change { // an arm and its changes, a toggle and its value
    const char *name;
    int length;        // of `name`
    const char *value; // NULL: none was given
};

struct compare_options {
    struct game_options game;
    struct play_options play;
    const char *argument; // VARIANT or EXPERIMENT.ini
    const char *folder, *only;
    const char *ladder; // NULL: the default, or one rung by --nodes
    struct compare_change arm[ARMS_MAX], toggle[TOGGLES_MAX];
    int arm_count, toggle_count;
    long long strength_pairs, tune_games; // 0: none
    struct margins margins;
    bool json, report, list;
    struct entries *file; // owned; NULL where the experiment stands on the command line
    const char *path;     // of that file
};

// False when the command is to end with `*code`; what is wrong has been said. End with
// compare_options_destroy in either case.
bool compare_options_parse(struct compare_options *options, int argc, char **argv, int *code);
void compare_options_destroy(struct compare_options *options);

// The experiment that the options describe. NULL when it cannot be: that has been said.
struct experiment *compare_options_experiment(const struct compare_options *options,
                                              const struct tables *base);
