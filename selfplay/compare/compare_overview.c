// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison says of the first player's score: where its games start; from the start
// position the limit of each arm at each node limit, with its ladder.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compare_answer.h"
#include "compare_answer_internal.h"
#include "log_reader.h"
#include "measured_cell.h"

// All arms at one node limit in one table: how they differ from the base arm in the score, the
// draws, the length, and the metrics that differ in most of them.

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

static struct measured limit_of(const struct comparison *comparison, int rung, int arm) {
    return comparison->run[rung][arm].first.score;
}

// Arms play games of their own from where their draws part: as if independent, which no common
// draw makes too narrow.
static struct measured from_base(const struct comparison *comparison, int rung, int arm) {
    struct measured none = {0, -1, 1, 0};
    struct measured own = limit_of(comparison, rung, arm), base = limit_of(comparison, rung, 0);
    return own.n > 0 && base.n > 0 ? measured_difference(own, base) : none;
}

// "52.1% [50.3, 53.9] at 100 nodes, ...".
static void say_base(struct answer *answer, const struct comparison *comparison) {
    const struct experiment *experiment = comparison->experiment;
    struct buffer text = buffer_init();
    for (int rung = 0; rung < experiment->ladder_count; rung++) {
        struct measured of = limit_of(comparison, rung, 0);
        buffer_text(&text, rung ? ", " : "");
        if (of.n > 0)
            buffer_printf(&text, "%.1f%% [%.1f, %.1f]", 100 * of.value, 100 * of.low,
                          100 * of.high);
        else
            buffer_text(&text, "an unknown score");
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
        p[i] = measured_p(from_base(comparison, rung, i + 1));
    holm(p, count);
    for (int i = 0; i < count; i++) {
        struct measured of = from_base(comparison, rung, i + 1);
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

void compare_say_first_move(struct answer *answer, const struct comparison *comparison, int rung) {
    if (comparison->from_start) {
        say_base(answer, comparison);
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
    struct measured difference = from_base(comparison, rung, arm);
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
