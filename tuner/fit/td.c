// SPDX-License-Identifier: GPL-3.0-or-later
#include "td.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "scale.h"

// A game moves a weight by this share of a Newton step, as if there were no other weights.
#define RATE 0.01

// What all learners share.
struct school {
    const struct dataset *data;
    const struct reduction *reduction;
    struct td_options settings;
    const double *train;  // by game, NULL = all; only those above 0 are learned from
    double start[VALUES]; // by free parameter
    double rate[VALUES];  // by free parameter
    double decay[64];     // trace^plies
};

// What is left of a trace at position p of that at the position before.
static double decay_to(const struct school *school, size_t p) {
    int gap = school->data->note[p].ply - school->data->note[p - 1].ply;
    return school->decay[gap < 0 ? 0 : gap < 63 ? gap : 63];
}

// A game's mean over its positions of differences times traces, by column.
static void learn_game(const struct school *school, size_t g, const double *weight,
                       double *change) {
    const struct dataset *data = school->data;
    double trace[VALUES] = {0};
    size_t end = data->game[g + 1].position, columns = (size_t)data->columns;
    memset(change, 0, columns * sizeof *change);
    double expected = logistic(dataset_predictor(data, data->game[g].position, weight));
    for (size_t p = data->game[g].position; p < end; p++) {
        double slope = expected * (1 - expected);
        for (size_t e = data->entry[p]; e < data->entry[p + 1]; e++)
            trace[data->index[e]] += slope * data->feature[e];
        bool last = p + 1 == end;
        double next =
            last ? data->game[g].result : logistic(dataset_predictor(data, p + 1, weight));
        double difference = next - expected;
        double decay = last ? 0 : decay_to(school, p + 1);
        for (size_t c = 0; c < columns; c++) {
            change[c] += difference * trace[c];
            trace[c] *= decay;
        }
        expected = next;
    }
    for (size_t c = 0; c < columns; c++)
        change[c] /= (double)dataset_length(data, g);
}

// Learns from all games but those of one group (-1: from all).
static void learn(const struct school *school, int left_out, double *mean) {
    const struct dataset *data = school->data;
    const struct reduction *reduction = school->reduction;
    double x[VALUES], weight[VALUES], change[VALUES], step[VALUES], average[VALUES] = {0};
    memcpy(x, school->start, sizeof x);
    size_t counted = 0;
    for (int pass = 0; pass < school->settings.passes; pass++)
        for (size_t g = 0; g < data->games; g++) {
            if ((int)(g % TD_GROUPS) == left_out || (school->train && school->train[g] <= 0))
                continue;
            reduction_expand(reduction, x, weight);
            learn_game(school, g, weight, change);
            reduction_gradient(reduction, change, step);
            for (int i = 0; i < reduction->free; i++)
                x[i] += school->rate[i] * step[i];
            if (2 * pass < school->settings.passes)
                continue;
            counted++;
            for (int i = 0; i < reduction->free; i++)
                average[i] += (x[i] - average[i]) / (double)counted;
        }
    reduction_expand(reduction, average, mean);
}

// How fast the sum over all games of those means of differences times traces falls with a weight,
// by column, while all predictions are even: the sum of trace x (feature now - feature next). Never
// less than a twentieth of the sum of squares, which is what it is for whole traces.
static void measure_curvature(const struct school *school, double *curvature) {
    const struct dataset *data = school->data;
    double square[VALUES] = {0};
    for (size_t g = 0; g < data->games; g++) {
        double trace[VALUES] = {0}, share = 1 / (16 * (double)dataset_length(data, g));
        for (size_t p = data->game[g].position; p < data->game[g + 1].position; p++) {
            for (size_t e = data->entry[p]; e < data->entry[p + 1]; e++)
                curvature[data->index[e]] -= share * trace[data->index[e]] * data->feature[e];
            double decay = p > data->game[g].position ? decay_to(school, p) : 0;
            for (int c = 0; c < data->columns; c++)
                trace[c] *= decay;
            for (size_t e = data->entry[p]; e < data->entry[p + 1]; e++) {
                double feature = data->feature[e];
                trace[data->index[e]] += feature;
                curvature[data->index[e]] += share * trace[data->index[e]] * feature;
                square[data->index[e]] += share * feature * feature;
            }
        }
    }
    for (int c = 0; c < data->columns; c++)
        curvature[c] = fmax(curvature[c], square[c] / 20);
}

// Every piece the weight that the difference in pieces has in the results; the rate from the
// curvature that the results would have at an even score.
static bool prepare(struct school *school, const struct fit *full,
                    const struct fit_options *options, struct error *error) {
    const struct dataset *data = school->data;
    double equal[VALUES], curvature[VALUES] = {0};
    for (int c = 0; c < data->columns; c++)
        equal[c] = data->parameter[c] < VALUE_TERM ? 100 : 0;
    float *number = scale_evaluations(data, equal);
    struct objective objective;
    struct scale scale;
    bool done = objective_init(&objective, data, school->train, options->threads, error);
    if (done) {
        done = scale_fit(&objective, number, &scale, error);
        objective_destroy(&objective);
    }
    free(number);
    if (!done)
        return false;

    for (int gap = 0; gap < ARRAY_LENGTH(school->decay); gap++)
        school->decay[gap] = pow(school->settings.trace, gap);
    measure_curvature(school, curvature);
    double piece = fmax(scale.slope, 0.01), bend[VALUES] = {0};
    const struct reduction *reduction = school->reduction;
    for (int c = data->columns - 1; c >= 0; c--) {
        int parameter = data->parameter[c];
        double factor = reduction->factor[c];
        bend[reduction->of[c]] += factor * factor * curvature[c] / (double)data->games;
        if (factor != 0)
            school->start[reduction->of[c]] = parameter >= VALUE_TERM ? 0
                                              : factor == 1           ? piece
                                                                      : full->logits_per_start;
    }
    for (int i = 0; i < reduction->free; i++)
        school->rate[i] = bend[i] > 0 ? RATE / bend[i] : 0;
    return true;
}

