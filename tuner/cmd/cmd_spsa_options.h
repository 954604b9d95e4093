// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `kagami spsa`. Only cmd_*.c files include this.
#pragma once

#include "cmd_plan.h"

struct spsa_options {
    struct game_options game;
    struct play_options play;
    struct answer_options answer;
    struct plan_options cost;
    const char *folder, *plan, *plan_out;
    struct option_texts tune;     // patterns
    struct option_texts together; // lists of patterns, each a direction
    bool directions;              // the usual ones
    int pairs;                    // 0: the default
    double c_end, r_end, drift;   // 0: not given
    bool dry, report, force;
};

// Its own and those of all who play, in a struct spsa_options; and whether they go together.
extern const struct option_use spsa_option_uses[];
bool spsa_options_check(void *options, struct error *error);
