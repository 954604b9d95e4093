// SPDX-License-Identifier: GPL-3.0-or-later
#include "minimise.h"

#include "linear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RIDGE_TRIES = 16, HALVINGS = 40 };

struct minimise_settings minimise_default(void) {
    return (struct minimise_settings){.iterations = 100, .tolerance = 1e-12};
}

// step = -hessian^-1 gradient, with just enough of a ridge to make that possible and finite.
static bool newton_step(int n, double *hessian, const double *gradient, double *step) {
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, hessian[i * n + i]);
    double ridge = 0;
    double next = fmax(largest, 1e-300) * 1e-12;
    for (int attempt = 0; attempt < RIDGE_TRIES; attempt++, next *= 10) {
        bool finite = linear_solve(n, hessian, gradient, step);
        for (int i = 0; finite && i < n; i++) {
            step[i] = -step[i];
            finite = isfinite(step[i]);
        }
        if (finite)
            return true;
        for (int i = 0; i < n; i++)
            hessian[i * n + i] += next - ridge;
        ridge = next;
    }
    return false;
}

// Halves the step until the function falls; moves x. False when it does not fall.
static bool descend(int n, minimise_function *function, void *context, double slope,
                    const double *step, double *x, double *trial, double *value) {
    double length = 1;
    for (int halving = 0; halving < HALVINGS; halving++, length /= 2) {
        for (int i = 0; i < n; i++)
            trial[i] = x[i] + length * step[i];
        double found = function(context, trial, NULL, NULL);
        if (!isfinite(found) || found > *value + 1e-4 * length * slope) // Armijo's condition
            continue;
        memcpy(x, trial, (size_t)n * sizeof *x);
        *value = found;
        return true;
    }
    return false;
}

bool minimise(int n, minimise_function *function, void *context, struct minimise_settings settings,
              double *x, struct minimise_result *result, struct error *error) {
    *result = (struct minimise_result){0};
    size_t size = (size_t)n;
    double *work = malloc((size * size + 3 * size) * sizeof *work);
    if (!work)
        return error_set(error, "out of memory");
    double *hessian = work, *gradient = hessian + size * size;
    double *step = gradient + size, *trial = step + size;

    bool started = true;
    for (; result->iterations < settings.iterations; result->iterations++) {
        result->value = function(context, x, gradient, hessian);
        if (!isfinite(result->value)) {
            started = error_set(error, "the fit has no finite loss to start from");
            break;
        }
        if (!newton_step(n, hessian, gradient, step))
            break;
        double slope = 0;
        for (int i = 0; i < n; i++)
            slope += gradient[i] * step[i];
        // A step of Newton's lowers a quadratic by half the slope.
        double limit = settings.tolerance * fmax(fabs(result->value), 1e-3);
        bool small = -slope / 2 <= limit;
        bool fell = descend(n, function, context, slope, step, x, trial, &result->value);
        if (small || !fell) {
            result->converged = small;
            break;
        }
    }
    free(work);
    return started;
}
