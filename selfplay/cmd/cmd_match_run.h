// SPDX-License-Identifier: GPL-3.0-or-later
// What makes a run a match: it may end by a test, and leaves match.json. Only cmd_*.c files include
// this.
#pragma once

#include "cmd_run.h"

// Before run_play: the run ends as soon as its configuration's test is decided (if it has one), and
// the progress line tells the score.
void match_prepare(struct run *run);

// After it: writes match.json into the run's folder. The text; the caller frees it. NULL and
// `error` on a fault.
char *match_write(const struct run *run, struct error *error);

// EXIT_DONE accepted or without a test, EXIT_CHECK rejected, EXIT_UNDECIDED.
int match_exit_code(enum sprt_verdict verdict);
