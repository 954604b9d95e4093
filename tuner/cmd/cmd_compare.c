// SPDX-License-Identifier: GPL-3.0-or-later
// kagami compare: plays rule settings against themselves and reports how they differ.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_compare_options.h"
#include "cmd_terminal.h"
#include "compare_answer.h"
#include "comparison.h"
#include "number.h"

static bool set_margin(void *member, const char *text, struct error *error) {
    double *margin = member;
    if (!number_decimal(text, margin) || *margin <= 0 || *margin > 100)
        return error_set(error, "must be a number above 0, at most 100, not '%s'", text);
    *margin /= 100;
    return true;
}

#define AT(member) OPTION_AT(struct compare_options, member)

static const struct option_row rows[] = {
    {"arm", "NAME:RULE=VALUE,...", .line_only = true, .kind = ROW_TEXTS, AT(arms)},
    {"toggle", "RULE=VALUE", .line_only = true, .kind = ROW_TEXTS, .completion = COMPLETE_RULE,
     AT(toggles)},
    {"ladder", "N,N,...", .kind = ROW_TEXT, AT(ladder)},
    {"margin", "POINTS", "2.5", .kind = ROW_OWN, .set = set_margin, AT(margins.score)},
    {"margin-relative", "PERCENT", "10", .kind = ROW_OWN, .set = set_margin, AT(margins.relative)},
};

static const struct option_set set = {.rows = rows, .count = ARRAY_LENGTH(rows)};

static const struct option_row arguments[] = {
    {.name = "EXPERIMENT.ini|VARIANT",
     .kind = ROW_TEXT,
     .completion = COMPLETE_VARIANT,
     AT(argument)},
};

#define USES                                                                                       \
    OPTION_USE(runs, struct compare_options, runs),                                                \
        OPTION_USE(answer_full, struct compare_options, answer), {&set, 0, NULL},                  \
        OPTION_USE(plan, struct compare_options, plan),                                            \
        PLAY_OPTIONS(struct compare_options, play),                                                \
        OPTION_USE(game, struct compare_options, game), {                                          \
        0                                                                                          \
    }
static const struct option_use uses[] = {USES};

// What [experiment] holds.
static const struct option_row variant_rows[] = {
    {"variant", "NAME", .kind = ROW_TEXT, AT(game.variant_name)},
};
static const struct option_set variant_set = {.rows = variant_rows,
                                              .count = ARRAY_LENGTH(variant_rows)};
static const struct option_use experiment_uses[] = {{&variant_set, 0, NULL}, USES};

static const char *const sections[SECTIONS] = {"experiment", "arms", "toggles"};

// Arms and toggles wait for the game.
static bool take_entry(void *options, struct entry *entry, struct error *error) {
    return entry->section != SECTION_EXPERIMENT ||
           options_set_key(experiment_uses, options, entry->key, entry->value, error);
}

// The experiment that is the command's argument, where that is one.
static bool read_file(void *data, const char *path, struct error *error) {
    struct compare_options *options = data;
    const struct runs_file file = {sections, SECTIONS, &options->file, take_entry, options};
    options->path = path;
    return runs_file_read(&file, &options->path, error) &&
           (!options->path || options->game.variant_name ||
            error_set(error, "%s: no variant in [experiment]", path));
}

static bool check(void *data, struct error *error) {
    struct compare_options *options = data;
    if (!options->path)
        options->game.variant_name = options->argument;
    if (!options->path && options->arms.count + options->toggles.count == 0)
        return error_set(
            error, "nothing to compare '%s' with: give --arm or --toggle, or an EXPERIMENT.ini",
            options->argument);
    if (options->play.depth)
        return error_set(error, "compare limits searches by nodes; see --ladder");
    if (options->ladder && options->play.nodes)
        return error_set(error, "--nodes or --ladder, not both");
    return runs_check(&options->runs, &options->play, options->plan.wanted, options->answer.json,
                      error);
}

static bool add_arm(struct experiment *experiment, const char *text, struct error *error) {
    char name[ARM_NAME];
    const char *colon = strchr(text, ':');
    if (!colon || colon - text >= ARM_NAME)
        return error_set(error, "--arm '%s': expected NAME:RULE=VALUE,...", text);
    snprintf(name, sizeof name, "%.*s", (int)(colon - text), text);
    return experiment_add_arm(experiment, name, colon + 1, error);
}

