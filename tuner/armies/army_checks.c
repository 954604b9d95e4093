// SPDX-License-Identifier: GPL-3.0-or-later
#include "army_checks.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear.h"
#include "memory.h"
#include "objective.h"

// --- Terms that the fit leaves out ---------------------------------------------------------------

// Score tests of terms that the fit leaves out: u, made orthogonal to the fit's columns,
//   u* = u - x' g,  g = H^-1 sum(w u x),
// has the score sum(u* r), the variance sum(u*^2 r^2 / (1 - h)) and the curvature sum(w u u*).

// Below this share of itself is left of a term that follows from the pieces.
#define OWN_LEAST 1e-6

// Sum of x r over the games of one army, for one estimate and the other: `meat` of their
// covariance.
static void add_paired(const struct army_games *const games[2], const size_t game[2],
                       const struct army_residuals of[2], int n, double *meat) {
    int at[2][ARMY_COLUMNS_MAX], count[2];
    double x[2][ARMY_COLUMNS_MAX], r[2];
    for (int e = 0; e < 2; e++) {
        count[e] = army_row(games[e], game[e], at[e], x[e]);
        r[e] = copysign(sqrt(of[e].r2[game[e]]), of[e].r[game[e]]);
    }
    for (int k = 0; k < count[0]; k++)
        for (int l = 0; l < count[1]; l++)
            meat[at[0][k] * n + at[1][l]] += x[0][k] * x[1][l] * r[0] * r[1];
}

static bool same_army(const struct army_games *a, size_t i, const struct army_games *b, size_t j) {
    size_t row = 2 * (size_t)a->columns;
    return memcmp(a->of + i * row, b->of + j * row, row) == 0;
}

void army_covariance(const struct army_games *const games[2],
                     const struct army_estimate *const estimate[2], double *covariance) {
    int n = estimate[0]->columns, all = estimate[0]->worths.count;
    struct army_residuals of[2] = {{0}, {0}};
    double *meat = mem_calloc((size_t)n * (size_t)n, sizeof *meat);
    double *logits = mem_alloc((size_t)n * (size_t)n * sizeof *logits);
    for (int e = 0; e < 2; e++)
        army_residuals_find(games[e], estimate[e], &of[e]);
    for (size_t i = 0, j = 0; i < games[0]->count && j < games[1]->count;) {
        int64_t own = games[0]->number[i], other = games[1]->number[j];
        if (own == other && same_army(games[0], i, games[1], j))
            add_paired(games, (const size_t[]){i, j}, of, n, meat);
        i += own <= other;
        j += other <= own;
    }
    linear_product(n, estimate[0]->inverse, meat, estimate[1]->inverse, logits);
    for (int i = 0; i < all; i++)
        for (int j = 0; j < all; j++)
            covariance[i * all + j] = logits[i * n + j] * ELO_PER_LOGIT * ELO_PER_LOGIT;
    for (int e = 0; e < 2; e++)
        army_residuals_destroy(&of[e]);
    free(meat);
    free(logits);
}

struct sums {                                           // over the games in which u is not 0
    double score, curvature, variance;                  // sum of u r, w u^2, r2 u^2
    double wx[ARMY_COLUMNS_MAX], r2x[ARMY_COLUMNS_MAX]; // sum of w u x, r2 u x
    int64_t games;
};

static void add(struct sums *sums, const struct army_residuals *of, const struct army_games *games,
                size_t game, double u) {
    int at[ARMY_COLUMNS_MAX];
    double x[ARMY_COLUMNS_MAX];
    int count = army_row(games, game, at, x);
    double w = of->w[game], r2 = of->r2[game];
    sums->score += u * of->r[game];
    sums->curvature += w * u * u;
    sums->variance += r2 * u * u;
    sums->games++;
    for (int k = 0; k < count; k++) {
        sums->wx[at[k]] += w * u * x[k];
        sums->r2x[at[k]] += r2 * u * x[k];
    }
}

