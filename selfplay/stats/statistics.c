// SPDX-License-Identifier: GPL-3.0-or-later
#include "statistics.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "memory.h"

double normal_cdf(double z) {
    return gsl_cdf_ugaussian_P(z);
}
double normal_p(double value, double se) {
    return se > 0 ? 2 * normal_cdf(-fabs(value) / se) : 1;
}

double normal_quantile(double p) {
    assert(p > 0 && p < 1);
    return gsl_cdf_ugaussian_Pinv(p);
}
double student_975(double n) {
    return gsl_cdf_tdist_Pinv(0.975, n > 2 ? n - 1 : 1);
}

struct measured measured_share(double points, double count) {
    assert(count >= 0 && points >= 0);
    const double z = NORMAL_975;
    if (count <= 0)
        return (struct measured){0, 0, 1, count};
    double share = points / count, weight = z * z / count;
    double middle = share + weight / 2;
    double reach = z * sqrt(fmax(share * (1 - share) + weight / 4, 0) / count);
    double low = (middle - reach) / (1 + weight), high = (middle + reach) / (1 + weight);
    return (struct measured){share, low < 0 ? 0 : low, high > 1 ? 1 : high, count};
}

void moments_add(struct moments *moments, double value) {
    double off = value - moments->mean;
    moments->n++;
    moments->mean += off / moments->n;
    moments->squares += off * (value - moments->mean);
}

double moments_variance(const struct moments *moments) {
    return moments->n < 2 ? 0 : moments->squares / (moments->n - 1);
}

double games_rounded(double games) {
    double unit = pow(10, fmax(floor(log10(games)) - 1, 0));
    return ceil(games / unit - 1e-9) * unit;
}

struct measured measured_mean(const struct moments *moments) {
    struct measured mean = {moments->mean, -INFINITY, INFINITY, moments->n};
    if (moments->n >= 2) {
        double weight = NORMAL_975 * NORMAL_975, spread = moments_variance(moments);
        double reach = spread > 0 ? student_975(moments->n) * sqrt(spread / moments->n)
                                  : weight / (moments->n + weight) * fmax(fabs(moments->mean), 1);
        mean.low = mean.value - reach;
        mean.high = mean.value + reach;
    }
    return mean;
}

struct measured measured_score(const struct moments *moments) {
    double n = moments->n, score = moments->mean, weight = NORMAL_975 * NORMAL_975;
    if (n <= 0)
        return (struct measured){0, 0, 1, 0};
    double widest = score * (1 - score);
    double dispersion = widest > 0 ? fmin(moments->squares / n / widest, 1) : 1;
    dispersion = (n * dispersion + weight) / (n + weight);
    struct measured share = measured_share(score * n / dispersion, n / dispersion);
    return (struct measured){score, share.low, share.high, n};
}

// GSL counts binomial trials in unsigned int; far below that the normal law is as good.
static double binomial_cdf(int64_t k, double part, int64_t n) {
    if (k < 0)
        return 0;
    if (n <= 1000000)
        return gsl_cdf_binomial_P((unsigned)k, part, (unsigned)n);
    double mean = (double)n * part;
    return normal_cdf(((double)k + 0.5 - mean) / sqrt(mean * (1 - part)));
}

void quantile_ranks(int64_t n, double part, int64_t *low, int64_t *high) {
    assert(n >= 0 && part >= 0 && part <= 1);
    double middle = (double)n * part;
    // The r-th smallest lies above the quantile with the chance that fewer than r lie below it.
    int64_t rank = (int64_t)fmin(middle + 1, (double)n);
    while (rank > 0 && binomial_cdf(rank - 1, part, n) > 0.025)
        rank--;
    *low = rank;
    rank = (int64_t)fmax(middle, 1);
    while (rank <= n && 1 - binomial_cdf(rank - 1, part, n) > 0.025)
        rank++;
    *high = rank;
}

double elo_of_score(double score) {
    const double least = 1 / (1 + pow(10, 3)); // of -1200
    if (score <= least)
        return -1200;
    if (score >= 1 - least)
        return 1200;
    return 0 - 400 * log10(1 / score - 1); // an even score is 0 and not -0
}

struct measured measured_elo(struct measured score) {
    if (score.n <= 0)
        return (struct measured){0, -1200, 1200, 0};
    return (struct measured){elo_of_score(score.value), elo_of_score(score.low),
                             elo_of_score(score.high), score.n};
}

// How far the weighted estimate can push the sum to one side by its own interval.
static double push(const struct measured *of, double weight, bool down) {
    return weight * ((weight > 0) == down ? of->value - of->low : of->high - of->value);
}

