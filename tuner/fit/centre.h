// SPDX-License-Identifier: GPL-3.0-or-later
// Weights of pieces as average worth: what the linear predictor loses, in the mean over the log,
// when a piece is taken away,
//     worth of piece i = weight of i + sum over terms t of (mean loss of t with i) x weight of t,
// a linear map A of all weights that leaves those of terms alone. It is the fit with the features
// of place and King centred on the log's mean. The weight of a piece by itself is worth nothing to
// people: it is that of a piece in its own corner, far from both Kings, and much less well known.
#pragma once

#include "dataset.h"

struct centre_row { // of A: some columns and their parts, the column itself first
    int count;
    int column[1 + TERMS];
    double part[1 + TERMS];
};

void centre_row(const struct dataset *data, int column, struct centre_row *row);

// A w, of weights or of values, by column.
void centre_weights(const struct dataset *data, const double *weight, double *centred);

// Adds A'D (A w), D diagonal, to `gradient`, and A'DA to `matrix` (columns squared), where they are
// not NULL; returns (A w)'D (A w) / 2.
double centre_square(const struct dataset *data, const double *diagonal, const double *weight,
                     double *gradient, double *matrix);

// A M A': the covariance of average worths from that of the weights.
void centre_covariance(const struct dataset *data, const double *matrix, double *centred);

// The map as the free parameters see it, free x free: a piece by the first of its columns. What
// is kept (several columns at different factors) stays as it is. Its inverse is 2 - B.
void centre_free(const struct dataset *data, const struct reduction *reduction, double *map);
