// SPDX-License-Identifier: GPL-3.0-or-later
// kagami worth: what pieces are worth, measured by games of randomised armies.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_runs.h"
#include "cmd_setup.h"
#include "cmd_terminal.h"
#include "number.h"
#include "values_file.h"
#include "variant_twin.h"

enum { LIMITS_MAX = 8, REPLACED_MAX = 8 };

// Changed pieces by default: a share of all that can be changed.
static const double dense = 0.7;

struct options {
    struct runs_options runs;
    struct answer_options answer;
    struct plan_options plan;
    struct game_options game;
    struct play_options play;
    struct option_texts values, replaced;
    int limits; // 0: not given
    uint64_t limit[LIMITS_MAX];
    double changes; // pieces a game; 0: dense
};

static bool set_limits(void *member, const char *text, struct error *error) {
    struct options *options = member;
    long long nodes[LIMITS_MAX];
    options->limits = number_counts(text, 1, 1000000000000, LIMITS_MAX, nodes);
    for (int i = 0; i < options->limits; i++) {
        options->limit[i] = (uint64_t)nodes[i];
        for (int other = 0; other < i; other++)
            if (nodes[other] == nodes[i])
                return error_set(error, "takes every node limit once, not '%s'", text);
    }
    return options->limits ||
           error_set(error,
                     "takes up to %d node limits from 1 to 1e12 with commas between, not '%s'",
                     LIMITS_MAX, text);
}

static bool set_changes(void *member, const char *text, struct error *error) {
    double *changes = member;
    *changes = 0;
    return strcmp(text, "dense") == 0 || (number_decimal(text, changes) && *changes > 0) ||
           error_set(error, "must be a number of pieces above 0, or dense, not '%s'", text);
}

#define AT(member) OPTION_AT(struct options, member)

