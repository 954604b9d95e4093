// SPDX-License-Identifier: GPL-3.0-or-later
#include "uncertainty.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear.h"
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
        linear_product(m, inverse, filling, inverse, product);
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

double uncertainty_temper(struct objective *objective, const struct reduction *reduction,
                          const double *weight) {
    assert(reduction->columns == objective->data->columns);
    enum { ROUNDS = 8 };
    int n = objective->data->columns, m = reduction->free;
    size_t full = (size_t)n * (size_t)n, part = (size_t)m * (size_t)m;
    double factor = 1;
    if (!objective->has_prior)
        return factor;
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
            bread[i] = factor * hessian[i] + prior[i];
        if (!linear_inverse(m, bread, inverse))
            break;
        double told = trace_of_product(m, inverse, hessian);
        double varied = trace_of_product(m, inverse, scores);
        factor = varied > 0 ? fmin(fmax(told / varied, 1), most) : 1;
    }
    free(columns);
    return factor;
}

// --- Identification ------------------------------------------------------------------------------

// A parameter whose predictions are all but certain wherever it acts has lost this much curvature.
#define CURVATURE_LEFT 1e-2
// Below this eigenvalue (of a matrix with 1 on its diagonal) two columns are one for all we can
// see.
#define EIGENVALUE_LEAST 1e-5
// Columns with at least this much of a direction that cannot be seen are confounded.
#define DIRECTION_PART 0.2

const char *const verdict_names[] = {
#define VERDICT(id, name, meaning) name,
    VERDICTS(VERDICT)
#undef VERDICT
};
const char *const verdict_meanings[] = {
#define VERDICT(id, name, meaning) meaning,
    VERDICTS(VERDICT)
#undef VERDICT
};

// The curvature that a column would have if every prediction were 1/2.
static void undecided_curvature(const struct objective *objective, double *curvature) {
    const struct dataset *data = objective->data;
    memset(curvature, 0, (size_t)data->columns * sizeof *curvature);
    for (size_t g = 0; g < data->games; g++) {
        double scale = objective_position_weight(objective, g) / 4;
        size_t end = data->entry[data->game[g + 1].position];
        for (size_t e = data->entry[data->game[g].position]; e < end; e++)
            curvature[data->index[e]] += scale * data->feature[e] * data->feature[e];
    }
}

// Marks what the eigenvectors of small eigenvalues point at.
static void judge_directions(int n, const double *curvature, const double *hessian,
                             bool *confounded, struct identification *identification) {
    size_t size = (size_t)n * (size_t)n;
    double *scaled = mem_calloc(2 * size + (size_t)n, sizeof *scaled);
    double *vectors = scaled + size, *values = vectors + size;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double norm = sqrt(hessian[i * n + i] * hessian[j * n + j]);
            bool usable = curvature[i] > 0 && curvature[j] > 0 && norm > 0;
            scaled[i * n + j] = usable ? hessian[i * n + j] / norm : i == j;
        }
    linear_eigen(n, scaled, values, vectors);
    double least = fmax(values[0], values[n - 1] * 1e-16);
    identification->condition = values[n - 1] / least;
    memcpy(identification->weakest, vectors, (size_t)n * sizeof *vectors);
    for (int k = 0; k < n && values[k] < EIGENVALUE_LEAST; k++)
        for (int i = 0; i < n; i++)
            confounded[i] = confounded[i] || fabs(vectors[k * n + i]) >= DIRECTION_PART;
    free(scaled);
}

// What is known of a free parameter: sums over its columns.
struct known {
    double curvature[VALUES], precision[VALUES];
    double spread[VALUES]; // its variance by Hessian and prior
    size_t games[VALUES];
    bool confounded[VALUES];
};

static void add_columns(const struct objective *objective, const struct reduction *reduction,
                        struct known *known) {
    const struct dataset *data = objective->data;
    double curvature[VALUES];
    undecided_curvature(objective, curvature);
    for (int c = 0; c < data->columns; c++) {
        int f = reduction->of[c];
        double square = reduction->factor[c] * reduction->factor[c];
        size_t games = data->unbalanced_games[data->parameter[c]];
        known->curvature[f] += square * curvature[c];
        known->precision[f] += objective->has_prior ? square * objective->prior_precision[c] : 0;
        known->games[f] = games > known->games[f] ? games : known->games[f];
    }
}

void identify(const struct objective *objective, const struct reduction *reduction,
              const double *hessian, const double *inverse, struct identification *identification) {
    assert(reduction->columns == objective->data->columns);
    const struct dataset *data = objective->data;
    int m = reduction->free;
    struct known known = {0};
    memset(identification, 0, sizeof *identification);
    add_columns(objective, reduction, &known);
    size_t part = (size_t)m * (size_t)m, full = (size_t)data->columns * (size_t)data->columns;
    double *games = mem_alloc((full + 4 * part) * sizeof *games);
    double *reduced = games + full, *centred = reduced + part, *map = centred + part;
    double *turned = map + part; // the map's transpose
    objective_prior(objective, games);
    for (size_t i = 0; i < full; i++)
        games[i] = hessian[i] - games[i];
    reduction_matrix(reduction, games, reduced);
    centre_free(data, reduction, map);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            turned[i * m + j] = map[j * m + i];
    linear_product(m, map, inverse, turned, centred);
    for (int f = 0; f < m; f++)
        known.spread[f] = centred[f * m + f];
    for (size_t i = 0; i < 2 * part; i++) // the inverse of the map, and its transpose
        map[i] = (i % part % ((size_t)m + 1) == 0 ? 2 : 0) - map[i];
    linear_product(m, turned, reduced, map, centred);
    judge_directions(m, known.curvature, centred, known.confounded, identification);

    double direction[VALUES];
    memcpy(direction, identification->weakest, sizeof direction);
    for (int i = 0; i < VALUES; i++) {
        int c = data->column[i];
        identification->verdict[i] = VERDICT_UNSEEN;
        if (c < 0)
            continue;
        int f = reduction->of[c];
        identification->weakest[c] = direction[f];
        identification->share[c] = 1 - known.precision[f] * known.spread[f];
        double left = reduced[f * m + f];
        enum verdict verdict = VERDICT_MEASURED;
        if (known.games[f] < GAMES_NEEDED)
            verdict = VERDICT_RARE;
        else if (left < CURVATURE_LEFT * known.curvature[f])
            verdict = VERDICT_SEPARATED;
        else if (known.confounded[f])
            verdict = VERDICT_CONFOUNDED;
        else if (identification->share[c] < SHARE_STATED)
            verdict = VERDICT_PRIOR;
        identification->verdict[i] = verdict;
    }
    free(games);
}
