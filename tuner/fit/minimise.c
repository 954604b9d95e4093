// SPDX-License-Identifier: GPL-3.0-or-later
#include "minimise_internal.h"

#include "linear.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { ITERATIONS = 100, RIDGE_TRIES = 16, HALVINGS = 40, RETRIES = 2 };

// A Hessian serves for several steps, as long as each lowers the promised gain by this factor.
#define CHORD_FACTOR 0.05

// step = -hessian^-1 gradient, with just enough of a ridge to make that possible and finite. The
// ridge stays in the Hessian.
static bool newton_step(int n, double *hessian, const double *gradient, double *step,
                        double *room) {
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, hessian[i * n + i]);
    double ridge = 0;
    double next = fmax(largest, 1e-300) * 1e-12;
    for (int attempt = 0; attempt < RIDGE_TRIES; attempt++, next *= 10) {
        bool finite = linear_solve(n, hessian, gradient, step, room);
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

struct state { // of the search: where it stands, and room for a trial
    int n;
    minimise_function *function;
    void *context;
    double value, *x, *gradient, *step, *trial, *trial_gradient;
};

static double dot(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

// Halves the step until the function falls; moves there. False when it does not fall.
static bool descend(struct state *state, double slope) {
    size_t size = (size_t)state->n * sizeof *state->x;
    // What rounding may do to the value: a step at the bottom is not refused for it.
    double slack = 1e-13 * fabs(state->value);
    double length = 1;
    for (int halving = 0; halving < HALVINGS; halving++, length /= 2) {
        for (int i = 0; i < state->n; i++)
            state->trial[i] = state->x[i] + length * state->step[i];
        double found = state->function(state->context, state->trial, state->trial_gradient, NULL);
        if (!isfinite(found) || found > state->value + 1e-4 * length * slope + slack) // Armijo
            continue;
        memcpy(state->x, state->trial, size);
        memcpy(state->gradient, state->trial_gradient, size);
        state->value = found;
        return true;
    }
    return false;
}

static void iterate(struct state *state, double *hessian, double *room, double tolerance,
                    struct minimise_result *result) {
    bool fresh = false; // the Hessian is of this point
    bool stale = true;  // it has served its time
    double promised = INFINITY;
    int retries = RETRIES; // with Hessians of the same point: the first ones may have been rough
    for (; result->iterations < ITERATIONS; result->iterations++) {
        if (stale) {
            state->value = state->function(state->context, state->x, state->gradient, hessian);
            fresh = true;
        }
        if (!isfinite(state->value))
            return;
        if (!newton_step(state->n, hessian, state->gradient, state->step, room))
            return;
        double slope = dot(state->n, state->gradient, state->step);
        // A step of Newton's lowers a quadratic by half the slope.
        bool small = -slope / 2 <= tolerance * fmax(fabs(state->value), 1e-3);
        stale = !fresh && -slope / 2 > CHORD_FACTOR * promised && !small;
        if (stale)
            continue;
        promised = -slope / 2;
        bool fell = descend(state, slope);
        if (small || !fell) {
            result->converged = small;
            stale = !small && (!fresh || retries-- > 0); // a poor direction: with the true one
            if (!stale)
                return;
        }
        fresh = false;
    }
}

bool minimise(int n, minimise_function *function, void *context, double tolerance, double *x,
              struct minimise_result *result, struct error *error) {
    assert(n > 0 && tolerance > 0);
    *result = (struct minimise_result){0};
    size_t size = (size_t)n;
    double *work = mem_alloc((2 * size * size + 4 * size) * sizeof *work);
    double *room = work + size * size, *vectors = room + size * size;
    struct state state = {.n = n,
                          .function = function,
                          .context = context,
                          .x = x,
                          .gradient = vectors,
                          .step = vectors + size,
                          .trial = vectors + 2 * size,
                          .trial_gradient = vectors + 3 * size};
    iterate(&state, work, room, tolerance, result);
    result->value = state.value;
    free(work);
    return isfinite(state.value) || error_set(error, "the fit has no finite loss to start from");
}
