// SPDX-License-Identifier: GPL-3.0-or-later
// Columns that are not fitted freely: ties (two columns share one weight) and the group of values
// that keep their ratios to each other. All of it is one linear map, w = T x, with one entry a row:
// w[c] = factor[c] x[of[c]]. Gradient and Hessian of x are T'g and T'HT, the covariance of w is
// T V T'.
#pragma once

#include "values.h"

struct reduction {
    int columns, free;            // sizes of w and x
    int of[FEATURES_MOST];        // column -> free parameter
    double factor[FEATURES_MOST]; // by column
};

// x -> w, and T' times a gradient or a Hessian of the columns (both halves filled).
void reduction_expand(const struct reduction *reduction, const double *x, double *weight);
void reduction_gradient(const struct reduction *reduction, const double *gradient, double *reduced);
void reduction_matrix(const struct reduction *reduction, const double *matrix, double *reduced);

// T M T': a matrix of the free parameters as the columns see it.
void reduction_spread(const struct reduction *reduction, const double *matrix, double *spread);
