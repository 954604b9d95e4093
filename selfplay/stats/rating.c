// SPDX-License-Identifier: GPL-3.0-or-later
#include "rating.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

#include "linear.h"

enum { PARAMETERS_MAX = RATING_PLAYERS_MAX + 2, ROUNDS = 100 };

static const double elo_per_unit = 173.71779276130073; // 400 / ln 10
static const double prior_precision = 1.0 / 16;

// Parameters: strength of players 1.., of which that of player 0 is left out; then the advantage of
// moving first; then the logarithm of the draws.
struct fit {
    int players, size;
    const struct rating_match *matches;
    int count;
    double at[PARAMETERS_MAX];
    // size x size, row by row; `middle` is the sum over pairs of u u'.
    double hessian[PARAMETERS_MAX * PARAMETERS_MAX], middle[PARAMETERS_MAX * PARAMETERS_MAX];
    double gradient[PARAMETERS_MAX];
};

// The law of a game, and what a result adds to the gradient: y - mean for d, draw - drawn for
// draws.
struct game_law {
    double lost, drawn, won, mean;
};

static double strength(const struct fit *fit, int player) {
    return player == 0 ? 0 : fit->at[player - 1];
}

static struct game_law law_of(const struct fit *fit, int first, int second) {
    double d = strength(fit, first) - strength(fit, second) + fit->at[fit->players - 1];
    double up = exp(0.5 * d), down = exp(-0.5 * d), draw = exp(fit->at[fit->players]);
    double sum = up + down + draw;
    return (struct game_law){down / sum, draw / sum, up / sum, 0.5 * (up - down) / sum};
}

// Variance of its score.
static double spread_of(const struct game_law *law) {
    return 0.25 * (law->won + law->lost) - law->mean * law->mean;
}

// Adds `weight` to the entries of d's parameters.
static void add_d(const struct fit *fit, int first, int second, double weight, double *u) {
    if (first > 0)
        u[first - 1] += weight;
    if (second > 0)
        u[second - 1] -= weight;
    u[fit->players - 1] += weight;
}

static void add_outer(double *matrix, const double *u, const double *v, double weight, int size) {
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            matrix[i * size + j] += weight * u[i] * v[j];
}

// Adds the curvature of `games` games, which is the spread of their score vectors by the model.
static void add_curvature(const struct fit *fit, int first, int second, const struct game_law *law,
                          double games, double *sum) {
    double d[PARAMETERS_MAX] = {0}, draw[PARAMETERS_MAX] = {0};
    add_d(fit, first, second, 1, d);
    draw[fit->players] = 1;
    add_outer(sum, d, d, games * spread_of(law), fit->size);
    add_outer(sum, draw, draw, games * law->drawn * (1 - law->drawn), fit->size);
    add_outer(sum, d, draw, -games * law->mean * law->drawn, fit->size);
    add_outer(sum, draw, d, -games * law->mean * law->drawn, fit->size);
}

// Score vector of one pair with these half points of a.
static void pair_score(const struct fit *fit, const struct rating_match *match,
                       const struct game_law *first, const struct game_law *second, int points1,
                       int points2, double *u) {
    memset(u, 0, PARAMETERS_MAX * sizeof *u);
    add_d(fit, match->a, match->b, 0.5 * (points1 - 1) - first->mean, u);
    add_d(fit, match->b, match->a, 0.5 * (1 - points2) - second->mean, u);
    u[fit->players] += (points1 == 1) - first->drawn + (points2 == 1) - second->drawn;
}

static void differentiate(struct fit *fit) {
    memset(fit->hessian, 0, sizeof fit->hessian);
    memset(fit->middle, 0, sizeof fit->middle);
    for (int i = 0; i < fit->size; i++) {
        fit->gradient[i] = -prior_precision * fit->at[i];
        fit->hessian[i * fit->size + i] = prior_precision;
    }
    for (int m = 0; m < fit->count; m++) {
        const struct rating_match *match = &fit->matches[m];
        struct game_law first = law_of(fit, match->a, match->b);
        struct game_law second = law_of(fit, match->b, match->a);
        double games = 0;
        for (int i = 0; i < 9; i++) {
            double count = (double)match->pairs[i / 3][i % 3], u[PARAMETERS_MAX];
            pair_score(fit, match, &first, &second, i / 3, i % 3, u);
            for (int j = 0; j < fit->size; j++)
                fit->gradient[j] += count * u[j];
            add_outer(fit->middle, u, u, count, fit->size);
            games += count;
        }
        add_curvature(fit, match->a, match->b, &first, games, fit->hessian);
        add_curvature(fit, match->b, match->a, &second, games, fit->hessian);
        // One pair more that spreads as the model says: pairs that all ended alike are no proof
        // that the next one will.
        if (games > 0) {
            add_curvature(fit, match->a, match->b, &first, 1, fit->middle);
            add_curvature(fit, match->b, match->a, &second, 1, fit->middle);
        }
    }
}

// Newton's method on a concave likelihood; steps are cut where they are long. False: there is no
// such step.
static bool climb(struct fit *fit) {
    double step[PARAMETERS_MAX];
    for (int round = 0; round < ROUNDS; round++) {
        differentiate(fit);
        if (!linear_solve(fit->size, fit->hessian, fit->gradient, step))
            return false;
        double longest = 0;
        for (int i = 0; i < fit->size; i++)
            longest = fmax(longest, fabs(step[i]));
        for (int i = 0; i < fit->size; i++)
            fit->at[i] += step[i] * fmin(1, 1 / fmax(longest, 1e-12));
        if (longest < 1e-10)
            break;
    }
    differentiate(fit);
    return true;
}

