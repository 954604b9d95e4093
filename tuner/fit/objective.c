// SPDX-License-Identifier: GPL-3.0-or-later
#include "objective.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear.h"
#include "memory.h"

double logistic(double z) {
    return 1 / (1 + exp(-z));
}

double logistic_loss(double z, double y) {
    return (z > 0 ? z : 0) + log1p(exp(-fabs(z))) - y * z;
}

static double weight_of(const struct objective *objective, size_t g) {
    return objective->game_weight ? objective->game_weight[g] : 1;
}

double objective_position_weight(const struct objective *objective, size_t g) {
    return weight_of(objective, g) * objective->temper / (double)dataset_length(objective->data, g);
}

void objective_init(struct objective *objective, const struct dataset *data,
                    const double *game_weight, int threads) {
    memset(objective, 0, sizeof *objective);
    objective->data = data;
    objective->game_weight = game_weight;
    objective->threads = threads < 1 ? 1 : threads;
    for (size_t g = 0; g < data->games; g++) {
        double positions = (double)dataset_length(data, g);
        if (weight_of(objective, g) <= 0 || positions <= 0)
            continue;
        objective->games += weight_of(objective, g);
        objective->positions += weight_of(objective, g) * positions;
    }
    assert(objective->positions > 0);
    objective->temper = 1;

    size_t g = 0;
    for (int part = 0; part < PARTITIONS; part++) {
        while (g < data->games &&
               data->game[g].position < data->positions / PARTITIONS * (size_t)part)
            g++;
        objective->edge[part] = g;
    }
    objective->edge[0] = 0;
    objective->edge[PARTITIONS] = data->games;

    size_t n = (size_t)data->columns;
    objective->partial = mem_alloc(PARTITIONS * (1 + n + n * n) * sizeof *objective->partial);
}

void objective_destroy(struct objective *objective) {
    free(objective->partial);
    objective->partial = NULL;
}

// The sums of one part: loss, gradient [n], upper half of the Hessian [n x n].
struct sums {
    double *loss, *gradient, *hessian;
};

static struct sums sums_of(const struct objective *objective, int part) {
    size_t n = (size_t)objective->data->columns;
    double *base = objective->partial + (size_t)part * (1 + n + n * n);
    return (struct sums){base, base + 1, base + 1 + n};
}

static void add_gradient(const struct dataset *data, size_t p, double residual, double *gradient) {
    for (size_t a = data->entry[p]; a < data->entry[p + 1]; a++)
        gradient[data->index[a]] += residual * data->feature[a];
}

// Outer products, gathered by the block: a row of the matrix is then fetched once for all of them,
// and the inner loop runs over neighbours in memory.
enum { BLOCK = 4 };

struct block {
    int count;
    double scale[BLOCK];
    double vector[BLOCK][FEATURES_MOST];
};

// Adds scale x vector x vector' of the gathered ones to the upper half of the matrix.
static void flush(struct block *block, size_t n, double *matrix) {
    for (int k = block->count; k < BLOCK; k++) {
        block->scale[k] = 0;
        memset(block->vector[k], 0, n * sizeof block->vector[k][0]);
    }
    block->count = 0;
    const double *restrict a = block->vector[0], *restrict b = block->vector[1];
    const double *restrict c = block->vector[2], *restrict d = block->vector[3];
    for (size_t i = 0; i < n; i++) {
        double *restrict row = matrix + i * n;
        double p = block->scale[0] * a[i], q = block->scale[1] * b[i];
        double r = block->scale[2] * c[i], s = block->scale[3] * d[i];
        if (p != 0 || q != 0 || r != 0 || s != 0)
            for (size_t j = i; j < n; j++)
                row[j] += (p * a[j] + q * b[j]) + (r * c[j] + s * d[j]);
    }
}

// Room for one more vector, all 0.
static double *gather(struct block *block, double scale, size_t n, double *matrix) {
    if (block->count == BLOCK)
        flush(block, n, matrix);
    block->scale[block->count] = scale;
    double *vector = block->vector[block->count++];
    return memset(vector, 0, n * sizeof *vector);
}

static void add_hessian(const struct dataset *data, size_t p, double curvature, struct block *block,
                        double *hessian) {
    double *vector = gather(block, curvature, (size_t)data->columns, hessian);
    for (size_t a = data->entry[p]; a < data->entry[p + 1]; a++)
        vector[data->index[a]] = data->feature[a];
}

