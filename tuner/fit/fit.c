// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit.h"

#include "minimise_internal.h"
#include "scale.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Stand-in for the slope when the starting values predict nothing: 300 centi-values win 3 in 4.
#define LOGITS_PER_CENTIVALUE 0.0037

// The objective as minimise() sees it: a function of the free parameters.
struct reduced {
    struct objective *objective;
    const struct reduction *reduction;
    double *hessian; // columns x columns
};

static double evaluate_reduced(void *context, const double *x, double *gradient, double *hessian) {
    struct reduced *reduced = context;
    double weight[VALUES], full[VALUES];
    reduction_expand(reduced->reduction, x, weight);
    double loss = objective_evaluate(reduced->objective, weight, gradient ? full : NULL,
                                     hessian ? reduced->hessian : NULL);
    if (gradient)
        reduction_gradient(reduced->reduction, full, gradient);
    if (hessian)
        reduction_matrix(reduced->reduction, reduced->hessian, hessian);
    return loss;
}

// How well do the starting values predict, and at what scale?
static bool fit_start(struct fit *fit, const struct objective *objective,
                      const struct values *start, double *constant, struct error *error) {
    const struct dataset *data = objective->data;
    double value[VALUES];
    for (int c = 0; c < data->columns; c++)
        value[c] = start->value[data->parameter[c]];
    float *number = scale_evaluations(data, value);
    struct scale scale;
    bool done =
        number ? scale_fit(objective, number, &scale, error) : error_set(error, "out of memory");
    free(number);
    if (!done)
        return false;
    *constant = scale.constant;
    fit->logits_per_start = scale.slope / 100;
    fit->start_error = scale.slope_error / 100;
    fit->start_predicts = scale.slope > 0.01;
    if (!fit->start_predicts)
        fit->logits_per_start = fit->start_error = LOGITS_PER_CENTIVALUE;
    return true;
}

int fit_column(const struct dataset *data, const struct fit_options *options, int parameter) {
    assert(parameter >= 0 && parameter < VALUES);
    for (int k = 0; k < options->ties && data->column[parameter] < 0; k++) {
        const struct tie *tie = &options->tie[k];
        if (tie->first == parameter && data->column[tie->second] >= 0)
            return data->column[tie->second];
        if (tie->second == parameter && data->column[tie->first] >= 0)
            return data->column[tie->first];
    }
    return data->column[parameter];
}

// One number for all that ties join, one or a chain of them. With `data`, ties count where both of
// the two have a column.
static void group_ties(const struct fit_options *options, const struct dataset *data,
                       int group[VALUES]) {
    for (int i = 0; i < VALUES; i++)
        group[i] = i;
    for (int k = 0; k < options->ties; k++) {
        const struct tie *tie = &options->tie[k];
        if (data && (data->column[tie->first] < 0 || data->column[tie->second] < 0))
            continue;
        int from = group[tie->second], to = group[tie->first];
        for (int i = 0; i < VALUES; i++)
            group[i] = group[i] == from ? to : group[i];
    }
}

// The parameter whose starting value this one keeps: its own, or that of the yardstick, which it is
// tied to; -1 when it keeps none.
static int kept_as(const struct fit_options *options, int parameter) {
    if (!options->frozen)
        return -1;
    if (options->frozen[parameter])
        return parameter;
    int yardstick = VALUE_BOARD + options->yardstick, group[VALUES];
    group_ties(options, NULL, group);
    return group[parameter] == group[yardstick] ? yardstick : -1;
}

static bool keeps_value(const struct fit_options *options, int parameter) {
    return kept_as(options, parameter) >= 0;
}

void fit_starts(const struct fit_options *options, double start[VALUES]) {
    int group[VALUES], count[VALUES] = {0};
    double sum[VALUES] = {0};
    group_ties(options, NULL, group);
    for (int i = 0; i < VALUES; i++) {
        sum[group[i]] += options->start->value[i];
        count[group[i]]++;
    }
    if (options->yardstick != YARDSTICK_ALL) {
        int yardstick = VALUE_BOARD + options->yardstick;
        sum[group[yardstick]] = options->start->value[yardstick] * count[group[yardstick]];
    }
    for (int i = 0; i < VALUES; i++)
        start[i] = options->frozen && options->frozen[i] ? options->start->value[i]
                                                         : sum[group[i]] / count[group[i]];
}

