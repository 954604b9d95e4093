// SPDX-License-Identifier: GPL-3.0-or-later
#include "army_study.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "worths.h"

struct army_study *army_study_create(const struct tables *tables, Type reference) {
    struct army_study *study = mem_calloc(1, sizeof *study);
    study->tables = tables;
    study->reference = reference;
    study->run = mem_calloc(ARMY_RUNS_MAX, sizeof *study->run);
    return study;
}

void army_study_destroy(struct army_study *study) {
    for (int r = 0; r < study->count; r++) {
        struct army_run *run = &study->run[r];
        army_games_destroy(&run->games);
        army_estimate_destroy(&run->estimate);
        worths_scaled_destroy(&run->scaled);
        army_pairs_destroy(&run->pairs);
        free(run->source);
    }
    for (int i = 0; i < study->others; i++) {
        worths_destroy(&study->other[i].worths);
        worths_scaled_destroy(&study->other[i].scaled);
    }
    worths_destroy(&study->pooled);
    worths_scaled_destroy(&study->pooled_scaled);
    free(study->run);
    free(study);
}

void army_study_replace(struct army_study *study, Type old, Type new) {
    assert(study->replaced_count < BASE_TYPES);
    study->replaced[study->replaced_count][0] = old;
    study->replaced[study->replaced_count++][1] = new;
}

bool army_study_add(struct army_study *study, const char *name, const char *values, int64_t nodes,
                    const char *folder, struct error *error) {
    assert(study->count < ARMY_RUNS_MAX);
    struct army_run *run = &study->run[study->count++];
    snprintf(run->name, sizeof run->name, "%s", name);
    snprintf(run->values, sizeof run->values, "%s", values);
    run->nodes = nodes;
    army_games_init(&run->games, study->tables);
    source_add_run(&run->source, folder);
    return army_games_read(&run->games, folder, error);
}

static void compare_replaced(const struct army_study *study, struct army_run *run) {
    const struct worths *worths = &run->estimate.worths;
    for (int i = 0; i < study->replaced_count; i++)
        for (int f = 0; f < WORTH_FORMS; f++) {
            int old = worth_index(study->replaced[i][0], f);
            int new = worth_index(study->replaced[i][1], f);
            contrasts_add(&run->replaced, worths, worths_find(worths, new),
                          worths_find(worths, old));
        }
    contrasts_finish(&run->replaced, worths);
}

static bool fit_run(const struct army_study *study, struct army_run *run, int threads,
                    struct error *error) {
    const struct worths *worths = &run->estimate.worths;
    struct error cause = {""};
    if (!army_fit(&run->games, ARMY_GAMES_NEEDED, &run->estimate, &cause))
        return error_set(error, "%.64s: %.400s", run->name, cause.text);
    source_add(&run->estimate.worths.source, run->source);
    run->whole = worths_unit(worths, study->reference, run->part);
    run->in_units = worths_scale(worths, run->part, &run->scaled, &run->why);
    army_linearity(&run->games, &run->estimate, &run->cubic);
    army_pairs_test(&run->games, &run->estimate, threads, &run->pairs);
    contrasts_mirrors(worths, &run->mirrors);
    army_hands(worths, &run->hands);
    compare_replaced(study, run);
    return true;
}

// Runs of one group that belong to run `first`, those before it excepted; 0 when one of them does.
static int gather(const struct army_study *study, int first, bool by_values,
                  struct army_group *group) {
    *group = (struct army_group){.count = 0};
    for (int r = 0; r < study->count; r++) {
        bool same = by_values ? strcmp(study->run[r].values, study->run[first].values) == 0
                              : study->run[r].nodes == study->run[first].nodes;
        if (same && r < first)
            return 0;
        if (same)
            group->run[group->count++] = r;
    }
    return group->count;
}

// Of each two runs of a group, for army_agree.
static void covariances(const struct army_study *study, const struct army_group *group,
                        double *between[]) {
    size_t n = (size_t)study->run[group->run[0]].estimate.worths.count;
    for (int e = 0; e < group->count; e++)
        for (int f = e + 1; f < group->count; f++) {
            const struct army_run *a = &study->run[group->run[e]], *b = &study->run[group->run[f]];
            double *own = between[e * group->count + f] = mem_alloc(n * n * sizeof *own);
            army_covariance((const struct army_games *[]){&a->games, &b->games},
                            (const struct army_estimate *[]){&a->estimate, &b->estimate}, own);
        }
}

