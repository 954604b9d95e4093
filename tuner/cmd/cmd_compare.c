// SPDX-License-Identifier: GPL-3.0-or-later
// kagami compare: plays rule settings against themselves and reports how they differ.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd_compare_options.h"
#include "cmd_setup.h"
#include "cmd_terminal.h"
#include "compare_answer.h"
#include "compare_study.h"

static void describe(const struct compare_options *options, struct compare_context *context,
                     char values[256], char openings[256]) {
    snprintf(values, 256, "the same in all arms: %s",
             options->play.values ? options->play.values : "those of the game");
    if (options->play.openings)
        snprintf(openings, 256, "the same in all arms: %s", options->play.openings);
    else if (options->play.ladder.rungs)
        snprintf(openings, 256, "from each arm's start position, the same keys");
    else
        snprintf(openings, 256, "%lld random plies by each arm's own rules, the same keys",
                 options->play.random_plies ? options->play.random_plies : 8);
    *context = (struct compare_context){.folder = options->runs.folder,
                                        .values = values,
                                        .openings = openings,
                                        .seed = options->play.seed};
}

static int report(const struct compare_options *options, struct compare_study *compare) {
    struct error error = {""};
    struct comparison *comparison =
        (!options->runs.report || compare_study_is_there(compare, &error)) &&
                study_find_seed(&compare->study, 0, &error)
            ? compare_study_read(compare, options->margins, &error)
            : NULL;
    if (!comparison)
        return fail(EXIT_ERROR, "%s", error.text);
    struct compare_context context;
    char values[256], openings[256];
    describe(options, &context, values, openings);
    struct answer answer = compare_answer(comparison, &context, study_origin(&compare->study));
    bool done = compare_study_write(compare, comparison, &answer, &error);
    free(comparison);
    if (options->full)
        answer_all(&answer);
    if (done)
        return answer_show(&answer, options->answer.json);
    answer_destroy(&answer);
    return fail(EXIT_ERROR, "%s", error.text);
}

// The base's runs stand for those of all arms.
static int plan(const struct compare_options *options, const struct compare_study *compare) {
    const struct experiment *experiment = compare->experiment;
    char text[LADDER_MAX][32];
    const char *names[LADDER_MAX];
    int number[LADDER_MAX];
    for (int rung = 0; rung < experiment->ladder_count; rung++) {
        snprintf(text[rung], sizeof text[rung], "%" PRIu64 " nodes", experiment->ladder[rung]);
        names[rung] = text[rung];
        number[rung] = compare_study_run(compare, rung, 0);
    }
    const struct plan_games games = {.parts = experiment->ladder_count,
                                     .runs = experiment->arm_count,
                                     .arms = experiment->arm_count,
                                     .questions = PLAN_SCORE | PLAN_ARMS};
    return runs_plan(&compare->study, &options->plan, games, names, number, options->answer.json);
}

static int run(struct compare_options *options, struct compare_study *compare) {
    struct game_range range;
    struct error error = {""};
    if (!play_options_range(&options->play, false, &range, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    compare_study_list(compare, options->play.games);
    if (options->plan.wanted)
        return plan(options, compare);
    if (options->runs.list)
        return runs_list(&compare->study);
    int code = options->runs.report ? EXIT_DONE : runs_play(&compare->study);
    bool part = runs_in_part(&options->runs, &options->play);
    return code == EXIT_DONE && !part ? report(options, compare) : code;
}

int compare_run(void *data, const char *line) {
    struct compare_options *options = data;
    struct setup setup = {0}; // of the base
    options->play.command = line;
    int code = setup_load(&setup, &options->game);
    struct experiment *experiment =
        code == EXIT_DONE ? compare_options_experiment(options, setup.tables, &code) : NULL;
    struct compare_study compare = {.experiment = experiment,
                                    .variant_text = setup.variant_text,
                                    .study = {.folder = options->runs.folder,
                                              .play = &options->play,
                                              .only = options->runs.only}};
    if (experiment)
        code = run(options, &compare);
    study_destroy(&compare.study);
    experiment_destroy(experiment);
    setup_destroy(&setup);
    return code;
}
