// SPDX-License-Identifier: GPL-3.0-or-later
#include "identify.h"

#include "linear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A parameter whose predictions are all but certain wherever it acts has lost this much curvature.
#define CURVATURE_LEFT 1e-2
// Below this eigenvalue (of a matrix with 1 on its diagonal) two columns are one for all we can
// see.
#define EIGENVALUE_LEAST 1e-5
// Columns with at least this much of a direction that cannot be seen are confounded.
#define DIRECTION_PART 0.2

const char *verdict_name(enum verdict verdict) {
    static const char *const names[] = {
#define VERDICT(id, name, meaning) name,
        VERDICTS(VERDICT)
#undef VERDICT
    };
    return names[verdict];
}

const char *verdict_meaning(enum verdict verdict) {
    static const char *const meanings[] = {
#define VERDICT(id, name, meaning) meaning,
        VERDICTS(VERDICT)
#undef VERDICT
    };
    return meanings[verdict];
}

// The curvature that a column would have if every prediction were 1/2.
static void undecided_curvature(const struct objective *objective, double *curvature) {
    const struct dataset *data = objective->data;
    memset(curvature, 0, (size_t)data->columns * sizeof *curvature);
    for (size_t g = 0; g < data->games; g++) {
        double scale = objective->game_weight ? objective->game_weight[g] : 1;
        scale *= objective->position_weight / 4;
        size_t end = data->entry[data->game[g + 1].position];
        for (size_t e = data->entry[data->game[g].position]; e < end; e++)
            curvature[data->index[e]] += scale * data->feature[e] * data->feature[e];
    }
}

// Marks what the eigenvectors of small eigenvalues point at.
static bool judge_directions(int n, const double *curvature, const double *hessian,
                             const double *precision, bool *confounded,
                             struct identification *identification, struct error *error) {
    size_t size = (size_t)n * (size_t)n;
    double *scaled = calloc(2 * size + (size_t)n, sizeof *scaled);
    if (!scaled)
        return error_set(error, "out of memory");
    double *vectors = scaled + size, *values = vectors + size;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double own = hessian[i * n + j] - (i == j ? precision[i] : 0);
            double norm =
                sqrt((hessian[i * n + i] - precision[i]) * (hessian[j * n + j] - precision[j]));
            bool usable = curvature[i] > 0 && curvature[j] > 0 && norm > 0;
            scaled[i * n + j] = usable ? own / norm : i == j;
        }
    bool found = linear_eigen(n, scaled, values, vectors) ||
                 error_set(error, "the eigenvalues of the fit do not converge");
    if (found) {
        double least = fmax(values[0], values[n - 1] * 1e-16);
        identification->condition = values[n - 1] / least;
        memcpy(identification->weakest, vectors, (size_t)n * sizeof *vectors);
        for (int k = 0; k < n && values[k] < EIGENVALUE_LEAST; k++)
            for (int i = 0; i < n; i++)
                confounded[i] = confounded[i] || fabs(vectors[k * n + i]) >= DIRECTION_PART;
    }
    free(scaled);
    return found;
}

bool identify(const struct objective *objective, const double *hessian, const double *inverse,
              struct identification *identification, struct error *error) {
    const struct dataset *data = objective->data;
    int n = data->columns;
    double curvature[VALUES];
    double precision[VALUES] = {0};
    bool confounded[VALUES] = {false};
    memset(identification, 0, sizeof *identification);
    if (objective->has_prior)
        memcpy(precision, objective->prior_precision, sizeof precision);
    undecided_curvature(objective, curvature);
    if (!judge_directions(n, curvature, hessian, precision, confounded, identification, error))
        return false;

    for (int i = 0; i < VALUES; i++) {
        int c = data->column[i];
        identification->verdict[i] = VERDICT_UNSEEN;
        if (c < 0)
            continue;
        identification->share[c] = 1 - precision[c] * inverse[c * n + c];
        double left = hessian[c * n + c] - precision[c];
        enum verdict verdict = VERDICT_MEASURED;
        if (data->unbalanced_games[i] < GAMES_NEEDED)
            verdict = VERDICT_RARE;
        else if (left < CURVATURE_LEFT * curvature[c])
            verdict = VERDICT_SEPARATED;
        else if (confounded[c])
            verdict = VERDICT_CONFOUNDED;
        else if (identification->share[c] < SHARE_STATED)
            verdict = VERDICT_PRIOR;
        identification->verdict[i] = verdict;
    }
    return true;
}