static bool add_entry(struct experiment *experiment, const struct entry *entry,
                      struct error *error) {
    char text[ENTRY_KEY + ENTRY_VALUE];
    if (entry->section == SECTION_ARMS)
        return experiment_add_arm(experiment, entry->key, entry->value, error);
    snprintf(text, sizeof text, "%s%s%s", entry->key, *entry->value ? "=" : "", entry->value);
    return entry->section != SECTION_TOGGLES || experiment_add_toggle(experiment, text, error);
}

// NULL when the options describe none: that has been said, and `code` is what to exit with.
static struct experiment *experiment_of(const struct compare_options *options,
                                        const struct tables *base, int *code) {
    struct error error = {""};
    struct experiment *experiment = experiment_create(base);
    char one[32];
    snprintf(one, sizeof one, "%lld", options->play.nodes);
    const char *ladder = options->ladder       ? options->ladder
                         : options->play.nodes ? one
                                               : "100,400,1600";
    bool fine = experiment_set_ladder(experiment, ladder, &error);
    for (int i = 0; fine && i < options->file.count; i++)
        fine = add_entry(experiment, &options->file.entry[i], &error);
    for (int i = 0; fine && i < options->arms.count; i++)
        fine = add_arm(experiment, options->arms.text[i], &error);
    for (int i = 0; fine && i < options->toggles.count; i++)
        fine = experiment_add_toggle(experiment, options->toggles.text[i], &error);
    if (fine && experiment->arm_count < 2)
        fine = error_set(&error, "nothing to compare the base with: no arms");
    if (fine)
        return experiment;
    *code = fail(EXIT_USAGE, "%s%s%s", options->path ? options->path : "",
                 options->path ? ": " : "", error.text);
    experiment_destroy(experiment);
    return NULL;
}

static int report(const struct compare_options *options, struct compare_study *compare) {
    struct error error = {""};
    struct comparison *comparison = !options->runs.report || compare_study_is_there(compare, &error)
                                        ? compare_study_read(compare, options->margins, &error)
                                        : NULL;
    if (!comparison)
        return fail(EXIT_ERROR, "%s", error.text);
    struct answer answer =
        compare_answer(comparison, options->runs.folder, study_origin(&compare->study));
    bool done = compare_study_write(compare, comparison, &answer, &error);
    free(comparison);
    if (done)
        return answer_show_by(&answer, &options->answer);
    answer_destroy(&answer);
    return fail(EXIT_ERROR, "%s", error.text);
}

// The base's runs stand for those of all arms.
static int plan(const struct compare_options *options, const struct compare_study *compare) {
    const struct experiment *experiment = compare->experiment;
    struct plan_part part[LADDER_MAX];
    for (int rung = 0; rung < experiment->ladder_count; rung++) {
        part[rung] = (struct plan_part){.run = compare_study_run(compare, rung, 0)};
        snprintf(part[rung].name, sizeof part[rung].name, "%" PRIu64 " nodes",
                 experiment->ladder[rung]);
    }
    const struct plan_games games = {.parts = experiment->ladder_count,
                                     .runs = experiment->arm_count,
                                     .arms = experiment->arm_count,
                                     .questions = PLAN_SCORE | PLAN_ARMS};
    return plan_runs(&compare->study, &options->plan, games, part, options->answer.json);
}

static int play(struct compare_options *options, struct compare_study *compare) {
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

static int run(void *data, const char *line) {
    struct compare_options *options = data;
    struct setup setup = {0}; // of the base
    options->play.command = line;
    int code = setup_load(&setup, &options->game);
    struct experiment *experiment =
        code == EXIT_DONE ? experiment_of(options, setup.tables, &code) : NULL;
    struct compare_study compare = {.experiment = experiment,
                                    .variant_text = setup.variant_text,
                                    .study = {.folder = options->runs.folder,
                                              .play = &options->play,
                                              .only = options->runs.only}};
    if (experiment)
        code = play(options, &compare);
    study_destroy(&compare.study);
    experiment_destroy(experiment);
    setup_destroy(&setup);
    return code;
}

const struct command command_compare = {
    COMMAND_HEAD(compare, GROUP_MEASURE, arguments, uses, struct compare_options, run),
    .arguments_needed = 1,
    .read = read_file,
    .check = check,
};