static void test_group(const struct army_study *study, bool by_values, struct army_group *group) {
    const struct worths *of[ARMY_RUNS_MAX];
    double x[ARMY_RUNS_MAX];
    for (int i = 0; i < group->count; i++) {
        of[i] = &study->run[group->run[i]].estimate.worths;
        x[i] = log2(fmax((double)study->run[group->run[i]].nodes, 1));
    }
    double **between = mem_calloc((size_t)(group->count * group->count), sizeof *between);
    covariances(study, group, between);
    group->known =
        army_agree(of, between, group->count, NULL, &group->same, &group->why) &&
        (!by_values || army_trend(of, between, x, group->count, &group->trend, &group->why));
    for (int i = 0; i < group->count * group->count; i++)
        free(between[i]);
    free(between);
}

// Groups of a kind stand in one table: whoever finds the one that differs has looked at all.
static void correct_groups(struct army_group *group, int count) {
    double *same[ARMY_RUNS_MAX], *trend[ARMY_RUNS_MAX];
    int known = 0;
    for (int i = 0; i < count; i++) {
        group[i].same_holm = group[i].same.p;
        group[i].trend_holm = group[i].trend.all.p;
        same[known] = &group[i].same_holm;
        trend[known] = &group[i].trend_holm;
        known += group[i].known;
    }
    holm_at(same, known);
    holm_at(trend, known);
}

static void test_groups(struct army_study *study) {
    for (int r = 0; r < study->count; r++) {
        struct army_group *ladder = &study->ladder[study->ladders];
        struct army_group *set = &study->set[study->sets];
        if (gather(study, r, true, ladder) > 1) {
            test_group(study, true, ladder);
            study->ladders++;
        }
        if (gather(study, r, false, set) > 1) {
            test_group(study, false, set);
            study->sets++;
        }
        if (strcmp(study->run[r].values, study->run[0].values) == 0 &&
            study->run[r].nodes > study->run[study->main].nodes)
            study->main = r;
    }
    correct_groups(study->ladder, study->ladders);
    correct_groups(study->set, study->sets);
}

// --- Other methods beside the armies -------------------------------------------------------------

bool army_study_beside(struct army_study *study, struct worths *worths, const char *name,
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
    other->worths = *worths;
    other->worths.tables = study->tables;
    *worths = (struct worths){0};
    return true;
}

// Tests every other method against a run that has been fitted.
static void compare_others(const struct army_study *study, struct army_run *run) {
    double *p[ARMY_OTHERS_MAX * WORTH_FORMS];
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
        for (int f = 0; of->known && f < WORTH_FORMS; f++) {
            of->p_holm[f] = of->form[f].p; // 1 where nothing is tested
            p[tests] = &of->p_holm[f];
            tests += of->form[f].df > 0;
        }
    }
    holm_at(p, tests);
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

// After the last run: all in one unit, differences from the main run, the mean with what agrees
// with it. Differences are corrected over all methods: they stand in one table.
static void side_by_side(struct army_study *study) {
    const struct worths *armies = &study->run[study->main].estimate.worths;
    double *p[ARMY_OTHERS_MAX * WORTHS_MAX];
    int count = 0;
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
            other->difference[k].p_holm = other->difference[k].p;
            p[count++] = &other->difference[k].p_holm;
        }
    }
    holm_at(p, count);
    pool(study);
}

bool army_study_finish(struct army_study *study, int threads, struct error *error) {
    for (int r = 0; r < study->count; r++)
        if (!fit_run(study, &study->run[r], threads, error)) {
            study->too_few = study->run[r].estimate.too_few;
            return false;
        }
    test_groups(study);
    for (int r = 0; r < study->count; r++)
        compare_others(study, &study->run[r]);
    if (study->others > 0 && study->count > 0)
        side_by_side(study);
    return true;
}

// Without `worths` none is left: a mean of other games would pass for that of these.
static bool write_one(const struct worths *worths, const struct worths_scaled *scaled,
                      const char *folder, const char *name, struct error *error) {
    char path[PATH_MAX];
    if (!file_join(folder, name, path, error))
        return false;
    if (worths)
        return worths_write(worths, scaled, path, error);
    worths_remove(path);
    return true;
}

bool army_study_write(const struct army_study *study, const char *folder, struct error *error) {
    for (int r = 0; r < study->count; r++) {
        const struct army_run *run = &study->run[r];
        char name[WORTH_NAME + 16];
        snprintf(name, sizeof name, "worth%s%s.csv", study->count > 1 ? "-" : "",
                 study->count > 1 ? run->name : "");
        if (!write_one(run->in_units ? &run->estimate.worths : NULL, &run->scaled, folder, name,
                       error))
            return false;
    }
    // What is of one of several alone, or of one that was one of several, is of other games.
    char other[WORTH_NAME + 16] = "worth.csv";
    if (study->count == 1)
        snprintf(other, sizeof other, "worth-%s.csv", study->run[0].name);
    if (study->count > 0 && !write_one(NULL, NULL, folder, other, error))
        return false;
    return write_one(study->pooled_known ? &study->pooled : NULL, &study->pooled_scaled, folder,
                     "worth-pooled.csv", error);
}
