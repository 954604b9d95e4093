// SPDX-License-Identifier: GPL-3.0-or-later
#include "surface.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear.h"
#include "memory.h"

// Steps a coefficient before anything is said: four in each half.
enum { STEPS_A_COEFFICIENT = 8, PLACES = 100 };
static const double ELO_A_LOGIT = 400 / 2.302585092994046; // ln 10

struct shape {
    int directions, size;  // coefficients: slopes, squares, products
    int param[PARAMETERS]; // that leads each
};

static struct shape shape_of(const struct spsa_plan *plan) {
    struct shape shape = {.directions = 0};
    for (int i = 0; i < plan->count; i++)
        if (spsa_leads(plan, i))
            shape.param[shape.directions++] = i;
    shape.size = shape.directions * (shape.directions + 3) / 2;
    return shape;
}

// What the coefficients are multiplied by at a place.
static void terms(const struct shape *shape, const double *place, double *term) {
    int n = shape->directions;
    for (int i = 0; i < n; i++) {
        term[i] = place[i];
        term[n + i] = place[i] * place[i];
    }
    for (int i = 0, k = 2 * n; i < n; i++)
        for (int j = i + 1; j < n; j++)
            term[k++] = place[i] * place[j];
}

struct model {
    double *weight, *covariance; // size, size x size; in logits; owned
    // For fitting: x has 3 x size, gradient and move size, the others size x size.
    double *x, *gradient, *move, *matrix, *other;
};

static bool model_init(struct model *model, int size) {
    size_t n = (size_t)size;
    *model = (struct model){.weight = mem_calloc(n, sizeof(double)),
                            .covariance = mem_calloc(n * n, sizeof(double)),
                            .x = mem_calloc(3 * n, sizeof(double)),
                            .gradient = mem_calloc(n, sizeof(double)),
                            .move = mem_calloc(n, sizeof(double)),
                            .matrix = mem_calloc(n * n, sizeof(double)),
                            .other = mem_calloc(n * n, sizeof(double))};
    return model->weight && model->covariance && model->x && model->gradient && model->move &&
           model->matrix && model->other;
}

static void model_destroy(struct model *model) {
    free(model->weight);
    free(model->covariance);
    free(model->x);
    free(model->gradient);
    free(model->move);
    free(model->matrix);
    free(model->other);
}

static double dot(const double *a, const double *b, int size) {
    double sum = 0;
    for (int i = 0; i < size; i++)
        sum += a[i] * b[i];
    return sum;
}

static void add_square(const double *x, double weight, int size, double *matrix) {
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            matrix[i * size + j] += weight * x[i] * x[j];
}

// The terms of the one player less those of the other, in model->x; returns the one's score.
static double look_at(const struct spsa *spsa, const struct shape *shape, int64_t step,
                      struct model *model) {
    double drawn[2][PARAMETERS], place[PARAMETERS] = {0};
    double *term[2] = {model->x + shape->size, model->x + 2 * shape->size};
    spsa_draw(&spsa->plan, step, drawn);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < shape->directions; i++)
            place[i] = drawn[side][shape->param[i]];
        terms(shape, place, term[side]);
    }
    for (int i = 0; i < shape->size; i++)
        model->x[i] = term[0][i] - term[1][i];
    return 0.5 + (double)spsa->lead[step] / (4.0 * spsa->plan.pairs);
}

// Fits to the steps first, first + stride, ... False when memory is out.
static bool fit(const struct spsa *spsa, const struct shape *shape, int first, int stride,
                struct model *model) {
    enum { ITERATIONS = 50 };
    // A prior of two logits keeps a few steps that all went one way from infinity.
    const double prior = 0.25 / (2.0 * spsa->plan.pairs), enough = 1e-12;
    // What a step is off by is drawn towards what coins would be, with the weight that they have in
    // measured_score: pairs which all end alike make nothing certain.
    const double alike = NORMAL_975 * NORMAL_975, coins = 0.25 / (2.0 * spsa->plan.pairs);
    const double all = (double)spsa->step / stride;
    int n = shape->size;
    double steps = 0, moved = 1;
    for (int round = 0; round < ITERATIONS && moved > enough; round++) {
        memset(model->matrix, 0, (size_t)n * (size_t)n * sizeof(double));
        for (int i = 0; i < n; i++) {
            model->gradient[i] = -prior * model->weight[i];
            model->matrix[i * n + i] = prior;
        }
        for (int64_t step = first; step < spsa->step; step += stride) {
            double score = look_at(spsa, shape, step, model);
            double p = 1 / (1 + exp(-dot(model->x, model->weight, n)));
            for (int i = 0; i < n; i++)
                model->gradient[i] += (score - p) * model->x[i];
            add_square(model->x, p * (1 - p), n, model->matrix);
        }
        bool solved = linear_solve(n, model->matrix, model->gradient, model->move, model->other);
        assert(solved); // the prior makes it positive definite
        moved = 0;
        for (int i = 0; solved && i < n; i++) {
            model->weight[i] += model->move[i];
            moved = fmax(moved, fabs(model->move[i]));
        }
    }
    bool inverted = linear_inverse(n, model->matrix, model->other);
    assert(inverted);
    memset(model->matrix, 0, (size_t)n * (size_t)n * sizeof(double));
    for (int64_t step = first; inverted && step < spsa->step; step += stride, steps++) {
        double off = look_at(spsa, shape, step, model);
        off -= 1 / (1 + exp(-dot(model->x, model->weight, n)));
        add_square(model->x, (all * off * off + alike * coins) / (all + alike), n, model->matrix);
    }
    for (int i = 0; i < n * n; i++)
        model->matrix[i] *= steps / (steps - n);
    linear_sandwich(n, model->other, model->matrix, model->covariance);
    return true;
}

