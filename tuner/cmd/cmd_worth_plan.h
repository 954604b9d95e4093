// SPDX-License-Identifier: GPL-3.0-or-later
// kagami worth --plan: what armies cost and how well they will tell, from a pilot of them.
// Only cmd_*.c files include this.
#pragma once

#include "cmd_runs.h"

// The first `limits` runs, one for each of these node limits, stand for those of all `sets` value
// sets. Returns the exit code.
int worth_plan(const struct runs *runs, const struct plan_options *options,
               const struct tables *tables, const uint64_t limit[], int limits, int sets,
               bool json);
