// SPDX-License-Identifier: GPL-3.0-or-later
// kagami spsa: tunes values and parameters of the search by games.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_progress.h"
#include "cmd_setup.h"
#include "cmd_terminal.h"
#include "file.h"
#include "memory.h"
#include "runmeta.h"
#include "spsa.h"
#include "spsa_run.h"

struct spsa_options {
    struct game_options game;
    struct play_options play;
    struct answer_options answer;
    struct plan_options cost;
    struct player_options program;
    const char *folder, *plan, *plan_out;
    struct option_texts tune;     // patterns
    struct option_texts together; // lists of patterns, each a direction
    bool directions;              // the usual ones
    int pairs;                    // 0: the default
    double c_end, drift;          // 0: not given
    bool dry, report, force;
};

enum { GAMES = 6400, PAIRS = 8, PLAY = offsetof(struct spsa_options, play) };

#define AT(member) OPTION_AT(struct spsa_options, member)

static const struct option_row rows[] = {
    {"out", "DIR", .kind = ROW_TEXT, .completion = COMPLETE_FOLDER, AT(folder)},
    {"tune", "PATTERN", .kind = ROW_TEXTS, AT(tune)},
    {"together", "PATTERN,...", .kind = ROW_TEXTS, AT(together)},
    {"directions", NULL, AT(directions)},
    {"games", "N", .kind = ROW_COUNT, .low = 1, .high = 1e12, AT(play.games),
     .given = offsetof(struct spsa_options, play.games_given)},
    {"pairs", "P", .kind = ROW_COUNT, .low = 1, .high = SPSA_PAIRS_MAX, AT(pairs)},
    {"report", NULL, AT(report)},
    {"force", NULL, AT(force)},
};

static const struct option_row step_rows[] = {
    {"c-end", "PERCENT", .kind = ROW_REAL, .low = 0.001, .high = 100, AT(c_end)},
    {"drift", "C", .kind = ROW_REAL, .low = 0.001, .high = 1000, AT(drift)},
    {"parameters", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(plan)},
    {"parameters-out", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(plan_out)},
    {"dry-run", NULL, AT(dry)},
};

static const struct option_set set = {.rows = rows, .count = ARRAY_LENGTH(rows)};
static const struct option_set step_set = {"Steps", step_rows, ARRAY_LENGTH(step_rows), NULL, NULL};

static const struct option_use uses[] = {{&set, 0, NULL},
                                         OPTION_USE(answer_full, struct spsa_options, answer),
                                         {&step_set, 0, NULL},
                                         OPTION_USE(plan, struct spsa_options, cost),
                                         {&games_option_set, PLAY, "Games"},
                                         {&player_option_set, PLAY, NULL},
                                         OPTION_USE(program, struct spsa_options, program),
                                         {&opening_option_set, PLAY, NULL},
                                         {&end_option_set, PLAY, NULL},
                                         OPTION_USE(game, struct spsa_options, game),
                                         {0}};

static bool check(void *data, struct error *error) {
    struct spsa_options *options = data;
    struct play_options *play = &options->play;
    options->dry |= options->plan_out || options->cost.wanted;
    if (!play->games_given)
        play->games = GAMES;
    if (!options->folder && !options->dry)
        return error_set(error, "give a folder for the run: --out DIR");
    bool together = options->together.count || options->directions;
    if (!options->report && !options->tune.count && !options->plan && !together)
        return error_set(error, "what is to be tuned? --tune PATTERN, --together PATTERN,..., "
                                "--directions or --parameters FILE");
    if ((options->tune.count || together) && options->plan)
        return error_set(error, "--tune, --together, --directions or --parameters, not both");
    if (together && options->plan_out)
        return error_set(error, "--parameters-out has no place for what goes together");
    if (options->program.count && !options->report && !options->plan)
        return error_set(error,
                         "--engine: which of its options? --parameters FILE, with distances");
    if (options->program.count && (play->values || play->param.count))
        return error_set(error, "--engine: a program brings its own values");
    if (options->plan && options->c_end > 0)
        return error_set(error, "--parameters has the distances of the arms: no --c-end");
    if (!options->pairs)
        options->pairs = PAIRS;
    return play->games % (2 * options->pairs) == 0 ||
           error_set(error, "a step is %d games: --games must be a multiple of that",
                     2 * options->pairs);
}

struct session {
    struct spsa_options options;
    struct setup setup;
    struct progress progress;
    struct observer observer;
    struct spsa_run run;
};

