// SPDX-License-Identifier: GPL-3.0-or-later
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "tuning.h"
#include "worths_source.h"

// The column that tells of a parameter; -1 where nothing does.
static int measured_column(const struct tuning *tuning, int index) {
    const struct fit *fit = &tuning->fit;
    int c = fit_column(fit->data, &tuning->fit_options, index);
    if (c < 0 || fit->data->removals.count[index] <= 0)
        return -1;
    return fit->identification.verdict[fit->data->parameter[c]] == VERDICT_MEASURED ? c : -1;
}

void tuning_worths(const struct tuning *tuning, struct worths *worths) {
    assert(tuning->fit.covariance);
    const struct fit *fit = &tuning->fit;
    int n = fit->data->columns;
    double weight[VALUES], *covariance = mem_alloc((size_t)n * (size_t)n * sizeof *covariance);
    worths_init(worths, tuning->logs.tables);
    centre_weights(fit->data, fit->weight, weight);
    centre_covariance(fit->data, fit->covariance, covariance);
    int column[WORTHS_MAX];
    for (int i = 0; i < worths->count; i++) {
        struct worth_estimate *of = &worths->of[i];
        const struct estimate *estimate = &fit->estimate[of->index];
        int c = column[i] = measured_column(tuning, of->index);
        of->games = (double)estimate->games;
        if (c < 0)
            continue;
        bool kept = estimate->verdict == VERDICT_FROZEN;
        of->mark = kept || estimate->share < SHARE_LEANING ? WORTH_LEANS : WORTH_MEASURED;
        of->value = weight[c] * ELO_PER_LOGIT;
        for (int j = 0; j <= i; j++)
            if (column[j] >= 0)
                worths->covariance[i * worths->count + j] =
                    worths->covariance[j * worths->count + i] =
                        covariance[c * n + column[j]] * ELO_PER_LOGIT * ELO_PER_LOGIT;
    }
    free(covariance);
    worths->method = WORTH_BY_REGRESSION;
    for (int i = 0; i < tuning->options->folder_count; i++)
        source_add_run(&worths->source, tuning->options->folders[i]);
}

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

struct tuning_precision tuning_precision(const struct tuning *tuning) {
    double half[WORTHS_MAX];
    struct tuning_precision precision = {0};
    for (int i = 0; tuning->scaled && i < tuning->worths.count; i++) {
        double wide = (tuning->ratios.high[i] - tuning->ratios.low[i]) / 2;
        if (tuning->worths.of[i].mark == WORTH_MEASURED && wide > 0)
            half[precision.count++] = wide;
    }
    if (precision.count == 0)
        return precision;
    qsort(half, (size_t)precision.count, sizeof *half, by_size);
    precision.median = half[precision.count / 2];
    precision.widest = half[precision.count - 1];
    return precision;
}

int tuning_usable(const struct tuning *tuning) {
    const struct worths *worths = &tuning->worths;
    double part[WORTHS_MAX], mean = 0; // Elo of a mean piece, whatever the unit
    int usable = 0;
    worths_unit(worths, 0, part);
    for (int i = 0; i < worths->count; i++)
        mean += part[i] * worths->of[i].value;
    for (int i = 0; tuning->scaled && i < worths->count; i++)
        usable += worths->of[i].mark == WORTH_MEASURED &&
                  (tuning->ratios.high[i] - tuning->ratios.low[i]) / 2 * tuning->ratios.unit >=
                      WORTH_BIAS * mean;
    return usable;
}

double tuning_games_needed(const struct tuning *tuning, int place) {
    const struct worth_estimate *of = &tuning->worths.of[place];
    const struct estimate *estimate = &tuning->fit.estimate[of->index];
    double share = estimate->share, games = (double)tuning->fit.games;
    if (of->mark == WORTH_MEASURED || estimate->verdict == VERDICT_FROZEN)
        return 0;
    if (estimate->verdict == VERDICT_RARE && estimate->games > 0)
        return ceil(games * GAMES_NEEDED / (double)estimate->games);
    bool grows = of->mark == WORTH_LEANS || estimate->verdict == VERDICT_PRIOR;
    // Information of the games to that of the prior is share to 1 - share, and grows by their
    // number.
    return grows && share > 0
               ? ceil(games * SHARE_LEANING / (1 - SHARE_LEANING) * (1 - share) / share)
               : INFINITY;
}
