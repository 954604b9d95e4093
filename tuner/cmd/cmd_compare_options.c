// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_compare_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "number.h"

static bool set_margin(void *member, const char *text, struct error *error) {
    double *margin = member;
    if (!number_decimal(text, margin) || *margin <= 0 || *margin > 100)
        return error_set(error, "must be a number above 0, at most 100, not '%s'", text);
    *margin /= 100;
    return true;
}

static bool set_settle(void *member, const char *text, struct error *error) {
    int *metric = member;
    *metric = settling_metric(text, error);
    return *metric >= 0;
}

static bool add(struct compare_change *list, int *count, int most, struct compare_change change,
                struct error *error) {
    if (*count == most)
        return error_set(error, "may stand %d times at most", most);
    list[(*count)++] = change;
    return true;
}

// "NAME<between>VALUE"
static struct compare_change change_of(const char *text, char between) {
    const char *at = strchr(text, between);
    int length = at ? (int)(at - text) : (int)strlen(text);
    return (struct compare_change){text, length, at ? at + 1 : NULL};
}

static bool set_arm(void *member, const char *text, struct error *error) {
    struct compare_options *options = member;
    return add(options->arm, &options->arm_count, ARMS_MAX, change_of(text, ':'), error);
}

static bool set_toggle(void *member, const char *text, struct error *error) {
    struct compare_options *options = member;
    return add(options->toggle, &options->toggle_count, TOGGLES_MAX, change_of(text, '='), error);
}

#define AT(member) OPTION_AT(struct compare_options, member)

static const struct option_row rows[] = {
    {"arm", "NAME:RULE=VALUE,...",
     "A rule setting to compare with the base, which is the VARIANT with --rule and --preset; "
     "`preset=NAME` is a preset, and base:RULE=VALUE,... changes the base (repeatable)",
     .line_only = true, .kind = ROW_OWN, .set = set_arm},
    {"toggle", "RULE=VALUE",
     "Another value of a rule than the base's: the arms become all combinations of the toggles, up "
     "to 5, and the report says what each does (repeatable)",
     .line_only = true, .kind = ROW_OWN, .set = set_toggle, .completion = COMPLETE_RULE},
    {"ladder", "N,N,...", "Node limits (default 100,400,1600)", .kind = ROW_TEXT, AT(ladder)},
    {"strength", "PAIRS",
     "At each node limit, also play so many pairs of games of twice the nodes against the nodes "
     "(default 0)",
     .kind = ROW_COUNT, .high = 1e9, AT(strength_pairs)},
    {"tune-arms", "GAMES",
     "First tune each arm's values from so many games at the lowest node limit (by another seed, "
     "S+1); without it all arms play by --values",
     .kind = ROW_COUNT, .high = 1e9, AT(tune_games)},
    {"margin", "POINTS",
     "Percentage points up to which a difference of shares and scores does not matter", "2.5",
     .kind = ROW_OWN, .set = set_margin, AT(margins.score)},
    {"margin-relative", "PERCENT", "The same for other numbers, in percent of the base's", "10",
     .kind = ROW_OWN, .set = set_margin, AT(margins.relative)},
    {"settle", "METRIC",
     "Look after each fifth of the games (from 100 on): an arm whose METRIC (length, first-score, "
     "...) is shown to differ from the base's, or to be equal within the margin, plays no more at "
     "that node limit; levels and intervals hold all the same",
     .kind = ROW_OWN, .set = set_settle, AT(settle)},
    {"full", NULL, "Show every metric, p values, and how it was made (--json always does)",
     .line_only = true, AT(full)},
};

static bool set_defaults(void *base, struct error *error) {
    (void)error;
    ((struct compare_options *)base)->settle = -1;
    return true;
}
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), set_defaults, NULL};

static const struct option_row arguments[] = {
    {.name = "EXPERIMENT.ini|VARIANT",
     .help = "An experiment, see below, or a game, with --arm or --toggle",
     .kind = ROW_TEXT,
     .completion = COMPLETE_VARIANT,
     AT(argument)},
};

#define USES                                                                                       \
    RUNS_OPTIONS(struct compare_options, runs), ANSWER_OPTIONS(struct compare_options, answer),    \
        {&set, 0, NULL}, PLAN_OPTIONS(struct compare_options, plan),                               \
        PLAY_OPTIONS(struct compare_options, play), GAME_OPTIONS(struct compare_options, game), {  \
        0                                                                                          \
    }
static const struct option_use uses[] = {USES};

// What [experiment] holds.
static const struct option_row variant_rows[] = {
    {"variant", "NAME", "The game", .kind = ROW_TEXT, AT(game.variant_name)},
};
static const struct option_set variant_set = {NULL, variant_rows, ARRAY_LENGTH(variant_rows), NULL,
                                              NULL};
static const struct option_use experiment_uses[] = {{&variant_set, 0, NULL}, USES};

enum { SECTION_EXPERIMENT, SECTION_ARMS, SECTION_TOGGLES, SECTIONS };
static const char *const sections[SECTIONS] = {"experiment", "arms", "toggles"};

static bool take_entry(struct compare_options *options, struct entry *entry, struct error *error) {
    struct compare_change change = {entry->key, (int)strlen(entry->key), entry->value};
    if (entry->section == SECTION_ARMS)
        return add(options->arm, &options->arm_count, ARMS_MAX, change, error);
    if (entry->section == SECTION_TOGGLES)
        return add(options->toggle, &options->toggle_count, TOGGLES_MAX, change, error);
    return options_set_key(experiment_uses, options, entry->key, entry->value, error);
}

