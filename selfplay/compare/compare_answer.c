// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare_answer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "measured_cell.h"
#include "tally.h"

enum { COLUMNS_MAX = 16, EFFECT_NAME = 2 * ARM_NAME + 4, LEAD = EFFECT_NAME + 24 };

// The type of ANSWER_DIGITS is the metric's. People read nodes and arm in one column, which a
// folded table repeats.
static const struct answer_column cell_columns[] = {
    {NULL, "nodes  arm", ANSWER_TEXT},
    {"metric"},
    {"nodes"},
    {"arm"},
    {"rules"},
    {"unit"},
    {"n", "n", ANSWER_COUNT, .flags = ANSWER_WIDE},
    {"value", "value", ANSWER_DIGITS, .flags = ANSWER_INTERVAL | ANSWER_STRONG},
    {"difference", "difference", ANSWER_DIGITS,
     .flags = ANSWER_INTERVAL | ANSWER_PLUS | ANSWER_HALF},
    {"correlation"},
    {"p"},
    {"p_holm", "p (Holm)", ANSWER_NUMBER, 3, ANSWER_WIDE},
    {"margin"},
    {"p_equivalent_holm", "p equivalent", ANSWER_NUMBER, 3, ANSWER_WIDE},
    {NULL, "from base", ANSWER_TEXT},
};
static const struct answer_column effect_columns[] = {
    {NULL, "nodes  effect of", ANSWER_TEXT},
    {"metric"},
    {"nodes"},
    {"effect"},
    {"value", "difference", ANSWER_DIGITS, .flags = ANSWER_INTERVAL | ANSWER_PLUS},
    {"p", "p", ANSWER_NUMBER, 3, ANSWER_WIDE},
    {"p_holm", "p (Holm)", ANSWER_NUMBER, 3},
};
static const struct answer_column arm_columns[] = {
    {NULL, "arm", ANSWER_TEXT},
    {NULL, "games at each node limit", ANSWER_TEXT},
    {NULL, "rules", ANSWER_TEXT},
};

static const char own_rules[] = "the variant's own rules";

enum numbers { NUMBERS_SHARE, NUMBERS_SMALL, NUMBERS_LARGE, NUMBERS_WHOLE };

// Opens a table of a metric's numbers.
static void open_table(struct answer *answer, const char *key, const char *caption,
                       const struct answer_column *columns, int count, enum numbers numbers) {
    static const int decimals[] = {1, 2, 1, 0};
    struct answer_column own[COLUMNS_MAX];
    for (int i = 0; i < count; i++) {
        own[i] = columns[i];
        if (own[i].type == ANSWER_DIGITS) {
            own[i].type = numbers == NUMBERS_SHARE ? ANSWER_SHARE : ANSWER_NUMBER;
            own[i].decimals = decimals[numbers];
        }
    }
    answer_table(answer, key, caption, own, count);
}

// Whether a metric says anything: endings that never came do not. `largest`: of its numbers.
static bool is_measured(const struct comparison *comparison, int metric, double *largest) {
    const struct experiment *experiment = comparison->experiment;
    bool ending = strncmp(metrics[metric].name, "ending-", 7) == 0, any = false;
    *largest = 0;
    for (int rung = 0; rung < experiment->ladder_count; rung++)
        for (int arm = 0; arm < experiment->arm_count; arm++) {
            struct measured value = findings_of(comparison, metric, rung)->cell[arm].value;
            any |= value.n > 0 && (!ending || value.value > 0);
            if (value.n > 0)
                *largest = fmax(*largest, fabs(value.value));
        }
    return any;
}

static enum numbers numbers_of(enum unit unit, double largest) {
    return unit == UNIT_PERCENT  ? NUMBERS_SHARE
           : unit != UNIT_NUMBER ? NUMBERS_WHOLE
           : largest < 10        ? NUMBERS_SMALL
                                 : NUMBERS_LARGE;
}

static const char *both(uint64_t nodes, const char *about, char text[LEAD]) {
    snprintf(text, LEAD, "%5" PRIu64 "  %s", nodes, about);
    return text;
}

static const char *verdict(const struct cell *cell) {
    bool differs = cell->p_holm < 0.05, equal = cell->p_equivalent < 0.05;
    if (cell->difference.n <= 0)
        return NULL;
    return differs ? equal ? "differs slightly" : "differs" : equal ? "equivalent" : NULL;
}

