// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison says first, at the node limit of compare_rung: of each arm that differs from
// the base arm in what, and what is equal, the surest effect first; the other arms in one sentence;
// what more games would tell; and over the limits, what turns round.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_answer.h"
#include "compare_answer_internal.h"
#include "memory.h"

// The table that follows (compare_overview.c) has all arms.
enum { NAMED_MOST = 5, SUMMED_ARMS = 3, SETTINGS_SAID = 2 };

struct finding {
    int index;       // of a metric, or of an arm
    double distance; // of the difference from 0, in widths of its interval; 0: not significant
};

// What is as far apart stays in the order of the experiment.
static int by_distance(const void *a, const void *b) {
    const struct finding *left = a, *right = b;
    return left->distance != right->distance ? (left->distance < right->distance ? 1 : -1)
                                             : left->index - right->index;
}

double compare_distance(int metric, const struct cell *cell) {
    struct measured of = cell->difference;
    if (metrics[metric].detail || of.n <= 0 || cell->p_holm >= 0.05)
        return 0;
    return of.high > of.low ? fabs(of.value) / (of.high - of.low) : INFINITY;
}

static double distance_of(const struct comparison *comparison, int metric, int rung, int arm) {
    return compare_distance(metric, &findings_of(comparison, metric, rung)->cell[arm]);
}

static int compare_surest_rung(const double *games, int rungs) {
    double most = 0;
    for (int rung = 0; rung < rungs; rung++)
        most = fmax(most, games[rung]);
    int rung = rungs - 1;
    while (rung > 0 && 2 * games[rung] < most)
        rung--;
    return rung;
}

int compare_rung(const struct comparison *comparison) {
    int rungs = comparison->experiment->ladder_count;
    double games[LADDER_MAX];
    for (int rung = 0; rung < rungs; rung++)
        games[rung] = (double)comparison->run[rung][0].games;
    return compare_surest_rung(games, rungs);
}

// The arms but the base, that of the surest effect first, those without any last.
static void sort_arms(const struct comparison *comparison, int rung,
                      struct finding order[ARMS_MAX]) {
    int count = comparison->experiment->arm_count - 1;
    for (int i = 0; i < count; i++) {
        order[i] = (struct finding){i + 1, 0};
        for (int metric = 0; metric < metric_count; metric++)
            order[i].distance =
                fmax(order[i].distance, distance_of(comparison, metric, rung, i + 1));
    }
    qsort(order, (size_t)count, sizeof *order, by_distance);
}

const char *compare_difference(const struct metric *metric, struct measured difference,
                               char text[COMPARE_DIFFERENCE]) {
    double scale = metric->unit == UNIT_PERCENT ? 100 : 1, value = scale * difference.value;
    double half =
        scale * fmax(difference.high - difference.value, difference.value - difference.low);
    int decimals = half < 0.095 ? 2 : half < 9.5 ? 1 : 0;
    snprintf(text, COMPARE_DIFFERENCE, "%+.*f \u00b1%.*f", decimals, value, decimals, half);
    return text;
}

static void add_difference(struct buffer *text, const struct metric *metric,
                           struct measured difference) {
    char number[COMPARE_DIFFERENCE];
    buffer_printf(text, "%s %s", metric->name, compare_difference(metric, difference, number));
    if (metric->unit == UNIT_PERCENT)
        buffer_text(text, " points");
}

// "promotions -1.0 +-0.1, checks ..., and 3 more".
static void add_differing(struct buffer *text, const struct comparison *comparison, int rung,
                          int arm) {
    struct finding *findings = mem_calloc((size_t)metric_count, sizeof *findings);
    int count = 0;
    for (int metric = 0; metric < metric_count; metric++) {
        double distance = distance_of(comparison, metric, rung, arm);
        if (distance > 0)
            findings[count++] = (struct finding){metric, distance};
    }
    qsort(findings, (size_t)count, sizeof *findings, by_distance);
    for (int i = 0; i < count && i < NAMED_MOST; i++) {
        buffer_text(text, i ? ", " : "");
        const struct cell *cell = &findings_of(comparison, findings[i].index, rung)->cell[arm];
        add_difference(text, &metrics[findings[i].index], cell->difference);
        buffer_text(text, cell->p_equivalent < 0.05 ? " (within the margin)" : "");
    }
    if (count > NAMED_MOST)
        buffer_printf(text, " and %d more differ", count - NAMED_MOST);
    free(findings);
}

