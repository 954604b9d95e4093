// SPDX-License-Identifier: GPL-3.0-or-later
// The end of `kagami tune --verify`. Only cmd_*.c files include this.
#pragma once

#include "cmd_tune_options.h"
#include "holdout.h"
#include "logs.h"

// Plays the values that were written to options->out against those that the fit started from, by
// the rules of the logs, and prints what the fit says of itself beside what the games say. `json`:
// the tuner's own answer, to be printed with the verification in it; NULL for people. Returns the
// exit code: EXIT_DONE accept, EXIT_CHECK reject, EXIT_UNDECIDED, EXIT_AGAIN ...
int tune_verify(const struct tune_options *options, const struct logs *logs, const struct fit *fit,
                const struct values *start, const struct holdout *holdout, const char *json);
