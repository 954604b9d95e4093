// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "csv_file.h"
#include "memory.h"

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
    double weight[VALUES + 1], full[VALUES];
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
static void fit_start(struct fit *fit, const struct objective *objective,
                      const struct values *start, double *constant) {
    const struct dataset *data = objective->data;
    double value[VALUES];
    for (int c = 0; c < data->columns; c++)
        value[c] = start->value[data->parameter[c]];
    float *number = scale_evaluations(data, value);
    struct scale scale = scale_fit(objective, number);
    free(number);
    *constant = scale.constant;
    fit->logits_per_start = scale.slope / 100;
    fit->start_error = scale.slope_error / 100;
    fit->start_predicts = scale.slope > 0.01;
    if (!fit->start_predicts)
        fit->logits_per_start = fit->start_error = LOGITS_PER_CENTIVALUE;
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

// Starting values by parameter, ties heeded: those that share a value begin, and stay where the
// games tell nothing, at the mean of their own, or at the yardstick's. What is frozen keeps its
// own.
static void fit_starts(const struct fit_options *options, double start[VALUES]) {
    int group[VALUES], count[VALUES] = {0};
    double sum[VALUES] = {0};
    group_ties(options, NULL, group);
    for (int i = 0; i < VALUES; i++) {
        sum[group[i]] += options->start->value[i];
        count[group[i]]++;
    }
    if (options->yardstick != YARDSTICK_MEAN) {
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

// The same as average worths; of terms as they are.
static void fit_start_worths(const struct dataset *data, const double start[VALUES],
                             double worth[VALUES]) {
    for (int i = 0; i < VALUES; i++) {
        worth[i] = start[i];
        for (int t = 0; i < VALUE_TERM && t < TERMS; t++)
            worth[i] += data->removals.term[i][t] * start[VALUE_TERM + t];
    }
}

// Of the pieces on the board that are worth something.
static double least_worth(const double worth[VALUES]) {
    double least = 0;
    for (Type base = 1; base < BASE_TYPES; base++) {
        double of = worth[VALUE_BOARD + base];
        if (of > 0 && (least == 0 || of < least))
            least = of;
    }
    return least;
}

// Gaussian, independent in average worths, centred on the starting values; see fit_options.
static void set_prior(const struct fit *fit, struct objective *objective,
                      const struct fit_options *options) {
    const struct dataset *data = objective->data;
    double scale = fit->logits_per_start;
    double starts[VALUES], worths[VALUES];
    fit_starts(options, starts);
    fit_start_worths(data, starts, worths);
    double least = least_worth(worths);
    objective->has_prior = options->prior > 0;
    for (int c = 0; c < data->columns; c++) {
        int parameter = data->parameter[c];
        double start = starts[parameter];
        double deviation = fmax(fabs(worths[parameter]), least);
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

void fit_weights(struct fit *fit, const struct dataset *data, const double *game_weight,
                 const struct fit_options *options, bool warm, struct objective *objective) {
    assert(options->threads >= 1 && options->prior >= 0 && data->columns > 0);
    fit->data = data;
    objective_init(objective, data, game_weight, options->threads);
    double constant_start = 0;
    if (!warm)
        fit_start(fit, objective, options->start, &constant_start);
    if (fit->temper > 0)
        objective->temper = fit->temper;
    fit->reduction = reduce(data, options);
    fit->reduction.beside = fit->beside_logits > 0 ? fit->beside_logits : fit->logits_per_start;
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
                              mem_alloc(columns * columns * sizeof *reduced.hessian)};
    objective_allow_rough(objective, 2);
    struct minimise_result result =
        minimise(fit->reduction.free, evaluate_reduced, &reduced, MINIMISE_TOLERANCE, x);
    objective_allow_rough(objective, 0);
    free(reduced.hessian);
    reduction_expand(&fit->reduction, x, fit->weight);
    fit->iterations = result.iterations;
    fit->converged = result.converged;
    fit->games = objective->games;
    fit->positions = objective->positions;
}

// Some game must have scored more than another.
static bool check_results(const struct dataset *data, struct error *error) {
    if (data->games == 0)
        return error_set(error, "no positions to learn from; self-play logs them, matches do not");
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

// Adds a share of the average worth on the board of a piece to the yardstick.
static void add_yardstick(struct fit *fit, Type type, double share, const double worth[VALUES]) {
    struct centre_row row;
    centre_row(fit->data, fit->data->column[VALUE_BOARD + type], &row);
    for (int k = 0; k < row.count; k++)
        fit->yardstick_part[row.column[k]] += share * row.part[k];
    fit->yardstick_value += share * worth[VALUE_BOARD + type];
}

// The yardstick as a combination of columns, and what it keeps.
static void set_yardstick(struct fit *fit, const struct fit_options *options) {
    const struct dataset *data = fit->data;
    const double *unit = data->removals.unit;
    double start[VALUES], worth[VALUES], sum = 0;
    Type yardstick = fit->yardstick = options->yardstick;
    memset(fit->yardstick_part, 0, sizeof fit->yardstick_part);
    fit->yardstick_value = 0;
    fit_starts(options, start);
    fit_start_worths(data, start, worth);
    if (yardstick != YARDSTICK_MEAN) {
        int c = data->column[VALUE_BOARD + yardstick];
        if (c >= 0 && !options->frozen)
            add_yardstick(fit, yardstick, 1, worth);
        if (c >= 0 && options->frozen) {
            fit->yardstick_part[c] = 1;
            fit->yardstick_value = options->start->value[VALUE_BOARD + yardstick];
        }
        return;
    }
    bool measured[TYPES];
    for (Type type = 0; type < TYPES; type++) {
        // Together they are measured where one by one they lean on the prior.
        enum verdict verdict = fit->identification.verdict[VALUE_BOARD + type];
        measured[type] =
            unit[type] > 0 && (verdict == VERDICT_MEASURED || verdict == VERDICT_PRIOR);
        sum += measured[type] ? unit[type] : 0;
    }
    for (Type type = 0; type < TYPES; type++)
        if (measured[type])
            add_yardstick(fit, type, unit[type] / sum, worth);
}

// What it weighs, and how well that is known.
static void weigh_yardstick(struct fit *fit) {
    int n = fit->data->columns;
    fit->yardstick_weight = fit->yardstick_variance = 0;
    for (int c = 0; c < n; c++) {
        fit->yardstick_with[c] = 0;
        for (int i = 0; i < n; i++)
            fit->yardstick_with[c] += fit->yardstick_part[i] * fit->covariance[c * n + i];
        fit->yardstick_weight += fit->yardstick_part[c] * fit->weight[c];
        fit->yardstick_variance += fit->yardstick_part[c] * fit->yardstick_with[c];
    }
}

static bool refuse_yardstick(const struct fit *fit, struct error *error) {
    enum verdict verdict = VERDICT_MEASURED;
    char name[VALUE_NAME] = "the mean piece";
    bool piece = fit->yardstick != YARDSTICK_MEAN;
    const char *advice = piece ? " or choose another" : "";
    if (piece) {
        values_name(VALUE_BOARD + fit->yardstick, name);
        verdict = fit->identification.verdict[VALUE_BOARD + fit->yardstick];
        int c = fit->data->column[VALUE_BOARD + fit->yardstick];
        if (verdict == VERDICT_MEASURED && fit->identification.share[c] < SHARE_LEANING)
            verdict = VERDICT_PRIOR;
    }
    if (verdict != VERDICT_MEASURED)
        return error_set(error, "%s cannot be the yardstick: %s; play more games%s", name,
                         verdict_meanings[verdict], advice);
    if (fit->yardstick_value <= 0 && fit->yardstick_weight != 0)
        return error_set(error, "by the starting values %s is worth nothing; begin with others",
                         name);
    if (isinf(fit->yardstick_error))
        return error_set(error, "%zu games show no positive worth of %s; play more games%s",
                         fit->data->games, name, advice);
    return error_set(error,
                     "%zu games do not fix the scale: %s is uncertain by %.0f%% (standard error); "
                     "play more games%s",
                     fit->data->games, name, 100 * fit->yardstick_error, advice);
}

static bool measure_yardstick(struct fit *fit, const struct fit_options *options,
                              struct error *error) {
    set_yardstick(fit, options);
    weigh_yardstick(fit);
    enum verdict verdict = fit->identification.verdict[VALUE_BOARD + fit->yardstick];
    bool measured = fit->yardstick == YARDSTICK_MEAN || verdict == VERDICT_MEASURED;
    fit->yardstick_error = measured && fit->yardstick_weight > 0 && fit->yardstick_value > 0
                               ? sqrt(fmax(fit->yardstick_variance, 0)) / fit->yardstick_weight
                               : INFINITY;
    return fit->yardstick_error <= YARDSTICK_ERROR_LARGEST || refuse_yardstick(fit, error);
}

static void set_estimates(struct fit *fit, const struct fit_options *options) {
    const struct dataset *data = fit->data;
    int n = data->columns;
    double kept = fit->yardstick_value, yardstick = fit->yardstick_weight;
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
        struct ratio ratio =
            ratio_of(fit->weight[c], yardstick, fit->covariance[c * n + c], fit->yardstick_with[c],
                     fit->yardstick_variance, fit->quantile);
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
static void fit_tempered(struct fit *fit, const struct dataset *data,
                         const struct fit_options *options, struct objective *objective) {
    fit_weights(fit, data, NULL, options, false, objective);
    fit->temper = uncertainty_temper(objective, &fit->reduction, fit->weight);
    if (fit->temper == 1)
        return;
    objective_destroy(objective);
    fit_weights(fit, data, NULL, options, true, objective);
}

// What is known beside the values weighs fit->beside_logits.
static bool fit_values(struct fit *fit, const struct dataset *data,
                       const struct fit_options *options, struct error *error) {
    struct objective objective;
    fit->temper = 0;
    fit->skewed = false;
    fit_tempered(fit, data, options, &objective);

    size_t size = (size_t)data->columns * (size_t)data->columns;
    fit->covariance = mem_realloc(fit->covariance, size * sizeof *fit->covariance);
    double *hessian = mem_alloc(size * sizeof *hessian),
           *inverse = mem_alloc(size * sizeof *inverse);
    bool done = uncertainty_covariance(&objective, &fit->reduction, fit->weight, hessian, inverse,
                                       fit->covariance, error);
    if (done)
        identify(&objective, &fit->reduction, hessian, inverse, &fit->identification);
    free(inverse);
    fit->quantile = student_975((double)data->games);
    if (done) {
        done = measure_yardstick(fit, options, error);
        fit->too_few = !done;
    }
    if (done)
        set_estimates(fit, options);
    free(hessian);
    objective_destroy(&objective);
    return done;
}

enum { BESIDE_ROUNDS = 4 };
#define BESIDE_ENOUGH 0.01

bool fit_run(struct fit *fit, const struct dataset *data, const struct fit_options *options,
             struct error *error) {
    assert(!options->frozen || options->yardstick != YARDSTICK_MEAN);
    assert(data->parameters == VALUES);
    memset(fit, 0, sizeof *fit);
    fit->too_few = !check_results(data, error);
    if (fit->too_few)
        return false;
    if (data->columns == 0)
        return error_set(error, "no feature differs between the sides in these positions");
    bool done = fit_values(fit, data, options, error);
    // What is known beside the values is in centi-values, and what these weigh the fit tells.
    for (int i = 1; done && data->beside && i < BESIDE_ROUNDS; i++) {
        double logits = fit->logits_per_centivalue;
        if (fabs(logits / fit->reduction.beside - 1) < BESIDE_ENOUGH)
            break;
        fit->beside_logits = logits;
        done = fit_values(fit, data, options, error);
    }
    return done;
}

void fit_destroy(struct fit *fit) {
    free(fit->covariance);
    fit->covariance = NULL;
}

// --- The file beside values.csv ------------------------------------------------------------------

void covariance_of_values(const struct fit *fit, double *matrix) {
    int n = fit->data->columns;
    double yardstick = fit->yardstick_weight, variance = fit->yardstick_variance;
    const double *with = fit->yardstick_with;
    double unit = fit->yardstick_value / yardstick;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double p = fit->weight[i] / yardstick, q = fit->weight[j] / yardstick;
            matrix[i * n + j] =
                unit * unit *
                (fit->covariance[i * n + j] - p * with[j] - q * with[i] + p * q * variance);
        }
}

void covariance_print(int count, const int *parameter, const int *place, int n,
                      const double *matrix, int digits, struct buffer *text) {
    char name[VALUE_NAME];
    buffer_text(text, "parameter");
    for (int i = 0; i < count; i++)
        buffer_printf(text, ",%s", values_name(parameter[i], name));
    buffer_char(text, '\n');
    for (int i = 0; i < count; i++) {
        buffer_text(text, values_name(parameter[i], name));
        for (int j = 0; j < count; j++)
            buffer_printf(text, ",%.*g", digits, matrix[place[i] * n + place[j]]);
        buffer_char(text, '\n');
    }
}

void covariance_add(struct file_set *set, const struct fit *fit, const struct fit_options *options,
                    const char *values_path) {
    int n = fit->data->columns, parameter[VALUES], column[VALUES], count = 0;
    char path[PATH_MAX];
    double *own = mem_alloc((size_t)n * (size_t)n * sizeof *own);
    for (int i = 0; i < VALUES; i++)
        if (fit->estimate[i].verdict == VERDICT_MEASURED) {
            column[count] = fit_column(fit->data, options, i);
            parameter[count++] = i;
        }
    covariance_of_values(fit, own);
    covariance_print(count, parameter, column, n, own, 6,
                     file_set_add(set, csv_beside(values_path, "covariance", path)));
    free(own);
}
