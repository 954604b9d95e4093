// SPDX-License-Identifier: GPL-3.0-or-later
#include "bootstrap.h"

#include "random.h"

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
struct moments {
    double mean[VALUES], squares[VALUES];
    int count;
};

static void moments_add(struct moments *moments, const struct fit *fit) {
    const struct dataset *data = fit->data;
    double yardstick = 0;
    for (int c = 0; c < data->columns; c++)
        yardstick += fit->yardstick_part[c] * fit->weight[c];
    if (yardstick <= 0)
        return;
    moments->count++;
    for (int c = 0; c < data->columns; c++) {
        double value = fit->weight[c] / yardstick * fit->yardstick_value;
        double before = value - moments->mean[c];
        moments->mean[c] += before / moments->count;
        moments->squares[c] += before * (value - moments->mean[c]);
    }
}

bool bootstrap_errors(const struct fit *full, const struct fit_options *options, int rounds,
                      uint64_t seed, bool (*progress)(void *context, int round), void *context,
                      double se[VALUES], int *used, struct error *error) {
    const struct dataset *data = full->data;
    if (data->games > UINT32_MAX)
        return error_set(error, "more than %u games cannot be resampled", UINT32_MAX);
    double *weight = malloc(data->games * sizeof *weight);
    if (!weight)
        return error_set(error, "out of memory");
    struct moments moments = {.count = 0};
    bool done = true;
    for (int round = 0; done && round < rounds; round++) {
        draw_games(data->games, seed, round, weight);
        struct fit fit = *full;
        struct objective objective;
        done = fit_weights(&fit, data, weight, options, true, &objective, error);
        if (!done)
            break;
        objective_destroy(&objective);
        moments_add(&moments, &fit);
        if (progress && !progress(context, round))
            break;
    }
    free(weight);
    *used = moments.count;
    for (int i = 0; i < VALUES; i++) {
        int c = data->column[i];
        bool known = c >= 0 && full->estimate[i].verdict == VERDICT_MEASURED && moments.count > 1;
        se[i] = known ? sqrt(moments.squares[c] / (moments.count - 1)) : NAN;
    }
    return done;
}
