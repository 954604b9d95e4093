// SPDX-License-Identifier: GPL-3.0-or-later
// What the model is to predict, other than the result.
#pragma once

#include "scale.h"

// Target = lambda x result + (1 - lambda) x sigmoid(slope x score + constant), `scale` being slope
// (a hundred centi-values) and constant of the results over the search's scores, which is fitted
// first. Errors: memory; scores that do not predict the results.
bool target_mix(struct dataset *data, double lambda, int threads, struct scale *scale,
                struct error *error);
