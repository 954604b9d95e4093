// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison says first, at one node limit (rung_of). Sentences: where games start and what
// the first player scores; of each arm that differs from the base arm in what, and what is equal,
// the surest effect first; the other arms in one; what more games would tell; and over the limits,
// what turns round. Tables: all arms in one; from the start position the score of each.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_answer.h"
#include "measured_cell.h"
#include "memory.h"

// The table that follows has all arms.
enum { NAMED_MOST = 5, SUMMED_ARMS = 3, SETTINGS_SAID = 2, DIFFERENCE = 64 };

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

// How far from 0 a difference from the base arm is, in widths of its interval; 0 where it is not
// significant, and for details.
static double cell_distance(int metric, const struct cell *cell) {
    struct measured of = cell->difference;
    if (metrics[metric].detail || of.n <= 0 || cell->p_holm >= 0.05)
        return 0;
    return of.high > of.low ? fabs(of.value) / (of.high - of.low) : INFINITY;
}

static double distance_of(const struct comparison *comparison, int metric, int rung, int arm) {
    return cell_distance(metric, &findings_of(comparison, metric, rung)->cell[arm]);
}

// The node limit that an answer speaks of: the highest at which the base arm has half as many games
// as at any. Stronger play says more, a tenth of the games says little.
static int rung_of(const struct comparison *comparison) {
    int rung = comparison->experiment->ladder_count - 1;
    int64_t most = 0;
    for (int i = 0; i <= rung; i++)
        if (comparison->run[i][0].games > most)
            most = comparison->run[i][0].games;
    while (rung > 0 && 2 * comparison->run[rung][0].games < most)
        rung--;
    return rung;
}

// As people read it, of a percentage in points: "+3.6 +-2.4".
static const char *difference_text(const struct metric *metric, struct measured difference,
                                   char text[DIFFERENCE]) {
    double scale = metric->unit == UNIT_PERCENT ? 100 : 1, value = scale * difference.value;
    double half =
        scale * fmax(difference.high - difference.value, difference.value - difference.low);
    int decimals = half < 0.095 ? 2 : half < 9.5 ? 1 : 0;
    snprintf(text, DIFFERENCE, "%+.*f \u00b1%.*f", decimals, value, decimals, half);
    return text;
}

// --- All arms at one node limit ------------------------------------------------------------------
// One table: how they differ from the base arm in the score, the draws, the length, and the metrics
// that differ in most of them.

enum { SHOWN = 6, NARROW = 4, CELL = DIFFERENCE + 4 };

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
        double distance = cell_distance(metric, cell_of(of, metric, arm));
        arms += distance > 0;
        most = distance > most ? distance : most;
    }
    return arms + 1 - 1 / (1 + most);
}

// Fills in the metrics of the columns and returns how many there are.
static int choose(const struct overview *of, int chosen[SHOWN]) {
    struct finding *order = mem_calloc((size_t)metric_count, sizeof *order);
    int count = 0;
    for (int i = 0; i < metric_count; i++) {
        const char *name = metrics[i].name;
        bool usual = strcmp(name, "first-score") == 0 || strcmp(name, "draws") == 0 ||
                     strcmp(name, "length") == 0;
        order[i] = (struct finding){i, usual ? INFINITY : rank_of(of, i)};
    }
    qsort(order, (size_t)metric_count, sizeof *order, by_distance);
    for (; count < SHOWN && order[count].distance > 0; count++)
        chosen[count] = order[count].index;
    free(order);
    return count;
}

static struct answer_cell text_of(const struct overview *of, int metric, int arm, char text[CELL]) {
    const struct cell *cell = cell_of(of, metric, arm);
    enum unit unit = metrics[metric].unit;
    char number[DIFFERENCE];
    if (arm == 0) {
        double value = cell->value.value * (unit == UNIT_PERCENT ? 100 : 1);
        snprintf(text, CELL, "%.*f%s", value < 10 && unit == UNIT_NUMBER ? 2 : 1, value,
                 unit == UNIT_PERCENT ? "%" : "");
        return cell_text(cell->value.n > 0 ? text : NULL);
    }
    bool differs = cell_distance(metric, cell) > 0;
    snprintf(text, CELL, "%s%s", difference_text(&metrics[metric], cell->difference, number),
             differs                     ? " *"
             : cell->p_equivalent < 0.05 ? " ="
                                         : "");
    return cell_text(cell->difference.n > 0 ? text : NULL);
}

