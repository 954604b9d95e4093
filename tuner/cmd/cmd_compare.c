// SPDX-License-Identifier: GPL-3.0-or-later
// kagami compare: plays rule settings against themselves and reports how they differ.
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_compare_options.h"
#include "cmd_progress.h"
#include "cmd_setup.h"
#include "cmd_terminal.h"
#include "compare_answer.h"
#include "origin.h"
#include "tuning.h"

enum kind { TUNING, PLAIN, STRENGTH };

struct task { // one run of the experiment
    enum kind kind;
    int arm, rung;
};

struct session {
    struct compare_options *options;
    struct setup setup; // of the base
    struct experiment *experiment;
    struct task *task; // owned
    int task_count;
    struct progress progress;
    struct observer observer;
};

static void add_task(struct session *session, enum kind kind, int arm, int rung) {
    session->task[session->task_count++] = (struct task){kind, arm, rung};
}

// In the order in which they are played: rung by rung, so that the cheap answers come first.
static bool list_tasks(struct session *session) {
    const struct experiment *experiment = session->experiment;
    int arms = experiment->arm_count;
    session->task =
        calloc((size_t)arms * (1 + 2 * (size_t)experiment->ladder_count), sizeof *session->task);
    if (!session->task)
        return false;
    for (int arm = 0; session->options->tune_games && arm < arms; arm++)
        add_task(session, TUNING, arm, 0);
    for (int rung = 0; rung < experiment->ladder_count; rung++)
        for (int arm = 0; arm < arms; arm++) {
            add_task(session, PLAIN, arm, rung);
            if (session->options->strength_pairs)
                add_task(session, STRENGTH, arm, rung);
        }
    return true;
}

// "ARM/100n", "ARM/100n-strength", "ARM/tuning"
static char *task_name(const struct session *session, struct task task, char text[PATH_MAX]) {
    const struct experiment *experiment = session->experiment;
    const char *arm = experiment->arm[task.arm].name;
    if (task.kind == TUNING)
        snprintf(text, PATH_MAX, "%s/tuning", arm);
    else
        snprintf(text, PATH_MAX, "%s/%" PRIu64 "n%s", arm, experiment->ladder[task.rung],
                 task.kind == STRENGTH ? "-strength" : "");
    return text;
}

static bool task_folder(const struct session *session, struct task task, char path[PATH_MAX],
                        struct error *error) {
    char name[PATH_MAX];
    return play_options_folder(&session->options->play, session->options->runs.folder,
                               task_name(session, task, name), path, error);
}

// The file that an arm's players take their values from: of all arms, or tuned for this one.
static const char *arm_values(const struct session *session, int arm, char path[PATH_MAX]) {
    if (!session->options->tune_games)
        return session->options->play.values;
    snprintf(path, PATH_MAX, "%.3800s/%s/values.csv", session->options->runs.folder,
             session->experiment->arm[arm].name);
    return path;
}

// Everything that a run needs; `list` is to be destroyed by the caller.
static bool configure(const struct session *session, struct task task, struct config *config,
                      struct opening_list *list, struct error *error) {
    const struct experiment *experiment = session->experiment;
    struct play_options play = session->options->play;
    char path[PATH_MAX];
    *config = config_default(experiment->arm[task.arm].tables, session->setup.variant_text);
    play.nodes = (long long)experiment->ladder[task.rung];
    if (task.kind == TUNING)
        play.seed++;
    else
        play.values = arm_values(session, task.arm, path);
    if (!play_options_config(&play, config, list, error))
        return false;
    if (task.kind == STRENGTH) {
        play.nodes *= 2;
        if (!play_options_player(&play, config->tables, play.values, &config->player[PLAYER_A],
                                 error))
            return false;
        config->sampling.rate = 0; // nobody tunes from these
    }
    return config_finish(config, task.kind == STRENGTH, error);
}

static bool task_range(const struct session *session, struct task task, struct game_range *range,
                       struct error *error) {
    struct play_options play = session->options->play;
    if (task.kind == STRENGTH)
        play.games = 2 * session->options->strength_pairs;
    else if (task.kind == TUNING)
        play.games = session->options->tune_games;
    play.games_given = true;
    return play_options_range(&play, task.kind == STRENGTH, range, error);
}

