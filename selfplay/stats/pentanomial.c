// SPDX-License-Identifier: GPL-3.0-or-later
#include "pentanomial.h"

#include <assert.h>
#include <math.h>

static const double empty_cell = 0.001;

struct score_law score_law(const struct score_counts *counts) {
    assert(counts->cells == PAIR_CELLS || counts->cells == GAME_CELLS);
    struct score_law law = {.cells = counts->cells};
    for (int i = 0; i < law.cells; i++) {
        law.x[i] = (double)i / (law.cells - 1);
        law.p[i] = counts->count[i] > 0 ? (double)counts->count[i] : empty_cell;
        law.total += law.p[i];
    }
    for (int i = 0; i < law.cells; i++) {
        law.p[i] /= law.total;
        law.mean += law.p[i] * law.x[i];
    }
    for (int i = 0; i < law.cells; i++)
        law.variance += law.p[i] * (law.x[i] - law.mean) * (law.x[i] - law.mean);
    return law;
}

int64_t score_units(const struct score_counts *counts) {
    int64_t units = 0;
    for (int i = 0; i < counts->cells; i++)
        units += counts->count[i];
    return units;
}

int64_t score_games(const struct score_counts *counts) {
    return score_units(counts) * (counts->cells == PAIR_CELLS ? 2 : 1);
}

bool score_one_sided(const struct score_counts *counts) {
    int met = 0;
    for (int i = 0; i < counts->cells; i++)
        met += counts->count[i] > 0;
    return met == 1;
}

// Mean and moments of the counts with `more` units at either end.
struct spread {
    double units, mean, variance, skewness, kurtosis;
};
static struct spread spread_of(const struct score_counts *counts, double more) {
    struct spread spread = {0};
    double weight[SCORE_CELLS_MAX], m3 = 0, m4 = 0;
    int last = counts->cells - 1;
    for (int i = 0; i <= last; i++) {
        weight[i] = (double)counts->count[i] + (i == 0 || i == last ? more : 0);
        spread.units += weight[i];
        spread.mean += weight[i] * i / last;
    }
    spread.mean /= spread.units;
    for (int i = 0; i <= last; i++) {
        double part = weight[i] / spread.units, off = (double)i / last - spread.mean;
        spread.variance += part * off * off;
        m3 += part * off * off * off;
        m4 += part * off * off * off * off;
    }
    spread.skewness = m3 / pow(spread.variance, 1.5);
    spread.kurtosis = m4 / (spread.variance * spread.variance);
    return spread;
}

struct measured score_interval_95(const struct score_counts *counts) {
    double units = (double)score_units(counts), points = 0;
    if (units == 0)
        return (struct measured){0.5, 0, 1, 0};
    for (int i = 0; i < counts->cells; i++)
        points += (double)counts->count[i] * i / (counts->cells - 1);
    struct spread spread = spread_of(counts, NORMAL_975 * NORMAL_975 / 2);
    double dispersion = fmin(spread.variance / (spread.mean * (1 - spread.mean)), 1);
    struct measured interval = measured_share(points / dispersion, units / dispersion);
    double score = points / units; // an end may be it, but for rounding
    return (struct measured){score, fmin(interval.low, score), fmax(interval.high, score), units};
}