// False: u follows from the columns.
static bool solve(const struct sums *sums, const struct army_residuals *of,
                  const struct army_estimate *estimate, struct army_term *term) {
    int n = estimate->columns;
    double g[ARMY_COLUMNS_MAX], score = sums->score, curvature = sums->curvature;
    double variance = sums->variance;
    for (int i = 0; i < n; i++) {
        g[i] = 0;
        for (int j = 0; j < n; j++)
            g[i] += estimate->inverse[i * n + j] * sums->wx[j];
    }
    for (int i = 0; i < n; i++) {
        double along = 0;
        for (int j = 0; j < n; j++)
            along += of->filling[i * n + j] * g[j];
        score -= g[i] * of->own[i];
        curvature -= g[i] * sums->wx[i];
        variance += g[i] * (along - 2 * sums->r2x[i]);
    }
    *term = (struct army_term){.p = 1, .games = sums->games};
    if (!(curvature > OWN_LEAST * sums->curvature) || !(variance > 0))
        return false;
    term->value = score / curvature;
    term->se = sqrt(variance) / curvature;
    term->p = normal_p(term->value, term->se);
    return true;
}

void army_linearity(const struct army_games *games, const struct army_estimate *estimate,
                    struct army_term *cubic) {
    struct army_residuals residuals;
    struct sums sums = {0};
    army_residuals_find(games, estimate, &residuals);
    for (size_t g = 0; g < games->count; g++)
        add(&sums, &residuals, games, g, pow(army_logit(estimate, games, g), 3));
    solve(&sums, &residuals, estimate, cubic);
    army_residuals_destroy(&residuals);
}

// What a side has of each piece beyond the start position, by place and then by game: most of it is
// 0, and a product of two of them differs from the product of the numbers by the pieces themselves.
static int8_t *changes_of(const struct army_games *games, int side) {
    size_t columns = (size_t)games->columns;
    int8_t *changes = mem_alloc(columns * games->count + 1);
    for (size_t g = 0; g < games->count; g++)
        for (size_t i = 0; i < columns; i++)
            changes[i * games->count + g] =
                (int8_t)(games->of[(2 * g + (size_t)side) * columns + i] - games->start[side][i]);
    return changes;
}

struct pair_work {
    const struct army_games *games;
    const struct army_estimate *estimate;
    const struct army_residuals *residuals;
    const int8_t *first, *second; // changes of the sides
};

static bool test_pair(const struct pair_work *work, struct army_pair *pair) {
    size_t count = work->games->count, a = (size_t)pair->first * count;
    size_t b = (size_t)pair->second * count;
    bool same = pair->first == pair->second;
    struct sums sums = {0};
    for (size_t g = 0; g < count; g++) {
        int m = work->first[a + g], n = work->second[a + g];
        int u = same ? m * (m - 1) - n * (n - 1) : m * work->first[b + g] - n * work->second[b + g];
        if (u)
            add(&sums, work->residuals, work->games, g, same ? u / 2. : u);
    }
    bool told = sums.games >= ARMY_GAMES_NEEDED &&
                solve(&sums, work->residuals, work->estimate, &pair->term);
    pair->term.value *= ELO_PER_LOGIT;
    pair->term.se *= ELO_PER_LOGIT;
    return told;
}

static int by_p(const void *left, const void *right) {
    const struct army_pair *a = left, *b = right;
    int order = ORDER(a->term.p, b->term.p);
    order = order ? order : ORDER(a->first, b->first);
    return order ? order : ORDER(a->second, b->second);
}

static void correct(struct army_pairs *pairs) {
    double **p = mem_alloc((size_t)(pairs->count + 1) * sizeof *p);
    qsort(pairs->pair, (size_t)pairs->count, sizeof *pairs->pair, by_p);
    for (int i = 0; i < pairs->count; i++) {
        struct army_pair *pair = &pairs->pair[i];
        pair->p_holm = pair->term.p;
        pairs->below += pair->term.p < 0.05 ? 1. / pairs->count : 0;
        p[i] = &pair->p_holm;
    }
    holm_at(p, pairs->count);
    free(p);
}

