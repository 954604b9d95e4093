// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `kagami spsa`. Only cmd_*.c files include this.
#pragma once

#include "cmd_play_options.h"

enum { SPSA_PATTERNS_MAX = 64 };

struct spsa_options {
    struct game_options game;
    struct play_options play;
    const char *folder, *plan, *plan_out;
    const char *tune[SPSA_PATTERNS_MAX];
    int tune_count;
    long long pairs;
    double c_end, r_end, drift; // 0: not given
    bool dry, report, force, json;
};

// Parser for setup_begin: its `input` is a struct spsa_options.
extern const struct argp spsa_options_argp;

// Nothing chosen yet, 8 pairs a step.
struct spsa_options spsa_options_default(void);
