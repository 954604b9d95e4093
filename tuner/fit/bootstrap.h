// SPDX-License-Identifier: GPL-3.0-or-later
// A second opinion on the standard errors: games drawn with replacement and fitted again. It knows
// nothing of the sandwich formula, and should agree with it wherever the games outweigh the prior
// (the prior's centre is not drawn again).
#pragma once

#include "fit.h"

// Standard deviation of every parameter's value (centi-values, by parameter; NAN where the full fit
// has not measured it) over `rounds` resamples of the games of `full`, by the same yardstick.
// Rounds whose yardstick has no positive weight are left out; `used` counts the others.
// `seed` keys the draws. `progress` (may be NULL) is called after each round; false stops early.
bool bootstrap_errors(const struct fit *full, const struct fit_options *options, int rounds,
                      uint64_t seed, bool (*progress)(void *context, int round), void *context,
                      double se[VALUES], int *used, struct error *error);