void army_pairs_test(const struct army_games *games, const struct army_estimate *estimate,
                     int threads, struct army_pairs *pairs) {
    int columns = games->columns, all = 0;
    struct army_residuals residuals;
    int8_t *first = changes_of(games, FIRST), *second = changes_of(games, SECOND);
    size_t room = (size_t)columns * (size_t)(columns + 1) / 2 + 1;
    bool *told = mem_calloc(room, sizeof *told);
    *pairs = (struct army_pairs){.pair = mem_calloc(room, sizeof *pairs->pair)};
    army_residuals_find(games, estimate, &residuals);
    for (int i = 0; i < columns; i++)
        for (int j = i; j < columns; j++)
            if (estimate->worths.of[i].mark != WORTH_OPEN &&
                estimate->worths.of[j].mark != WORTH_OPEN)
                pairs->pair[all++] = (struct army_pair){.first = i, .second = j};
    struct pair_work work = {games, estimate, &residuals, first, second};
#pragma omp parallel for schedule(dynamic, 8) num_threads(threads)
    for (int k = 0; k < all; k++)
        told[k] = test_pair(&work, &pairs->pair[k]);
    for (int k = 0; k < all; k++)
        if (told[k])
            pairs->pair[pairs->count++] = pairs->pair[k];
    correct(pairs);
    free(first);
    free(second);
    free(told);
    army_residuals_destroy(&residuals);
}

void army_pairs_destroy(struct army_pairs *pairs) {
    free(pairs->pair);
    pairs->pair = NULL;
    pairs->count = 0;
}

// --- Contrasts, and several estimates ------------------------------------------------------------

enum { ESTIMATES_MAX = 32 };

void army_hands(const struct worths *worths, struct contrasts *contrasts) {
    *contrasts = (struct contrasts){.count = 0};
    for (int base = 0; base < BASE_TYPES; base++)
        contrasts_add(contrasts, worths, worths_find(worths, VALUE_HAND + base),
                      worths_find(worths, VALUE_BOARD + base));
    contrasts_finish(contrasts, worths);
}

// Estimates in the mean of the pieces that all of them have measured.
struct together {
    int count, places, place[WORTHS_MAX];
    struct worths_scaled scaled[ESTIMATES_MAX];
    double *between[ESTIMATES_MAX * ESTIMATES_MAX]; // owned; covariance of e <= f, NULL: 0
};

static void separate(struct together *together) {
    for (int i = 0; i < ESTIMATES_MAX * ESTIMATES_MAX; i++)
        free(together->between[i]);
    for (int e = 0; e < together->count; e++)
        worths_scaled_destroy(&together->scaled[e]);
}

// Of place i of one estimate and place j of another, or the same.
static double covariance_of(const struct together *together, int e, int f, int i, int j) {
    int n = together->scaled[e].count, count = together->count;
    const double *between = together->between[e <= f ? e * count + f : f * count + e];
    return !between ? 0 : e > f ? between[j * n + i] : between[i * n + j];
}

static bool bring_together(struct together *together, const struct worths *const of[],
                           double *const between[], int count, struct error *error) {
    assert(count > 0 && count <= ESTIMATES_MAX);
    *together = (struct together){.count = 0};
    double part[WORTHS_MAX], sum = 0;
    worths_common_unit(of, count, 0, part);
    for (int i = 0; i < of[0]->count; i++) {
        bool all = true;
        for (int e = 0; e < count; e++)
            all &= of[e]->of[i].mark == WORTH_MEASURED;
        sum += part[i];
        if (all)
            together->place[together->places++] = i;
    }
    if (sum <= 0)
        return error_set(error, "no piece of the mean piece is measured by all");
    for (int e = 0; e < count; e++, together->count++)
        if (!worths_scale(of[e], part, &together->scaled[e], error)) {
            separate(together);
            return false;
        }
    double ratio[WORTHS_MAX];
    worths_common_ratios(of, together->scaled, count, ratio);
    for (int i = 0; i < count * count; i++) {
        int e = i / count, f = i % count;
        const double *elo = e == f ? of[e]->covariance : e < f && between ? between[i] : NULL;
        if (elo)
            together->between[i] =
                worths_scale_covariance(elo, together->scaled[e].unit * together->scaled[f].unit,
                                        ratio, part, of[0]->count);
    }
    return true;
}