// The experiment that is the command's argument, where that is an .ini file and no variant.
static bool read_file(void *data, const char *path, struct error *error) {
    struct compare_options *options = data;
    size_t length = strlen(path);
    if (length < 4 || strcmp(path + length - 4, ".ini") != 0)
        return true;
    char *text = file_read(path, 1 << 20, error);
    bool experiment = text && !strstr(text, "[variant]");
    bool fine = text && (!experiment ||
                         entries_read(text, path, sections, SECTIONS, &options->file, error));
    free(text);
    if (!fine || !experiment)
        return fine;
    options->path = path;
    for (int i = 0; i < options->file.count; i++) {
        struct entry *entry = &options->file.entry[i];
        struct error cause = {""};
        char value[ENTRY_VALUE]; // taking it cuts it
        snprintf(value, sizeof value, "%s", entry->value);
        if (!take_entry(options, entry, &cause))
            return error_at(error, path, entry->line, "'%s = %s' in [%s]: %s", entry->key, value,
                            sections[entry->section], cause.text);
    }
    return options->game.variant_name || error_set(error, "%s: no variant in [experiment]", path);
}

static bool check(void *data, struct error *error) {
    struct compare_options *options = data;
    if (!options->path)
        options->game.variant_name = options->argument;
    if (!options->path && options->arm_count + options->toggle_count == 0)
        return error_set(
            error, "nothing to compare '%s' with: give --arm or --toggle, or an EXPERIMENT.ini",
            options->argument);
    if (options->play.depth)
        return error_set(error, "compare limits searches by nodes; see --ladder");
    if (options->ladder && options->play.nodes)
        return error_set(error, "--nodes or --ladder, not both");
    if (options->tune_games && options->play.values)
        return error_set(error, "--tune-arms or --values, not both");
    if (options->settle >= 0 && options->toggle_count)
        return error_set(error, "--settle goes with arms: effects of toggles need all games of all "
                                "their combinations");
    if (options->settle >= 0 && (options->play.range.end >= 0 || options->runs.only))
        return error_set(error, "--settle looks at all arms together, so they are played in one "
                                "place: without --shard, --range and --only");
    return options->plan.wanted ||
           runs_check(&options->runs, &options->play, options->answer.json, error);
}

const struct command command_compare = {
    .name = "compare",
    .group = GROUP_MEASURE,
    .summary = "compare rule settings by self-play",
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .arguments_needed = 1,
    .about = "Compare rule settings of a game by self-play: who wins, how long, how varied, with "
             "95% intervals, differences to the base arm, and what changes with the strength of "
             "play.",
    .epilogue =
        "Every arm and node limit is a run of its own in DIR/ARM/NODESn, as `kagami selfplay` "
        "writes it: it resumes, and can be replayed, tuned from and merged. The report is computed "
        "from the logs. All arms begin from the same openings where they can: those of "
        "--openings, which must be legal in all, or random plies of one seed, by each arm's "
        "rules.\n\n"
        "An experiment file holds the same options:\n"
        "  [experiment]\n"
        "  variant = kagamigi\n"
        "  games = 1000\n"
        "  ladder = 100, 400, 1600\n"
        "  out = runs/promotion\n"
        "  [arms]\n"
        "  end = promotion-trigger=end\n"
        "  calm = promotion-trigger=enter,drops=off\n"
        "Instead of [arms], [toggles] lists `nifu = off`, one rule a line. What is given on the "
        "command line comes after the file and prevails.\n\n"
        "--settle METRIC ends an arm's games at a node limit when its question is settled. Levels "
        "of 5% are kept over looks (spent after O'Brien and Fleming) and arms (Holm); after a "
        "KILL, with any threads, the same games are played. State the metric and --games before "
        "the first game.\n\n"
        "Balance measures the players as much as the game: hence the ladder. A difference that is "
        "not found is no proof of balance: hence the margin.",
    .uses = uses,
    .size = sizeof(struct compare_options),
    .read = read_file,
    .check = check,
    .run = compare_run,
};

static bool add_arm(struct experiment *experiment, const struct compare_change *change,
                    struct error *error) {
    char name[ARM_NAME];
    if (!change->value || change->length >= (int)sizeof name)
        return error_set(error, "--arm '%s': expected NAME:RULE=VALUE,...", change->name);
    snprintf(name, sizeof name, "%.*s", change->length, change->name);
    return experiment_add_arm(experiment, name, change->value, error);
}

static bool add_toggle(struct experiment *experiment, const struct compare_change *change,
                       struct error *error) {
    char text[ENTRY_KEY + ENTRY_VALUE];
    snprintf(text, sizeof text, "%.*s%s%.255s", change->length, change->name,
             change->value ? "=" : "", change->value ? change->value : "");
    return experiment_add_toggle(experiment, text, error);
}

struct experiment *compare_options_experiment(const struct compare_options *options,
                                              const struct tables *base, int *code) {
    struct error error = {""};
    struct experiment *experiment = experiment_create(base);
    char one[32];
    snprintf(one, sizeof one, "%lld", options->play.nodes);
    const char *ladder = options->ladder       ? options->ladder
                         : options->play.nodes ? one
                                               : "100,400,1600";
    bool fine = experiment_set_ladder(experiment, ladder, &error);
    for (int i = 0; fine && i < options->arm_count; i++)
        fine = add_arm(experiment, &options->arm[i], &error);
    for (int i = 0; fine && i < options->toggle_count; i++)
        fine = add_toggle(experiment, &options->toggle[i], &error);
    if (fine && experiment->arm_count < 2)
        fine = error_set(&error, "nothing to compare the base with: no arms");
    if (fine)
        return experiment;
    *code = fail(EXIT_USAGE, "%s%s%s", options->path ? options->path : "",
                 options->path ? ": " : "", error.text);
    experiment_destroy(experiment);
    return NULL;
}