struct measured measured_sum(const struct measured *of, const double *weight,
                             const double *correlation, int count) {
    assert(count >= 0);
    double squares[2] = {0};
    struct measured sum = {.n = count > 0 ? of[0].n : 0};
    for (int i = 0; i < count; i++) {
        if (weight[i] == 0)
            continue;
        sum.value += weight[i] * of[i].value;
        sum.n = fmin(sum.n, of[i].n);
        for (int down = 0; down < 2; down++) {
            double own = push(&of[i], weight[i], down);
            squares[down] += own * own;
            for (int j = 0; correlation && j < i; j++)
                if (weight[j] != 0 && correlation[i * count + j] != 0)
                    squares[down] +=
                        2 * correlation[i * count + j] * own * push(&of[j], weight[j], down);
        }
    }
    if (sum.n <= 0)
        return (struct measured){0, -INFINITY, INFINITY, 0};
    sum.low = sum.value - sqrt(fmax(squares[1], 0));
    sum.high = sum.value + sqrt(fmax(squares[0], 0));
    return sum;
}

void comoments_add(struct comoments *comoments, double a, double b) {
    double n = ++comoments->n, da = a - comoments->mean[0], db = b - comoments->mean[1];
    comoments->mean[0] += da / n;
    comoments->mean[1] += db / n;
    comoments->squares[0] += da * (a - comoments->mean[0]);
    comoments->squares[1] += db * (b - comoments->mean[1]);
    comoments->products += da * (b - comoments->mean[1]);
}

double comoments_correlation(const struct comoments *comoments, double a, double b) {
    double n = comoments->n, scale = sqrt(comoments->squares[0] * comoments->squares[1]);
    if (!(scale > 0))
        return 0;
    return comoments->products / scale * n / (n + NORMAL_975 * NORMAL_975) * n / sqrt(a * b);
}

struct measured measured_difference(struct measured a, struct measured b) {
    const struct measured both[] = {a, b};
    const double weight[] = {1, -1};
    return measured_sum(both, weight, NULL, 2);
}

// How many standard errors lie between the estimate and `to`, one being the reach of the interval
// on that side by 1.96. Positive when the estimate is above.
static double standard_distance(struct measured of, double to) {
    double off = of.value - to;
    double reach = off > 0 ? of.value - of.low : of.high - of.value;
    if (off == 0 || isinf(reach))
        return 0;
    return reach > 0 ? off / reach * NORMAL_975 : copysign(INFINITY, off);
}

double measured_p(struct measured of) {
    return of.n > 0 ? fmin(2 * normal_cdf(-fabs(standard_distance(of, 0))), 1) : 1;
}

double equivalence_p(struct measured of, double margin) {
    assert(margin >= 0);
    if (of.n <= 0)
        return 1;
    double above_low = normal_cdf(-standard_distance(of, -margin));
    double below_high = normal_cdf(standard_distance(of, margin));
    return fmax(above_low, below_high);
}

void holm_at(double *const *p, int count) {
    assert(count >= 0);
    // Smallest first; each is at least the one before. Families are small.
    double least = 0;
    for (int done = 0; done < count; done++) {
        int next = -1;
        for (int i = 0; i < count; i++)
            if (*p[i] >= 0 && (next < 0 || *p[i] < *p[next]))
                next = i;
        if (next < 0)
            break;
        least = fmax(least, fmin(*p[next] * (count - done), 1));
        *p[next] = -1 - least; // marked as done
    }
    for (int i = 0; i < count; i++)
        *p[i] = -1 - *p[i];
}

void holm(double *p, int count) {
    double **at = mem_alloc((size_t)(count + 1) * sizeof *at);
    for (int i = 0; i < count; i++)
        at[i] = &p[i];
    holm_at(at, count);
    free(at);
}

struct ratio ratio_of(double a, double b, double var_a, double covariance, double var_b, double t) {
    assert(b != 0);
    double r = a / b;
    double variance = (var_a - 2 * r * covariance + r * r * var_b) / (b * b);
    double se = sqrt(fmax(variance, 0)); // rounding may leave -0 for b / b
    struct ratio ratio = {.value = r, .se = se, .low = r - t * se, .high = r + t * se};
    ratio.bounded = t * t * var_b < b * b;
    ratio.skewed = t * t * var_b > 0.04 * b * b;
    if (!ratio.bounded) {
        ratio.low = -INFINITY;
        ratio.high = INFINITY;
    } else if (ratio.skewed) { // roots of (a - r b)^2 = t^2 (Vaa - 2 r Vab + r^2 Vbb)
        double square = b * b - t * t * var_b;
        double half = a * b - t * t * covariance;
        double rest = a * a - t * t * var_a;
        double root = sqrt(fmax(half * half - square * rest, 0));
        ratio.low = (half - root) / square;
        ratio.high = (half + root) / square;
    }
    return ratio;
}

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