// "; equal within 2.5 points or 10%: draws, length": metrics in which each of the arms is equal to
// the base, and none differs from it.
static void add_equal(struct buffer *text, const struct comparison *comparison, int rung,
                      const struct finding *arms, int arm_count) {
    int count = 0;
    for (int metric = 0; metric < metric_count; metric++) {
        bool equal = !metrics[metric].detail;
        for (int i = 0; equal && i < arm_count; i++) {
            const struct cell *cell = &findings_of(comparison, metric, rung)->cell[arms[i].index];
            equal = cell->difference.n > 0 && cell->p_equivalent < 0.05 && cell->p_holm >= 0.05;
        }
        if (equal && count++ == 0)
            buffer_printf(
                text, "; equal within %.3g points or %.3g%%%s: ", 100 * comparison->margins.score,
                100 * comparison->margins.relative, arm_count > 1 ? " under all" : "");
        else if (equal)
            buffer_text(text, ", ");
        if (equal)
            buffer_text(text, metrics[metric].name);
    }
}

// "a, b and c".
static void add_names(struct buffer *text, const struct comparison *comparison,
                      const struct finding *arms, int count) {
    for (int i = 0; i < count; i++)
        buffer_printf(text, "%s%s",
                      i == 0           ? ""
                      : i == count - 1 ? " and "
                                       : ", ",
                      comparison->experiment->arm[arms[i].index].name);
}

struct precision { // of first-score under some arms, at worst
    double half;   // of its difference's interval
    double wanted; // games an arm that would bring it to the margin; 0: it is there
};

static struct precision precision_of(const struct comparison *comparison, int rung,
                                     const struct finding *arms, int count) {
    const struct findings *findings = findings_of(comparison, metric_find("first-score"), rung);
    double games = 0, margin = comparison->margins.score;
    struct precision precision = {0};
    for (int i = 0; i < count; i++) {
        struct measured of = findings->cell[arms[i].index].difference;
        double half = (of.high - of.low) / 2;
        if (of.n > 0 && half > precision.half) {
            precision.half = half;
            games = (double)comparison->run[rung][arms[i].index].games;
        }
    }
    if (games > 0 && margin > 0 && precision.half > margin) {
        double wanted = games * pow(precision.half / margin, 2);
        double unit = pow(10, floor(log10(wanted)) - 1); // two digits are enough
        precision.wanted = ceil(wanted / unit) * unit;
    }
    return precision;
}

// Differences from the base that are significant at several node limits: do they keep their sign?
static void say_strength(struct answer *answer, const struct comparison *comparison) {
    const struct experiment *experiment = comparison->experiment;
    struct buffer turned = buffer_init();
    int count = 0;
    for (int metric = 0; metric < metric_count; metric++)
        for (int arm = 1; arm < experiment->arm_count; arm++) {
            int more = 0, less = 0;
            for (int rung = 0; rung < experiment->ladder_count; rung++)
                if (distance_of(comparison, metric, rung, arm) > 0)
                    *(findings_of(comparison, metric, rung)->cell[arm].difference.value > 0
                          ? &more
                          : &less) += 1;
            if (more + less < 2)
                continue;
            count++;
            if (more && less)
                buffer_printf(&turned, "%s%s under %s", turned.length ? ", " : "",
                              metrics[metric].name, experiment->arm[arm].name);
        }
    if (count > 0)
        answer_summary(answer, "%d difference%s significant at two node limits or more; %s%s.",
                       count, count == 1 ? " is" : "s are",
                       turned.length ? "with strength these change their sign: "
                                     : "none changes its sign with strength",
                       turned.length ? turned.data : "");
    buffer_destroy(&turned);
}