double score_of_elo(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double score_game_deviation(const struct score_law *law) {
    return sqrt(law->cells == PAIR_CELLS ? 2 * law->variance : law->variance);
}

static double normalized(double t, int cells) {
    double factor = cells == PAIR_CELLS ? NORMALIZED_ELO / sqrt(2) : NORMALIZED_ELO;
    return fmin(fmax(t * factor, -NORMALIZED_LIMIT), NORMALIZED_LIMIT);
}

// t of a law of two scores, `share` of the units at `other` and the rest at `most`.
static double t_of_two(double most, double other, double share) {
    double deviation = fabs(most - other) * sqrt(share * (1 - share));
    return ((1 - share) * most + share * other - 0.5) / deviation;
}

// Of a mean score no deviation is larger than that of units lost or won whole.
static double least_t(double score) {
    return score >= 1 ? INFINITY : score <= 0 ? -INFINITY : t_of_two(0, 1, score);
}

// An end of the interval lies on the side of 0 where that of the score lies, and as far as it must.
static struct measured agree(struct measured t, struct measured score, int cells) {
    double low = score.low > 0.5 ? fmax(t.low, least_t(score.low)) : fmin(t.low, 0);
    double high = score.high < 0.5 ? fmin(t.high, least_t(score.high)) : fmax(t.high, 0);
    return (struct measured){normalized(t.value, cells), normalized(fmin(low, t.value), cells),
                             normalized(fmax(high, t.value), cells), t.n};
}

static struct measured one_sided_t(const struct score_counts *counts, struct measured score) {
    int cells = counts->cells, last = cells - 1, at = (int)lround(score.value * last);
    double weight = NORMAL_975 * NORMAL_975, share = weight / (score.n + weight);
    double value = 2 * at > last ? INFINITY : 2 * at < last ? -INFINITY : 0;
    struct measured t = {value, value, value, score.n};
    for (int i = 0; i < cells; i++)
        if (i != at) {
            double other = t_of_two((double)at / last, (double)i / last, share);
            t.low = fmin(t.low, other);
            t.high = fmax(t.high, other);
        }
    return t;
}

// By the delta method, of a mean score whose ends, were the deviation known, lie `below` and
// `above` it by so many deviations.
static struct measured spread_t(const struct spread *spread, double score, double below,
                                double above) {
    double t = (score - 0.5) / sqrt(spread->variance), middle = asinh(t);
    double factor = 1 - t * spread->skewness + t * t * (spread->kurtosis - 1) / 4;
    double stretch = sqrt(fmax(factor, 0) / (1 + t * t));
    return (struct measured){t, sinh(middle - below * stretch), sinh(middle + above * stretch), 0};
}

static const double unseen_units = 0.25; // at either end, in the moments

struct measured score_normalized_95(const struct score_counts *counts) {
    struct measured score = score_interval_95(counts), t;
    struct score_law law = score_law(counts);
    if (score.n == 0)
        return (struct measured){0, -NORMALIZED_LIMIT, NORMALIZED_LIMIT, 0};
    if (score_one_sided(counts)) {
        t = one_sided_t(counts, score);
    } else {
        struct spread spread = spread_of(counts, unseen_units);
        double reach = NORMAL_975 / sqrt(score.n);
        t = spread_t(&spread, spread.mean, reach, reach);
        t.value = (law.mean - 0.5) / sqrt(law.variance);
        t.n = score.n;
    }
    return agree(t, score, counts->cells);
}

struct measured score_normalized_elo(const struct score_counts *counts, struct measured score) {
    if (score_units(counts) == 0 || score_one_sided(counts))
        return score_normalized_95(counts);
    struct score_law law = score_law(counts);
    struct spread spread = spread_of(counts, unseen_units);
    double deviation = sqrt(spread.variance);
    struct measured t = spread_t(&spread, score.value, (score.value - score.low) / deviation,
                                 (score.high - score.value) / deviation);
    t.value = (score.value - 0.5) / sqrt(law.variance);
    t.n = score.n;
    return agree(t, score, counts->cells);
}

// Of a law drawn by a flat prior and these counts, whose shares are gamma variates over their sum:
// the chance that the mean lies above 1/2, by the inversion of its characteristic function.
// Source: J. Gil-Pelaez, "Note on the inversion theorem", Biometrika 38 (1951).
static double flat_chance(const struct score_counts *counts) {
    enum { PARTS = 4000 };
    double squares = 0, sum = 0;
    for (int i = 0; i < counts->cells; i++) {
        double off = (double)i / (counts->cells - 1) - 0.5;
        squares += off * off * (double)(1 + counts->count[i]);
    }
    for (int k = 0; k < PARTS; k++) {
        double at = (k + 0.5) / PARTS, t = at / (1 - at) / sqrt(squares), size = 0, angle = 0;
        for (int i = 0; i < counts->cells; i++) {
            double off = (double)i / (counts->cells - 1) - 0.5,
                   shape = (double)(1 + counts->count[i]);
            size -= 0.5 * shape * log1p(off * off * t * t);
            angle += shape * atan(off * t);
        }
        sum += exp(size) * sin(angle) / (at * (1 - at)); // dt / t
    }
    return 0.5 + sum / PARTS / M_PI;
}

static double normal_chance(const struct score_counts *counts) {
    struct score_law law = score_law(counts);
    double error = sqrt(law.variance / law.total), ahead = 0;
    for (int i = 0; i < law.cells / 2; i++) // not mean - 0.5: rounding would show in long matches
        ahead += (law.p[law.cells - 1 - i] - law.p[i]) * (0.5 - law.x[i]);
    return normal_cdf(ahead / error);
}

double likelihood_of_superiority(const struct score_counts *counts) {
    enum { MANY = 100 };
    int64_t units = score_units(counts);
    struct measured score = score_interval_95(counts);
    double chance = units == 0 ? 0.5 : units < MANY ? flat_chance(counts) : normal_chance(counts);
    return score.low > 0.5    ? fmin(fmax(chance, 0.975), 1)
           : score.high < 0.5 ? fmin(fmax(chance, 0), 0.025)
                              : fmin(fmax(chance, 0.025), 0.975);
}
