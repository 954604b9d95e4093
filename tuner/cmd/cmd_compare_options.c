// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_compare_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_ini_options.h"
#include "file.h"
#include "number.h"

enum {
    KEY_OUT = 256,
    KEY_ARM,
    KEY_TOGGLE,
    KEY_LADDER,
    KEY_STRENGTH,
    KEY_MARGIN,
    KEY_MARGIN_RELATIVE,
    KEY_TUNE,
    KEY_ONLY,
    KEY_LIST,
    KEY_REPORT,
    KEY_JSON
};

static const struct argp_option option_list[] = {
    {"out", KEY_OUT, "DIR", 0,
     "Folder of the runs, DIR/ARM/NODESn, and of the report (needed); what is there goes on", 1},
    {"arm", KEY_ARM, "NAME:RULE=VALUE,...", 0,
     "A rule setting to compare with the base, which is the VARIANT with --rule and --preset; "
     "`preset=NAME` is a preset, and base:RULE=VALUE,... changes the base (repeatable)",
     1},
    {"toggle", KEY_TOGGLE, "RULE=VALUE", 0,
     "Another value of a rule than the base's: the arms become all combinations of the toggles, up "
     "to 5, and the report says what each does (repeatable)",
     1},
    {"ladder", KEY_LADDER, "N,N,...", 0, "Node limits (default 100,400,1600)", 1},
    {"strength", KEY_STRENGTH, "PAIRS", 0,
     "At each node limit, also play so many pairs of games of twice the nodes against the nodes "
     "(default 0)",
     1},
    {"tune-arms", KEY_TUNE, "GAMES", 0,
     "First tune each arm's values from so many games at the lowest node limit (by another seed, "
     "S+1); without it all arms play by --values",
     1},
    {"margin", KEY_MARGIN, "POINTS", 0,
     "Percentage points up to which a difference of shares and scores does not matter (default "
     "2.5)",
     1},
    {"margin-relative", KEY_MARGIN_RELATIVE, "PERCENT", 0,
     "The same for other numbers, in percent of the base's (default 10)", 1},
    {"report", KEY_REPORT, 0, 0, "Play nothing: report on the games that are in DIR", 1},
    {"list", KEY_LIST, 0, 0, "Play nothing: list the runs, one a line", 1},
    {"only", KEY_ONLY, "RUN", 0, "Play this run of --list alone and report nothing; needs --seed",
     1},
    {"json", KEY_JSON, 0, 0, "Print the report as JSON", 1},
    {0}};

static bool parse_margin(const char *text, const char *what, double *margin) {
    if (number_decimal(text, margin) && *margin > 0 && *margin <= 100) {
        *margin /= 100;
        return true;
    }
    fail(EXIT_USAGE, "%s must be a number above 0, at most 100, not '%s'", what, text);
    return false;
}

static error_t usage_if(bool fine) {
    return fine ? 0 : EINVAL;
}

static error_t add(struct compare_change *list, int *count, int most, struct compare_change change,
                   const char *what) {
    if (*count == most)
        return usage_if(fail(EXIT_USAGE, "more than %d of %s", most, what) == 0);
    list[(*count)++] = change;
    return 0;
}

