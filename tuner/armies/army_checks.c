// SPDX-License-Identifier: GPL-3.0-or-later
#include "army_checks.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "army_study_internal.h"
#include "memory.h"

enum { ESTIMATES_MAX = 32 };

void army_contrasts_add(struct army_contrasts *contrasts, const struct worths *worths, int first,
                        int second) {
    int n = worths->count;
    if (first < 0 || second < 0 || contrasts->count == WORTHS_MAX ||
        worths->of[first].mark == WORTH_OPEN || worths->of[second].mark == WORTH_OPEN)
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

static double two_sided(double value, double se) {
    return se > 0 ? 2 * normal_cdf(-fabs(value) / se) : 1;
}

void army_contrasts_finish(struct army_contrasts *contrasts, const struct worths *worths) {
    int count = contrasts->count, n = worths->count;
    double p[WORTHS_MAX], difference[WORTHS_MAX];
    size_t size = count > 0 ? (size_t)count : 1;
    double *covariance = mem_alloc(size * size * sizeof *covariance);
    for (int i = 0; i < count; i++) {
        const struct army_contrast *a = &contrasts->of[i];
        p[i] = two_sided(a->value, a->se);
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

static int army_differences(const struct worths *armies, const struct worths *other,
                            struct army_effect of[WORTHS_MAX], struct error *error) {
    const struct worths *const both[] = {other, armies};
    struct together together;
    if (!bring_together(&together, both, NULL, 2, error))
        return -1;
    for (int i = 0; i < together.places; i++) {
        int place = together.place[i];
        double se = hypot(together.scaled[0].se[place], together.scaled[1].se[place]);
        double value = together.scaled[0].value[place] - together.scaled[1].value[place];
        of[i] = (struct army_effect){place, value, se, two_sided(value, se), 1};
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
        p[i] = trend->of[i].p = two_sided(slope[i], trend->of[i].se);
    }
    trend->all = wald_test(n, slope, covariance);
    holm(p, n);
    for (int i = 0; i < n; i++)
        trend->of[i].p_holm = p[i];
    free(covariance);
    separate(&together);
    return true;
}

// Other methods beside the armies.

static void copy(const struct worths *from, const struct tables *tables, struct worths *to) {
    size_t n = (size_t)from->count;
    worths_init(to, tables);
    assert(from->count == to->count);
    memcpy(to->of, from->of, sizeof from->of);
    memcpy(to->covariance, from->covariance, n * n * sizeof *from->covariance);
    to->method = from->method;
    source_add(&to->source, from->source);
}

bool army_study_beside(struct army_study *study, const struct worths *worths, const char *name,
                       int64_t nodes, struct error *error) {
    char which[SOURCE_RUN];
    for (int r = 0; r < study->count; r++)
        if (source_shared(study->run[r].source, worths->source, which))
            return error_set(error,
                             "%s: from games of these armies themselves, with which it would agree "
                             "(%s)",
                             name, which);
    for (int i = 0; i < study->others; i++)
        if (source_shared(study->other[i].worths.source, worths->source, which))
            return error_set(error, "%s and %s are from the same games (%s)", study->other[i].name,
                             name, which);
    if (study->others == ARMY_OTHERS_MAX)
        return error_set(error, "more than %d methods beside the armies", ARMY_OTHERS_MAX);
    struct army_other *other = &study->other[study->others++];
    snprintf(other->name, sizeof other->name, "%s", name);
    other->nodes = nodes;
    copy(worths, study->tables, &other->worths);
    return true;
}

void army_compare_others(const struct army_study *study, struct army_run *run) {
    double p[ARMY_OTHERS_MAX * WORTH_FORMS];
    int tests = 0;
    const struct worths *own = &run->estimate.worths;
    for (int i = 0; i < study->others; i++) {
        const struct worths *const both[] = {own, &study->other[i].worths};
        struct army_comparison *of = &run->other[i];
        of->known = true;
        for (int f = 0; f < WORTH_FORMS && of->known; f++)
            of->known = army_agree(both, NULL, 2, worth_forms[f], &of->form[f], &of->why);
        for (int k = 0; of->known && k < own->count; k++)
            for (int f = 0; f < WORTH_FORMS; f++)
                of->pieces[f] += own->of[k].mark == WORTH_MEASURED &&
                                 both[1]->of[k].mark == WORTH_MEASURED &&
                                 strcmp(worths_where(own, k), worth_forms[f]) == 0;
        for (int f = 0; of->known && f < WORTH_FORMS; f++)
            if (of->form[f].df > 0)
                p[tests++] = of->form[f].p;
    }
    holm(p, tests);
    tests = 0;
    for (int i = 0; i < study->others; i++)
        for (int f = 0; run->other[i].known && f < WORTH_FORMS; f++)
            run->other[i].p_holm[f] = run->other[i].form[f].df > 0 ? p[tests++] : 1;
}

// Whether a method is an independent estimate of worth that its own three tests do not tell from
// the armies: however many other methods stand beside it.
static bool passes(const struct army_comparison *comparison, enum worth_method method) {
    double p[WORTH_FORMS];
    int tests = 0;
    bool estimate =
        method == WORTH_BY_ARMIES || method == WORTH_BY_REGRESSION || method == WORTH_BY_MEAN;
    for (int f = 0; comparison->known && f < WORTH_FORMS; f++)
        if (comparison->form[f].df > 0)
            p[tests++] = comparison->form[f].p;
    holm(p, tests);
    for (int t = 0; t < tests; t++)
        estimate &= p[t] >= 0.05;
    return estimate && tests > 0;
}

// The mean of the main run with every method that passes.
static void pool(struct army_study *study) {
    const struct army_run *run = &study->run[study->main];
    double part[WORTHS_MAX];
    struct error ignored;
    bool any = false;
    for (int i = 0; i < study->others; i++) {
        struct army_other *other = &study->other[i];
        struct worths mean;
        if (!passes(&run->other[i], other->worths.method) ||
            !worths_pool(any ? &study->pooled : &run->estimate.worths, &other->worths, &mean,
                         &ignored))
            continue;
        worths_destroy(&study->pooled);
        study->pooled = mean;
        any = other->pooled = true;
    }
    if (!any)
        return;
    worths_unit(&study->pooled, study->reference, part);
    study->pooled_known = worths_scale(&study->pooled, part, &study->pooled_scaled, &ignored);
}

// In the armies' unit. What the other one has not measured of it is left out of both: then it is
// scaled to the armies' mean over what both have, which is taken as known. Returns the factor to
// its ratios, 0 where it has no scale.
static double match(const struct army_study *study, const struct worths *other,
                    struct worths_scaled *scaled, bool *whole) {
    const struct army_run *run = &study->run[study->main];
    const struct worths *const both[] = {&run->estimate.worths, other};
    double part[WORTHS_MAX], factor = 0;
    struct error ignored;
    *whole = worths_common_unit(both, 2, study->reference, part);
    if (!*whole)
        worths_common_unit(both, 2, 0, part);
    if (!run->in_units || !worths_scale(other, part, scaled, &ignored))
        return 0;
    for (int i = 0; i < other->count; i++)
        factor += part[i] * run->scaled.value[i];
    for (int i = 0; i < other->count; i++) {
        scaled->value[i] *= factor;
        scaled->se[i] *= factor;
        scaled->low[i] *= factor;
        scaled->high[i] *= factor;
        for (int j = 0; j < other->count; j++)
            scaled->covariance[i * other->count + j] *= factor * factor;
    }
    return factor;
}

// Differences are corrected over all methods: they stand in one table.
void army_side_by_side(struct army_study *study) {
    const struct worths *armies = &study->run[study->main].estimate.worths;
    double p[ARMY_OTHERS_MAX * WORTHS_MAX];
    int count = 0, at = 0;
    struct error ignored;
    for (int i = 0; i < study->others; i++) {
        struct army_other *other = &study->other[i];
        double factor = match(study, &other->worths, &other->scaled, &other->whole);
        other->in_units = factor > 0;
        int found = other->in_units
                        ? army_differences(armies, &other->worths, other->difference, &ignored)
                        : 0;
        other->differences = found > 0 ? found : 0;
        for (int k = 0; k < other->differences; k++) {
            other->difference[k].value *= factor;
            other->difference[k].se *= factor;
            p[count++] = other->difference[k].p;
        }
    }
    holm(p, count);
    for (int i = 0; i < study->others; i++)
        for (int k = 0; k < study->other[i].differences; k++)
            study->other[i].difference[k].p_holm = p[at++];
    pool(study);
}
