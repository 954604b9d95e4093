// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `kagami tune`, which [tune] of a batch's file sets as well. Only cmd_*.c files
// include this.
#pragma once

#include "cmd_common.h"
#include "tuning.h"

// All but the logs' folders, into a struct tune_options. The first sets the defaults of all.
extern const struct option_set tune_option_set, tune_fit_option_set;
#define TUNE_OPTIONS(type, member)                                                                 \
    OPTION_USE(tune, type, member), OPTION_USE(tune_fit, type, member)
