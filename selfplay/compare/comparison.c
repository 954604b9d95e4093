// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison.h"

#include <math.h>
#include <stdlib.h>

#include "log_reader.h"
#include "memory.h"

static struct findings *at(struct comparison *comparison, int metric, int rung) {
    return &comparison->findings[metric * LADDER_MAX + rung];
}
const struct findings *findings_of(const struct comparison *comparison, int metric, int rung) {
    return &comparison->findings[metric * LADDER_MAX + rung];
}

struct comparison *comparison_create(const struct experiment *experiment, struct margins margins) {
    size_t findings = (size_t)metric_count * LADDER_MAX;
    struct comparison *comparison =
        mem_calloc(1, sizeof *comparison + findings * sizeof *comparison->findings);
    int toggles = experiment->toggle_count;
    comparison->experiment = experiment;
    comparison->margins = margins;
    comparison->effect_count = toggles + toggles * (toggles - 1) / 2;
    return comparison;
}

static double margin_of(const struct comparison *comparison, int metric, double base) {
    switch (metrics[metric].unit) {
    case UNIT_PERCENT:
        return comparison->margins.score;
    case UNIT_ELO:
        return elo_of_score(0.5 + comparison->margins.score);
    default:
        return comparison->margins.relative * fabs(base);
    }
}

// Correlations of a metric between all arms, row by row.
static void correlate(int metric, struct game_list *const *own, int count, double *correlation) {
    for (int a = 0; a < count; a++)
        for (int b = 0; b <= a; b++)
            correlation[a * count + b] = correlation[b * count + a] =
                a == b ? 1 : metric_correlation(&metrics[metric], own[a], own[b]);
}

static struct measured difference_of(struct measured value, struct measured base,
                                     double correlation) {
    const struct measured both[] = {value, base};
    const double weight[] = {1, -1}, matrix[] = {1, correlation, correlation, 1};
    return measured_sum(both, weight, matrix, 2);
}

// Fills the difference of an arm and what its tests say, not adjusted.
static void measure_difference(const struct comparison *comparison, int metric,
                               struct measured base, double correlation, struct cell *cell) {
    cell->correlation = correlation;
    cell->margin = margin_of(comparison, metric, base.value);
    cell->p = cell->p_holm = cell->p_equivalent = 1;
    cell->difference = difference_of(cell->value, base, correlation);
    if (cell->difference.n <= 0)
        return;
    cell->p = measured_p(cell->difference);
    cell->p_equivalent = equivalence_p(cell->difference, cell->margin);
}

// Adjusts the p-values of `count` arms but the base, by Holm; one below 0 is none.
static void adjust(double *p, int count) {
    double known[ARMS_MAX];
    int family = 0;
    for (int arm = 1; arm < count; arm++)
        if (p[arm] >= 0)
            known[family++] = p[arm];
    holm(known, family);
    family = 0;
    for (int arm = 1; arm < count; arm++)
        if (p[arm] >= 0)
            p[arm] = known[family++];
}

// The arms but the base against it.
static void adjust_cells(int count, struct cell *cells) {
    double p[ARMS_MAX], p_equivalent[ARMS_MAX];
    for (int arm = 1; arm < count; arm++) {
        bool known = cells[arm].difference.n > 0;
        p[arm] = known ? cells[arm].p : -1;
        p_equivalent[arm] = known ? cells[arm].p_equivalent : -1;
    }
    adjust(p, count);
    adjust(p_equivalent, count);
    for (int arm = 1; arm < count; arm++)
        if (p[arm] >= 0) {
            cells[arm].p_holm = p[arm];
            cells[arm].p_equivalent = p_equivalent[arm];
        }
}

static struct effect measure_effect(const struct experiment *experiment, const struct cell *cells,
                                    const double *correlation, int first, int second) {
    int count = experiment->arm_count;
    struct measured value[ARMS_MAX];
    double weight[ARMS_MAX];
    for (int arm = 0; arm < count; arm++) {
        unsigned set = experiment->arm[arm].toggles;
        double sign = set >> first & 1 ? 1 : -1;
        if (second >= 0)
            sign *= set >> second & 1 ? 1 : -1;
        value[arm] = cells[arm].value;
        weight[arm] = sign / (count / (second >= 0 ? 4.0 : 2.0));
    }
    struct effect effect = {first, second, measured_sum(value, weight, correlation, count), 1, 1};
    effect.p = measured_p(effect.value);
    return effect;
}

// Holm's adjustment.
static void adjust_effects(struct effect *effects, int count) {
    double p[EFFECTS_MAX];
    for (int i = 0; i < count; i++)
        p[i] = effects[i].p;
    holm(p, count);
    for (int i = 0; i < count; i++)
        effects[i].p_holm = p[i];
}

static void measure_effects(const struct experiment *experiment, const double *correlation,
                            struct findings *findings) {
    int toggles = experiment->toggle_count, number = 0;
    for (int first = 0; first < toggles; first++)
        findings->effect[number++] =
            measure_effect(experiment, findings->cell, correlation, first, -1);
    for (int first = 0; first < toggles; first++)
        for (int second = first + 1; second < toggles; second++)
            findings->effect[number++] =
                measure_effect(experiment, findings->cell, correlation, first, second);
    adjust_effects(findings->effect, toggles);
    adjust_effects(findings->effect + toggles, number - toggles);
}

void comparison_measure(struct comparison *comparison, int rung, struct game_list *const *own) {
    int count = comparison->experiment->arm_count;
    for (int arm = 0; arm < count; arm++) {
        struct arm_run *run = &comparison->run[rung][arm];
        run->games = own[arm]->count;
        run->copies = own[arm]->copies;
        for (int64_t i = 0; i < own[arm]->count; i++)
            for (int depth = 0; depth < DEPTHS; depth++)
                run->depths.moves[depth] += own[arm]->game[i].depths[depth];
    }
    for (int metric = 0; metric < metric_count; metric++) {
        struct findings *findings = at(comparison, metric, rung);
        double correlation[ARMS_MAX * ARMS_MAX];
        correlate(metric, own, count, correlation);
        for (int arm = 0; arm < count; arm++) {
            struct arm_games games = {.own = own[arm], .base = arm ? own[0] : NULL, .arm = arm};
            struct cell *cell = &findings->cell[arm];
            cell->value = metrics[metric].measure(&games);
            if (arm > 0)
                measure_difference(comparison, metric, findings->cell[0].value,
                                   correlation[arm * count], cell);
        }
        adjust_cells(count, findings->cell);
        measure_effects(comparison->experiment, correlation, findings);
    }
}

bool comparison_first_move(struct comparison *comparison, int rung, int arm, const char *folder,
                           struct error *error) {
    struct log_paths paths;
    char games[PATH_MAX];
    struct runmeta *meta = NULL;
    struct distinct distinct = {0};
    bool done = log_paths_of(folder, &paths, error) &&
                csv_find(folder, "games.csv", games, error) &&
                (meta = runmeta_load(paths.run, error)) != NULL;
    if (done) {
        distinct_openings(meta, comparison->openings);
        comparison->from_start = distinct_from_start(meta);
    }
    if (done && comparison->from_start && (done = distinct_read(games, meta, &distinct, error)))
        comparison->run[rung][arm].first = distinct.first;
    distinct_destroy(&distinct);
    runmeta_destroy(meta);
    return done;
}
