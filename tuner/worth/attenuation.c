// SPDX-License-Identifier: GPL-3.0-or-later
#include "attenuation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scale.h"

// First distance of each bin: by a count of all distances.
static bool cut(const struct dataset *data, int count, struct attenuation *attenuation,
                struct error *error) {
    size_t *seen = calloc(UINT16_MAX + 1, sizeof *seen);
    if (!seen)
        return error_set(error, "out of memory");
    for (size_t p = 0; p < data->positions; p++)
        seen[data->note[p].left]++;
    size_t sum = 0;
    int begin = 0;
    for (int left = 0; left <= UINT16_MAX && attenuation->count < count; left++) {
        sum += seen[left];
        bool full = sum >= data->positions * (size_t)(attenuation->count + 1) / (size_t)count;
        if (!full)
            continue;
        attenuation->bin[attenuation->count++] =
            (struct attenuation_bin){.nearest = begin, .farthest = left};
        begin = left + 1;
    }
    free(seen);
    return true;
}

static bool slope_of(const struct fit *full, const struct dataset *part, const float *evaluation,
                     int threads, struct attenuation_bin *bin, struct error *error) {
    struct objective objective;
    if (!objective_init(&objective, part, NULL, threads, error))
        return false;
    struct scale scale;
    bool done = scale_fit(&objective, evaluation, &scale, error);
    objective_destroy(&objective);
    if (done) {
        bin->slope = scale.slope / 100 / full->logits_per_centivalue;
        bin->slope_error = scale.slope_error / 100 / full->logits_per_centivalue;
    }
    return done;
}

// Values of the positions of a bin by the yardstick of the whole.
static void set_values(const struct fit *full, const struct fit *fit,
                       const struct objective *objective, struct attenuation_bin *bin) {
    int n = full->data->columns;
    double yardstick = 0, variance = 0, with[VALUES] = {0};
    for (int i = 0; i < n; i++) {
        yardstick += full->yardstick_part[i] * fit->weight[i];
        for (int j = 0; j < n; j++)
            with[i] += full->yardstick_part[j] * fit->covariance[i * n + j];
    }
    for (int i = 0; i < n; i++)
        variance += full->yardstick_part[i] * with[i];
    bin->measured = yardstick > 0 && sqrt(fmax(variance, 0)) / yardstick < YARDSTICK_ERROR_LARGEST;
    bin->games = (size_t)objective->games;
    for (int i = 0; bin->measured && i < n; i++) {
        if (full->estimate[full->data->parameter[i]].verdict != VERDICT_MEASURED)
            continue;
        struct ratio ratio = ratio_of(fit->weight[i], yardstick, fit->covariance[i * n + i],
                                      with[i], variance, full->quantile);
        bin->value[i] = ratio.value * full->yardstick_value;
        bin->se[i] = ratio.se * full->yardstick_value;
    }
}

static bool fit_bin(const struct fit *full, const struct fit_options *options,
                    const struct dataset *part, struct attenuation_bin *bin, struct error *error) {
    size_t size = (size_t)part->columns * (size_t)part->columns;
    double *work = malloc(3 * size * sizeof *work);
    if (!work)
        return error_set(error, "out of memory");
    struct fit fit = *full;
    struct objective objective;
    struct error cause;
    bool done = fit_weights(&fit, part, NULL, options, false, &objective, error);
    if (done) {
        fit.covariance = work;
        // Without a prior a few positions may leave a direction open: then nothing is stated.
        if (uncertainty_covariance(&objective, &fit.reduction, fit.weight, work + size,
                                   work + 2 * size, work, &cause))
            set_values(full, &fit, &objective, bin);
        objective_destroy(&objective);
    }
    free(work);
    return done;
}

static void compare(const struct fit *full, struct attenuation *attenuation) {
    int n = full->data->columns, last = attenuation->count - 1;
    const struct attenuation_bin *near = &attenuation->bin[0], *far = &attenuation->bin[last];
    for (int i = 0; i < n; i++) {
        double variance = near->se[i] * near->se[i] + far->se[i] * far->se[i];
        bool known = last > 0 && variance > 0;
        attenuation->p_holm[i] =
            known ? erfc(fabs(near->value[i] - far->value[i]) / sqrt(2 * variance)) : 1;
    }
    holm(attenuation->p_holm, n);
}

bool attenuation_measure(const struct fit *full, const struct fit_options *options, int count,
                         struct attenuation *attenuation, struct error *error) {
    const struct dataset *data = full->data;
    *attenuation = (struct attenuation){0};
    double value[VALUES];
    for (int c = 0; c < data->columns; c++)
        value[c] = full->weight[c] / full->logits_per_centivalue;
    float *evaluation = scale_evaluations(data, value);
    struct dataset part = *data;
    part.weight = malloc((data->positions + 1) * sizeof *part.weight);
    bool done = (evaluation && part.weight) || error_set(error, "out of memory");
    done = done && cut(data, count, attenuation, error);
    for (int k = 0; done && k < attenuation->count; k++) {
        struct attenuation_bin *bin = &attenuation->bin[k];
        for (int c = 0; c < VALUES; c++)
            bin->value[c] = bin->se[c] = NAN;
        for (size_t p = 0; p < data->positions; p++) {
            int left = data->note[p].left;
            bool inside = left >= bin->nearest && left <= bin->farthest;
            part.weight[p] = inside ? (float)dataset_weight(data, p) : 0;
            bin->positions += inside;
        }
        done = slope_of(full, &part, evaluation, options->threads, bin, error) &&
               fit_bin(full, options, &part, bin, error);
    }
    if (done)
        compare(full, attenuation);
    free(evaluation);
    free(part.weight);
    return done;
}