static const struct option_row arguments[] = {VARIANT_ARGUMENT(struct options)};
static const struct option_row rows[] = {
    {"nodes", "M,...",
     "Nodes searched a move (default 1000); several limits are a ladder, played with the same "
     "armies",
     .kind = ROW_OWN, .set = set_limits},
    {"values", "FILE",
     "values.csv of both players; what it leaves out keeps the default. 'shipped', the default; "
     "'estimate': values from the moves alone (repeatable: all are played, each on every limit)",
     .kind = ROW_TEXTS, .completion = COMPLETE_FILE, AT(values)},
    {"changes", "N|dense",
     "Pieces that are changed a game, of both sides together, on average (default: dense, seven "
     "of ten)",
     .kind = ROW_OWN, .set = set_changes, AT(changes)},
    {"replace", "PIECE=BETZA",
     "Measure a new piece, which moves by BETZA, beside PIECE, in whose place it stands with a "
     "chance of one half (repeatable)",
     .kind = ROW_TEXTS, AT(replaced)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

static bool check(void *data, struct error *error) {
    struct options *options = data;
    if (options->limits == 0)
        options->limit[options->limits++] = 1000;
    if (options->values.count == 0)
        options->values.text[options->values.count++] = "shipped";
    return options->plan.wanted ||
           runs_check(&options->runs, &options->play, options->answer.json, error);
}

struct replaced {
    Type old, new;
};

struct session {
    struct options *options;
    struct setup *setup;
    struct army_settings army;
    struct replaced replaced[REPLACED_MAX];
    int replaced_count;
    struct runs runs;
};

// --- Replaced pieces -----------------------------------------------------------------------------

static bool find_old(const char *text, const char *file, const char *name, Type *old,
                     struct error *error) {
    struct variant *variant = malloc(sizeof *variant);
    if (!variant)
        return error_set(error, "out of memory");
    bool done = variant_parse(text, file, variant, error);
    Type type = done ? variant_find_piece(variant, name, error) : 0;
    free(variant);
    *old = type & (Type)~TYPE_PROMOTED;
    return type && (type == *old || error_set(error,
                                              "'%s' is a promoted piece: those of the start "
                                              "position can be replaced",
                                              name));
}

// "LC=fRfF": adds the new piece to the game's text, which is replaced.
static bool add_replaced(struct session *session, const char *file, const char *assignment,
                         char **text, struct error *error) {
    char name[NAME_TEXT];
    const char *betza = strchr(assignment, '=');
    struct replaced *replaced = &session->replaced[session->replaced_count];
    if (!betza || betza - assignment >= NAME_TEXT)
        return error_set(error, "takes PIECE=BETZA, not '%s'", assignment);
    if (session->replaced_count == REPLACED_MAX)
        return error_set(error, "at most %d pieces", REPLACED_MAX);
    snprintf(name, sizeof name, "%.*s", (int)(betza - assignment), assignment);
    if (!find_old(*text, file, name, &replaced->old, error))
        return false;
    if (session->army.other[replaced->old])
        return error_set(error, "'%s': it is replaced already", name);
    struct buffer twin = buffer_init();
    replaced->new = variant_add_twin(*text, file, replaced->old, betza + 1, &twin, error);
    if (!replaced->new) {
        buffer_destroy(&twin);
        return false;
    }
    free(*text);
    *text = twin.data;
    session->army.other[replaced->old] = replaced->new;
    session->replaced_count++;
    return true;
}

// The game with its new pieces. Returns the exit code.
static int load(struct session *session) {
    struct options *options = session->options;
    struct game_options *game = &options->game;
    struct error error = {""}, cause = {""};
    char *text = options->replaced.count ? config_variant_text(game->variant_name, &error) : NULL;
    bool done = text || options->replaced.count == 0;
    for (int i = 0; done && i < options->replaced.count; i++)
        done =
            add_replaced(session, game->variant_name, options->replaced.text[i], &text, &cause) ||
            error_set(&error, "--replace %s", cause.text);
    game->variant_text = text;
    int code = done ? setup_load(session->setup, game) : fail(EXIT_USAGE, "%s", error.text);
    game->variant_text = NULL;
    free(text);
    return code;
}

static int new_value(const struct values *values, const struct values *estimate, int old, int new) {
    double ratio =
        estimate->value[old] ? (double)estimate->value[new] / (double)estimate->value[old] : 1;
    long value = lround(values->value[old] * ratio);
    return (int)(value > VALUE_LIMIT ? VALUE_LIMIT : value);
}

// Players know nothing of a new piece: it counts as much more than the old one as its moves say,
// unless --param says otherwise.
static bool set_new_values(const struct session *session, struct values *values,
                           struct error *error) {
    const struct tables *tables = session->setup->tables;
    const struct option_texts *param = &session->options->play.param;
    struct values estimate;
    values_estimate(tables, &estimate);
    for (int i = 0; i < session->replaced_count; i++) {
        Type old = session->replaced[i].old, new = session->replaced[i].new;
        const int places[] = {VALUE_BOARD, VALUE_BOARD + TYPE_PROMOTED, VALUE_HAND};
        for (int place = 0; place < ARRAY_LENGTH(places); place++)
            values->value[places[place] + new] =
                new_value(values, &estimate, places[place] + old, places[place] + new);
    }
    for (int i = 0; i < param->count; i++)
        if (!values_assign(param->text[i], tables, values, error))
            return false;
    return true;
}

// --- Runs: for each value set the limits ---------------------------------------------------------

static const char *values_of(const struct session *session, int number) {
    return session->options->values.text[number / session->options->limits];
}

static uint64_t limit_of(const struct session *session, int number) {
    return session->options->limit[number % session->options->limits];
}

static const char *name_of(void *context, int number, char text[PATH_MAX]) {
    const struct session *session = context;
    const char *values = values_of(session, number), *slash = strrchr(values, '/');
    snprintf(text, PATH_MAX, "%.64s-%" PRIu64 "n", slash ? slash + 1 : values,
             limit_of(session, number));
    return text;
}

static bool range_of(void *context, int number, struct game_range *range, struct error *error) {
    const struct session *session = context;
    (void)number;
    return play_options_range(&session->options->play, false, range, error);
}

static bool configure(void *context, int number, struct config *config, struct opening_list *list,
                      struct error *error) {
    const struct session *session = context;
    struct play_options play = session->options->play;
    const char *values = values_of(session, number);
    play.nodes = (long long)limit_of(session, number);
    play.values = strcmp(values, "shipped") == 0 ? NULL : values;
    *config = session->setup->config;
    config->opening.army = session->army;
    config->sampling.rate = 0;
    return play_options_config(&play, config, list, error) &&
           set_new_values(session, &config->player[PLAYER_A].values, error) &&
           set_new_values(session, &config->player[PLAYER_B].values, error) &&
           config_finish(config, false, error);
}

static bool prepare(struct session *session, struct error *error) {
    const struct options *options = session->options;
    const struct tables *tables = session->setup->tables;
    int pieces = army_pieces(tables, 0);
    for (int i = 0; i < session->replaced_count; i++)
        if (army_pieces(tables, session->replaced[i].old) == 0)
            return error_set(error, "--replace: no %s in the start position",
                             tables->variant.piece[session->replaced[i].old].name);
    double share = options->changes ? options->changes / pieces : dense;
    if (share > 1)
        return error_set(error, "--changes %g: there are %d pieces that can be changed",
                         options->changes, pieces);
    session->army.share = round(1e6 * share) / 1e6; // as the run's identity has it
    session->runs.count = options->limits * options->values.count;
    for (int i = 0; i < session->runs.count; i += options->limits)
        for (int other = 0; other < i; other += options->limits) {
            char name[PATH_MAX], same[PATH_MAX];
            if (strcmp(name_of(session, i, name), name_of(session, other, same)) == 0)
                return error_set(error,
                                 "--values: two files of one name, which the runs are "
                                 "called by: %s",
                                 values_of(session, i));
        }
    return true;
}

static bool find_seed(const struct session *session, struct error *error) {
    char folder[PATH_MAX], record[PATH_MAX];
    if (!runs_folder(&session->runs, 0, folder, error))
        return false;
    snprintf(record, sizeof record, "%.4000s/run.json", folder);
    return (!session->options->runs.report && access(record, F_OK) != 0) ||
           runs_find_seed(&session->runs, 0, error);
}

static int run(struct session *session) {
    const struct options *options = session->options;
    struct error error = {""};
    if (!prepare(session, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    if (options->runs.list)
        return runs_list(&session->runs);
    if (!find_seed(session, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    return options->runs.report ? EXIT_DONE : runs_play(&session->runs);
}

static int run_worth(void *data, const char *line) {
    struct options *options = data;
    struct setup setup = {0};
    struct session *session = calloc(1, sizeof *session);
    if (!session)
        return fail(EXIT_ERROR, "out of memory");
    options->play.command = line;
    *session = (struct session){.options = options,
                                .setup = &setup,
                                .runs = {.options = &options->runs,
                                         .play = &options->play,
                                         .context = session,
                                         .name = name_of,
                                         .range = range_of,
                                         .configure = configure}};
    int code = load(session);
    if (code == EXIT_DONE)
        code = run(session);
    free(session);
    setup_destroy(&setup);
    return code;
}

static const struct option_use uses[] = {
    RUNS_OPTIONS(struct options, runs),
    ANSWER_OPTIONS(struct options, answer),
    {&set, 0, NULL},
    PLAN_OPTIONS(struct options, plan),
    {&part_option_set, offsetof(struct options, play), NULL},
    {&games_option_set, offsetof(struct options, play), NULL},
    {&player_detail_option_set, offsetof(struct options, play), NULL},
    {&end_option_set, offsetof(struct options, play), NULL},
    GAME_OPTIONS(struct options, game),
    {0}};
const struct command command_worth = {
    .name = "worth",
    .group = GROUP_MEASURE,
    .summary = "measure what pieces are worth by randomised armies",
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .arguments_needed = 1,
    .about = "Measure what pieces are worth by games of randomised armies.",
    .epilogue =
        "Every game starts from armies drawn by lot: each piece of each side, other than royals, "
        "is on its square, absent, in hand or promoted, whatever becomes of the others. A run is "
        "an ordinary self-play folder; the same command goes on.",
    .uses = uses,
    .size = sizeof(struct options),
    .check = check,
    .run = run_worth,
};
