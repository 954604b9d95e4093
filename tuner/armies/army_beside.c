// SPDX-License-Identifier: GPL-3.0-or-later
// Other methods beside the armies.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "army_study_internal.h"
#include "worths_source.h"

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
