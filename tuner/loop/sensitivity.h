// SPDX-License-Identifier: GPL-3.0-or-later
// How much a parameter matters, before any game is played for it: in what share of positions a
// player moves otherwise with the parameter changed than without.
#pragma once

#include "config.h"
#include "spsa.h"

// Measures every parameter of the plan, moved by its c_end up and down from its start: `share[i]`
// is the mean of both, 0..1; what goes together is moved and measured together. Positions come from
// the run's openings, played on by the first player with few nodes; searches have its limits, at
// most SENSITIVITY_NODES. The same for any number of threads. `cancelled` (may be NULL) is asked
// now and then; true ends the measurement. False when it was cancelled or there is no such player.
enum { SENSITIVITY_POSITIONS = 96, SENSITIVITY_NODES = 2000 };
bool sensitivity_measure(const struct config *config, const struct spsa_plan *plan, int threads,
                         bool (*cancelled)(void *context), void *context, double *share,
                         struct error *error);

// Changes every c_end so that about a share `wanted` of the moves would be others, by what was
// measured with the present one; at most threefold either way, in whole units at least.
void sensitivity_propose(struct spsa_plan *plan, const double *share, double wanted);