// An arm that differs from the base: in what.
static void say_arm(struct answer *answer, const struct comparison *comparison, int rung,
                    const struct finding *arm) {
    const struct experiment *experiment = comparison->experiment;
    const struct arm *of = &experiment->arm[arm->index];
    struct buffer text = buffer_init();
    char rules[RULES_TEXT], about[RULES_TEXT + 8] = "";
    add_differing(&text, comparison, rung, arm->index);
    add_equal(&text, comparison, rung, arm, 1);
    rules_text(&of->tables->rules, experiment->variant, rules);
    int settings = 1;
    for (const char *at = rules; (at = strchr(at, ';')); at++)
        settings++;
    if (strcmp(rules, of->name) != 0 && settings <= SETTINGS_SAID)
        snprintf(about, sizeof about, " (%s)", rules);
    answer_summary(answer, "%s%s against %s, %" PRIu64 " nodes: %s.", of->name, about,
                   experiment->arm[0].name, experiment->ladder[rung], text.data);
    buffer_destroy(&text);
}

// What differs, and has no sentence of its own.
static void say_rest(struct answer *answer, const struct comparison *comparison,
                     const struct finding *arms, int count) {
    struct buffer names = buffer_init();
    add_names(&names, comparison, arms, count);
    answer_summary(answer, "%d more arms differ, less surely, and stand below: %s.", count,
                   names.data);
    buffer_destroy(&names);
}

// The arms in which nothing is significant.
static void say_alike(struct answer *answer, const struct comparison *comparison, int rung,
                      const struct finding *arms, int count) {
    const struct experiment *experiment = comparison->experiment;
    struct buffer text = buffer_init();
    buffer_printf(&text, "No significant difference from %s under ", experiment->arm[0].name);
    add_names(&text, comparison, arms, count);
    buffer_printf(&text, ", %" PRIu64 " nodes", experiment->ladder[rung]);
    add_equal(&text, comparison, rung, arms, count);
    answer_summary(answer, "%s.", text.data);
    buffer_destroy(&text);
}

// How many games would bring the first-score of these arms to the margin.
static void say_games(struct answer *answer, const struct comparison *comparison, int rung,
                      const struct finding *arms, int count) {
    struct precision precision = precision_of(comparison, rung, arms, count);
    if (precision.wanted > 0)
        answer_summary(
            answer,
            "Under %s first-score is known to \u00b1%.1f points; about %.0f games an arm "
            "would bring that to \u00b1%.1f.",
            count == 1 ? "it" : "these", 100 * precision.half, precision.wanted,
            100 * comparison->margins.score);
}

void compare_summary(struct answer *answer, const struct comparison *comparison) {
    const struct experiment *experiment = comparison->experiment;
    int rung = compare_rung(comparison), arms = experiment->arm_count - 1, differ = 0;
    struct finding order[ARMS_MAX];
    compare_say_first_move(answer, comparison, rung);
    sort_arms(comparison, rung, order);
    while (differ < arms && order[differ].distance > 0)
        differ++;
    // A sentence that leaves one arm out would be no shorter than that arm's own.
    int said = differ > SUMMED_ARMS + 1 ? SUMMED_ARMS : differ;
    for (int i = 0; i < said; i++)
        say_arm(answer, comparison, rung, &order[i]);
    if (said < differ)
        say_rest(answer, comparison, order + said, differ - said);
    say_games(answer, comparison, rung, order, differ);
    if (differ < arms)
        say_alike(answer, comparison, rung, order + differ, arms - differ);
    say_games(answer, comparison, rung, order + differ, arms - differ);
    say_strength(answer, comparison);
}
