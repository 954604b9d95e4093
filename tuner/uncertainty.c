// SPDX-License-Identifier: GPL-3.0-or-later
#include "uncertainty.h"

#include "linear.h"

#include <stdlib.h>

bool uncertainty_covariance(struct objective *objective, const double *weight, double *hessian,
                            double *covariance, struct error *error) {
    int n = objective->data->columns;
    double *scores = malloc(2 * (size_t)n * (size_t)n * sizeof *scores);
    if (!scores)
        return error_set(error, "out of memory");
    double *inverse = scores + (size_t)n * (size_t)n;

    objective_evaluate(objective, weight, NULL, hessian);
    objective_scores(objective, weight, scores);
    const double *precision = objective->prior_precision, *drift = objective->prior_drift;
    for (int i = 0; objective->has_prior && i < n; i++) {
        scores[i * n + i] += precision[i];
        for (int j = 0; j < n; j++)
            scores[i * n + j] += precision[i] * drift[i] * precision[j] * drift[j];
    }
    bool known = linear_inverse(n, hessian, inverse);
    if (!known)
        error_set(error, "the data leave some direction undetermined: use a prior");
    else if (!linear_sandwich(n, inverse, scores, covariance))
        known = error_set(error, "out of memory");
    free(scores);
    return known;
}