// "NAME<between>VALUE"
static struct compare_change change_of(const char *text, char between) {
    const char *at = strchr(text, between);
    int length = at ? (int)(at - text) : (int)strlen(text);
    return (struct compare_change){text, length, at ? at + 1 : NULL};
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct compare_options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->play;
        state->child_inputs[1] = &options->game;
        return 0;
    case KEY_OUT:
        options->folder = text;
        return 0;
    case KEY_ARM:
        return add(options->arm, &options->arm_count, ARMS_MAX, change_of(text, ':'), "--arm");
    case KEY_TOGGLE:
        return add(options->toggle, &options->toggle_count, TOGGLES_MAX, change_of(text, '='),
                   "--toggle");
    case KEY_LADDER:
        options->ladder = text;
        return 0;
    case KEY_STRENGTH:
        return usage_if(parse_count(text, "--strength", 0, 1000000000, &options->strength_pairs));
    case KEY_TUNE:
        return usage_if(parse_count(text, "--tune-arms", 0, 1000000000, &options->tune_games));
    case KEY_MARGIN:
        return usage_if(parse_margin(text, "--margin", &options->margins.score));
    case KEY_MARGIN_RELATIVE:
        return usage_if(parse_margin(text, "--margin-relative", &options->margins.relative));
    case KEY_ONLY:
        options->only = text;
        return 0;
    case KEY_LIST:
        options->list = true;
        return 0;
    case KEY_REPORT:
        options->report = true;
        return 0;
    case KEY_JSON:
        options->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            return ARGP_ERR_UNKNOWN;
        options->argument = text;
        return 0;
    case ARGP_KEY_END:
        if (!options->argument)
            argp_error(state, "give an EXPERIMENT.ini, or a VARIANT with --arm or --toggle");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {
    {&play_options_argp, 0, "Games of each arm at each node limit:", 3},
    {&game_options_argp, 0, "Rules of the base:", 4},
    {0}};

static const struct argp command = {
    option_list,
    parse_option,
    "EXPERIMENT.ini\nVARIANT",
    "Compare rule settings of a game by self-play: who wins, how long, how varied, with 95% "
    "intervals, differences to the base arm, and what changes with the strength of play.\v"
    "Every arm and node limit is a run of its own in DIR/ARM/NODESn, as `kagami selfplay` writes "
    "it: it resumes, and can be replayed, tuned from and merged. The report is computed from the "
    "logs. Openings come by the same keys in all arms: random plies by the arm's own rules, or a "
    "list by --openings that is legal in all.\n\n"
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
    "Balance measures the players as much as the game: hence the ladder. A difference that is not "
    "found is no proof of balance: hence the margin.",
    children,
    0,
    0};

enum { SECTION_EXPERIMENT, SECTION_ARMS, SECTION_TOGGLES, SECTIONS };
static const char *const sections[SECTIONS] = {"experiment", "arms", "toggles"};

// A key of [experiment] is the whole name of an option that describes games.
static bool is_key(const char *key) {
    static const char *const not_in_files[] = {"only", "list",  "report", "json",
                                               "arm",  "shard", "range",  "toggle"};
    for (int i = 0; i < ARRAY_LENGTH(not_in_files); i++)
        if (strcmp(key, not_in_files[i]) == 0)
            return false;
    return true;
}

static bool take_option(struct compare_options *options, struct entry *entry, struct error *error) {
    const struct {
        const struct argp *argp;
        void *input;
    } parts[] = {{&command, options},
                 {&play_options_argp, &options->play},
                 {&game_options_argp, &options->game}};
    bool known = false, taken = false;
    for (int i = 0; i < ARRAY_LENGTH(parts) && !known && is_key(entry->key); i++)
        taken = ini_options_take(parts[i].argp, parts[i].input, entry->key, entry->value, &known,
                                 error);
    return taken || (!known && error_set(error, "no such option of `kagami compare`"));
}

static bool take_entry(struct compare_options *options, struct entry *entry, struct error *error) {
    struct compare_change change = {entry->key, (int)strlen(entry->key), entry->value};
    switch (entry->section) {
    case SECTION_ARMS:
        return add(options->arm, &options->arm_count, ARMS_MAX, change, "--arm") == 0;
    case SECTION_TOGGLES:
        return add(options->toggle, &options->toggle_count, TOGGLES_MAX, change, "--toggle") == 0;
    default:
        if (strcmp(entry->key, "variant") != 0)
            return take_option(options, entry, error);
        options->game.variant_name = entry->value;
        return true;
    }
}

static bool read_file(struct compare_options *options, const char *path) {
    struct error error = {""};
    char *text = file_read(path, 1 << 20, &error);
    options->path = path;
    options->file = malloc(sizeof *options->file);
    bool fine = text && options->file &&
                entries_read(text, path, sections, SECTIONS, options->file, &error);
    free(text);
    if (!fine)
        return fail(EXIT_USAGE, "%s", *error.text ? error.text : "out of memory") == 0;
    for (int i = 0; i < options->file->count; i++) {
        struct entry *entry = &options->file->entry[i];
        struct error cause = {""};
        char value[ENTRY_VALUE]; // as it stands there
        memcpy(value, entry->value, sizeof value);
        if (!take_entry(options, entry, &cause))
            return fail(EXIT_USAGE, "%s:%d: '%s = %s': %s", path, entry->line, entry->key, value,
                        cause.text) == 0;
    }
    if (!options->game.variant_name)
        return fail(EXIT_USAGE, "%s: no variant in [experiment]", path) == 0;
    return true;
}

static bool check(const struct compare_options *options) {
    if (!options->folder)
        return fail(EXIT_USAGE, "give a folder for the runs: --out DIR") == 0;
    if (options->play.depth)
        return fail(EXIT_USAGE, "compare limits searches by nodes; see --ladder") == 0;
    if (options->ladder && options->play.nodes)
        return fail(EXIT_USAGE, "--nodes or --ladder, not both") == 0;
    const char *fault = play_options_parts_fault(&options->play, options->only);
    if (fault)
        return fail(EXIT_USAGE, "%s", fault) == 0;
    if (options->tune_games && options->play.values)
        return fail(EXIT_USAGE, "--tune-arms or --values, not both") == 0;
    return true;
}

bool compare_options_parse(struct compare_options *options, int argc, char **argv, int *code) {
    *options = (struct compare_options){.margins = {.score = 0.025, .relative = 0.1}};
    struct error error = {""};
    const char *file = ini_options_file(argc - 1, (const char *const *)argv + 1, "experiment");
    argp_err_exit_status = EXIT_USAGE;
    *code = EXIT_ERROR;
    if (!play_options_default(&options->play, &error))
        return fail(EXIT_ERROR, "%s", error.text) == 0;
    *code = EXIT_USAGE;
    if ((file && !read_file(options, file)) ||
        argp_parse(&command, argc, argv, 0, NULL, options) != 0)
        return false;
    if (file)
        return check(options);
    size_t length = strlen(options->argument);
    options->game.variant_name = options->argument;
    if (options->arm_count + options->toggle_count > 0)
        return check(options);
    if (length > 4 && strcmp(options->argument + length - 4, ".ini") == 0) {
        options->game.variant_name = NULL;
        return read_file(options, options->argument) && check(options);
    }
    return fail(EXIT_USAGE,
                "nothing to compare '%s' with: give --arm or --toggle, or an EXPERIMENT.ini",
                options->argument) == 0;
}

void compare_options_destroy(struct compare_options *options) {
    free(options->file);
}

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
                                              const struct tables *base) {
    struct error error = {""};
    struct experiment *experiment = experiment_create(base, &error);
    char one[32];
    snprintf(one, sizeof one, "%lld", options->play.nodes);
    const char *ladder = options->ladder       ? options->ladder
                         : options->play.nodes ? one
                                               : "100,400,1600";
    bool fine = experiment && experiment_set_ladder(experiment, ladder, &error);
    for (int i = 0; fine && i < options->arm_count; i++)
        fine = add_arm(experiment, &options->arm[i], &error);
    for (int i = 0; fine && i < options->toggle_count; i++)
        fine = add_toggle(experiment, &options->toggle[i], &error);
    if (fine && experiment->arm_count < 2)
        fine = error_set(&error, "nothing to compare the base with: no arms");
    if (fine)
        return experiment;
    fail(EXIT_USAGE, "%s%s%s", options->file ? options->path : "", options->file ? ": " : "",
         error.text);
    experiment_destroy(experiment);
    return NULL;
}
