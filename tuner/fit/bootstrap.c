// SPDX-License-Identifier: GPL-3.0-or-later
#include "bootstrap.h"

#include "random.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

static void draw_games(size_t games, uint64_t seed, int round, double *weight) {
    memset(weight, 0, games * sizeof *weight);
    struct random random = random_init(seed, (uint64_t)round, RANDOM_BOOTSTRAP);
    for (size_t i = 0; i < games; i++)
        weight[random_below(&random, (uint32_t)games)]++;
}

static void add_values(const struct fit *fit, struct moments values[VALUES]) {
    double yardstick = fit_yardstick_weight(fit, fit->weight);
    for (int c = 0; yardstick > 0 && c < fit->data->columns; c++)
        moments_add(&values[c], fit->weight[c] / yardstick * fit->yardstick_value);
}

bool bootstrap_errors(const struct fit *full, const struct fit_options *options, int rounds,
                      uint64_t seed, bool (*progress)(void *context, int round), void *context,
                      double se[VALUES], int *used, struct error *error) {
    assert(rounds > 0 && full->data->games > 0);
    const struct dataset *data = full->data;
    if (data->games > UINT32_MAX)
        return error_set(error, "more than %u games cannot be resampled", UINT32_MAX);
    double *weight = mem_alloc(data->games * sizeof *weight);
    struct moments values[VALUES] = {{0}};
    bool done = true;
    for (int round = 0; done && round < rounds; round++) {
        draw_games(data->games, seed, round, weight);
        struct fit fit = *full;
        struct objective objective;
        done = fit_weights(&fit, data, weight, options, true, &objective, error);
        if (!done)
            break;
        objective_destroy(&objective);
        add_values(&fit, values);
        if (progress && !progress(context, round))
            break;
    }
    free(weight);
    *used = (int)values[0].n;
    for (int i = 0; i < VALUES; i++) {
        int c = data->column[i];
        bool known = c >= 0 && full->estimate[i].verdict == VERDICT_MEASURED && *used > 1;
        se[i] = known ? sqrt(moments_variance(&values[c])) : NAN;
    }
    return done;
}