static void sum_part(const struct objective *objective, const double *weight, int part,
                     bool with_gradient, bool with_hessian) {
    const struct dataset *data = objective->data;
    size_t n = (size_t)data->columns;
    struct sums sums = sums_of(objective, part);
    memset(sums.loss, 0, (1 + n + (with_hessian ? n * n : 0)) * sizeof *sums.loss);
    struct block block;
    block.count = 0; // what lies in it is filled in turn
    double loss = 0;
    for (size_t g = objective->edge[part]; g < objective->edge[part + 1]; g++) {
        double scale = objective_position_weight(objective, g);
        if (scale <= 0)
            continue;
        for (size_t p = data->game[g].position; p < data->game[g + 1].position; p++) {
            double z = dataset_predictor(data, p, weight), y = dataset_target(data, g, p);
            loss += scale * logistic_loss(z, y);
            if (!with_gradient)
                continue;
            double expected = logistic(z);
            add_gradient(data, p, scale * (expected - y), sums.gradient);
            if (with_hessian)
                add_hessian(data, p, scale * expected * (1 - expected), &block, sums.hessian);
        }
    }
    if (with_hessian)
        flush(&block, n, sums.hessian);
    *sums.loss = loss;
}

// Copies the upper half to the lower.
static void mirror(int n, double *matrix) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            matrix[i * n + j] = matrix[j * n + i];
}

static double add_prior(const struct objective *objective, const double *weight, double *gradient,
                        double *hessian) {
    double distance[FEATURES_MOST];
    for (int i = 0; i < objective->data->columns; i++)
        distance[i] = weight[i] - objective->prior_mean[i];
    return centre_square(objective->data, objective->prior_precision, distance, gradient, hessian);
}

void objective_prior(const struct objective *objective, double *matrix) {
    size_t n = (size_t)objective->data->columns;
    const double none[FEATURES_MOST] = {0};
    memset(matrix, 0, n * n * sizeof *matrix);
    if (objective->has_prior)
        centre_square(objective->data, objective->prior_precision, none, NULL, matrix);
}

enum { ROUGH_STRIDE = 8, ROUGH_FROM = 100000 };

void objective_allow_rough(struct objective *objective, int count) {
    assert(count >= 0);
    objective->rough = objective->data->positions >= ROUGH_FROM ? count : 0;
}

// All games over those of every stride-th part.
static double share_of(const struct objective *objective, int stride) {
    size_t games = 0;
    for (int part = 0; part < PARTITIONS; part += stride)
        games += objective->edge[part + 1] - objective->edge[part];
    return games ? (double)objective->data->games / (double)games : 1;
}

double objective_evaluate(struct objective *objective, const double *weight, double *gradient,
                          double *hessian) {
    int n = objective->data->columns;
    bool with_gradient = gradient || hessian;
    int stride = hessian && objective->rough > 0 ? ROUGH_STRIDE : 1;
    objective->rough -= stride > 1;
#pragma omp parallel for schedule(dynamic, 1) num_threads(objective->threads)
    for (int part = 0; part < PARTITIONS; part++)
        sum_part(objective, weight, part, with_gradient, hessian && part % stride == 0);

    double loss = 0;
    if (gradient)
        memset(gradient, 0, (size_t)n * sizeof *gradient);
    if (hessian)
        memset(hessian, 0, (size_t)n * (size_t)n * sizeof *hessian);
    for (int part = 0; part < PARTITIONS; part++) {
        struct sums sums = sums_of(objective, part);
        loss += *sums.loss;
        for (int i = 0; gradient && i < n; i++)
            gradient[i] += sums.gradient[i];
        for (int i = 0; hessian && part % stride == 0 && i < n * n; i++)
            hessian[i] += sums.hessian[i];
    }
    double share = stride > 1 ? share_of(objective, stride) : 1;
    for (int i = 0; stride > 1 && i < n * n; i++)
        hessian[i] *= share;
    if (hessian)
        mirror(n, hessian);
    return objective->has_prior ? loss + add_prior(objective, weight, gradient, hessian) : loss;
}