// Frozen columns are one free parameter, logits per centi-value; tied ones are one each.
static struct reduction reduce(const struct dataset *data, const struct fit_options *options) {
    int group[VALUES], free_of[VALUES], frozen = -1;
    struct reduction reduction = {.columns = data->columns};
    group_ties(options, data, group);
    for (int i = 0; i < VALUES; i++)
        free_of[i] = -1;
    for (int c = 0; c < data->columns; c++) {
        int parameter = data->parameter[c];
        int kept = kept_as(options, parameter);
        int *of = kept >= 0 ? &frozen : &free_of[group[parameter]];
        if (*of < 0)
            *of = reduction.free++;
        reduction.of[c] = *of;
        reduction.factor[c] = kept >= 0 ? options->start->value[kept] : 1;
    }
    return reduction;
}

// Starting value of the wished yardstick, or of the cheapest piece on the board.
static int least_deviation(const struct fit_options *options) {
    const int *start = options->start->value;
    if (options->yardstick != YARDSTICK_ALL)
        return abs(start[VALUE_BOARD + options->yardstick]);
    int least = 0;
    for (Type base = 1; base < BASE_TYPES; base++)
        if (start[VALUE_BOARD + base] > 0 && (least == 0 || start[VALUE_BOARD + base] < least))
            least = start[VALUE_BOARD + base];
    return least;
}

// Gaussian, independent, centred on the starting values; see fit_options.
static void set_prior(const struct fit *fit, struct objective *objective,
                      const struct fit_options *options) {
    const struct dataset *data = objective->data;
    double scale = fit->logits_per_start;
    int least = least_deviation(options);
    double starts[VALUES];
    fit_starts(options, starts);
    objective->has_prior = options->prior > 0;
    for (int c = 0; c < data->columns; c++) {
        int parameter = data->parameter[c];
        double start = starts[parameter];
        double deviation = fmax(fabs(start), least);
        if (parameter >= VALUE_TERM) {
            int low, high;
            values_range(parameter, &low, &high);
            deviation = (high - low) / 4.0;
        }
        deviation = fmax(deviation, 1) * scale * options->prior;
        objective->prior_mean[c] = scale * start;
        objective->prior_drift[c] = fit->start_error * start;
        // A value that is kept needs none; one that several share needs one.
        bool own = !keeps_value(options, parameter);
        for (int other = 0; other < c; other++)
            own = own && fit->reduction.of[other] != fit->reduction.of[c];
        objective->prior_precision[c] =
            objective->has_prior && own ? 1 / (deviation * deviation) : 0;
    }
}

bool fit_weights(struct fit *fit, const struct dataset *data, const double *game_weight,
                 const struct fit_options *options, bool warm, struct objective *objective,
                 struct error *error) {
    assert(options->threads >= 1 && options->prior >= 0);
    fit->data = data;
    if (data->columns == 0)
        return error_set(error, "no feature differs between the sides in these positions");
    if (!objective_init(objective, data, game_weight, options->threads, error))
        return false;
    double constant_start = 0;
    if (!warm && !fit_start(fit, objective, options->start, &constant_start, error)) {
        objective_destroy(objective);
        return false;
    }
    if (fit->temper > 0)
        objective->temper = fit->temper;
    fit->reduction = reduce(data, options);
    set_prior(fit, objective, options);
    int constant = data->column[VALUE_TERM + TERM_FIRST_MOVER];
    double x[VALUES];
    for (int c = data->columns - 1; c >= 0; c--) {
        double start = c == constant ? constant_start : objective->prior_mean[c];
        double factor = fit->reduction.factor[c];
        x[fit->reduction.of[c]] = keeps_value(options, data->parameter[c]) ? fit->logits_per_start
                                  : warm                                   ? fit->weight[c] / factor
                                                                           : start;
    }

    size_t columns = (size_t)data->columns;
    struct reduced reduced = {objective, &fit->reduction,
                              malloc(columns * columns * sizeof *reduced.hessian)};
    struct minimise_result result;
    objective_allow_rough(objective, 2);
    bool done = (reduced.hessian || error_set(error, "out of memory")) &&
                minimise(fit->reduction.free, evaluate_reduced, &reduced, MINIMISE_TOLERANCE, x,
                         &result, error);
    objective_allow_rough(objective, 0);
    free(reduced.hessian);
    if (!done) {
        objective_destroy(objective);
        return false;
    }
    reduction_expand(&fit->reduction, x, fit->weight);
    fit->loss = result.value;
    fit->iterations = result.iterations;
    fit->converged = result.converged;
    fit->games = objective->games;
    fit->positions = objective->positions;
    return true;
}

