// SPDX-License-Identifier: GPL-3.0-or-later
// What the model is to predict, and how much each position counts, other than result and 1.
#pragma once

#include "scale.h"

// Positions count by the third of their game that they stand in: weight[0] in the first third of
// its plies, weight[2] in the last. Errors: memory.
bool target_weigh_phases(struct dataset *data, const double weight[3], struct error *error);

// Target = lambda x result + (1 - lambda) x sigmoid(slope x score + constant), `scale` being slope
// (a hundred centi-values) and constant of the results over the search's scores, which is fitted
// first. Errors: memory; scores that do not predict the results.
bool target_mix(struct dataset *data, double lambda, int threads, struct scale *scale,
                struct error *error);
