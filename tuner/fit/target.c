// SPDX-License-Identifier: GPL-3.0-or-later
#include "target.h"

#include <stdlib.h>

bool target_mix(struct dataset *data, double lambda, int threads, struct scale *scale,
                struct error *error) {
    struct objective objective;
    if (!objective_init(&objective, data, NULL, threads, error))
        return false;
    float *score = malloc((data->positions + 1) * sizeof *score);
    for (size_t p = 0; score && p < data->positions; p++)
        score[p] = (float)data->note[p].score / 100;
    bool done =
        score ? scale_fit(&objective, score, scale, error) : error_set(error, "out of memory");
    objective_destroy(&objective);
    if (done && scale->slope <= 2 * scale->slope_error)
        done = error_set(error, "the search's scores do not predict the results: there is nothing "
                                "to mix with them");
    for (size_t g = 0; done && g < data->games; g++)
        for (size_t p = data->game[g].position; p < data->game[g + 1].position; p++) {
            double expected = logistic(scale->slope * (double)score[p] + scale->constant);
            score[p] = (float)(lambda * data->game[g].result + (1 - lambda) * expected);
        }
    if (done)
        data->target = score;
    else
        free(score);
    return done;
}