bool army_agree(const struct worths *const of[], double *const between[], int count,
                const char *where, struct wald *wald, struct error *error) {
    struct together together;
    *wald = (struct wald){.p = 1};
    if (!bring_together(&together, of, between, count, error))
        return false;
    int at[WORTHS_MAX], n = 0;
    for (int i = 0; i < together.places; i++)
        if (!where || strcmp(worths_where(of[0], together.place[i]), where) == 0)
            at[n++] = together.place[i];
    // Each against the last one.
    int rows = n * (count - 1);
    size_t size = (size_t)rows;
    double *difference = mem_alloc(size * sizeof *difference);
    double *covariance = mem_alloc(size * size * sizeof *covariance);
    const struct worths_scaled *last = &together.scaled[count - 1];
    for (int r = 0; r < rows; r++) {
        const struct worths_scaled *own = &together.scaled[r / n];
        int i = at[r % n];
        difference[r] = own->value[i] - last->value[i];
        for (int c = 0; c < rows; c++) {
            int j = at[c % n];
            covariance[r * rows + c] = covariance_of(&together, r / n, c / n, i, j) -
                                       covariance_of(&together, r / n, count - 1, i, j) -
                                       covariance_of(&together, count - 1, c / n, i, j) +
                                       covariance_of(&together, count - 1, count - 1, i, j);
        }
    }
    *wald = wald_test(rows, difference, covariance);
    free(difference);
    free(covariance);
    separate(&together);
    return true;
}

int army_differences(const struct worths *armies, const struct worths *other,
                     struct army_effect of[WORTHS_MAX], struct error *error) {
    const struct worths *const both[] = {other, armies};
    struct together together;
    if (!bring_together(&together, both, NULL, 2, error))
        return -1;
    for (int i = 0; i < together.places; i++) {
        int place = together.place[i];
        double se = sqrt(fmax(covariance_of(&together, 0, 0, place, place) +
                                  covariance_of(&together, 1, 1, place, place),
                              0));
        double value = together.scaled[0].value[place] - together.scaled[1].value[place];
        of[i] = (struct army_effect){place, value, se, normal_p(value, se), 1};
    }
    separate(&together);
    return together.places;
}

// The slope of a line through values is the sum of weight x value. The same weights for all pieces,
// by the mean variance of each estimate: the slopes of ratios to their mean then have no more
// freedom than the ratios.
static void slope_weights(const struct together *together, const double *x,
                          double weight[ESTIMATES_MAX]) {
    double sum = 0, mean = 0, squares = 0;
    for (int e = 0; e < together->count; e++) {
        double variance = 0;
        for (int i = 0; i < together->places; i++)
            variance += covariance_of(together, e, e, together->place[i], together->place[i]);
        weight[e] = variance > 0 ? 1 / variance : 0;
        sum += weight[e];
        mean += weight[e] * x[e];
    }
    mean = sum > 0 ? mean / sum : 0;
    for (int e = 0; e < together->count; e++)
        squares += weight[e] * (x[e] - mean) * (x[e] - mean);
    for (int e = 0; e < together->count; e++)
        weight[e] = squares > 0 ? weight[e] * (x[e] - mean) / squares : 0;
}

bool army_trend(const struct worths *const of[], double *const between[], const double *x,
                int count, struct army_trend *trend, struct error *error) {
    struct together together;
    *trend = (struct army_trend){.count = 0};
    if (!bring_together(&together, of, between, count, error))
        return false;
    int n = trend->count = together.places;
    double *covariance = mem_alloc((size_t)(n * n + 1) * sizeof *covariance);
    double slope[WORTHS_MAX], *p[WORTHS_MAX], weight[ESTIMATES_MAX];
    slope_weights(&together, x, weight);
    for (int i = 0; i < n; i++) {
        slope[i] = 0;
        for (int e = 0; e < count; e++)
            slope[i] += weight[e] * together.scaled[e].value[together.place[i]];
        for (int j = 0; j < n; j++) {
            covariance[i * n + j] = 0;
            for (int e = 0; e < count; e++)
                for (int f = 0; f < count; f++)
                    covariance[i * n + j] +=
                        weight[e] * weight[f] *
                        covariance_of(&together, e, f, together.place[i], together.place[j]);
        }
        double se = sqrt(fmax(covariance[i * n + i], 0)), own = normal_p(slope[i], se);
        trend->of[i] = (struct army_effect){together.place[i], slope[i], se, own, own};
        p[i] = &trend->of[i].p_holm;
    }
    trend->all = wald_test(n, slope, covariance);
    holm_at(p, n);
    free(covariance);
    separate(&together);
    return true;
}