static bool any_verdict(const struct comparison *comparison, int metric) {
    for (int rung = 0; rung < comparison->experiment->ladder_count; rung++)
        for (int arm = 0; arm < comparison->experiment->arm_count; arm++)
            if (verdict(&findings_of(comparison, metric, rung)->cell[arm]))
                return true;
    return false;
}

static void add_cells(struct answer *answer, const struct comparison *comparison, int metric) {
    const struct experiment *experiment = comparison->experiment;
    for (int rung = 0; rung < experiment->ladder_count; rung++)
        for (int arm = 0; arm < experiment->arm_count; arm++) {
            const struct cell *cell = &findings_of(comparison, metric, rung)->cell[arm];
            bool known = cell->difference.n > 0;
            char room[RULES_TEXT], lead[LEAD];
            const char *rules = experiment_about(experiment, arm, room);
            ANSWER_ROW(answer,
                       cell_text(both(experiment->ladder[rung], experiment->arm[arm].name, lead)),
                       cell_text(metrics[metric].name), cell_count(experiment->ladder[rung]),
                       cell_text(experiment->arm[arm].name), cell_text(rules),
                       cell_text(metric_units[metrics[metric].unit]), cell_number(cell->value.n),
                       cell_observed(cell->value), cell_observed(cell->difference),
                       cell_if(known, cell->correlation), cell_if(known, cell->p),
                       cell_if(known, cell->p_holm), cell_if(known, cell->margin),
                       cell_if(known, cell->p_equivalent), cell_text(verdict(cell)));
        }
}

static void add_effects(struct answer *answer, const struct comparison *comparison, int metric) {
    const struct experiment *experiment = comparison->experiment;
    for (int rung = 0; rung < experiment->ladder_count; rung++)
        for (int i = 0; i < comparison->effect_count; i++) {
            const struct effect *effect = &findings_of(comparison, metric, rung)->effect[i];
            bool two = effect->second >= 0, known = effect->value.n > 0;
            char name[EFFECT_NAME], lead[LEAD];
            snprintf(name, sizeof name, "%s%s%s", experiment->toggle[effect->first],
                     two ? " x " : "", two ? experiment->toggle[effect->second] : "");
            ANSWER_ROW(answer, cell_text(both(experiment->ladder[rung], name, lead)),
                       cell_text(metrics[metric].name), cell_count(experiment->ladder[rung]),
                       cell_text(name), cell_observed(effect->value), cell_if(known, effect->p),
                       cell_if(known, effect->p_holm));
        }
}

static void add_metric(struct answer *answer, const struct comparison *comparison, int metric) {
    const struct metric *of = &metrics[metric];
    char caption[320], effects[360];
    double largest;
    bool measured = is_measured(comparison, metric, &largest);
    enum numbers numbers = numbers_of(of->unit, largest);
    answer_entry(answer, "metrics");
    answer_key(answer, "name", cell_text(of->name));
    answer_key(answer, "definition", cell_text(of->definition));
    answer_key(answer, "unit", cell_text(metric_units[of->unit]));
    snprintf(caption, sizeof caption, "%s%s%s", of->name, *of->definition ? ": " : "",
             of->definition);
    answer->unseen = !measured;
    open_table(answer, "cells", caption, cell_columns,
               ARRAY_LENGTH(cell_columns) - !any_verdict(comparison, metric), numbers);
    add_cells(answer, comparison, metric);
    if (comparison->effect_count) {
        snprintf(effects, sizeof effects, "%s: what the toggles do", of->name);
        // The effect of one toggle is the difference that stands above.
        answer->unseen = !measured || comparison->experiment->toggle_count < 2;
        open_table(answer, "effects", effects, effect_columns, ARRAY_LENGTH(effect_columns),
                   numbers);
        add_effects(answer, comparison, metric);
    }
    answer->unseen = false;
    answer_close(answer);
}

