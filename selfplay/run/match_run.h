// SPDX-License-Identifier: GPL-3.0-or-later
// What makes a run a match: it may end by a test, and leaves match.json.
#pragma once

#include "run.h"

// Before run_play: the run ends as soon as its configuration's test is decided (if it has one), and
// its ticks tell the score.
void match_prepare(struct run *run);

// After it: writes match.json into the run's folder. The text; the caller frees it. NULL and
// `error` on a fault.
char *match_write(const struct run *run, struct error *error);
