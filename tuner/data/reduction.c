// SPDX-License-Identifier: GPL-3.0-or-later
#include "reduction.h"

#include <assert.h>
#include <string.h>

void reduction_expand(const struct reduction *reduction, const double *x, double *weight) {
    assert(reduction->free <= reduction->columns);
    for (int c = 0; c < reduction->columns; c++)
        weight[c] = reduction->factor[c] * x[reduction->of[c]];
}

void reduction_gradient(const struct reduction *reduction, const double *gradient,
                        double *reduced) {
    assert(reduction->free <= reduction->columns);
    memset(reduced, 0, (size_t)reduction->free * sizeof *reduced);
    for (int c = 0; c < reduction->columns; c++)
        reduced[reduction->of[c]] += reduction->factor[c] * gradient[c];
}

void reduction_matrix(const struct reduction *reduction, const double *matrix, double *reduced) {
    assert(reduction->free <= reduction->columns);
    int n = reduction->columns, m = reduction->free;
    memset(reduced, 0, (size_t)m * (size_t)m * sizeof *reduced);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            reduced[reduction->of[i] * m + reduction->of[j]] +=
                reduction->factor[i] * reduction->factor[j] * matrix[i * n + j];
}

void reduction_spread(const struct reduction *reduction, const double *matrix, double *spread) {
    assert(reduction->free <= reduction->columns);
    int n = reduction->columns, m = reduction->free;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            spread[i * n + j] = reduction->factor[i] * reduction->factor[j] *
                                matrix[reduction->of[i] * m + reduction->of[j]];
}