// Some game must have scored more than another.
static bool check_results(const struct dataset *data, struct error *error) {
    if (data->games == 0)
        return error_set(error, "no positions to learn from");
    bool differ = false;
    for (size_t g = 1; g < data->games; g++)
        differ = differ || data->game[g].result != data->game[0].result;
    if (!differ)
        return error_set(error, "all %zu games ended alike (%s): there is nothing to learn from",
                         data->games,
                         data->game[0].result == 0.5 ? "drawn"
                         : data->game[0].result > 0  ? "won by the first player"
                                                     : "lost by the first player");
    if (data->games < GAMES_NEEDED)
        return error_set(error, "%zu games with positions: no value is stated from fewer than %d",
                         data->games, GAMES_NEEDED);
    return true;
}

// The yardstick as a combination of columns. False when it has no column.
static bool set_yardstick(struct fit *fit, Type yardstick, const double *hessian,
                          const struct values *start) {
    const struct dataset *data = fit->data;
    int n = data->columns;
    memset(fit->yardstick_part, 0, sizeof fit->yardstick_part);
    fit->yardstick = yardstick;
    if (yardstick != YARDSTICK_ALL) {
        int c = data->column[VALUE_BOARD + yardstick];
        fit->yardstick_value = start->value[VALUE_BOARD + yardstick];
        if (c >= 0)
            fit->yardstick_part[c] = 1;
        return c >= 0;
    }
    double norm = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double part = hessian[i * n + j] * start->value[data->parameter[j]];
            fit->yardstick_part[i] += part;
            norm += part * start->value[data->parameter[i]];
        }
    for (int i = 0; norm > 0 && i < n; i++)
        fit->yardstick_part[i] /= norm;
    fit->yardstick_value = 1;
    return norm > 0;
}

double fit_yardstick_weight(const struct fit *fit, const double *weight) {
    double sum = 0;
    for (int c = 0; c < fit->data->columns; c++)
        sum += fit->yardstick_part[c] * weight[c];
    return sum;
}

double fit_yardstick_variance(const struct fit *fit, double with[VALUES]) {
    int n = fit->data->columns;
    double variance = 0;
    for (int c = 0; c < n; c++) {
        with[c] = 0;
        for (int i = 0; i < n; i++)
            with[c] += fit->yardstick_part[i] * fit->covariance[c * n + i];
        variance += fit->yardstick_part[c] * with[c];
    }
    return variance;
}

// Relative standard error; infinite when it cannot be a yardstick.
static double try_yardstick(struct fit *fit, Type yardstick, const double *hessian,
                            const struct values *start) {
    enum verdict verdict = fit->identification.verdict[VALUE_BOARD + yardstick];
    bool measured = yardstick == YARDSTICK_ALL ||
                    (verdict == VERDICT_MEASURED && start->value[VALUE_BOARD + yardstick] > 0);
    bool known = set_yardstick(fit, yardstick, hessian, start) && measured;
    double with[VALUES], weight = fit_yardstick_weight(fit, fit->weight);
    return known && weight > 0 ? sqrt(fmax(fit_yardstick_variance(fit, with), 0)) / weight
                               : INFINITY;
}

static bool refuse_yardstick(const struct fit *fit, bool fixed, struct error *error) {
    enum verdict verdict = fit->identification.verdict[VALUE_BOARD + fit->yardstick];
    const char *advice = fixed ? " or choose another" : "";
    char name[VALUE_NAME] = "the evaluation as a whole";
    if (fit->yardstick != YARDSTICK_ALL)
        values_name(VALUE_BOARD + fit->yardstick, name);
    int c = fit->data->column[VALUE_BOARD + fit->yardstick];
    if (verdict == VERDICT_MEASURED && fit->identification.share[c] < SHARE_LEANING)
        verdict = VERDICT_PRIOR;
    if (fit->yardstick != YARDSTICK_ALL && verdict != VERDICT_MEASURED)
        return error_set(error, "%s cannot be the yardstick: %s; play more games%s", name,
                         verdict_meaning(verdict), advice);
    if (isinf(fit->yardstick_error))
        return error_set(error,
                         "%zu games show no positive worth of the yardstick, %s; play more "
                         "games%s",
                         fit->data->games, name, advice);
    return error_set(error,
                     "%zu games do not fix the scale: the yardstick, %s, is uncertain by "
                     "%.0f%% (standard error); play more games%s",
                     fit->data->games, name, 100 * fit->yardstick_error, advice);
}