// In centi-values by the yardstick of the fit. False when it is not positive.
static bool in_yardsticks(const struct fit *full, const double *weight, double *value) {
    double yardstick = fit_yardstick_weight(full, weight);
    for (int c = 0; c < full->data->columns; c++)
        value[c] = weight[c] / yardstick * full->yardstick_value;
    return yardstick > 0;
}

static double order_with_regression(const struct fit *full, const struct td *td) {
    double here[VALUES], there[VALUES];
    int count = 0;
    for (int c = 0; c < full->data->columns; c++) {
        int parameter = full->data->parameter[c];
        if (parameter >= VALUE_TERM || full->estimate[parameter].verdict != VERDICT_MEASURED)
            continue;
        here[count] = td->value[c];
        there[count++] = full->estimate[parameter].value;
    }
    return kendall_tau(here, there, count);
}

bool td_learn(const struct fit *full, const struct fit_options *options, struct td_options settings,
              const double *train, double *weight, struct error *error) {
    assert(settings.trace >= 0 && settings.trace <= 1 && settings.passes >= 1);
    struct school school = {
        .data = full->data, .reduction = &full->reduction, .settings = settings, .train = train};
    if (!prepare(&school, full, options, error))
        return false;
    learn(&school, -1, weight);
    return true;
}

// The jackknife's covariance of numbers by column, of all games and without each group.
static void spread(int columns, double (*number)[VALUES], double *covariance) {
    double mean[VALUES] = {0};
    for (int c = 0; c < columns; c++)
        for (int k = 1; k <= TD_GROUPS; k++)
            mean[c] += number[k][c] / TD_GROUPS;
    for (int c = 0; c < columns; c++)
        for (int d = 0; d < columns; d++) {
            double sum = 0;
            for (int k = 1; k <= TD_GROUPS; k++)
                sum += (number[k][c] - mean[c]) * (number[k][d] - mean[d]);
            covariance[c * columns + d] = sum * (TD_GROUPS - 1) / TD_GROUPS;
        }
}

bool td_run(const struct fit *full, const struct fit_options *options, struct td_options settings,
            struct td *td, struct error *error) {
    assert(settings.trace >= 0 && settings.trace <= 1 && settings.passes >= 1);
    const struct dataset *data = full->data;
    *td = (struct td){0};
    struct school school = {.data = data, .reduction = &full->reduction, .settings = settings};
    if (!prepare(&school, full, options, error))
        return false;
    double(*weight)[VALUES] = mem_alloc((TD_GROUPS + 1) * sizeof *weight);
    double(*value)[VALUES] = mem_alloc((TD_GROUPS + 1) * sizeof *value);
    bool done = true;
#pragma omp parallel for schedule(dynamic, 1) num_threads(options->threads)
    for (int k = 0; k <= TD_GROUPS; k++)
        learn(&school, k - 1, weight[k]);
    for (int k = 0; done && k <= TD_GROUPS; k++)
        done = in_yardsticks(full, weight[k], value[k]) ||
               error_set(error, "temporal differences find no positive worth of the yardstick; "
                                "play more games");
    td->too_few = !done;
    int n = data->columns;
    if (done) {
        memcpy(td->weight, weight[0], sizeof weight[0]);
        memcpy(td->value, value[0], sizeof value[0]);
        spread(n, weight, td->logits);
        spread(n, value, td->covariance);
    }
    for (int c = 0; done && c < n; c++)
        td->se[c] = sqrt(td->covariance[c * n + c]);
    if (done)
        td->tau = order_with_regression(full, td);
    free(weight);
    free(value);
    return done;
}

void td_apply(const struct td *td, const struct fit_options *options, struct fit *fit) {
    double t = student_975(TD_GROUPS), start[VALUES];
    fit_starts(options, start);
    for (int i = 0; i < VALUES; i++) {
        struct estimate *estimate = &fit->estimate[i];
        int c = fit_column(fit->data, options, i), low, high;
        if (c < 0 || estimate->verdict != VERDICT_MEASURED)
            continue;
        values_range(i, &low, &high);
        if (td->value[c] < low || td->value[c] > high) {
            *estimate = (struct estimate){
                .verdict = VERDICT_RANGE, .value = start[i], .games = estimate->games};
            continue;
        }
        estimate->value = td->value[c];
        estimate->se = td->se[c];
        estimate->low = td->value[c] - t * td->se[c];
        estimate->high = td->value[c] + t * td->se[c];
    }
}
