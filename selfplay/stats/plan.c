// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan.h"

#include <assert.h>
#include <math.h>

#include "statistics.h"

static double spread(double draws) {
    return (1 - fmin(fmax(draws, 0), 0.999)) / 4;
}

// Whole games, and at least two.
static double whole(double games) {
    return fmax(ceil(games - 1e-9), 2);
}

double plan_half_width(double half, double draws) {
    assert(half > 0 && draws >= 0 && draws <= 1);
    return whole(NORMAL_975 * NORMAL_975 * spread(draws) / (half * half));
}

double plan_half_width_of(double games, double draws) {
    assert(games > 0 && draws >= 0 && draws <= 1);
    return NORMAL_975 * sqrt(spread(draws) / fmax(games, 1));
}

double plan_difference(double difference, double draws, double power, int comparisons) {
    assert(power > 0 && power < 1 && comparisons > 0);
    double sigmas = normal_quantile(1 - 0.025 / comparisons) + normal_quantile(power);
    return whole(2 * spread(draws) * sigmas * sigmas / (difference * difference));
}

double plan_equivalence(double margin, double draws, double power, int comparisons) {
    assert(margin > 0 && power > 0 && power < 1 && comparisons > 0);
    double sigmas = normal_quantile(1 - 0.05 / comparisons) + normal_quantile((1 + power) / 2);
    return whole(2 * spread(draws) * sigmas * sigmas / (margin * margin));
}

struct bill plan_bill(double games, struct cost cost, double cpus, double hours) {
    assert(games >= 0);
    struct bill bill = {.games = games,
                        .core_hours = games * cost.core_seconds / 3600,
                        .bytes = games * cost.bytes};
    bill.tasks = fmax(ceil(bill.core_hours / (0.9 * cpus * hours)), 1);
    return bill;
}

double plan_affordable(double core_hours, struct cost cost) {
    return cost.core_seconds > 0 ? floor(core_hours * 3600 / cost.core_seconds) : 0;
}
