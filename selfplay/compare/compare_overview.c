// SPDX-License-Identifier: GPL-3.0-or-later
// All arms at one node limit in one table: how they differ from the base arm in the score, the
// draws, the length, and in what tells most of them apart. Of a comparison, or of the rows that it
// left.
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_answer.h"
#include "compare_answer_internal.h"
#include "json_file.h"

enum { SHOWN = 6, NARROW = 4, CELL = COMPARE_DIFFERENCE + 4 };

// What a table is made of.
struct overview {
    uint64_t nodes;
    int arm_count;
    const char *arm[ARMS_MAX];
    struct cell (*cell)(const struct overview *overview, int metric, int arm);
    const void *from;
    int rung;
};

// In how many arms a metric differs; where in as many, how surely at most.
static double rank_of(const struct overview *of, int metric) {
    double most = 0;
    int arms = 0;
    for (int arm = 1; arm < of->arm_count; arm++) {
        struct cell cell = of->cell(of, metric, arm);
        double distance = compare_distance(metric, &cell);
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
    struct cell cell = of->cell(of, metric, arm);
    enum unit unit = metrics[metric].unit;
    char number[COMPARE_DIFFERENCE];
    if (arm == 0) {
        double value = cell.value.value * (unit == UNIT_PERCENT ? 100 : 1);
        snprintf(text, CELL, "%.*f%s", value < 10 && unit == UNIT_NUMBER ? 2 : 1, value,
                 unit == UNIT_PERCENT ? "%" : "");
        return cell_text(cell.value.n > 0 ? text : NULL);
    }
    bool differs = compare_distance(metric, &cell) > 0;
    snprintf(text, CELL, "%s%s", compare_difference(&metrics[metric], cell.difference, number),
             differs                    ? " *"
             : cell.p_equivalent < 0.05 ? " ="
                                        : "");
    return cell_text(cell.difference.n > 0 ? text : NULL);
}

static void add_table(struct answer *answer, const struct overview *of) {
    int chosen[SHOWN];
    struct answer_column columns[SHOWN + 1] = {{NULL, "arm", ANSWER_TEXT}};
    char caption[160];
    if (of->arm_count < 3)
        return; // a sentence says it
    int count = choose(of, chosen);
    for (int i = 0; i < count; i++)
        columns[i + 1] = (struct answer_column){.label = metrics[chosen[i]].name,
                                                .type = ANSWER_TEXT,
                                                .flags = i >= NARROW ? ANSWER_WIDE : 0};
    snprintf(caption, sizeof caption,
             "Against %s at %" PRIu64
             " nodes: * differs, = equal within the margins, else not told",
             of->arm[0], of->nodes);
    answer_table(answer, NULL, caption, columns, count + 1);
    for (int arm = 0; arm < of->arm_count; arm++) {
        struct answer_cell row[SHOWN + 1] = {cell_text(of->arm[arm])};
        char text[SHOWN][CELL];
        for (int i = 0; i < count; i++)
            row[i + 1] = text_of(of, chosen[i], arm, text[i]);
        answer_row(answer, row);
    }
}

// --- From a comparison ---------------------------------------------------------------------------

static struct cell found(const struct overview *of, int metric, int arm) {
    return findings_of(of->from, metric, of->rung)->cell[arm];
}

void compare_overview(struct answer *answer, const struct comparison *comparison) {
    const struct experiment *experiment = comparison->experiment;
    struct overview of = {.arm_count = experiment->arm_count,
                          .cell = found,
                          .from = comparison,
                          .rung = compare_rung(comparison)};
    of.nodes = experiment->ladder[of.rung];
    for (int arm = 0; arm < of.arm_count; arm++)
        of.arm[arm] = experiment->arm[arm].name;
    add_table(answer, &of);
}

// --- From a report -------------------------------------------------------------------------------

static double number_at(const cJSON *row, const char *key, double otherwise) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(row, key);
    return cJSON_IsNumber(item) ? item->valuedouble : otherwise;
}

static const cJSON *rows_of(const cJSON *list, const char *metric) {
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        if (strcmp(json_text(item, "name"), metric) == 0)
            return cJSON_GetObjectItemCaseSensitive(item, "cells");
    }
    return NULL;
}

static struct cell in_rows(const struct overview *of, int metric, int arm) {
    const cJSON *row;
    struct cell cell = {.p_holm = 1, .p_equivalent = 1};
    cJSON_ArrayForEach(row, rows_of(of->from, metrics[metric].name)) {
        double n = number_at(row, "n", 0);
        if (number_at(row, "nodes", 0) != (double)of->nodes ||
            strcmp(json_text(row, "arm"), of->arm[arm]) != 0)
            continue;
        cell.value = (struct measured){number_at(row, "value", 0), number_at(row, "lo95", 0),
                                       number_at(row, "hi95", 0), n};
        if (!isnan(number_at(row, "difference", NAN)))
            cell.difference = (struct measured){number_at(row, "difference", 0),
                                                number_at(row, "difference_lo95", 0),
                                                number_at(row, "difference_hi95", 0), n};
        cell.p_holm = number_at(row, "p_holm", 1);
        cell.p_equivalent = number_at(row, "p_equivalent_holm", 1);
    }
    return cell;
}

void compare_overview_from(struct answer *answer, const cJSON *list) {
    const cJSON *rows = rows_of(list, "first-score"), *row;
    struct overview of = {.cell = in_rows, .from = list};
    uint64_t ladder[LADDER_MAX];
    double games[LADDER_MAX];
    int rungs = 0;
    cJSON_ArrayForEach(row, rows) {
        const char *name = json_text(row, "arm");
        bool known = false;
        for (int arm = 0; arm < of.arm_count; arm++)
            known |= strcmp(of.arm[arm], name) == 0;
        if (!known && of.arm_count < ARMS_MAX)
            of.arm[of.arm_count++] = name;
        if (strcmp(name, of.arm[0]) == 0 && rungs < LADDER_MAX) {
            ladder[rungs] = (uint64_t)number_at(row, "nodes", 0);
            games[rungs++] = number_at(row, "n", 0);
        }
    }
    if (rungs == 0)
        return;
    of.nodes = ladder[compare_surest_rung(games, rungs)];
    add_table(answer, &of);
}
