// SPDX-License-Identifier: GPL-3.0-or-later
#include "influence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The value that leaving out game g moves most.
static struct influence of_game(const struct fit *fit, const struct objective *objective,
                                size_t g) {
    const struct reduction *reduction = &fit->reduction;
    const struct dataset *data = fit->data;
    int n = data->columns, m = reduction->free;
    double score[VALUES], reduced[VALUES], x[VALUES] = {0}, move[VALUES];
    objective_game_score(objective, fit->weight, g, score);
    reduction_gradient(reduction, score, reduced);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            x[i] += fit->inverse[i * m + j] * reduced[j];
    reduction_expand(reduction, x, move);
    double yardstick = 0, yardstick_move = 0;
    for (int i = 0; i < n; i++) {
        yardstick += fit->yardstick_part[i] * fit->weight[i];
        yardstick_move += fit->yardstick_part[i] * move[i];
    }
    struct influence most = {.game = g, .parameter = -1};
    for (int c = 0; c < n; c++) {
        int parameter = data->parameter[c];
        const struct estimate *estimate = &fit->estimate[parameter];
        if (parameter >= VALUE_TERM || estimate->verdict != VERDICT_MEASURED || estimate->se <= 0)
            continue;
        double ratio = fit->weight[c] / yardstick;
        double moved = (move[c] - ratio * yardstick_move) / yardstick * fit->yardstick_value;
        double errors = fabs(moved) / estimate->se;
        if (most.parameter < 0 || errors > most.errors)
            most = (struct influence){g, parameter, moved, errors};
    }
    return most;
}

bool influence_list(const struct fit *fit, const struct fit_options *options, int count,
                    struct influence *list, int *found, struct error *error) {
    struct objective objective;
    if (!objective_init(&objective, fit->data, NULL, options->threads, error))
        return false;
    *found = 0;
    for (size_t g = 0; g < fit->data->games; g++) {
        struct influence one = of_game(fit, &objective, g);
        if (one.parameter < 0 || (*found == count && one.errors <= list[count - 1].errors))
            continue;
        int i = *found < count ? (*found)++ : count - 1;
        for (; i > 0 && list[i - 1].errors < one.errors; i--)
            list[i] = list[i - 1];
        list[i] = one;
    }
    objective_destroy(&objective);
    return true;
}
