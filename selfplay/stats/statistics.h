// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates with 95% intervals, differences of them, corrections for many tests.
// Every function takes any sample, the empty one too, and never returns NaN: where nothing can be
// said an interval reaches to its natural bounds or to infinity.
#pragma once

#include "base.h"

#define NORMAL_975 1.959963984540054 // 97.5% quantile of the normal law

double normal_cdf(double z);
double normal_quantile(double p); // 0 < p < 1
// Two-sided p-value of "it is 0" by an estimate's standard error; 1 without an error.
double normal_p(double value, double se);
// Two-sided 95% point of Student's t with n - 1 degrees of freedom (1.96 for many).
double student_975(double n);

// A number with its 95% interval, of n independent observations. Without any (n = 0) value is 0 and
// the interval says nothing.
struct measured {
    double value, low, high;
    double n;
};

// A share, `points` of `count`, with Wilson's 95% score interval: 0..1 when count is 0. For a mean
// score with draws as half points it is conservative: draws only make scores less spread.
// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
// JASA 22 (1927).
struct measured measured_share(double points, double count);

// Sums of a sample, fed one observation after another without loss of digits.
// Source: B. P. Welford, Technometrics 4 (1962).
struct moments {
    double n, mean, squares; // squares: sum of squared deviations from the mean
};
void moments_add(struct moments *moments, double value);
double moments_variance(const struct moments *moments); // of one observation; 0 for n < 2

// Games that would do, in two digits, rounded up.
double games_rounded(double games);

// The mean, with Student's interval. Numbers that are all the same reach as far as 1.96^2 more that
// differ by 1, or by the mean if that is larger: as shares do, they may have missed what is rare.
struct measured measured_mean(const struct moments *moments);

// The mean of scores between 0 and 1 (games with draws, pairs of games): Wilson's interval for a
// share, of so many observations as would spread like these. Their dispersion against that of
// win-or-lose games is drawn towards 1 with the weight of 1.96^2 games, so that a sample without
// any spread still has an interval.
struct measured measured_score(const struct moments *moments);

// Ranks (from 1) of the order statistics that bound the quantile `part` of n observations with at
// least 95%; 0, and n + 1, where the sample is too small to bound it on that side.
// Source: W. J. Conover, Practical Nonparametric Statistics, section 3.2.
void quantile_ranks(int64_t n, double part, int64_t *low, int64_t *high);

// Logistic Elo of a score, within +-1200; 0.5 is 0.
double elo_of_score(double score);
struct measured measured_elo(struct measured score);

// sum of weight[i] x of[i], its interval recovered from theirs: method of variance estimates
// recovery (Zou and Donner, Statistics in Medicine 27 (2008)); for a difference of two shares with
// Wilson's intervals it is Newcombe's hybrid score interval (ibid. 17 (1998)).
// correlation[i * count + j], symmetric, is that of two estimates; NULL: they are independent.
// n is the smallest of theirs; where one has none the result has none.
struct measured measured_sum(const struct measured *of, const double *weight,
                             const double *correlation, int count);
// a - b, of independent estimates.
struct measured measured_difference(struct measured a, struct measured b);

// Pairs of observations, to tell how two means of them go together.
struct comoments {
    double n, mean[2], squares[2], products; // sums of squared and multiplied deviations
};
void comoments_add(struct comoments *comoments, double a, double b);
// Correlation of the two means, of `a` and of `b` observations, among which the pairs are: the rest
// has no partner. The pairs' own is drawn towards 0 with the weight of 1.96^2 of them, so that a
// few that are all alike do not make a difference certain. 0 without two pairs that differ.
double comoments_correlation(const struct comoments *comoments, double a, double b);

// Two-sided p-value of "it is 0", agreeing with the interval: below 0.05 where the interval
// excludes 0. 1 without observations.
double measured_p(struct measured of);

// p-value of two one-sided tests that it lies beyond +-margin (Schuirmann, J. Pharmacokinetics and
// Biopharmaceutics 15 (1987)): small = equivalent to 0 up to the margin.
double equivalence_p(struct measured of, double margin);

// Holm's step-down adjustment of `count` p-values, in place (Scandinavian J. Statistics 6 (1979)):
// an adjusted value below 0.05 holds with all others of the family.
void holm(double *p, int count);
void holm_at(double *const *p, int count); // of p-values that stand in structures

struct ratio {
    double value, se, low, high;
    bool skewed;  // the interval is Fieller's, because the denominator is weak
    bool bounded; // false: the denominator may be 0, no interval exists (low, high: -inf, inf)
};

// a / b, b not 0; standard error by the delta method:
//   var = (Vaa - 2 r Vab + r^2 Vbb) / b^2.
// Interval: value +- t se, or by Fieller's theorem (Fieller, JRSS B 16, 1954) when t times the
// relative error of b exceeds 0.2.
struct ratio ratio_of(double a, double b, double var_a, double covariance, double var_b, double t);

// How many games a question takes. Pure functions.
// The spread of a game's score is that of an even game: (1 - draws) / 4.

// 95% interval of the first player's score: +-`half`, both as parts of 1.
double plan_half_width(double half, double draws);
// What `games` games reach.
double plan_half_width_of(double games, double draws);

// Games of each arm so that a difference of the score is found with `power`: two-sided test at 5%,
// divided by `comparisons` for Holm's correction at its strictest.
double plan_difference(double difference, double draws, double power, int comparisons);

// Games of each arm so that two equal arms are found equivalent within +-margin with `power`, by
// two one-sided tests at 5%, divided likewise.
double plan_equivalence(double margin, double draws, double power, int comparisons);
