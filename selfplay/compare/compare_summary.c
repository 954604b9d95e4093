// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison says first: of each arm what differs from the base arm and what is equal to it,
// at the highest node limit; what more games would tell.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_answer.h"
#include "compare_answer_internal.h"

enum { NAMED_MOST = 5, SUMMED_ARMS = 8 };

struct finding {
    int metric;
    double distance; // of the difference from 0, in half widths of its interval
};

static int by_distance(const void *a, const void *b) {
    double left = ((const struct finding *)a)->distance;
    double right = ((const struct finding *)b)->distance;
    return (left < right) - (left > right);
}

static void add_difference(struct buffer *text, const struct metric *metric,
                           struct measured difference) {
    double scale = metric->unit == UNIT_PERCENT ? 100 : 1, value = scale * difference.value;
    double half = scale * (difference.high - difference.low) / 2;
    int decimals = half < 0.095 ? 2 : half < 9.5 ? 1 : 0;
    buffer_printf(text, "%s %+.*f \u00b1%.*f", metric->name, decimals, value, decimals, half);
    if (metric->unit == UNIT_PERCENT)
        buffer_text(text, " points");
}

// "promotions -1.0 +-0.1, checks ..., and 3 more".
static void add_differing(struct buffer *text, const struct comparison *comparison, int rung,
                          int arm) {
    struct finding *findings = calloc((size_t)metric_count, sizeof *findings);
    int count = 0;
    text->failed |= !findings;
    for (int metric = 0; findings && metric < metric_count; metric++) {
        const struct cell *cell = &findings_of(comparison, metric, rung)->cell[arm];
        struct measured of = cell->difference;
        if (!metrics[metric].detail && of.n > 0 && cell->p_holm < 0.05)
            findings[count++] = (struct finding){
                metric, of.high > of.low ? fabs(of.value) / (of.high - of.low) : INFINITY};
    }
    if (findings)
        qsort(findings, (size_t)count, sizeof *findings, by_distance);
    for (int i = 0; i < count && i < NAMED_MOST; i++) {
        buffer_text(text, i ? ", " : "");
        add_difference(text, &metrics[findings[i].metric],
                       findings_of(comparison, findings[i].metric, rung)->cell[arm].difference);
    }
    if (count > NAMED_MOST)
        buffer_printf(text, " and %d more differ", count - NAMED_MOST);
    if (count == 0)
        buffer_text(text, "nothing told apart");
    free(findings);
}

static void add_equal(struct buffer *text, const struct comparison *comparison, int rung, int arm) {
    int count = 0;
    for (int metric = 0; metric < metric_count; metric++) {
        const struct cell *cell = &findings_of(comparison, metric, rung)->cell[arm];
        if (metrics[metric].detail || cell->difference.n <= 0 || cell->p_equivalent >= 0.05)
            continue;
        buffer_printf(text, "%s%s",
                      count++ ? ", " : "; equal within the margins: ", metrics[metric].name);
    }
}

// How many games an arm bring the difference of first-score within its margin's width.
static void say_games(struct answer *answer, const struct comparison *comparison, int rung) {
    const struct findings *findings = findings_of(comparison, metric_find("first-score"), rung);
    double widest = 0, games = 0, margin = comparison->margins.score;
    for (int arm = 1; arm < comparison->experiment->arm_count; arm++) {
        struct measured of = findings->cell[arm].difference;
        double half = (of.high - of.low) / 2;
        if (of.n > 0 && half > widest) {
            widest = half;
            games = (double)comparison->run[rung][arm].games;
        }
    }
    if (games > 0 && margin > 0 && widest > margin) {
        double wanted = games * pow(widest / margin, 2);
        double unit = pow(10, floor(log10(wanted)) - 1); // two digits are enough
        answer_summary(answer,
                       "first-score is known to \u00b1%.1f points; about %.0f games an arm would "
                       "bring that to \u00b1%.1f.",
                       100 * widest, ceil(wanted / unit) * unit, 100 * margin);
    }
}

