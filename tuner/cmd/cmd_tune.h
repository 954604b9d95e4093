// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `kagami tune`, which [tune] of a batch's file sets as well. Only cmd_*.c files
// include this.
#pragma once

#include "cmd_common.h"
#include "tuning.h"

struct tune_line {
    struct tune_options options;
    bool td_words; // options that only mean something with td were given
};

// All but the logs' folders, into a struct tune_line. The first sets the defaults of all, the last
// checks whether they go together.
extern const struct option_set tune_option_set, tune_position_option_set, tune_fit_option_set;
#define TUNE_OPTIONS(type, member)                                                                 \
    {&tune_option_set, offsetof(type, member), NULL},                                              \
        {&tune_position_option_set, offsetof(type, member), NULL}, {                               \
        &tune_fit_option_set, offsetof(type, member), NULL                                         \
    }