void compare_overview(struct answer *answer, const struct comparison *comparison) {
    const struct experiment *experiment = comparison->experiment;
    const struct overview all = {comparison, rung_of(comparison), experiment->arm_count};
    const struct overview *of = &all;
    int chosen[SHOWN];
    struct answer_column columns[SHOWN + 1] = {{"arm", "arm", ANSWER_TEXT}};
    char caption[160];
    if (of->arms < 3)
        return; // a sentence says it
    int count = choose(of, chosen);
    for (int i = 0; i < count; i++)
        columns[i + 1] = (struct answer_column){.key = metrics[chosen[i]].name,
                                                .label = metrics[chosen[i]].name,
                                                .type = ANSWER_TEXT,
                                                .flags = i >= NARROW ? ANSWER_WIDE : 0};
    snprintf(caption, sizeof caption,
             "Against %s at %" PRIu64 " nodes: * differs significantly, = equal within the margins",
             arm_name(of, 0), experiment->ladder[of->rung]);
    answer_key(answer, "overview_caption", cell_text(caption));
    answer_table(answer, "overview", caption, columns, count + 1);
    for (int arm = 0; arm < of->arms; arm++) {
        struct answer_cell row[SHOWN + 1] = {cell_text(arm_name(of, arm))};
        char text[SHOWN][CELL];
        for (int i = 0; i < count; i++)
            row[i + 1] = text_of(of, chosen[i], arm, text[i]);
        answer_row(answer, row);
    }
}

// --- The first player's score -------------------------------------------------------------------

// "52.1% [50.3, 53.9] at 100 nodes, ...".
static void say_base(struct answer *answer, const struct comparison *comparison) {
    const struct experiment *experiment = comparison->experiment;
    struct buffer text = buffer_init();
    for (int rung = 0; rung < experiment->ladder_count; rung++) {
        struct measured of = comparison->run[rung][0].first.score;
        buffer_text(&text, rung ? ", " : "");
        if (of.n > 0)
            buffer_printf(&text, "%.1f%% [%.1f, %.1f]", 100 * of.value, 100 * of.low,
                          100 * of.high);
        else
            buffer_text(&text, "an unknown share");
        buffer_printf(&text, " at %" PRIu64 " nodes", experiment->ladder[rung]);
    }
    answer_summary(answer,
                   "From the start position the first player of %s scores %s, as x falls to 0.",
                   experiment->arm[0].name, text.data);
    buffer_destroy(&text);
}

// The arms whose limit differs from the base's, after Holm's correction over the arms.
static void say_arms(struct answer *answer, const struct comparison *comparison, int rung) {
    const struct experiment *experiment = comparison->experiment;
    struct buffer text = buffer_init();
    double p[ARMS_MAX];
    int count = experiment->arm_count - 1;
    for (int i = 0; i < count; i++)
        p[i] = measured_p(comparison->run[rung][i + 1].first_difference);
    holm(p, count);
    for (int i = 0; i < count; i++) {
        struct measured of = comparison->run[rung][i + 1].first_difference;
        if (p[i] < 0.05)
            buffer_printf(&text, "%s%s by %+.1f points [%.1f, %.1f]", text.length ? ", " : "",
                          experiment->arm[i + 1].name, 100 * of.value, 100 * of.low, 100 * of.high);
    }
    if (text.length)
        answer_summary(answer, "At %" PRIu64 " nodes that score changes under %s.",
                       experiment->ladder[rung], text.data);
    else if (count > 0)
        answer_summary(answer, "At %" PRIu64 " nodes no arm changes that score significantly.",
                       experiment->ladder[rung]);
    buffer_destroy(&text);
}

static void say_first_move(struct answer *answer, const struct comparison *comparison, int rung) {
    if (comparison->from_start) {
        say_base(answer, comparison);
        if (comparison->run[rung][0].first.score.n > 0)
            say_arms(answer, comparison, rung);
    } else if (*comparison->openings) {
        answer_summary(answer, "First-score is that of games from %s.", comparison->openings);
    }
}

static const struct answer_column columns[] = {
    {"nodes", "nodes", ANSWER_COUNT},
    {"arm", "arm", ANSWER_TEXT},
    {"x", "x", ANSWER_COUNT},
    {"games", "games", ANSWER_COUNT},
    {"distinct", "distinct", ANSWER_COUNT},
    {"score", "score", ANSWER_SHARE, 1, ANSWER_INTERVAL | ANSWER_STRONG},
    {"difference", "from base", ANSWER_SHARE, 1,
     ANSWER_INTERVAL | ANSWER_PLUS | ANSWER_HALF | ANSWER_OMIT},
    {"p", "p of a line", ANSWER_NUMBER, 2, ANSWER_OMIT},
};

