// SPDX-License-Identifier: GPL-3.0-or-later
#include "uncertainty.h"

#include "linear.h"

#include <stdlib.h>

bool uncertainty_covariance(struct objective *objective, const struct reduction *reduction,
                            const double *weight, double *hessian, double *inverse,
                            double *covariance, struct error *error) {
    int n = objective->data->columns, m = reduction->free;
    size_t full = (size_t)n * (size_t)n, part = (size_t)m * (size_t)m;
    double *scores = malloc((full + 2 * part) * sizeof *scores);
    if (!scores)
        return error_set(error, "out of memory");
    double *filling = scores + full, *product = filling + part;

    objective_evaluate(objective, weight, NULL, hessian);
    objective_scores(objective, weight, scores);
    const double *precision = objective->prior_precision, *drift = objective->prior_drift;
    for (int i = 0; objective->has_prior && i < n; i++) {
        scores[i * n + i] += precision[i];
        for (int j = 0; j < n; j++)
            scores[i * n + j] += precision[i] * drift[i] * precision[j] * drift[j];
    }
    reduction_matrix(reduction, hessian, product);
    reduction_matrix(reduction, scores, filling);
    bool known = linear_inverse(m, product, inverse);
    if (!known)
        error_set(error, "the data leave some direction undetermined: use a prior");
    else if (!linear_sandwich(m, inverse, filling, product))
        known = error_set(error, "out of memory");
    else
        reduction_spread(reduction, product, covariance);
    free(scores);
    return known;
}
