// SPDX-License-Identifier: GPL-3.0-or-later
// Newton's method with step halving for smooth convex functions of up to a few hundred variables.
// For the logistic loss it is iteratively reweighted least squares, with one Hessian for several
// steps while they converge quickly: a Hessian costs as much as ten gradients. Never returns NaN,
// never hangs: a singular Hessian gets a ridge, a minimum at infinity (separable data) ends at the
// iteration limit or where the loss stops falling.
#pragma once

#include "error.h"

// Value of the function at x. `gradient` and `hessian` (n x n, both halves) are filled when not
// NULL. The first two Hessians may be estimates.
typedef double minimise_function(void *context, const double *x, double *gradient, double *hessian);

#define MINIMISE_TOLERANCE 1e-15

struct minimise_result {
    double value;
    int iterations;
    bool converged;
};

// Minimises from `x`, which is left at the best point found, until a step promises less than the
// share `tolerance` of the value (MINIMISE_TOLERANCE: all that a double can tell), or for 100
// iterations. Error: a start where the function is not finite.
bool minimise(int n, minimise_function *function, void *context, double tolerance, double *x,
              struct minimise_result *result, struct error *error);