// The gradient of game g alone, without the prior.
static void score_game(const struct objective *objective, const double *weight, size_t g,
                       double *score) {
    const struct dataset *data = objective->data;
    double scale = objective_position_weight(objective, g);
    memset(score, 0, (size_t)data->columns * sizeof *score);
    for (size_t p = data->game[g].position; p < data->game[g + 1].position; p++) {
        double z = dataset_predictor(data, p, weight), y = dataset_target(data, g, p);
        add_gradient(data, p, scale * (logistic(z) - y), score);
    }
}

static void score_part(const struct objective *objective, const double *weight, int part) {
    const struct dataset *data = objective->data;
    size_t n = (size_t)data->columns;
    struct sums sums = sums_of(objective, part);
    memset(sums.hessian, 0, n * n * sizeof *sums.hessian);
    struct block block;
    block.count = 0; // what lies in it is filled in turn
    for (size_t g = objective->edge[part]; g < objective->edge[part + 1]; g++) {
        if (weight_of(objective, g) <= 0)
            continue;
        score_game(objective, weight, g, gather(&block, 1, n, sums.hessian));
    }
    flush(&block, n, sums.hessian);
}

void objective_scores(struct objective *objective, const double *weight, double *scores) {
    int n = objective->data->columns;
#pragma omp parallel for schedule(dynamic, 1) num_threads(objective->threads)
    for (int part = 0; part < PARTITIONS; part++)
        score_part(objective, weight, part);

    memset(scores, 0, (size_t)n * (size_t)n * sizeof *scores);
    for (int part = 0; part < PARTITIONS; part++)
        for (int i = 0; i < n * n; i++)
            scores[i] += sums_of(objective, part).hessian[i];
    double correction = objective->games > 1 ? objective->games / (objective->games - 1) : 1;
    for (int i = 0; i < n * n; i++)
        scores[i] *= correction;
    mirror(n, scores);
}

// --- Newton's method -----------------------------------------------------------------------------

enum { ITERATIONS = 100, RIDGE_TRIES = 16, HALVINGS = 40, RETRIES = 2 };

// A Hessian serves for several steps, as long as each lowers the promised gain by this factor.
#define CHORD_FACTOR 0.05

// step = -hessian^-1 gradient, with just enough of a ridge to make that possible and finite. The
// ridge stays in the Hessian.
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

