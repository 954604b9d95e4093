// SPDX-License-Identifier: GPL-3.0-or-later
#include "bootstrap.h"

#include "random.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void draw_games(size_t games, uint64_t seed, int round, double *weight) {
    memset(weight, 0, games * sizeof *weight);
    struct random random = random_init(seed, (uint64_t)round, RANDOM_BOOTSTRAP);
    for (size_t i = 0; i < games; i++)
        weight[random_below(&random, (uint32_t)games)]++;
}

// Running mean and sum of squares (Welford, Technometrics 4, 1962).
struct sums {
    double mean[VALUES], squares[VALUES];
    int count;
};

static void sums_add(struct sums *sums, const struct fit *fit) {
    const struct dataset *data = fit->data;
    double yardstick = 0;
    for (int c = 0; c < data->columns; c++)
        yardstick += fit->yardstick_part[c] * fit->weight[c];
    if (yardstick <= 0)
        return;
    sums->count++;
    for (int c = 0; c < data->columns; c++) {
        double value = fit->weight[c] / yardstick * fit->yardstick_value;
        double before = value - sums->mean[c];
        sums->mean[c] += before / sums->count;
        sums->squares[c] += before * (value - sums->mean[c]);
    }
}

bool bootstrap_errors(const struct fit *full, const struct fit_options *options, int rounds,
                      uint64_t seed, bool (*progress)(void *context, int round), void *context,
                      double se[VALUES], int *used, struct error *error) {
    assert(rounds > 0);
    const struct dataset *data = full->data;
    if (data->games > UINT32_MAX)
        return error_set(error, "more than %u games cannot be resampled", UINT32_MAX);
    double *weight = malloc(data->games * sizeof *weight);
    if (!weight)
        return error_set(error, "out of memory");
    struct sums sums = {.count = 0};
    bool done = true;
    for (int round = 0; done && round < rounds; round++) {
        draw_games(data->games, seed, round, weight);
        struct fit fit = *full;
        struct objective objective;
        done = fit_weights(&fit, data, weight, options, true, &objective, error);
        if (!done)
            break;
        objective_destroy(&objective);
        sums_add(&sums, &fit);
        if (progress && !progress(context, round))
            break;
    }
    free(weight);
    *used = sums.count;
    for (int i = 0; i < VALUES; i++) {
        int c = data->column[i];
        bool known = c >= 0 && full->estimate[i].verdict == VERDICT_MEASURED && sums.count > 1;
        se[i] = known ? sqrt(sums.squares[c] / (sums.count - 1)) : NAN;
    }
    return done;
}
