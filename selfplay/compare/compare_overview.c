// SPDX-License-Identifier: GPL-3.0-or-later
// All arms at one node limit in one table: how they differ from the base arm in the score, the
// draws, the length, and the metrics that differ in most of them.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compare_answer.h"
#include "compare_answer_internal.h"

enum { SHOWN = 6, NARROW = 4, CELL = COMPARE_DIFFERENCE + 4 };

struct overview {
    const struct comparison *comparison;
    int rung, arms;
};

static const struct cell *cell_of(const struct overview *of, int metric, int arm) {
    return &findings_of(of->comparison, metric, of->rung)->cell[arm];
}

static const char *arm_name(const struct overview *of, int arm) {
    return of->comparison->experiment->arm[arm].name;
}

// In how many arms a metric differs; where in as many, how surely at most.
static double rank_of(const struct overview *of, int metric) {
    double most = 0;
    int arms = 0;
    for (int arm = 1; arm < of->arms; arm++) {
        double distance = compare_distance(metric, cell_of(of, metric, arm));
        arms += distance > 0;
        most = distance > most ? distance : most;
    }
    return arms + 1 - 1 / (1 + most);
}

static bool is_among(const int *list, int count, int metric) {
    for (int i = 0; i < count; i++)
        if (list[i] == metric)
            return true;
    return false;
}

// Fills in the metrics of the columns and returns how many there are.
static int choose(const struct overview *of, int chosen[SHOWN]) {
    static const char *const usual[] = {"first-score", "draws", "length"};
    int count = 0;
    for (int i = 0; i < ARRAY_LENGTH(usual); i++)
        chosen[count++] = metric_find(usual[i]);
    while (count < SHOWN) {
        double most = 0;
        int next = -1;
        for (int metric = 0; metric < metric_count; metric++) {
            double rank = rank_of(of, metric);
            if (rank > most && !is_among(chosen, count, metric)) {
                most = rank;
                next = metric;
            }
        }
        if (next < 0)
            break;
        chosen[count++] = next;
    }
    return count;
}

static struct answer_cell text_of(const struct overview *of, int metric, int arm, char text[CELL]) {
    const struct cell *cell = cell_of(of, metric, arm);
    enum unit unit = metrics[metric].unit;
    char number[COMPARE_DIFFERENCE];
    if (arm == 0) {
        double value = cell->value.value * (unit == UNIT_PERCENT ? 100 : 1);
        snprintf(text, CELL, "%.*f%s", value < 10 && unit == UNIT_NUMBER ? 2 : 1, value,
                 unit == UNIT_PERCENT ? "%" : "");
        return cell_text(cell->value.n > 0 ? text : NULL);
    }
    bool differs = compare_distance(metric, cell) > 0;
    snprintf(text, CELL, "%s%s", compare_difference(&metrics[metric], cell->difference, number),
             differs                     ? " *"
             : cell->p_equivalent < 0.05 ? " ="
                                         : "");
    return cell_text(cell->difference.n > 0 ? text : NULL);
}

void compare_overview(struct answer *answer, const struct comparison *comparison) {
    const struct experiment *experiment = comparison->experiment;
    const struct overview all = {comparison, compare_rung(comparison), experiment->arm_count};
    const struct overview *of = &all;
    int chosen[SHOWN];
    struct answer_column columns[SHOWN + 1] = {{NULL, "arm", ANSWER_TEXT}};
    char caption[160];
    if (of->arms < 3)
        return; // a sentence says it
    int count = choose(of, chosen);
    for (int i = 0; i < count; i++)
        columns[i + 1] = (struct answer_column){.label = metrics[chosen[i]].name,
                                                .type = ANSWER_TEXT,
                                                .flags = i >= NARROW ? ANSWER_WIDE : 0};
    snprintf(caption, sizeof caption,
             "Against %s at %" PRIu64 " nodes: * differs significantly, = equal within the margins",
             arm_name(of, 0), experiment->ladder[of->rung]);
    answer_table(answer, NULL, caption, columns, count + 1);
    for (int arm = 0; arm < of->arms; arm++) {
        struct answer_cell row[SHOWN + 1] = {cell_text(arm_name(of, arm))};
        char text[SHOWN][CELL];
        for (int i = 0; i < count; i++)
            row[i + 1] = text_of(of, chosen[i], arm, text[i]);
        answer_row(answer, row);
    }
}
