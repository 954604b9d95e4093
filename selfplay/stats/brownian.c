// SPDX-License-Identifier: GPL-3.0-or-later
// Two exact series for each law: by images, which needs few terms for short times, and by
// eigenfunctions, for long ones.
#include "brownian_internal.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "statistics.h"

enum { TERMS = 12 };

static const double pi = 3.14159265358979323846;

static double probability(double value) {
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

// exp(power) * (normal law between a and b, a <= b) without overflow: a large power comes with a
// small tail.
static double scaled_between(double power, double a, double b) {
    if (a > 0) { // use the smaller tails
        double swap = a;
        a = -b;
        b = -swap;
    }
    double mass = normal_cdf(b) - normal_cdf(a);
    return mass > 0 ? exp(power + log(mass)) : 0;
}

static bool is_short(const struct brownian *motion, double time) {
    double width = motion->high - motion->low;
    return motion->variance * time < 0.3 * width * width;
}

// The chance to meet the low barrier first, whenever.
static double low_at_last(const struct brownian *motion) {
    double rate = 2 * motion->drift / motion->variance;
    double width = motion->high - motion->low;
    if (fabs(rate * width) < 1e-9)
        return motion->high / width;
    if (rate > 0)
        return exp(rate * motion->low) * expm1(-rate * motion->high) / expm1(-rate * width);
    return expm1(rate * motion->high) / expm1(rate * width);
}

// First passage through a level at `distance` > 0 without the other barrier, tilted so that the
// drift's sign is left out: exp(power) times the integral of its density up to `time`.
static double passage(const struct brownian *motion, double distance, double time, double power) {
    double drift = fabs(motion->drift), spread = sqrt(motion->variance * time);
    double tilt = drift * distance / motion->variance;
    double near = normal_cdf((drift * time - distance) / spread);
    double far = normal_cdf((-drift * time - distance) / spread);
    double sum = near > 0 ? exp(power - tilt + log(near)) : 0;
    return sum + (far > 0 ? exp(power + tilt + log(far)) : 0);
}

static double low_by_images(const struct brownian *motion, double time) {
    double width = motion->high - motion->low, sum = 0;
    double power = motion->drift * motion->low / motion->variance;
    for (int k = -TERMS; k <= TERMS; k++) {
        double distance = 2 * k * width - motion->low;
        double term = passage(motion, fabs(distance), time, power);
        sum += distance > 0 ? term : -term;
    }
    return sum;
}

static double low_by_eigenfunctions(const struct brownian *motion, double time) {
    double width = motion->high - motion->low, late = 0;
    double power = motion->drift * motion->low / motion->variance;
    double fall = motion->drift * motion->drift / (2 * motion->variance);
    for (int n = 1; n <= TERMS; n++) {
        double wave = n * pi / width, rate = fall + 0.5 * wave * wave * motion->variance;
        late += wave * motion->variance / width * sin(-wave * motion->low) *
                exp(power - rate * time) / rate;
    }
    return low_at_last(motion) - late;
}

double brownian_low_by(const struct brownian *motion, double time) {
    assert(motion->low < 0 && motion->high > 0 && motion->variance > 0);
    if (time <= 0)
        return 0;
    return probability(is_short(motion, time) ? low_by_images(motion, time)
                                              : low_by_eigenfunctions(motion, time));
}

double brownian_high_by(const struct brownian *motion, double time) {
    assert(motion->low < 0 && motion->high > 0 && motion->variance > 0);
    struct brownian mirror = {-motion->high, -motion->low, -motion->drift, motion->variance};
    return brownian_low_by(&mirror, time);
}

static double below_by_images(const struct brownian *motion, double time, double level) {
    double width = motion->high - motion->low, sum = 0;
    double spread = sqrt(motion->variance * time), middle = motion->drift * time;
    for (int k = -TERMS; k <= TERMS; k++) {
        double even = 2 * k * width, odd = 2 * motion->high - even;
        sum += scaled_between(motion->drift * even / motion->variance,
                              (motion->low - even - middle) / spread,
                              (level - even - middle) / spread);
        sum -=
            scaled_between(motion->drift * odd / motion->variance,
                           (motion->low - odd - middle) / spread, (level - odd - middle) / spread);
    }
    return sum;
}

// The integral of exp(power + tilt y) sin(wave (y - low)) over low..level.
static double wave_integral(double power, double tilt, double wave, double low, double level) {
    double x = wave * (level - low);
    return (exp(power + tilt * level) * (tilt * sin(x) - wave * cos(x)) +
            exp(power + tilt * low) * wave) /
           (tilt * tilt + wave * wave);
}

static double below_by_eigenfunctions(const struct brownian *motion, double time, double level) {
    double width = motion->high - motion->low, sum = 0;
    double tilt = motion->drift / motion->variance, fall = 0.5 * tilt * motion->drift;
    for (int n = 1; n <= TERMS; n++) {
        double wave = n * pi / width, rate = fall + 0.5 * wave * wave * motion->variance;
        sum += 2 / width * sin(-wave * motion->low) *
               wave_integral(-rate * time, tilt, wave, motion->low, level);
    }
    return sum;
}

double brownian_below_at(const struct brownian *motion, double time, double level) {
    assert(motion->low < 0 && motion->high > 0 && motion->variance > 0);
    if (time <= 0)
        return level >= 0;
    if (level <= motion->low)
        return 0;
    if (level > motion->high)
        level = motion->high;
    return probability(is_short(motion, time) ? below_by_images(motion, time, level)
                                              : below_by_eigenfunctions(motion, time, level));
}

double brownian_mean_time(const struct brownian *motion, double start) {
    assert(motion->low <= start && start <= motion->high);
    double up = motion->high - start, down = start - motion->low, width = up + down;
    double rate = 2 * motion->drift / motion->variance;
    if (fabs(rate * width) < 1e-4) // a series around no drift; the next term is this squared
        return up * down / motion->variance * (1 + rate * (up - down) / 6);
    struct brownian from_start = {-down, up, motion->drift, motion->variance};
    double low = low_at_last(&from_start);
    return ((1 - low) * up - low * down) / motion->drift;
}
