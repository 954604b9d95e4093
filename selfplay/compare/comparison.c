// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison.h"

#include <math.h>
#include <stdlib.h>

struct cell *comparison_cell(const struct comparison *comparison, int metric, int rung, int arm) {
    return &comparison->cell[(metric * LADDER_MAX + rung) * ARMS_MAX + arm];
}
struct effect *comparison_effect(const struct comparison *comparison, int metric, int rung,
                                 int number) {
    return &comparison->effect[(metric * LADDER_MAX + rung) * EFFECTS_MAX + number];
}
struct order *comparison_order(const struct comparison *comparison, int metric, int rung) {
    return &comparison->order[metric * LADDER_MAX + rung];
}

struct comparison *comparison_create(const struct experiment *experiment, struct margins margins) {
    struct comparison *comparison = calloc(1, sizeof *comparison);
    if (!comparison)
        return NULL;
    size_t rows = (size_t)metric_count * LADDER_MAX;
    int toggles = experiment->toggle_count;
    comparison->experiment = experiment;
    comparison->margins = margins;
    comparison->effect_count = toggles + toggles * (toggles - 1) / 2;
    comparison->cell = calloc(rows * ARMS_MAX, sizeof *comparison->cell);
    comparison->effect = calloc(rows * EFFECTS_MAX, sizeof *comparison->effect);
    comparison->order = calloc(rows, sizeof *comparison->order);
    if (comparison->cell && comparison->effect && comparison->order)
        return comparison;
    comparison_destroy(comparison);
    return NULL;
}

void comparison_destroy(struct comparison *comparison) {
    if (!comparison)
        return;
    free(comparison->cell);
    free(comparison->effect);
    free(comparison->order);
    free(comparison);
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

// The arms but the base against it.
static void measure_differences(struct comparison *comparison, int metric, int rung) {
    int count = comparison->experiment->arm_count, family = 0;
    const struct cell *base = comparison_cell(comparison, metric, rung, 0);
    double p[ARMS_MAX], p_equivalent[ARMS_MAX];
    for (int arm = 1; arm < count; arm++) {
        struct cell *cell = comparison_cell(comparison, metric, rung, arm);
        cell->margin = margin_of(comparison, metric, base->value.value);
        cell->p = cell->p_holm = cell->p_equivalent = 1;
        cell->difference = measured_difference(cell->value, base->value);
        if (cell->difference.n <= 0)
            continue;
        cell->p = p[family] = measured_p(cell->difference);
        p_equivalent[family++] = equivalence_p(cell->difference, cell->margin);
    }
    holm(p, family);
    holm(p_equivalent, family);
    family = 0;
    for (int arm = 1; arm < count; arm++) {
        struct cell *cell = comparison_cell(comparison, metric, rung, arm);
        if (cell->difference.n <= 0)
            continue;
        cell->p_holm = p[family];
        cell->p_equivalent = p_equivalent[family++];
    }
}

static struct effect measure_effect(const struct comparison *comparison, int metric, int rung,
                                    int first, int second) {
    int count = comparison->experiment->arm_count;
    struct measured value[ARMS_MAX];
    double weight[ARMS_MAX];
    for (int arm = 0; arm < count; arm++) {
        unsigned set = comparison->experiment->arm[arm].toggles;
        double sign = set >> first & 1 ? 1 : -1;
        if (second >= 0)
            sign *= set >> second & 1 ? 1 : -1;
        value[arm] = comparison_cell(comparison, metric, rung, arm)->value;
        weight[arm] = sign / (count / (second >= 0 ? 4.0 : 2.0));
    }
    struct effect effect = {first, second, measured_sum(value, weight, count), 1, 1};
    effect.p = measured_p(effect.value);
    return effect;
}

// Holm's adjustment over effects first..end-1.
static void adjust_effects(struct comparison *comparison, int metric, int rung, int first,
                           int end) {
    double p[EFFECTS_MAX];
    for (int i = first; i < end; i++)
        p[i - first] = comparison_effect(comparison, metric, rung, i)->p;
    holm(p, end - first);
    for (int i = first; i < end; i++)
        comparison_effect(comparison, metric, rung, i)->p_holm = p[i - first];
}

static void measure_effects(struct comparison *comparison, int metric, int rung) {
    int toggles = comparison->experiment->toggle_count, number = 0;
    for (int first = 0; first < toggles; first++)
        *comparison_effect(comparison, metric, rung, number++) =
            measure_effect(comparison, metric, rung, first, -1);
    for (int first = 0; first < toggles; first++)
        for (int second = first + 1; second < toggles; second++)
            *comparison_effect(comparison, metric, rung, number++) =
                measure_effect(comparison, metric, rung, first, second);
    adjust_effects(comparison, metric, rung, 0, toggles);
    adjust_effects(comparison, metric, rung, toggles, number);
}

void comparison_measure(struct comparison *comparison, int rung, struct game_sums *const *own,
                        struct game_sums *const *strength) {
    int count = comparison->experiment->arm_count;
    for (int arm = 0; arm < count; arm++) {
        comparison->run[rung][arm].games = own[arm]->games;
        comparison->run[rung][arm].copies = own[arm]->copies;
        comparison->run[rung][arm].strength_games = strength ? strength[arm]->games : 0;
    }
    for (int metric = 0; metric < metric_count; metric++) {
        for (int arm = 0; arm < count; arm++) {
            struct arm_games games = {.own = own[arm],
                                      .base = arm ? own[0] : NULL,
                                      .arm = arm,
                                      .strength = strength ? strength[arm] : NULL};
            comparison_cell(comparison, metric, rung, arm)->value = metrics[metric].measure(&games);
        }
        measure_differences(comparison, metric, rung);
        measure_effects(comparison, metric, rung);
    }
}

// The sign of the difference of two arms, 0 where its interval includes 0.
static int certain_sign(const struct comparison *comparison, int metric, int rung, int a, int b) {
    struct measured difference =
        measured_difference(comparison_cell(comparison, metric, rung, a)->value,
                            comparison_cell(comparison, metric, rung, b)->value);
    return difference.n <= 0 ? 0 : (difference.low > 0) - (difference.high < 0);
}

static struct order order_of(const struct comparison *comparison, int metric, int rung, int top) {
    double here[ARMS_MAX], there[ARMS_MAX];
    int measured = 0, count = comparison->experiment->arm_count;
    struct order order = {0};
    for (int a = 0; a < count; a++) {
        const struct cell *low = comparison_cell(comparison, metric, rung, a);
        const struct cell *high = comparison_cell(comparison, metric, top, a);
        if (low->value.n <= 0 || high->value.n <= 0)
            continue;
        here[measured] = low->value.value;
        there[measured++] = high->value.value;
        for (int b = 0; b < a; b++)
            order.reversals += certain_sign(comparison, metric, rung, a, b) *
                                   certain_sign(comparison, metric, top, a, b) <
                               0;
    }
    order.tau = kendall_tau(here, there, measured);
    return order;
}

void comparison_finish(struct comparison *comparison) {
    int top = comparison->experiment->ladder_count - 1;
    for (int metric = 0; metric < metric_count; metric++)
        for (int rung = 0; rung <= top; rung++)
            *comparison_order(comparison, metric, rung) = order_of(comparison, metric, rung, top);
}