// V = H^-1 M H^-1 G/(G-1), in Elo for all but the draws. False: there is none.
static bool take_covariance(const struct fit *fit, double pairs, struct rating *rating) {
    double inverse[PARAMETERS_MAX * PARAMETERS_MAX], sandwich[PARAMETERS_MAX * PARAMETERS_MAX];
    int size = fit->size;
    if (!linear_inverse(size, fit->hessian, inverse))
        return false;
    linear_product(size, inverse, fit->middle, inverse, sandwich);
    double small = pairs > 1 ? pairs / (pairs - 1) : 1;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            double scale = small * (i < size - 1 ? elo_per_unit : 1);
            scale *= j < size - 1 ? elo_per_unit : 1;
            // Row and column 0: the first player's.
            rating->covariance[i + 1][j + 1] = sandwich[i * size + j] * scale;
        }
    // Rare draws are not seen to spread: then as much as the model says.
    double *draws = &rating->covariance[size][size];
    *draws = fmax(*draws, inverse[size * size - 1]);
    return true;
}

static struct measured with_error(double value, double variance, double pairs) {
    double reach = NORMAL_975 * sqrt(fmax(variance, 0));
    return (struct measured){value, value - reach, value + reach, pairs};
}

static double part_of_divergence(double seen, double expected) {
    return seen > 0 ? seen * log(seen / expected) : 0;
}

// How a match's score deviates from the model's: the signed root of its deviance, by the spread
// that the model gives a game. A sample of few pairs, all won, has none of its own, and the normal
// law is no law of rare defeats.
static double deviation(const struct rating_match *match, double expected, double spread) {
    double games = 0, points = 0;
    for (int i = 0; i < 9; i++) {
        games += 2 * (double)match->pairs[i / 3][i % 3];
        points += 0.5 * (i / 3 + i % 3) * (double)match->pairs[i / 3][i % 3];
    }
    double seen = games > 0 ? points / games : expected;
    double divergence =
        part_of_divergence(seen, expected) + part_of_divergence(1 - seen, 1 - expected);
    double deviance = 2 * games * divergence * expected * (1 - expected) / spread;
    return copysign(sqrt(fmax(deviance, 0)), seen - expected);
}

static void check_fit(const struct fit *fit, struct rating *rating) {
    int freedom = fit->count + 1 - fit->players;
    rating->misfit = 0;
    rating->freedom = freedom > 0 ? freedom : 0;
    for (int m = 0; m < fit->count; m++) {
        const struct rating_match *match = &fit->matches[m];
        struct game_law first = law_of(fit, match->a, match->b);
        struct game_law second = law_of(fit, match->b, match->a);
        rating->expected[m] = 0.5 + 0.5 * (first.mean - second.mean);
        rating->residual[m] =
            deviation(match, rating->expected[m], 0.5 * (spread_of(&first) + spread_of(&second)));
        rating->misfit += rating->residual[m] * rating->residual[m];
    }
    rating->p_value = rating->freedom > 0 ? gsl_cdf_chisq_Q(rating->misfit, rating->freedom) : 1;
}

static void take_results(const struct fit *fit, double pairs, struct rating *rating) {
    int first = fit->players - 1, draws = fit->players;
    for (int i = 0; i < fit->players; i++)
        rating->elo[i] = strength(fit, i) * elo_per_unit;
    rating->first =
        with_error(fit->at[first] * elo_per_unit, rating->covariance[first + 1][first + 1], pairs);
    struct measured draw =
        with_error(fit->at[draws], rating->covariance[draws + 1][draws + 1], pairs);
    rating->draws = (struct measured){1 / (1 + 2 * exp(-draw.value)), 1 / (1 + 2 * exp(-draw.low)),
                                      1 / (1 + 2 * exp(-draw.high)), pairs};
    check_fit(fit, rating);
}

bool rating_fit(int players, const struct rating_match *matches, int count, struct rating *rating,
                struct error *error) {
    double pairs = 0;
    *rating = (struct rating){.players = players};
    if (players < 2 || players > RATING_PLAYERS_MAX || count < 1 || count > RATING_MATCHES_MAX)
        return error_set(error, "2 to %d players are rated", RATING_PLAYERS_MAX);
    for (int m = 0; m < count; m++)
        for (int i = 0; i < 9; i++)
            pairs += (double)matches[m].pairs[i / 3][i % 3];
    if (pairs == 0)
        return error_set(error, "no pairs of games to rate by");
    struct fit fit = {players, players + 1, matches, count};
    if (!climb(&fit) || !take_covariance(&fit, pairs, rating))
        return error_set(error, "these results determine no ratings");
    take_results(&fit, pairs, rating);
    return true;
}

struct measured rating_difference(const struct rating *rating, int a, int b) {
    assert(a >= 0 && a < rating->players && b >= 0 && b < rating->players);
    const double(*v)[PARAMETERS_MAX] = rating->covariance;
    return with_error(rating->elo[a] - rating->elo[b], v[a][a] + v[b][b] - 2 * v[a][b],
                      rating->first.n);
}

struct measured rating_over_mean(const struct rating *rating, int player) {
    assert(player >= 0 && player < rating->players);
    double weight[RATING_PLAYERS_MAX], value = 0, variance = 0;
    for (int i = 0; i < rating->players; i++) {
        weight[i] = (i == player) - 1.0 / rating->players;
        value += weight[i] * rating->elo[i];
    }
    for (int i = 0; i < rating->players; i++)
        for (int j = 0; j < rating->players; j++)
            variance += weight[i] * weight[j] * rating->covariance[i][j];
    return with_error(value, variance, rating->first.n);
}
