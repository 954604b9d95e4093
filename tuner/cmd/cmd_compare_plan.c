// SPDX-License-Identifier: GPL-3.0-or-later
// compare --plan: what the experiment costs, and how well its games tell the arms apart.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd_compare_options.h"
#include "cmd_terminal.h"

enum { MANY = 1000000 }; // games, of which shares are asked

struct pilot {
    const struct compare_plan *plan;
    int metric;
    struct game_sums *sums[ARMS_MAX]; // owned
};

static bool configure_arm(void *context, int arm, struct config *config, struct opening_list *list,
                          struct error *error) {
    const struct compare_plan *plan = ((struct pilot *)context)->plan;
    return plan->runs->configure(plan->runs->context, plan->arm_number[arm], config, list, error);
}

static bool take(void *context, int arm, const struct game_row *row, struct error *error) {
    (void)error;
    struct pilot *pilot = context;
    struct game_facts game = facts_of_row(row, NULL);
    if (!pilot->sums[arm])
        pilot->sums[arm] = game_sums_create();
    game_sums_add(pilot->sums[arm], &game);
    return true;
}

// The variance of one observation that a mean of so many with this interval has.
static double variance_of(struct measured of) {
    return of.n * pow((of.high - of.low) / 2 / NORMAL_975, 2);
}

// As the report will measure: by intervals that keep something back for what few games do not show.
static bool tell(void *context, struct plan_arm arm[PLAN_ARMS_MAX], double *margin,
                 struct error *error) {
    struct pilot *pilot = context;
    const struct experiment *experiment = pilot->plan->experiment;
    struct comparison *comparison = comparison_create(experiment, pilot->plan->options->margins);
    struct game_sums *base = game_sums_before(pilot->sums[0], pilot->sums[1]->games);
    bool done = true;
    game_sums_destroy(pilot->sums[0]);
    pilot->sums[0] = base;
    comparison_measure(comparison, 0, pilot->sums, NULL, NULL);
    for (int i = 1; done && i < experiment->arm_count; i++) {
        const struct cell *cells = findings_of(comparison, pilot->metric, 0)->cell;
        struct measured of = cells[i].difference;
        struct measured apart = measured_difference(cells[i].value, cells[0].value);
        arm[i] = (struct plan_arm){experiment->arm[i].name,
                                   (double)pilot->sums[i]->games,
                                   of,
                                   cells[i].correlation,
                                   variance_of(of),
                                   variance_of(apart)};
        *margin = cells[i].margin;
        done = (of.n >= 2 && isfinite(arm[i].variance)) ||
               error_set(error,
                         "%s: %.0f games of a pilot do not tell %s; measure longer: --plan-for "
                         "seconds=S",
                         arm[i].name, of.n, metrics[pilot->metric].name);
    }
    free(comparison);
    return done;
}

// The share of the games after which an arm that the full number tells is settled, on average.
static double early(const struct settling *settling, double power, int arms) {
    double share[LOOKS_MAX], bound[LOOKS_MAX];
    double one = normal_quantile(1 - 0.025 / (arms - 1));
    for (int look = 0; look < settling->looks; look++) {
        share[look] = (double)settling->games[look] / (double)settling->games[settling->looks - 1];
        bound[look] = settling->wider[look] * one;
    }
    return looks_mean_share(share, bound, settling->looks, one + normal_quantile(power));
}

int compare_plan(const struct compare_plan *plan) {
    const struct compare_options *options = plan->options;
    const struct experiment *experiment = plan->experiment;
    struct pilot pilot = {.plan = plan,
                          .metric =
                              options->settle >= 0 ? options->settle : metric_find("first-score")};
    struct plan_metric metric = {.name = metrics[pilot.metric].name,
                                 .stated = options->settle >= 0,
                                 .share = metrics[pilot.metric].unit == UNIT_PERCENT,
                                 .arms = experiment->arm_count,
                                 .context = &pilot,
                                 .configure = configure_arm,
                                 .take = take,
                                 .tell = tell};
    struct plan_further further[LADDER_MAX] = {{0}};
    char text[LADDER_MAX][32];
    const char *names[LADDER_MAX];
    if (options->settle >= 0) {
        struct settling settling = settling_plan(options->settle, MANY);
        metric.early = early(&settling, options->plan.power, experiment->arm_count);
        metric.earliest = (double)settling.games[0] / MANY;
    }
    for (int rung = 0; rung < experiment->ladder_count; rung++) {
        snprintf(text[rung], sizeof text[rung], "%" PRIu64 " nodes", experiment->ladder[rung]);
        names[rung] = text[rung];
        // Of each pair two games, in which one player has twice the nodes.
        further[rung].games = 2 * (double)options->strength_pairs;
        further[rung].cost = 1.5 * further[rung].games;
    }
    further[0].games += (double)options->tune_games;
    further[0].cost += (double)options->tune_games;
    // The draws that are planned with are said of the score: then no other spread is asked for.
    bool by_draws = options->settle < 0 && options->plan.draws >= 0;
    const struct plan_games games = {.parts = experiment->ladder_count,
                                     .runs = experiment->arm_count,
                                     .arms = experiment->arm_count,
                                     .questions = PLAN_SCORE | PLAN_ARMS,
                                     .metric = by_draws ? NULL : &metric,
                                     .further = further};
    int code = runs_plan(plan->runs, &options->plan, games, names, plan->rung_number,
                         options->answer.json);
    for (int arm = 0; arm < ARMS_MAX; arm++)
        game_sums_destroy(pilot.sums[arm]);
    return code;
}