static int write_plan(const struct session *session) {
    const struct spsa_options *options = &session->options;
    struct error error = {""};
    struct file_set files = {.count = 0};
    if (!options->force && access(options->plan_out, F_OK) == 0)
        return fail(EXIT_ERROR, "%s: exists already; --force overwrites it", options->plan_out);
    spsa_plan_print(&session->run.spsa.plan, file_set_add(&files, options->plan_out));
    if (!file_set_write(&files, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    fprintf(stderr, "wrote %s\n", options->plan_out);
    return EXIT_DONE;
}

static int report(const struct session *session) {
    struct answer answer = answer_init(session->setup.tables->variant.title);
    cJSON *origin = cJSON_CreateObject();
    origin_add_of(origin, session->options.folder);
    answer_json_add(&answer, NULL, origin);
    spsa_answer(&answer, &session->run.spsa);
    return answer_show_by(&answer, &session->options.answer);
}

static bool configure(struct session *session, struct error *error) {
    struct spsa_options *options = &session->options;
    struct config *config = &session->setup.config;
    struct spsa_plan *plan = &session->run.plan;
    struct player_option *program = options->program.count ? options->program.player : NULL;
    if (!play_options_config(&options->play, config, &session->setup.list, error))
        return false;
    for (int i = 0; program && i < PLAYERS; i++) {
        char name[PLAYER_NAME];
        if (!player_option_player(program, &options->play, config->tables, &config->player[i], name,
                                  error))
            return false;
        config_player_name(&config->player[i], name);
    }
    config->sampling.rate = 0;
    if (!config_finish(config, false, error))
        return false;
    config->paired = true;
    plan->seed = config->seed;
    plan->pairs = options->pairs;
    plan->steps = options->play.games / (2 * options->pairs);
    const struct values *base = &config->player[PLAYER_A].values;
    struct spsa_choice choice = {.tune = &options->tune,
                                 .together = &options->together,
                                 .directions = options->directions,
                                 .share = options->c_end > 0 ? options->c_end / 100 : 0};
    const struct tables *tables = program ? NULL : session->setup.tables;
    return options->plan ? spsa_plan_read(options->plan, tables, plan, error)
                         : spsa_choose(&choice, session->setup.tables, base, plan, error);
}

// The state in the folder as it is.
static int report_folder(struct session *session) {
    struct error error = {""};
    char *identity = NULL, path[PATH_MAX];
    if (!spsa_load(file_in(session->options.folder, "spsa.json", path), &session->run.spsa,
                   &identity, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    char line[NAME_TEXT + 16];
    snprintf(line, sizeof line, "\nvariant=%s\n", session->setup.tables->variant.name);
    bool same = strstr(identity, line) != NULL;
    free(identity);
    return same ? report(session)
                : fail(EXIT_ERROR, "%s: a run of another game than %s", path,
                       session->setup.tables->variant.name);
}

static int show_cost(const struct session *session) {
    const struct spsa_options *options = &session->options;
    const struct plan_part part = {.config = &session->setup.config};
    const struct plan_games games = {.part = &part,
                                     .parts = 1,
                                     .runs = 1,
                                     .games = (double)options->play.games,
                                     .threads = (int)options->play.threads};
    return plan_show(&options->cost, &games, options->answer.json);
}

static void show_plan(const struct session *session) {
    const struct spsa_options *options = &session->options;
    const struct spsa_run *run = &session->run;
    struct answer said = spsa_plan_answer(&run->plan, run->measured ? run->share : NULL);
    bool asked = options->dry && !options->plan_out && !options->cost.wanted;
    bool json = asked && options->answer.json;
    answer_write(&said, json, terminal_style(), terminal_columns(),
                 options->dry && json == options->answer.json ? stdout : stderr);
}

static int run_session(struct session *session) {
    const struct spsa_options *options = &session->options;
    struct spsa_run *run = &session->run;
    struct error error = {""};
    if (options->report)
        return report_folder(session);
    if (!configure(session, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    session->observer = progress_observer(&session->progress);
    int code = work_exit_code(spsa_run_open(run, options->dry, &error), &error);
    if (code == EXIT_ERROR && run->refused)
        fprintf(stderr, "kagami: --force throws it away\n");
    if (code != EXIT_DONE)
        return code;
    if (!run->found)
        show_plan(session);
    if (options->plan_out)
        return write_plan(session);
    if (options->cost.wanted)
        return show_cost(session);
    if (options->dry)
        return terminal_finish();
    code = work_exit_code(spsa_run_play(run, &error), &error);
    return code == EXIT_DONE ? report(session) : code;
}

static int run(void *data, const char *line) {
    struct session *session = mem_calloc(1, sizeof *session);
    session->options = *(const struct spsa_options *)data;
    const struct spsa_options *options = &session->options;
    session->options.play.command = line;
    session->run = (struct spsa_run){.config = &session->setup.config,
                                     .parameters = options->plan,
                                     .c_end = options->c_end,
                                     .drift = options->drift,
                                     .folder = options->folder,
                                     .command = line,
                                     .force = options->force,
                                     .seed_wins = options->play.seed_given,
                                     .threads = (int)options->play.threads,
                                     .observer = &session->observer,
                                     .lock = -1};
    int code = setup_load(&session->setup, &session->options.game);
    if (code == EXIT_DONE)
        code = run_session(session);
    spsa_run_close(&session->run);
    setup_destroy(&session->setup);
    free(session);
    return code;
}

static const struct option_row arguments[] = {VARIANT_ARGUMENT(struct spsa_options)};

const struct command command_spsa = {
    COMMAND_HEAD(spsa, GROUP_TUNE, arguments, uses, struct spsa_options, run),
    .arguments_needed = 1,
    .check = check,
};
