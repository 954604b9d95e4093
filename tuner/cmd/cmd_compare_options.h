// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `kagami compare`, from the command line and from an experiment's file. Only
// cmd_*.c files include this, and the fuzzer of such files.
#pragma once

#include "cmd_runs.h"
#include "comparison.h"

// Of an experiment's file.
enum { SECTION_EXPERIMENT, SECTION_ARMS, SECTION_TOGGLES, SECTIONS };

struct compare_options {
    struct runs_options runs;
    struct answer_options answer;
    struct plan_options plan;
    struct game_options game;
    struct play_options play;
    const char *argument;              // VARIANT or EXPERIMENT.ini
    const char *ladder;                // NULL: the default, or one rung by --nodes
    struct option_texts arms, toggles; // of the line, behind those of the file
    struct margins margins;
    const char *path; // of the experiment's file, or NULL
    struct entries file;
};