static void add_runs(struct answer *answer, const struct comparison *comparison, int arm,
                     const char *rules) {
    const struct experiment *experiment = comparison->experiment;
    answer_entry(answer, "arms");
    answer_key(answer, "name", cell_text(experiment->arm[arm].name));
    answer_key(answer, "rules", cell_text(rules));
    answer_list(answer, "runs", "nodes games copies median_plies without_ply");
    for (int rung = 0; rung < experiment->ladder_count; rung++) {
        const struct depths *depths = &comparison->run[rung][arm].depths;
        ANSWER_ROW(answer, cell_count(experiment->ladder[rung]),
                   cell_count(comparison->run[rung][arm].games),
                   cell_count(comparison->run[rung][arm].copies),
                   cell_if(depths_moves(depths) > 0, depths_median(depths)),
                   cell_if(depths_moves(depths) > 0, depths_none(depths)));
    }
    answer_close(answer);
}

static void add_arms(struct answer *answer, const struct comparison *comparison) {
    const struct experiment *experiment = comparison->experiment;
    char room[RULES_TEXT];
    for (int arm = 0; arm < experiment->arm_count; arm++)
        add_runs(answer, comparison, arm, experiment_about(experiment, arm, room));
    answer_table(answer, NULL, NULL, arm_columns, ARRAY_LENGTH(arm_columns));
    for (int arm = 0; arm < experiment->arm_count; arm++) {
        struct buffer games = buffer_init();
        const char *rules = experiment_about(experiment, arm, room);
        for (int rung = 0; rung < experiment->ladder_count; rung++) {
            buffer_printf(&games, "%s%" PRId64, rung ? ", " : "", comparison->run[rung][arm].games);
            if (comparison->run[rung][arm].copies)
                buffer_printf(&games, " (%" PRId64 " copies left out)",
                              comparison->run[rung][arm].copies);
        }
        ANSWER_ROW(answer, cell_text(experiment->arm[arm].name), cell_text(games.data),
                   cell_text(*rules ? rules : own_rules));
        buffer_destroy(&games);
    }
}

void compare_depths(struct answer *answer, const struct comparison *comparison,
                    void (*add)(struct answer *, const char *, const struct depths *)) {
    const struct experiment *experiment = comparison->experiment;
    for (int rung = 0; rung < experiment->ladder_count; rung++) {
        struct depths depths = {0};
        char name[32];
        for (int arm = 0; arm < experiment->arm_count; arm++)
            depths_add(&depths, &comparison->run[rung][arm].depths);
        snprintf(name, sizeof name, "%" PRIu64 " nodes", experiment->ladder[rung]);
        add(answer, name, &depths);
    }
}

struct answer compare_answer(const struct comparison *comparison, const char *folder,
                             struct cJSON *origin) {
    static const struct answer_column facts[] = {{"values", "values", ANSWER_TEXT},
                                                 {"openings", "openings", ANSWER_TEXT}};
    const struct experiment *experiment = comparison->experiment;
    struct answer answer = answer_init(experiment->variant->title);
    answer_head(&answer, "%d rule settings", experiment->arm_count);
    compare_summary(&answer, comparison);
    compare_depths(&answer, comparison, depths_warn);
    compare_overview(&answer, comparison);
    compare_first_moves(&answer, comparison);
    compare_depths(&answer, comparison, depths_answer);
    answer_rest(&answer,
                "Every metric at every limit, with p values, and how it was made: --full.");
    answer_json_add(&answer, NULL, origin);
    answer_key(&answer, "variant", cell_text(experiment->variant->name));
    answer_key(&answer, "title", cell_text(experiment->variant->title));
    answer_key(&answer, "folder", cell_text(folder));
    answer_seed(&answer, comparison->seed);
    answer_head(&answer, "%s", folder);
    answer_key(&answer, "margin_score", cell_number(comparison->margins.score));
    answer_key(&answer, "margin_relative", cell_number(comparison->margins.relative));
    answer_sentence(
        &answer,
        "Numbers stand with their 95%% intervals and the differences from the base arm. differs: "
        "from it (p < 5%% after Holm's correction over the arms); equivalent: to it (two one-sided "
        "tests, 5%%, Holm) within %.3g points of a percentage, or %.3g%% of the base's number; "
        "differs slightly: it does differ, by less than that. No word: neither is significant.",
        100 * comparison->margins.score, 100 * comparison->margins.relative);
    for (int metric = 0; metric < metric_count; metric++)
        add_metric(&answer, comparison, metric);
    answer_heading(&answer, "How it was made");
    answer_fact(&answer, &facts[0], cell_text(comparison->values));
    answer_fact(&answer, &facts[1], cell_text(comparison->openings));
    add_arms(&answer, comparison);
    return answer;
}
