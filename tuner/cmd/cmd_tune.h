// SPDX-License-Identifier: GPL-3.0-or-later
// What `kagami tune` does with its options. Only cmd_*.c files include this.
#pragma once

#include <stdio.h>

#include "diagram.h"
#include "tuning.h"

struct tune_output { // where the answer goes, and how
    FILE *stream;
    struct diagram_style style;
    int columns;
    bool json;
    const char *command; // line that asked for it, for the JSON
};

// Reads, fits, writes the values and the answer. EXIT_DONE, EXIT_UNDECIDED where the games do not
// suffice, EXIT_ERROR; faults are told.
int tune_values(const struct tune_options *options, const struct tune_output *output);
