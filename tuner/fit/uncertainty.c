// SPDX-License-Identifier: GPL-3.0-or-later
#include "uncertainty.h"

#include "linear.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

bool uncertainty_covariance(struct objective *objective, const struct reduction *reduction,
                            const double *weight, double *hessian, double *inverse,
                            double *covariance, struct error *error) {
    assert(reduction->columns == objective->data->columns);
    int n = objective->data->columns, m = reduction->free;
    size_t full = (size_t)n * (size_t)n, part = (size_t)m * (size_t)m;
    double *scores = mem_alloc((2 * full + 2 * part) * sizeof *scores);
    double *prior = scores + full, *filling = prior + full, *product = filling + part;

    objective_evaluate(objective, weight, NULL, hessian);
    objective_scores(objective, weight, scores);
    objective_prior(objective, prior);
    double pull[FEATURES_MOST] = {0}; // of the error that all prior means share
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            pull[i] += prior[i * n + j] * objective->prior_drift[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            scores[i * n + j] += prior[i * n + j] + pull[i] * pull[j];
    reduction_matrix(reduction, hessian, product);
    reduction_matrix(reduction, scores, filling);
    bool known = linear_inverse(m, product, inverse);
    if (!known)
        error_set(error, "the data leave some direction undetermined: use a prior");
    else {
        linear_sandwich(m, inverse, filling, product);
        reduction_spread(reduction, product, covariance);
    }
    free(scores);
    return known;
}

static double trace_of_product(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n * n; i++) // both symmetric
        sum += a[i] * b[i];
    return sum;
}

void uncertainty_temper(struct objective *objective, const struct reduction *reduction,
                        const double *weight, double *factor) {
    assert(reduction->columns == objective->data->columns);
    enum { ROUNDS = 8 };
    int n = objective->data->columns, m = reduction->free;
    size_t full = (size_t)n * (size_t)n, part = (size_t)m * (size_t)m;
    *factor = 1;
    if (!objective->has_prior)
        return;
    double *columns = mem_alloc((full + 5 * part) * sizeof *columns);
    double *hessian = columns + full, *scores = hessian + part, *prior = scores + part;
    double *bread = prior + part, *inverse = bread + part;
    objective_scores(objective, weight, columns);
    reduction_matrix(reduction, columns, scores);
    objective_prior(objective, columns);
    reduction_matrix(reduction, columns, prior);
    objective_evaluate(objective, weight, NULL, columns); // with the prior
    reduction_matrix(reduction, columns, hessian);
    for (size_t i = 0; i < part; i++)
        hessian[i] -= prior[i];

    double most = objective->positions / objective->games;
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < part; i++)
            bread[i] = *factor * hessian[i] + prior[i];
        if (!linear_inverse(m, bread, inverse))
            break;
        double told = trace_of_product(m, inverse, hessian);
        double varied = trace_of_product(m, inverse, scores);
        *factor = varied > 0 ? fmin(fmax(told / varied, 1), most) : 1;
    }
    free(columns);
}
