// SPDX-License-Identifier: GPL-3.0-or-later
#include "uncertainty.h"

#include "linear.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
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

double uncertainty_quantile(double games) {
    return gsl_cdf_tdist_Pinv(0.975, games > 2 ? games - 1 : 1);
}

struct ratio uncertainty_ratio(double a, double b, double var_a, double covariance, double var_b,
                               double t) {
    double r = a / b;
    double variance = (var_a - 2 * r * covariance + r * r * var_b) / (b * b);
    double se = sqrt(fmax(variance, 0)); // rounding may leave -0 for b / b
    struct ratio ratio = {.value = r, .se = se, .low = r - t * se, .high = r + t * se};
    ratio.bounded = t * t * var_b < b * b;
    ratio.skewed = t * t * var_b > 0.04 * b * b;
    if (!ratio.bounded) {
        ratio.low = -INFINITY;
        ratio.high = INFINITY;
    } else if (ratio.skewed) { // roots of (a - r b)^2 = t^2 (Vaa - 2 r Vab + r^2 Vbb)
        double square = b * b - t * t * var_b;
        double half = a * b - t * t * covariance;
        double rest = a * a - t * t * var_a;
        double root = sqrt(fmax(half * half - square * rest, 0));
        ratio.low = (half - root) / square;
        ratio.high = (half + root) / square;
    }
    return ratio;
}