static void iterate(struct state *state, double *hessian, double tolerance,
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
        assert(isfinite(state->value));
        if (!newton_step(state->n, hessian, state->gradient, state->step))
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

struct minimise_result minimise(int n, minimise_function *function, void *context, double tolerance,
                                double *x) {
    assert(n > 0 && tolerance > 0);
    struct minimise_result result = {0};
    size_t size = (size_t)n;
    double *work = mem_alloc((size * size + 4 * size) * sizeof *work);
    double *vectors = work + size * size;
    struct state state = {.n = n,
                          .function = function,
                          .context = context,
                          .x = x,
                          .gradient = vectors,
                          .step = vectors + size,
                          .trial = vectors + 2 * size,
                          .trial_gradient = vectors + 3 * size};
    iterate(&state, work, tolerance, &result);
    result.value = state.value;
    free(work);
    return result;
}

// --- Results along one number --------------------------------------------------------------------

// Of a part of the games: loss, its derivatives by slope and constant, and the sum over games of
// the products of the two.
enum { LOSS, GRADIENT, HESSIAN = GRADIENT + 2, SCORES = HESSIAN + 3, SUMS = SCORES + 3 };
struct part {
    double sum[SUMS];
};

struct line {
    const struct objective *objective;
    const float *number;
    struct part *part; // owned; PARTITIONS
};

static void sum_game(const struct line *line, size_t g, const double x[2], double *sum) {
    const struct objective *objective = line->objective;
    const struct dataset *data = objective->data;
    double weight = objective_position_weight(objective, g);
    double score[2] = {0};
    for (size_t p = data->game[g].position; weight > 0 && p < data->game[g + 1].position; p++) {
        double number = (double)line->number[p], y = dataset_target(data, g, p);
        double z = x[0] * number + x[1], expected = logistic(z);
        double residual = weight * (expected - y), curvature = weight * expected * (1 - expected);
        sum[LOSS] += weight * logistic_loss(z, y);
        score[0] += residual * number;
        score[1] += residual;
        sum[HESSIAN] += curvature * number * number;
        sum[HESSIAN + 1] += curvature * number;
        sum[HESSIAN + 2] += curvature;
    }
    sum[GRADIENT] += score[0];
    sum[GRADIENT + 1] += score[1];
    sum[SCORES] += score[0] * score[0];
    sum[SCORES + 1] += score[0] * score[1];
    sum[SCORES + 2] += score[1] * score[1];
}

static struct part sum_games(const struct line *line, const double x[2]) {
    const struct objective *objective = line->objective;
#pragma omp parallel for schedule(dynamic, 1) num_threads(objective->threads)
    for (int k = 0; k < PARTITIONS; k++) {
        struct part sum = {0};
        for (size_t g = objective->edge[k]; g < objective->edge[k + 1]; g++)
            sum_game(line, g, x, sum.sum);
        line->part[k] = sum;
    }
    struct part all = {0};
    for (int k = 0; k < PARTITIONS; k++)
        for (int i = 0; i < SUMS; i++)
            all.sum[i] += line->part[k].sum[i];
    return all;
}

static double evaluate(void *context, const double *x, double *gradient, double *hessian) {
    const double faint = 1e-3;
    struct part all = sum_games(context, x);
    const double *sum = all.sum;
    for (int i = 0; gradient && i < 2; i++)
        gradient[i] = sum[GRADIENT + i] + faint * x[i];
    if (hessian) {
        hessian[0] = sum[HESSIAN] + faint;
        hessian[1] = hessian[2] = sum[HESSIAN + 1];
        hessian[3] = sum[HESSIAN + 2] + faint;
    }
    return sum[LOSS] + faint * x[0] * x[0] / 2 + faint * x[1] * x[1] / 2;
}

struct scale scale_fit(const struct objective *objective, const float *number) {
    struct line line = {objective, number, mem_alloc(PARTITIONS * sizeof *line.part)};
    double x[2] = {0}, bread[4];
    const double tolerance = 1e-6; // a starting point, and a number for people
    minimise(2, evaluate, &line, tolerance, x);
    evaluate(&line, x, NULL, bread);
    struct part all = sum_games(&line, x);
    const double *score = all.sum + SCORES;
    double games = objective->games, determinant = bread[0] * bread[3] - bread[1] * bread[1];
    double a = bread[3] / determinant, b = -bread[1] / determinant; // of the inverse
    double variance = a * a * score[0] + 2 * a * b * score[1] + b * b * score[2];
    variance *= games > 1 ? games / (games - 1) : 1;
    free(line.part);
    return (struct scale){x[0], sqrt(fmax(variance, 0)), x[1]};
}

float *scale_evaluations(const struct dataset *data, const double *value) {
    float *number = mem_alloc((data->positions + 1) * sizeof *number);
    double direction[VALUES + 1];
    int constant = data->column[VALUE_TERM + TERM_FIRST_MOVER];
    for (int c = 0; c < data->columns; c++)
        direction[c] = c == constant ? 0 : value[c] / 100;
    direction[data->columns] = 0.01; // of what is known beside the values
    for (size_t p = 0; p < data->positions; p++)
        number[p] = (float)dataset_predictor(data, p, direction);
    return number;
}

struct scale scale_scores(const struct dataset *data, const double *games, int threads) {
    struct dataset results = *data;
    results.target = NULL;
    struct objective objective;
    objective_init(&objective, &results, games, threads);
    float *score = mem_alloc((data->positions + 1) * sizeof *score);
    for (size_t p = 0; p < data->positions; p++)
        score[p] = (float)data->score[p] / 100;
    struct scale scale = scale_fit(&objective, score);
    objective_destroy(&objective);
    free(score);
    return scale;
}

bool scale_predicts(const struct scale *scale) {
    return scale->slope > 2 * scale->slope_error;
}

bool scale_mix_target(struct dataset *data, double lambda, const struct scale *scale,
                      struct error *error) {
    assert(lambda >= 0 && lambda <= 1 && !data->target);
    if (!scale_predicts(scale))
        return error_set(error, "the search's scores do not predict the results: there is nothing "
                                "to mix with them");
    data->target = mem_alloc((data->positions + 1) * sizeof *data->target);
    for (size_t g = 0; g < data->games; g++)
        for (size_t p = data->game[g].position; p < data->game[g + 1].position; p++) {
            double expected = logistic(scale->slope * data->score[p] / 100 + scale->constant);
            data->target[p] = (float)(lambda * data->game[g].result + (1 - lambda) * expected);
        }
    return true;
}
