// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit.h"

#include "linear.h"
#include "minimise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Stand-in for the slope when the starting values predict nothing: 300 centi-values win 3 in 4.
#define LOGITS_PER_CENTIVALUE 0.0037

static double evaluate_all(void *context, const double *x, double *gradient, double *hessian) {
    return objective_evaluate(context, x, gradient, hessian);
}

// The line through weight space along which the starting values are scaled: x = (scale, constant),
// scale in logits per 100 centi-values.
struct scale_line {
    struct objective *objective;
    double direction[VALUES]; // by column: starting value / 100, 0 for the constant
    int constant;             // column of FIRST_MOVER, or -1
    double gradient[VALUES];
    double *hessian; // columns x columns
};

// scale' M scale, scale' M constant, constant' M constant: a matrix seen along the line.
static void project(const struct scale_line *line, const double *matrix, double projected[3]) {
    int n = line->objective->data->columns;
    projected[0] = projected[1] = 0;
    projected[2] = line->constant < 0 ? 0 : matrix[line->constant * n + line->constant];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            projected[0] += line->direction[i] * matrix[i * n + j] * line->direction[j];
        if (line->constant >= 0)
            projected[1] += line->direction[i] * matrix[i * n + line->constant];
    }
}

static double evaluate_scale(void *context, const double *x, double *gradient, double *hessian) {
    struct scale_line *line = context;
    int n = line->objective->data->columns;
    double weight[VALUES];
    for (int i = 0; i < n; i++)
        weight[i] = x[0] * line->direction[i] + (i == line->constant ? x[1] : 0);
    double value = objective_evaluate(line->objective, weight, gradient ? line->gradient : NULL,
                                      hessian ? line->hessian : NULL);
    if (gradient) {
        gradient[0] = 0;
        for (int i = 0; i < n; i++)
            gradient[0] += line->direction[i] * line->gradient[i];
        gradient[1] = line->constant < 0 ? 0 : line->gradient[line->constant];
    }
    if (hessian) {
        double projected[3];
        project(line, line->hessian, projected);
        hessian[0] = projected[0];
        hessian[1] = hessian[2] = projected[1];
        hessian[3] = projected[2];
    }
    // A faint pull to 0 keeps certain results (all won by the side ahead) from running away.
    const double faint = 1e-3;
    for (int i = 0; i < 2; i++) {
        value += faint * x[i] * x[i] / 2;
        if (gradient)
            gradient[i] += faint * x[i];
        if (hessian)
            hessian[3 * i] += faint;
    }
    return value;
}

// Standard error of the scale: the sandwich of uncertainty.h along the line.
static double scale_error(struct scale_line *line, const double x[2], double *scores) {
    int n = line->objective->data->columns;
    double weight[VALUES], bread[4], filling[3];
    for (int i = 0; i < n; i++)
        weight[i] = x[0] * line->direction[i] + (i == line->constant ? x[1] : 0);
    evaluate_scale(line, x, NULL, bread);
    objective_scores(line->objective, weight, scores);
    project(line, scores, filling);
    double determinant = bread[0] * bread[3] - bread[1] * bread[1];
    double a = bread[3] / determinant, b = -bread[1] / determinant; // first row of the inverse
    return sqrt(fmax(a * a * filling[0] + 2 * a * b * filling[1] + b * b * filling[2], 0));
}

// How well do the starting values predict, and at what scale?
static bool fit_scale(struct fit *fit, struct objective *objective, const struct values *start,
                      double x[2], struct error *error) {
    const struct dataset *data = objective->data;
    struct scale_line line = {.objective = objective,
                              .constant = data->column[VALUE_TERM + TERM_FIRST_MOVER]};
    for (int c = 0; c < data->columns; c++)
        line.direction[c] = c == line.constant ? 0 : start->value[data->parameter[c]] / 100.0;
    size_t size = (size_t)data->columns * (size_t)data->columns;
    line.hessian = malloc(2 * size * sizeof *line.hessian);
    if (!line.hessian)
        return error_set(error, "out of memory");
    struct minimise_result result;
    x[0] = x[1] = 0;
    struct minimise_settings settings = minimise_default();
    settings.tolerance = 1e-6; // it only centres and scales the prior
    bool done = minimise(2, evaluate_scale, &line, settings, x, &result, error);
    if (done) {
        fit->logits_per_start = x[0] / 100;
        fit->start_error = scale_error(&line, x, line.hessian + size) / 100;
        fit->start_predicts = x[0] > 0.01;
    }
    free(line.hessian);
    if (done && !fit->start_predicts)
        fit->logits_per_start = fit->start_error = LOGITS_PER_CENTIVALUE;
    return done;
}