// The arms that a look left so: "equivalent after 400 games: nifu-off, zone-2".
static void add_settled(struct buffer *text, const struct comparison *comparison, int rung,
                        int look, enum settled settled) {
    const struct experiment *experiment = comparison->experiment;
    const struct settling *settling = comparison->settling;
    int count = 0;
    for (int arm = 1; arm < experiment->arm_count; arm++) {
        const struct arm_run *run = &comparison->run[rung][arm];
        if (run->settled != settled || run->look != look)
            continue;
        if (count++ == 0)
            buffer_printf(text, "%s%s after %s%" PRId64 " games: ", text->length ? "; " : "",
                          settled_name(settled), look == settling->looks - 1 ? "all " : "",
                          settling->games[look]);
        else
            buffer_text(text, ", ");
        buffer_text(text, experiment->arm[arm].name);
    }
}

// Which arms were settled, when, and what that saved.
static void say_settled(struct answer *answer, const struct comparison *comparison, int rung) {
    const struct experiment *experiment = comparison->experiment;
    const struct settling *settling = comparison->settling;
    struct buffer text = buffer_init();
    int64_t played = 0, all = settling->games[settling->looks - 1] * experiment->arm_count;
    for (int look = 0; look < settling->looks; look++)
        for (int settled = 0; settled < SETTLED_KINDS; settled++)
            add_settled(&text, comparison, rung, look, (enum settled)settled);
    for (int arm = 0; arm < experiment->arm_count; arm++)
        played += settling->games[comparison->run[rung][arm].look];
    answer->failed |= text.failed;
    if (!text.failed)
        answer_summary(
            answer,
            "Settled by %s at %" PRIu64 " nodes: %s. It took %" PRId64 " of %" PRId64 " games.",
            metrics[settling->metric].name, experiment->ladder[rung], text.data, played, all);
    buffer_destroy(&text);
}

// Pairs of arms whose order turns round with the node limit.
static void say_reversals(struct answer *answer, const struct comparison *comparison) {
    struct buffer names = buffer_init();
    int count = 0;
    for (int metric = 0; metric < metric_count; metric++) {
        int reversals = 0;
        for (int rung = 0; rung + 1 < comparison->experiment->ladder_count; rung++)
            reversals += findings_of(comparison, metric, rung)->order.reversals;
        if (reversals && !metrics[metric].detail)
            buffer_printf(&names, "%s%s", count++ ? ", " : "", metrics[metric].name);
    }
    answer->failed |= names.failed;
    if (count)
        answer_summary(answer, "Turned round by the strength of play, between some arms: %s.",
                       names.data);
    buffer_destroy(&names);
}

void compare_summary(struct answer *answer, const struct comparison *comparison) {
    const struct experiment *experiment = comparison->experiment;
    int rung = experiment->ladder_count - 1, arms = experiment->arm_count;
    struct buffer text = buffer_init();
    for (int i = 0; comparison->settling && i <= rung; i++)
        say_settled(answer, comparison, i);
    for (int arm = 1; arm < arms && arm <= SUMMED_ARMS; arm++) {
        buffer_clear(&text);
        add_differing(&text, comparison, rung, arm);
        add_equal(&text, comparison, rung, arm);
        answer->failed |= text.failed; // the next arm forgets it
        char rules[RULES_TEXT], about[RULES_TEXT + 8] = "";
        rules_text(&experiment->arm[arm].tables->rules, experiment->variant, rules);
        if (strcmp(rules, experiment->arm[arm].name) != 0)
            snprintf(about, sizeof about, " (%s)", rules);
        if (!text.failed)
            answer_summary(answer, "%s%s against %s, %" PRIu64 " nodes: %s.",
                           experiment->arm[arm].name, about, experiment->arm[0].name,
                           experiment->ladder[rung], text.data);
    }
    if (arms > SUMMED_ARMS + 1)
        answer_summary(answer, "%d more arms stand below.", arms - SUMMED_ARMS - 1);
    say_games(answer, comparison, rung);
    say_reversals(answer, comparison);
    buffer_destroy(&text);
}
