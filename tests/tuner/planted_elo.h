// SPDX-License-Identifier: GPL-3.0-or-later
// Games whose score is known: strength falls off around a planted optimum, and games are drawn from
// the score that two players' distances to it give, through the very steps that real games take.
#pragma once

#include <math.h>
#include <stdlib.h>

#include "random.h"
#include "spsa.h"

// Elo lost at x by the distance to the optimum, in units of the scale.
struct truth {
    struct spsa_plan plan;
    double optimum[PARAMETERS]; // by scale
    double curvature[PARAMETERS];
    double common; // the same of the sum of all distances: what matters is how they compare
};

static inline double elo_at(const struct truth *truth, const struct values *values) {
    double elo = 0, sum = 0;
    for (int i = 0; i < truth->plan.count; i++) {
        const struct spsa_param *param = &truth->plan.param[i];
        double distance = spsa_x(param, values->value[param->index]) - truth->optimum[i];
        elo -= truth->curvature[i] * distance * distance;
        sum += distance;
    }
    return elo - truth->common * sum * sum;
}

// Half points of the upper arm in one game; a fifth is drawn.
static inline int play(const struct truth *truth, const struct values arm[2],
                       struct random *random) {
    double elo = elo_at(truth, &arm[0]) - elo_at(truth, &arm[1]);
    double score = 1 / (1 + pow(10, -elo / 400)), draws = 0.4 * fmin(score, 1 - score);
    double u = random_unit(random);
    return u < score - draws / 2 ? 2 : u < score + draws / 2 ? 1 : 0;
}

static inline void run(const struct truth *truth, struct spsa *spsa) {
    struct values base, arm[2];
    values_defaults(&base);
    while (!spsa_finished(spsa)) {
        struct random random = random_init(truth->plan.seed, (uint64_t)spsa->step, RANDOM_TEST);
        spsa_arms(spsa, &base, arm);
        for (int pair = 0; pair < truth->plan.pairs; pair++)
            spsa_add_pair(spsa, play(truth, arm, &random) + play(truth, arm, &random));
    }
}