// Slopes, squares, products: where a kind of coefficient ends.
static int end_of(const struct shape *shape, int kind) {
    return kind == 0 ? shape->directions : kind == 1 ? 2 * shape->directions : shape->size;
}

// What is likely of all coefficients at once, in model->x: those of a kind are drawn from a normal
// law whose width is what they spread by beyond their errors (empirical Bayes by moments), around
// 0, the squares around their mean where that is below 0. Else a climb would end where noise is
// greatest: far away.
static void shrink(const struct shape *shape, struct model *model) {
    const double least = 1e-8;
    int n = shape->size;
    bool known = linear_inverse(n, model->covariance, model->matrix);
    for (int i = 0; i < n; i++)
        model->gradient[i] = dot(model->matrix + i * n, model->weight, n);
    for (int kind = 0, first = 0; known && kind < 3; first = end_of(shape, kind++)) {
        double mean = 0, spread = 0, count = end_of(shape, kind) - first;
        for (int i = first; kind == 1 && i < end_of(shape, kind); i++)
            mean += model->weight[i] / count;
        mean = fmin(mean, 0);
        for (int i = first; i < end_of(shape, kind); i++) {
            double off = model->weight[i] - mean;
            spread += (off * off - model->covariance[i * n + i]) / count;
        }
        spread = fmax(spread, least);
        for (int i = first; i < end_of(shape, kind); i++) {
            model->matrix[i * n + i] += 1 / spread;
            model->gradient[i] += mean / spread;
        }
    }
    known = known && linear_solve(n, model->matrix, model->gradient, model->x, model->other);
    if (!known) // to the last digit
        memcpy(model->x, model->weight, (size_t)n * sizeof(double));
}

// Where f is greatest within reach, from the start up: along one direction after the other, each to
// its best place, until none moves. One along which strength does not fall off both ways has no
// best place, and stays.
static void climb(const struct shape *shape, const double *weight, double *place) {
    enum { ROUNDS = 10000 };
    int n = shape->directions;
    double moved = 1;
    memset(place, 0, (size_t)n * sizeof *place);
    for (int round = 0; round < ROUNDS && moved > 1e-9; round++) {
        moved = 0;
        for (int i = 0; i < n; i++) {
            double slope = weight[i], square = weight[n + i], best = place[i];
            for (int a = 0, k = 2 * n; a < n; a++)
                for (int b = a + 1; b < n; b++, k++)
                    slope += a == i ? weight[k] * place[b] : b == i ? weight[k] * place[a] : 0;
            if (square < 0)
                best = fmin(fmax(-slope / (2 * square), -SPSA_REACH), SPSA_REACH);
            moved = fmax(moved, fabs(best - place[i]));
            place[i] = best;
        }
    }
}

// Is a place told to be worse than some other, by so large a chi-square? Of all others at once:
// Scheffe's test for a line of two coefficients (H. Scheffe, Biometrika 40 (1953)).
static bool told_worse(double slope, double square, const double variance[3], double least,
                       double z) {
    for (int i = -PLACES; i <= PLACES; i++) {
        // f(other) - f(z) is (other - z) times a rise with this sum.
        double other = SPSA_REACH * (double)i / PLACES, sum = other + z;
        double rise = (other > z ? 1 : -1) * (slope + square * sum);
        double spread = variance[0] + 2 * sum * variance[1] + sum * sum * variance[2];
        if (other != z && rise > 0 && rise * rise > least * spread)
            return true;
    }
    return false;
}

// From the first to the last place along a direction that is not told to be worse than another,
// where one of `tests` alike may err in 5%: the quantile of chi-square with 2 degrees of freedom is
// a logarithm.
static struct interval best_places(double slope, double square, const double variance[3],
                                   int tests) {
    struct interval best = {SPSA_REACH, -SPSA_REACH};
    double least = -2 * log(0.05 / tests);
    for (int i = -PLACES; i <= PLACES; i++) {
        double z = SPSA_REACH * (double)i / PLACES;
        if (told_worse(slope, square, variance, least, z))
            continue;
        best.low = fmin(best.low, z);
        best.high = fmax(best.high, z);
    }
    return best;
}

