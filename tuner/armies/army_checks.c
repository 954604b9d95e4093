// SPDX-License-Identifier: GPL-3.0-or-later
#include "army_checks.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { ESTIMATES_MAX = 32 };

void army_contrasts_add(struct army_contrasts *contrasts, const struct worths *worths, int first,
                        int second) {
    int n = worths->count;
    if (first < 0 || second < 0 || worths->of[first].mark == WORTH_OPEN ||
        worths->of[second].mark == WORTH_OPEN)
        return;
    double variance = worths->covariance[first * n + first] +
                      worths->covariance[second * n + second] -
                      2 * worths->covariance[first * n + second];
    double one = worths->of[first].value, other = worths->of[second].value;
    struct army_contrast *contrast = &contrasts->of[contrasts->count++];
    *contrast = (struct army_contrast){.first = first,
                                       .second = second,
                                       .value = one - other,
                                       .se = sqrt(fmax(variance, 0)),
                                       .p_holm = 1};
    if (other != 0)
        contrast->ratio = ratio_of(one, other, worths->covariance[first * n + first],
                                   worths->covariance[first * n + second],
                                   worths->covariance[second * n + second], NORMAL_975);
}

void army_contrasts_finish(struct army_contrasts *contrasts, const struct worths *worths) {
    int count = contrasts->count, n = worths->count;
    double p[WORTHS_MAX], difference[WORTHS_MAX];
    size_t size = count > 0 ? (size_t)count : 1;
    double *covariance = mem_alloc(size * size * sizeof *covariance);
    for (int i = 0; i < count; i++) {
        const struct army_contrast *a = &contrasts->of[i];
        p[i] = normal_p(a->value, a->se);
        difference[i] = a->value;
        for (int j = 0; j < count; j++) {
            const struct army_contrast *b = &contrasts->of[j];
            covariance[i * count + j] = worths->covariance[a->first * n + b->first] -
                                        worths->covariance[a->first * n + b->second] -
                                        worths->covariance[a->second * n + b->first] +
                                        worths->covariance[a->second * n + b->second];
        }
    }
    contrasts->all = wald_test(count, difference, covariance);
    holm(p, count);
    for (int i = 0; i < count; i++)
        contrasts->of[i].p_holm = p[i];
    free(covariance);
}

void army_mirrors(const struct worths *worths, struct army_contrasts *contrasts) {
    *contrasts = (struct army_contrasts){.count = 0};
    for (int i = 0; i < worths->count; i++)
        if (worths_mirror(worths, i) > i)
            army_contrasts_add(contrasts, worths, i, worths_mirror(worths, i));
    army_contrasts_finish(contrasts, worths);
}

void army_hands(const struct worths *worths, struct army_contrasts *contrasts) {
    *contrasts = (struct army_contrasts){.count = 0};
    for (int base = 0; base < BASE_TYPES; base++)
        army_contrasts_add(contrasts, worths, worths_find(worths, VALUE_HAND + base),
                           worths_find(worths, VALUE_BOARD + base));
    army_contrasts_finish(contrasts, worths);
}

// Estimates in the mean of the pieces that all of them have measured.
struct together {
    int count, places, place[WORTHS_MAX];
    struct worths_scaled scaled[ESTIMATES_MAX];
    double *between[ESTIMATES_MAX * ESTIMATES_MAX]; // owned; covariance of e < f, NULL: 0
};

static void separate(struct together *together) {
    for (int i = 0; i < ESTIMATES_MAX * ESTIMATES_MAX; i++)
        free(together->between[i]);
    for (int e = 0; e < together->count; e++)
        worths_scaled_destroy(&together->scaled[e]);
}

// Covariance of worths in Elo to that in units, by the delta method: a worth v of the unit u moves
// by (dv - (v / u) du) / u.
static double *scale_between(const double *elo, const struct worths_scaled *a,
                             const struct worths_scaled *b, const double part[WORTHS_MAX], int n) {
    double *scaled = mem_alloc((size_t)n * (size_t)n * sizeof *scaled);
    double row[WORTHS_MAX] = {0}, column[WORTHS_MAX] = {0}, unit = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            row[i] += elo[i * n + j] * part[j];    // of the first's worths with the second's unit
            column[j] += elo[i * n + j] * part[i]; // the other way round
            unit += elo[i * n + j] * part[i] * part[j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            scaled[i * n + j] = (elo[i * n + j] - a->value[i] * column[j] - row[i] * b->value[j] +
                                 a->value[i] * b->value[j] * unit) /
                                (a->unit * b->unit);
    return scaled;
}

// Of place i of one estimate and place j of another, or the same.
static double covariance_of(const struct together *together, int e, int f, int i, int j) {
    int n = together->scaled[e].count;
    const double *between = e < f   ? together->between[e * together->count + f]
                            : e > f ? together->between[f * together->count + e]
                                    : together->scaled[e].covariance;
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
    for (int i = 0; between && i < count * count; i++) {
        int e = i / count, f = i % count;
        if (e >= f || !between[i])
            continue;
        together->between[i] = scale_between(between[i], &together->scaled[e], &together->scaled[f],
                                             part, of[0]->count);
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
    size_t size = rows > 0 ? (size_t)rows : 1;
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
        double se = hypot(together.scaled[0].se[place], together.scaled[1].se[place]);
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
            variance += pow(together->scaled[e].se[together->place[i]], 2);
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
    double slope[WORTHS_MAX], p[WORTHS_MAX], weight[ESTIMATES_MAX];
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
        trend->of[i] = (struct army_effect){together.place[i], slope[i],
                                            sqrt(fmax(covariance[i * n + i], 0)), 1, 1};
        p[i] = trend->of[i].p = normal_p(slope[i], trend->of[i].se);
    }
    trend->all = wald_test(n, slope, covariance);
    holm(p, n);
    for (int i = 0; i < n; i++)
        trend->of[i].p_holm = p[i];
    free(covariance);
    separate(&together);
    return true;
}
