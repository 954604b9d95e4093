// SPDX-License-Identifier: GPL-3.0-or-later
#include "army_study.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "army_study_internal.h"
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
    if (study->count == ARMY_RUNS_MAX)
        return error_set(error, "more than %d runs", ARMY_RUNS_MAX);
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
    for (int i = 0; i < study->replaced_count; i++) {
        int old = study->replaced[i][0], new = study->replaced[i][1];
        const int index[WORTH_FORMS][2] = {
            {VALUE_BOARD + new, VALUE_BOARD + old},
            {VALUE_HAND + new, VALUE_HAND + old},
            {VALUE_BOARD + (new | TYPE_PROMOTED), VALUE_BOARD + (old | TYPE_PROMOTED)}};
        for (int f = 0; f < WORTH_FORMS; f++)
            army_contrasts_add(&run->replaced, worths, worths_find(worths, index[f][0]),
                               worths_find(worths, index[f][1]));
    }
    army_contrasts_finish(&run->replaced, worths);
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
    army_mirrors(worths, &run->mirrors);
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
    double same[ARMY_RUNS_MAX], trend[ARMY_RUNS_MAX];
    int known = 0;
    for (int i = 0; i < count; i++)
        if (group[i].known) {
            same[known] = group[i].same.p;
            trend[known++] = group[i].trend.all.p;
        }
    holm(same, known);
    holm(trend, known);
    known = 0;
    for (int i = 0; i < count; i++)
        if (group[i].known) {
            group[i].same_holm = same[known];
            group[i].trend_holm = trend[known++];
        }
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

bool army_study_finish(struct army_study *study, int threads, struct error *error) {
    for (int r = 0; r < study->count; r++)
        if (!fit_run(study, &study->run[r], threads, error)) {
            study->too_few = study->run[r].estimate.too_few;
            return false;
        }
    test_groups(study);
    for (int r = 0; r < study->count; r++)
        army_compare_others(study, &study->run[r]);
    if (study->others > 0 && study->count > 0)
        army_side_by_side(study);
    return true;
}

// Without `worths` none is left: a mean of other games would pass for that of these.
static bool write_one(const struct worths *worths, const struct worths_scaled *scaled,
                      const char *folder, const char *name, struct error *error) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s.csv", folder, name) >= (int)sizeof path)
        return error_set(error, "%.100s...: the path is too long", folder);
    if (worths)
        return worths_write(worths, scaled, path, error);
    worths_remove(path);
    return true;
}

bool army_study_write(const struct army_study *study, const char *folder, struct error *error) {
    for (int r = 0; r < study->count; r++) {
        const struct army_run *run = &study->run[r];
        char name[ARMY_NAME + 16];
        snprintf(name, sizeof name, "worth%s%s", study->count > 1 ? "-" : "",
                 study->count > 1 ? run->name : "");
        if (run->in_units && !write_one(&run->estimate.worths, &run->scaled, folder, name, error))
            return false;
    }
    return write_one(study->pooled_known ? &study->pooled : NULL, &study->pooled_scaled, folder,
                     "worth-pooled", error);
}