static struct measured in_elo(double logits, double variance, double games) {
    double half = NORMAL_975 * sqrt(fmax(variance, 0));
    return (struct measured){.value = logits * ELO_A_LOGIT,
                             .low = (logits - half) * ELO_A_LOGIT,
                             .high = (logits + half) * ELO_A_LOGIT,
                             .n = games};
}

static void tell_directions(const struct spsa *spsa, const struct shape *shape,
                            const struct model *model, struct surface *surface) {
    int n = shape->size;
    double place[PARAMETERS], games = 2.0 * (double)score_units(&spsa->pairs);
    climb(shape, model->x, place);
    for (int i = 0; i < shape->directions; i++) {
        int square = shape->directions + i;
        const double variance[3] = {model->covariance[i * n + i], model->covariance[i * n + square],
                                    model->covariance[square * n + square]};
        double b = model->weight[i], q = model->weight[square];
        struct interval all = best_places(b, q, variance, shape->directions);
        surface->direction[shape->param[i]] =
            (struct surface_direction){.slope = in_elo(b, variance[0], games),
                                       .best = best_places(b, q, variance, 1),
                                       .told = (all.low > 0) - (all.high < 0),
                                       .answer = place[i]};
    }
    for (int i = 0; i < spsa->plan.count; i++)
        if (!spsa_leads(&spsa->plan, i))
            surface->direction[i] = surface->direction[spsa->plan.param[i].with - 1];
}

// What the place that the one model chooses gains by the other.
static double gain_of(const struct shape *shape, const struct model *chooses,
                      const struct model *judges, double *variance) {
    double place[PARAMETERS], *term = chooses->move;
    int n = shape->size;
    climb(shape, chooses->x, place);
    terms(shape, place, term);
    *variance = 0;
    for (int i = 0; i < n; i++)
        *variance += term[i] * dot(term, judges->covariance + i * n, n);
    return dot(term, judges->weight, n);
}

static bool fit_all(const struct spsa *spsa, const struct shape *shape, struct model model[3],
                    struct surface *surface) {
    for (int i = 0; i < 3; i++)
        if (!model_init(&model[i], shape->size) ||
            !fit(spsa, shape, i == 2 ? 1 : 0, i ? 2 : 1, &model[i]))
            return false;
    double variance[2], logits = 0, error_of = 0;
    for (int i = 0; i < 3; i++)
        shrink(shape, &model[i]);
    // Each half is in both gains: their errors are taken as one.
    for (int i = 0; i < 2; i++) {
        logits += gain_of(shape, &model[1 + i], &model[2 - i], &variance[i]) / 2;
        error_of += sqrt(variance[i]) / 2;
    }
    tell_directions(spsa, shape, &model[0], surface);
    surface->gain = in_elo(logits, error_of * error_of,
                           error_of > 0 ? 2.0 * (double)score_units(&spsa->pairs) : 0);
    return true;
}

static struct surface nothing_yet(const struct shape *shape) {
    return (struct surface){.directions = shape->directions,
                            .coefficients = shape->size,
                            .needed = STEPS_A_COEFFICIENT * (int64_t)shape->size};
}

bool surface_fit(const struct spsa *spsa, struct surface *surface, struct error *error) {
    assert(spsa->plan.fit);
    const struct shape shape = shape_of(&spsa->plan);
    struct model model[3] = {{0}};
    *surface = nothing_yet(&shape);
    surface->known = spsa->step >= surface->needed;
    bool done = !surface->known || fit_all(spsa, &shape, model, surface) ||
                error_set(error, "out of memory");
    for (int i = 0; i < 3; i++)
        model_destroy(&model[i]);
    return done;
}

struct surface surface_plan(const struct spsa_plan *plan, double *half_width) {
    const struct shape shape = shape_of(plan);
    // A game tells 1/4 of a logit^2; the players' places are drawn apart from each other.
    double told = (double)plan->steps - shape.size, spread = 2 * SPSA_REACH * SPSA_REACH / 3.0;
    *half_width =
        told > 0 ? NORMAL_975 * ELO_A_LOGIT / sqrt(told * 2 * plan->pairs * spread / 4) : INFINITY;
    return nothing_yet(&shape);
}

double surface_value(const struct spsa *spsa, const struct surface *surface, int i) {
    const struct spsa_param *param = &spsa->plan.param[i];
    double way = surface->known ? surface->direction[i].answer * param->c_end : 0;
    way = param->against ? -way : way;
    return fmin(fmax(spsa_value(param, spsa_x(param, param->start) + way), param->low),
                param->high);
}
