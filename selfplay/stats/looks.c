// SPDX-License-Identifier: GPL-3.0-or-later
#include "looks.h"

#include <assert.h>
#include <math.h>

#include "statistics.h"

// A walk of independent normal steps: variance 1 and mean `drift` a unit of time, which is the
// share of the observations. Its density where no look has decided, at equal steps from `low`.
enum { POINTS = 401, TAIL = 9 }; // TAIL: standard deviations beyond which nothing is left
struct walk {
    double drift, time;
    double low, step, density[POINTS];
};

static double normal_density(double z) {
    return exp(-z * z / 2) * 0.3989422804014327;
}

// Simpson's weights.
static double weight(const struct walk *walk, int i) {
    return walk->step / 3 * (i == 0 || i == POINTS - 1 ? 1 : i % 2 ? 4 : 2);
}

// The chance that the walk, not decided so far, lies above `level` at `time`.
static double chance_above(const struct walk *walk, double time, double level) {
    double passed = time - walk->time, spread = sqrt(passed), sum = 0;
    if (walk->time == 0)
        return normal_cdf((walk->drift * time - level) / spread);
    for (int i = 0; i < POINTS; i++) {
        double from = walk->low + i * walk->step;
        sum += weight(walk, i) * walk->density[i] *
               normal_cdf((from + walk->drift * passed - level) / spread);
    }
    return sum;
}

// On to the look at `time`, which decides above `level`.
static void go_on(struct walk *walk, double time, double level) {
    struct walk next = {.drift = walk->drift, .time = time};
    double passed = time - walk->time, spread = sqrt(passed);
    next.low = fmin(walk->drift * time, level) - TAIL * sqrt(time);
    next.step = (level - next.low) / (POINTS - 1);
    for (int i = 0; i < POINTS; i++) {
        double to = next.low + i * next.step - walk->drift * passed;
        if (walk->time == 0)
            next.density[i] = normal_density(to / spread) / spread;
        for (int j = 0; walk->time > 0 && j < POINTS; j++)
            next.density[i] += weight(walk, j) * walk->density[j] *
                               normal_density((to - walk->low - j * walk->step) / spread) / spread;
    }
    *walk = next;
}

static double spent(double share, double level) {
    return 2 * normal_cdf(-normal_quantile(1 - level / 2) / sqrt(share));
}

void looks_bounds(const double *share, int count, double level, double *bound) {
    assert(count >= 1 && count <= LOOKS_MAX && level > 0 && level < 0.5);
    struct walk walk = {0};
    double before = 0;
    for (int look = 0; look < count; look++) {
        assert(share[look] > walk.time && share[look] <= 1);
        double root = sqrt(share[look]), now = spent(share[look], level);
        double low = 0, high = 40;
        for (int i = 0; i < 80; i++) {
            double middle = (low + high) / 2;
            if (chance_above(&walk, share[look], middle * root) > now - before)
                low = middle;
            else
                high = middle;
        }
        bound[look] = high;
        before = now;
        go_on(&walk, share[look], high * root);
    }
}

// The chance that the look decides and none before does; the walk goes on to it.
static double decide(struct walk *walk, double share, double bound) {
    double level = bound * sqrt(share), chance = chance_above(walk, share, level);
    go_on(walk, share, level);
    return chance;
}

double looks_mean_share(const double *share, const double *bound, int count, double drift) {
    struct walk walk = {.drift = drift};
    double left = 1, mean = 0;
    for (int look = 0; look < count - 1; look++) {
        double chance = decide(&walk, share[look], bound[look]);
        mean += chance * share[look];
        left -= chance;
    }
    return mean + left * share[count - 1];
}

double looks_power(const double *share, const double *bound, int count, double drift) {
    struct walk walk = {.drift = drift};
    double power = 0;
    for (int look = 0; look < count; look++)
        power += decide(&walk, share[look], bound[look]);
    return power;
}