// Starting value of the wished yardstick, or of the cheapest man on the board.
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
    objective->has_prior = options->prior > 0;
    for (int c = 0; c < data->columns; c++) {
        int parameter = data->parameter[c];
        int start = options->start->value[parameter];
        double deviation = abs(start) > least ? abs(start) : least;
        if (parameter >= VALUE_TERM) {
            int low, high;
            values_range(parameter, &low, &high);
            deviation = (high - low) / 4.0;
        }
        deviation = fmax(deviation, 1) * scale * options->prior;
        objective->prior_mean[c] = scale * start;
        objective->prior_drift[c] = fit->start_error * start;
        objective->prior_precision[c] = objective->has_prior ? 1 / (deviation * deviation) : 0;
    }
}

bool fit_weights(struct fit *fit, const struct dataset *data, const double *game_weight,
                 const struct fit_options *options, bool warm, struct objective *objective,
                 struct error *error) {
    fit->data = data;
    if (data->columns == 0)
        return error_set(error, "no feature differs between the sides in these positions");
    if (!objective_init(objective, data, game_weight, options->threads, error))
        return false;
    double scale[2];
    if (!warm && !fit_scale(fit, objective, options->start, scale, error)) {
        objective_destroy(objective);
        return false;
    }
    set_prior(fit, objective, options);
    int constant = data->column[VALUE_TERM + TERM_FIRST_MOVER];
    for (int c = 0; !warm && c < data->columns; c++)
        fit->weight[c] = c == constant ? scale[1] : objective->prior_mean[c];

    struct minimise_result result;
    if (!minimise(data->columns, evaluate_all, objective, minimise_default(), fit->weight, &result,
                  error)) {
        objective_destroy(objective);
        return false;
    }
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
                         : data->game[0].result > 0  ? "won by the first mover"
                                                     : "lost by the first mover");
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

// The yardstick's weight, and its covariance with column c (or with itself for c < 0).
static double yardstick_weight(const struct fit *fit) {
    double sum = 0;
    for (int i = 0; i < fit->data->columns; i++)
        sum += fit->yardstick_part[i] * fit->weight[i];
    return sum;
}

static double yardstick_covariance(const struct fit *fit, int c) {
    int n = fit->data->columns;
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (c < 0)
                sum += fit->yardstick_part[i] * fit->covariance[i * n + j] * fit->yardstick_part[j];
            else if (j == c)
                sum += fit->yardstick_part[i] * fit->covariance[i * n + c];
    return sum;
}

// Relative standard error; infinite when it cannot be a yardstick.
static double try_yardstick(struct fit *fit, Type yardstick, const double *hessian,
                            const struct values *start) {
    enum verdict verdict = fit->identification.verdict[VALUE_BOARD + yardstick];
    bool measured = yardstick == YARDSTICK_ALL ||
                    (verdict == VERDICT_MEASURED && start->value[VALUE_BOARD + yardstick] > 0);
    if (!set_yardstick(fit, yardstick, hessian, start) || !measured || yardstick_weight(fit) <= 0)
        return INFINITY;
    return sqrt(fmax(yardstick_covariance(fit, -1), 0)) / yardstick_weight(fit);
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
    if (!options->yardstick_fixed && least > YARDSTICK_ERROR_WISHED) {
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
    double kept = fit->yardstick_value, yardstick = yardstick_weight(fit);
    double variance = yardstick_covariance(fit, -1);
    fit->logits_per_centivalue = yardstick / kept;
    for (int i = 0; i < VALUES; i++) {
        int c = data->column[i];
        struct estimate *estimate = &fit->estimate[i];
        *estimate = (struct estimate){.verdict = fit->identification.verdict[i],
                                      .value = options->start->value[i],
                                      .games = data->unbalanced_games[i]};
        if (c < 0)
            continue;
        estimate->share = fit->identification.share[c];
        struct ratio ratio = ratio_of(fit->weight[c], yardstick, fit->covariance[c * n + c],
                                      yardstick_covariance(fit, c), variance, fit->quantile);
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

bool fit_run(struct fit *fit, const struct dataset *data, const struct fit_options *options,
             struct error *error) {
    memset(fit, 0, sizeof *fit);
    struct objective objective;
    if (!check_results(data, error) ||
        !fit_weights(fit, data, NULL, options, false, &objective, error))
        return false;

    size_t size = (size_t)data->columns * (size_t)data->columns;
    fit->covariance = malloc(size * sizeof *fit->covariance);
    double *hessian = malloc(2 * size * sizeof *hessian);
    bool done = (fit->covariance && hessian) || error_set(error, "out of memory");
    done = done && uncertainty_covariance(&objective, fit->weight, hessian, fit->covariance, error);
    if (done && !linear_inverse(data->columns, hessian, hessian + size))
        done = error_set(error, "the data leave some direction undetermined: use a prior");
    done = done && identify(&objective, hessian, hessian + size, &fit->identification, error);
    fit->quantile = student_975((double)data->games);
    done = done && choose_yardstick(fit, hessian, options, error);
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
