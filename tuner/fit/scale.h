// SPDX-License-Identifier: GPL-3.0-or-later
// How results follow one number: P(FIRST scores) = sigmoid(slope x number + constant). The number
// is an evaluation, or the score of a search.
#pragma once

#include "objective.h"

struct scale {
    double slope, slope_error; // logits a unit, and its standard error over games
    double constant;           // logits
};

// Fits slope and constant to the positions that the objective includes; `number` is by position.
// A faint pull to 0 keeps certain results (all won by the side ahead) finite.
struct scale scale_fit(const struct objective *objective, const float *number);

// The evaluation of every position by `value` (by column), without the constant FIRST_MOVER, in
// units of 100. The caller frees it.
float *scale_evaluations(const struct dataset *data, const double *value);

// Sets the data's targets, what the model is to predict, to something other than the results:
// lambda x result + (1 - lambda) x sigmoid(slope x score + constant). `scale` becomes slope (a
// hundred centi-values) and constant of the results over the search's scores. Error: scores that do
// not predict the results, as few games may say by chance.
bool scale_mix_target(struct dataset *data, double lambda, int threads, struct scale *scale,
                      struct error *error);