static int play_task(struct session *session, int number) {
    struct task task = session->task[number];
    struct play_options *play = &session->options->play;
    struct config config;
    struct opening_list list = {0};
    struct error error = {""};
    char folder[PATH_MAX], name[PATH_MAX];
    struct runs_one one = {.name = task_name(session, task, name),
                           .folder = folder,
                           .number = number,
                           .count = session->task_count,
                           .config = &config,
                           .observer = &session->observer};
    int code = EXIT_DONE;
    if (!task_range(session, task, &one.range, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    if (!configure(session, task, &config, &list, &error) ||
        !task_folder(session, task, folder, &error))
        code = fail(EXIT_ERROR, "%s", error.text);
    if (code == EXIT_DONE)
        code = runs_play_one(&one, play);
    // All runs share the seed that the first one was begun with.
    play->seed = config.seed - (task.kind == TUNING);
    play->seed_given = true;
    opening_list_destroy(&list);
    return code;
}

static int tune_arm(const struct session *session, struct task task) {
    char folder[PATH_MAX], path[PATH_MAX];
    const char *folders[] = {folder};
    struct error error = {""};
    struct tune_options options =
        tune_options_plain(folders, 1, (int)session->options->play.threads);
    struct tuning *tuning = tuning_create(&options);
    struct values_file file;
    bool done = tuning && task_folder(session, task, folder, &error) &&
                tuning_read(tuning, NULL, NULL, &error) && tuning_fit(tuning, NULL, NULL, &error);
    if (done) {
        tuning_values(tuning, &file);
        done = values_file_write(arm_values(session, task.arm, path), &file, true, &error);
    }
    bool too_few = tuning && tuning->too_few;
    tuning_destroy(tuning);
    return done ? EXIT_DONE
                : fail(too_few ? EXIT_UNDECIDED : EXIT_ERROR, "arm '%s': %s",
                       session->experiment->arm[task.arm].name,
                       *error.text ? error.text : "out of memory");
}

// True when the values that the arms play by have been tuned.
static bool arms_tuned(const struct session *session) {
    char path[PATH_MAX];
    for (int arm = 0; arm < session->experiment->arm_count; arm++)
        if (access(arm_values(session, arm, path), R_OK) != 0)
            return false;
    return true;
}

// A part of the games of all runs: of tuning first, until the parts have been merged and tuned
// from.
static bool is_due(const struct session *session, struct task task) {
    const struct compare_options *options = session->options;
    char name[PATH_MAX];
    if (options->runs.only && strcmp(options->runs.only, task_name(session, task, name)) != 0)
        return false;
    return !options->play.range.shards || !options->tune_games ||
           (task.kind == TUNING) == !arms_tuned(session);
}

static int play_all(struct session *session) {
    bool found = !session->options->runs.only || session->options->play.range.shards;
    session->observer = progress_observer(&session->progress);
    for (int i = 0; i < session->task_count; i++) {
        struct task task = session->task[i];
        if (!is_due(session, task))
            continue;
        found = true;
        int code = play_task(session, i);
        if (code == EXIT_DONE && task.kind == TUNING && !session->options->play.range.shards)
            code = tune_arm(session, task);
        if (code != EXIT_DONE)
            return code;
    }
    return found ? EXIT_DONE
                 : fail(EXIT_USAGE, "--only '%s': no such run; --list lists them",
                        session->options->runs.only);
}

// The games of one rung, of all arms.
static bool read_rung(const struct session *session, enum kind kind, int rung,
                      struct game_sums **sums, struct error *error) {
    const struct experiment *experiment = session->experiment;
    for (int arm = 0; arm < experiment->arm_count; arm++) {
        char folder[PATH_MAX], name[PLAYER_NAME];
        struct task task = {kind, arm, rung};
        struct facts_options options = {
            .folder = folder, .tables = experiment->arm[arm].tables, .player_a = name};
        struct config config;
        struct opening_list list = {0};
        bool known = configure(session, task, &config, &list, error) &&
                     task_folder(session, task, folder, error);
        opening_list_destroy(&list);
        snprintf(name, sizeof name, "%s", known ? config.player[PLAYER_A].name : "");
        // The base's moves are held against all arms, theirs against the base.
        for (int other = 0; kind == PLAIN && other < experiment->arm_count; other++)
            if (other != arm && (arm == 0 || other == 0))
                options.foreign[other] = experiment->arm[other].tables;
        sums[arm] = known ? game_sums_read(&options, error) : NULL;
        if (!sums[arm])
            return false;
    }
    return true;
}

static bool measure(const struct session *session, struct comparison *comparison,
                    struct error *error) {
    struct game_sums *own[ARMS_MAX] = {0}, *strength[ARMS_MAX] = {0};
    bool done = true, wanted = session->options->strength_pairs > 0;
    for (int rung = 0; done && rung < session->experiment->ladder_count; rung++) {
        done = read_rung(session, PLAIN, rung, own, error) &&
               (!wanted || read_rung(session, STRENGTH, rung, strength, error));
        if (done)
            comparison_measure(comparison, rung, own, wanted ? strength : NULL);
        for (int arm = 0; arm < ARMS_MAX; arm++) {
            game_sums_destroy(own[arm]);
            game_sums_destroy(strength[arm]);
            own[arm] = strength[arm] = NULL;
        }
    }
    if (done)
        comparison_finish(comparison);
    return done;
}

static bool write_files(const struct session *session, const struct answer *answer, bool effects,
                        struct error *error) {
    static const char *const tables[][2] = {
        {"cells", "summary.csv"}, {"orders", "orders.csv"}, {"effects", "effects.csv"}};
    bool done = true;
    for (int i = 0; done && i < ARRAY_LENGTH(tables) - !effects; i++) {
        struct buffer csv = buffer_init();
        answer_csv(answer, tables[i][0], &csv);
        done = runs_write(&session->options->runs, tables[i][1], &csv, error);
    }
    struct buffer json = buffer_init();
    answer_json(answer, &json);
    return runs_write(&session->options->runs, "report.json", &json, error) && done;
}

static void describe(const struct session *session, struct compare_context *context,
                     char values[256], char openings[256]) {
    const struct compare_options *options = session->options;
    if (options->tune_games)
        snprintf(values, 256, "tuned for each arm from %lld games at %" PRIu64 " nodes, then fixed",
                 options->tune_games, session->experiment->ladder[0]);
    else
        snprintf(values, 256, "the same in all arms: %s",
                 options->play.values ? options->play.values : "those of the game");
    if (options->play.openings)
        snprintf(openings, 256, "the same in all arms: %s", options->play.openings);
    else
        snprintf(openings, 256, "%lld random plies by each arm's own rules, the same keys",
                 options->play.random_plies ? options->play.random_plies : 8);
    *context = (struct compare_context){.folder = options->runs.folder,
                                        .values = values,
                                        .openings = openings,
                                        .seed = options->play.seed};
}

static cJSON *origin(const struct session *session) {
    cJSON *json = cJSON_CreateObject();
    origin_add(json, session->options->play.command, NULL);
    for (int i = 0; i < session->task_count; i++) {
        char folder[PATH_MAX];
        if (task_folder(session, session->task[i], folder, NULL))
            origin_add_run(json, folder);
    }
    return json;
}

static int report(struct session *session) {
    struct error error = {""};
    struct comparison *comparison =
        comparison_create(session->experiment, session->options->margins);
    struct answer answer = answer_init(NULL);
    char base[PATH_MAX];
    bool done = comparison && task_folder(session, (struct task){PLAIN, 0, 0}, base, &error) &&
                runs_find_seed(base, &session->options->play, &error) &&
                measure(session, comparison, &error);
    if (done) {
        struct compare_context context;
        char values[256], openings[256];
        describe(session, &context, values, openings);
        answer = compare_answer(comparison, &context, origin(session));
        done = write_files(session, &answer, comparison->effect_count > 0, &error);
    }
    free(comparison);
    if (done)
        return answer_show(&answer, session->options->answer.json);
    answer_destroy(&answer);
    return fail(EXIT_ERROR, "%s", *error.text ? error.text : "out of memory");
}

static int list(const struct session *session) {
    for (int i = 0; i < session->task_count; i++) {
        char name[PATH_MAX];
        puts(task_name(session, session->task[i], name));
    }
    return terminal_finish();
}

// The base arm at each node limit stands for all arms.
static int plan(struct session *session) {
    const struct compare_options *options = session->options;
    const struct experiment *experiment = session->experiment;
    struct config config[LADDER_MAX];
    struct opening_list list[LADDER_MAX] = {0};
    struct plan_part part[LADDER_MAX];
    char name[LADDER_MAX][32];
    struct error error = {""};
    bool done = true;
    for (int rung = 0; done && rung < experiment->ladder_count; rung++) {
        snprintf(name[rung], sizeof name[rung], "%" PRIu64 " nodes", experiment->ladder[rung]);
        part[rung] = (struct plan_part){name[rung], &config[rung]};
        done =
            configure(session, (struct task){PLAIN, 0, rung}, &config[rung], &list[rung], &error);
    }
    const struct plan_games games = {.part = part,
                                     .parts = experiment->ladder_count,
                                     .runs = experiment->arm_count,
                                     .arms = experiment->arm_count,
                                     .questions = PLAN_SCORE | PLAN_ARMS,
                                     .games = (double)options->play.games,
                                     .games_given = options->play.games_given,
                                     .threads = (int)options->play.threads};
    int code = done ? plan_show(&options->plan, &games, options->answer.json)
                    : fail(EXIT_ERROR, "%s", error.text);
    for (int rung = 0; rung < experiment->ladder_count; rung++)
        opening_list_destroy(&list[rung]);
    return code;
}

static int compare(struct session *session) {
    int code = setup_load(&session->setup, &session->options->game);
    if (code != EXIT_DONE)
        return code;
    session->experiment = compare_options_experiment(session->options, session->setup.tables);
    if (!session->experiment)
        return EXIT_USAGE;
    if (session->options->plan.wanted)
        return plan(session);
    if (!list_tasks(session))
        return fail(EXIT_ERROR, "out of memory");
    if (session->options->runs.list)
        return list(session);
    code = session->options->runs.report ? EXIT_DONE : play_all(session);
    bool part = runs_in_part(&session->options->runs, &session->options->play);
    return code == EXIT_DONE && !part ? report(session) : code;
}

int compare_run(void *data, const char *line) {
    struct session *session = calloc(1, sizeof *session);
    if (!session)
        return fail(EXIT_ERROR, "out of memory");
    session->options = data;
    session->options->play.command = line;
    int code = compare(session);
    experiment_destroy(session->experiment);
    setup_destroy(&session->setup);
    free(session->task);
    free(session);
    return code;
}
