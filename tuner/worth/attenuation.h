// SPDX-License-Identifier: GPL-3.0-or-later
// Do early positions draw the values together? A position far from the end is credited with what
// happens later, so that all values look smaller there: the fit is done again for the positions of
// each distance to the end of the game.
#pragma once

#include "fit.h"

enum { ATTENUATION_BINS = 8 };

struct attenuation_bin {
    int nearest, farthest; // plies to the end of the game
    size_t positions, games;
    double slope, slope_error; // of the results over the whole fit's evaluation, in its own unit:
                               // 1 = as in all positions together
    bool measured;             // the yardstick is, in these positions
    double value[VALUES], se[VALUES]; // by column, in centi-values; NAN where not measured
};

struct attenuation {
    int count;
    struct attenuation_bin bin[ATTENUATION_BINS];
    // Nearest against farthest positions, by column: p-value of "the same value" (1: not known) by
    // Wald's test as if both were independent, adjusted over the columns (Holm).
    double p_holm[VALUES];
};

// Cuts the positions into `count` (2 to ATTENUATION_BINS) bins of about the same size and fits each
// by the options of `full` and its yardstick. Errors: memory.
bool attenuation_measure(const struct fit *full, const struct fit_options *options, int count,
                         struct attenuation *attenuation, struct error *error);
