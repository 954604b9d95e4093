// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `kagami tune`, which [tune] of a batch's file sets as well, and what it does with
// them. Only cmd_*.c files include this.
#pragma once

#include <stdio.h>

#include "cmd_common.h"
#include "diagram.h"
#include "tuning.h"

// All but the logs' folders, into a struct tune_options. The first sets the defaults of all.
extern const struct option_set tune_option_set, tune_fit_option_set;
#define TUNE_OPTIONS(type, member)                                                                 \
    {&tune_option_set, offsetof(type, member), NULL}, {                                            \
        &tune_fit_option_set, offsetof(type, member), NULL                                         \
    }

struct tune_output { // where the answer goes, and how
    FILE *stream;
    struct diagram_style style;
    int columns;
    bool json, plan;     // plan: what more games would tell, and no values
    const char *command; // line that asked for it, for the JSON
};

// Reads, fits, writes the values and the answer. EXIT_DONE, EXIT_UNDECIDED where the games do not
// suffice, EXIT_ERROR; faults are told.
int tune_values(const struct tune_options *options, const struct tune_output *output);

// Learns from the moves of the logs how likely quiet moves are (move_fit.h), writes that file,
// which must not be there without `force`, and tells how well. EXIT_DONE, EXIT_UNDECIDED where the
// games hold no choice to learn from, EXIT_ERROR; faults are told.
int tune_moves(const char *const *folders, int count, const char *path, bool force,
               const struct tune_output *output);