static void add_arm(struct answer *answer, const struct comparison *comparison, int rung, int arm) {
    const struct experiment *experiment = comparison->experiment;
    const struct first_move *first = &comparison->run[rung][arm].first;
    struct measured difference = comparison->run[rung][arm].first_difference;
    const struct answer_cell nodes = cell_count(experiment->ladder[rung]);
    const struct answer_cell name = cell_text(experiment->arm[arm].name);
    int64_t games = 0;
    for (int i = 0; i < first->rungs; i++) {
        const struct first_rung *of = &first->rung[i];
        ANSWER_ROW(answer, nodes, name, cell_number(of->near), cell_count(of->games),
                   cell_number(of->score.n), cell_observed(of->score), cell_missing(),
                   cell_missing());
        games += of->games;
    }
    ANSWER_ROW(answer, nodes, name, cell_number(0), cell_count(games), cell_number(first->score.n),
               cell_observed(first->score), arm ? cell_observed(difference) : cell_missing(),
               cell_if(first->freedom > 0, first->p));
}

void compare_first_moves(struct answer *answer, const struct comparison *comparison) {
    if (!comparison->from_start)
        return;
    answer_table(answer, "first_move",
                 "First player's score from the start position, moves within x centi-values of the "
                 "best; x = 0 is the limit",
                 columns, ARRAY_LENGTH(columns));
    for (int rung = 0; rung < comparison->experiment->ladder_count; rung++)
        for (int arm = 0; arm < comparison->experiment->arm_count; arm++)
            add_arm(answer, comparison, rung, arm);
}

// --- The sentences -------------------------------------------------------------------------------

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

static void add_difference(struct buffer *text, const struct metric *metric,
                           struct measured difference) {
    char number[DIFFERENCE];
    buffer_printf(text, "%s %s", metric->name, difference_text(metric, difference, number));
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

// Each metric has its own 5%: does the clearest difference of an arm hold if all metrics share it?
static bool differs_over_all(const struct comparison *comparison, int rung, int arm) {
    double least = 1;
    int asked = 0;
    for (int metric = 0; metric < metric_count; metric++) {
        const struct cell *cell = &findings_of(comparison, metric, rung)->cell[arm];
        bool counts = !metrics[metric].detail && cell->difference.n > 0;
        asked += counts;
        least = fmin(least, counts ? cell->p_holm : 1);
    }
    return asked * least < 0.05;
}

// An arm that differs from the base: in what.
static void say_arm(struct answer *answer, const struct comparison *comparison, int rung,
                    const struct finding *arm) {
    const struct experiment *experiment = comparison->experiment;
    const struct arm *of = &experiment->arm[arm->index];
    struct buffer text = buffer_init();
    char room[RULES_TEXT], about[RULES_TEXT + 8] = "";
    const char *rules = experiment_about(experiment, arm->index, room);
    add_differing(&text, comparison, rung, arm->index);
    add_equal(&text, comparison, rung, arm, 1);
    int settings = 1;
    for (const char *at = rules; (at = strchr(at, ';')); at++)
        settings++;
    if (strcmp(rules, of->name) != 0 && settings <= SETTINGS_SAID)
        snprintf(about, sizeof about, " (%s)", rules);
    answer_summary(answer, "%s%s against %s, %" PRIu64 " nodes: %s%s.", of->name, about,
                   experiment->arm[0].name, experiment->ladder[rung], text.data,
                   differs_over_all(comparison, rung, arm->index)
                       ? ""
                       : "; not significant over all numbers together");
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

// How many games would bring the first-score of the least precise of these arms to the margin.
static void say_games(struct answer *answer, const struct comparison *comparison, int rung,
                      const struct finding *arms, int count) {
    const struct findings *findings = findings_of(comparison, metric_find("first-score"), rung);
    double games = 0, worst = 0, margin = comparison->margins.score;
    for (int i = 0; i < count; i++) {
        struct measured of = findings->cell[arms[i].index].difference;
        double half = (of.high - of.low) / 2;
        if (of.n > 0 && half > worst) {
            const struct arm_run *run = &comparison->run[rung][arms[i].index];
            worst = half;
            games = (double)(run->games + run->copies); // of which more will repeat others
        }
    }
    if (games == 0 || margin <= 0 || worst <= margin)
        return;
    double wanted = games_rounded(games * pow(worst / margin, 2));
    answer_summary(answer,
                   "Under %s first-score is known to \u00b1%.1f points; about %.0f games an arm "
                   "would bring that to \u00b1%.1f.",
                   count == 1 ? "it" : "these", 100 * worst, wanted, 100 * margin);
}

void compare_summary(struct answer *answer, const struct comparison *comparison) {
    const struct experiment *experiment = comparison->experiment;
    int rung = rung_of(comparison), arms = experiment->arm_count - 1, differ = 0;
    struct finding order[ARMS_MAX];
    say_first_move(answer, comparison, rung);
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
    if (comparison->unfinished)
        answer_summary(answer, "Runs that are not finished: %d. Games may follow.",
                       comparison->unfinished);
}
