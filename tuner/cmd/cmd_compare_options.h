// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `kagami compare`, from the command line and from an experiment file, whose keys
// are the same options. Only cmd_*.c files include this.
#pragma once

#include "cmd_runs.h"
#include "cmd_setup.h"
#include "comparison.h"
#include "ini_entries.h"

struct compare_change { // an arm and its changes, a toggle and its value
    const char *name;
    int length;        // of `name`
    const char *value; // NULL: none was given
};

struct compare_options {
    struct runs_options runs;
    struct answer_options answer;
    struct plan_options plan;
    struct game_options game;
    struct play_options play;
    const char *argument; // VARIANT or EXPERIMENT.ini
    const char *ladder;   // NULL: the default, or one rung by --nodes
    struct compare_change arm[ARMS_MAX], toggle[TOGGLES_MAX];
    int arm_count, toggle_count;
    struct margins margins;
    bool full;        // the answer as a whole
    const char *path; // of the experiment's file, or NULL
    struct entries file;
};
