// SPDX-License-Identifier: GPL-3.0-or-later
// Small dense linear algebra over GSL, with faults returned instead of GSL's abort.
// Matrices are n x n, row by row, symmetric with both halves filled. For one thread at a time:
// GSL's error handler, which is set aside during the calls, belongs to the process.
#pragma once

#include "error.h"

// Solves matrix x = right by Cholesky. False when the matrix is not positive definite.
bool linear_solve(int n, const double *matrix, const double *right, double *x);

// Inverse of a positive definite matrix, which is another place. False when it is not.
bool linear_inverse(int n, const double *matrix, double *inverse);

// Eigenvalues, smallest first, and for each its vector as one row of `vectors`.
void linear_eigen(int n, const double *matrix, double *values, double *vectors);

// product = left middle right, which need not be symmetric; a sandwich where left and right are
// the same.
void linear_product(int n, const double *left, const double *middle, const double *right,
                    double *product);