static bool choose_yardstick(struct fit *fit, const double *hessian,
                             const struct fit_options *options, struct error *error) {
    Type best = fit->wished_yardstick = options->yardstick;
    double least = fit->wished_error = try_yardstick(fit, best, hessian, options->start);
    if (!options->yardstick_fixed && !options->frozen && least > YARDSTICK_ERROR_WISHED) {
        for (Type base = 1; base < BASE_TYPES; base++) {
            double found = try_yardstick(fit, base, hessian, options->start);
            if (found < least) {
                best = base;
                least = found;
            }
        }
        if (least > YARDSTICK_ERROR_WISHED) {
            best = YARDSTICK_ALL;
            least = try_yardstick(fit, best, hessian, options->start);
        }
    }
    set_yardstick(fit, best, hessian, options->start);
    fit->yardstick_error = least;
    return least <= YARDSTICK_ERROR_LARGEST ||
           refuse_yardstick(fit, options->yardstick_fixed, error);
}

static void set_estimates(struct fit *fit, const struct fit_options *options) {
    const struct dataset *data = fit->data;
    int n = data->columns;
    double kept = fit->yardstick_value, yardstick = fit_yardstick_weight(fit, fit->weight);
    double with[VALUES], variance = fit_yardstick_variance(fit, with);
    fit->logits_per_centivalue = yardstick / kept;
    double start[VALUES];
    fit_starts(options, start);
    for (int i = 0; i < VALUES; i++) {
        int c = fit_column(data, options, i);
        struct estimate *estimate = &fit->estimate[i];
        *estimate = (struct estimate){
            .verdict = VERDICT_UNSEEN, .value = start[i], .games = data->unbalanced_games[i]};
        if (c < 0)
            continue;
        estimate->verdict = fit->identification.verdict[data->parameter[c]];
        if (options->frozen && options->frozen[i])
            estimate->verdict = VERDICT_FROZEN;
        estimate->share = fit->identification.share[c];
        struct ratio ratio = ratio_of(fit->weight[c], yardstick, fit->covariance[c * n + c],
                                      with[c], variance, fit->quantile);
        fit->skewed = fit->skewed || ratio.skewed;
        int low, high;
        values_range(i, &low, &high);
        double value = ratio.value * kept;
        if (estimate->verdict == VERDICT_MEASURED && (value < low || value > high))
            estimate->verdict = VERDICT_RANGE;
        if (estimate->verdict != VERDICT_MEASURED)
            continue;
        estimate->value = value;
        estimate->se = ratio.se * kept;
        estimate->low = ratio.low * kept;
        estimate->high = ratio.high * kept;
    }
}

// Once to see how much a game tells, and again with that.
static bool fit_tempered(struct fit *fit, const struct dataset *data,
                         const struct fit_options *options, struct objective *objective,
                         struct error *error) {
    if (!fit_weights(fit, data, NULL, options, false, objective, error))
        return false;
    bool done = uncertainty_temper(objective, &fit->reduction, fit->weight, &fit->temper, error);
    if (done && fit->temper == 1)
        return true;
    objective_destroy(objective);
    return done && fit_weights(fit, data, NULL, options, true, objective, error);
}

bool fit_run(struct fit *fit, const struct dataset *data, const struct fit_options *options,
             struct error *error) {
    assert(!options->frozen || options->yardstick != YARDSTICK_ALL);
    assert(data->parameters == VALUES);
    memset(fit, 0, sizeof *fit);
    struct objective objective;
    fit->too_few = !check_results(data, error);
    if (fit->too_few || !fit_tempered(fit, data, options, &objective, error))
        return false;

    size_t size = (size_t)data->columns * (size_t)data->columns;
    fit->covariance = malloc(size * sizeof *fit->covariance);
    double *hessian = malloc(size * sizeof *hessian), *inverse = malloc(size * sizeof *inverse);
    bool done = (fit->covariance && hessian && inverse) || error_set(error, "out of memory");
    done = done &&
           uncertainty_covariance(&objective, &fit->reduction, fit->weight, hessian, inverse,
                                  fit->covariance, error) &&
           identify(&objective, &fit->reduction, hessian, inverse, &fit->identification, error);
    free(inverse);
    fit->quantile = student_975((double)data->games);
    if (done) {
        done = choose_yardstick(fit, hessian, options, error);
        fit->too_few = !done;
    }
    if (done)
        set_estimates(fit, options);
    free(hessian);
    objective_destroy(&objective);
    return done;
}

void fit_destroy(struct fit *fit) {
    free(fit->covariance);
    fit->covariance = NULL;
}
