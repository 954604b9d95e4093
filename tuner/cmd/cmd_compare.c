// SPDX-License-Identifier: GPL-3.0-or-later
// kagami compare: plays rule settings against themselves and reports how they differ.
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_compare_options.h"
#include "cmd_setup.h"
#include "cmd_terminal.h"
#include "compare_answer.h"
#include "memory.h"
#include "move_prior.h"
#include "tuning.h"

enum kind { TUNING, PLAIN, STRENGTH };

enum { LOOK_LAST = -1 }; // of a task: after all looks

struct task { // one run of the experiment, or up to a look
    enum kind kind;
    int arm, rung;
    int look; // of a PLAIN one whose arm may be settled
};

struct session {
    struct compare_options *options;
    struct setup setup; // of the base
    struct experiment *experiment;
    struct task *task; // owned, of `runs`
    struct runs runs;
    struct settling settling;      // where --settle is given
    struct comparison *comparison; // owned: as far as the looks have come; then
    int seen[LADDER_MAX];          // looks at each node limit
};

static bool settles(const struct session *session) {
    return session->options->settle >= 0;
}

static void add_task(struct session *session, enum kind kind, int arm, int rung, int look) {
    session->task[session->runs.count++] = (struct task){kind, arm, rung, look};
}

// In the order in which they are played: rung by rung, so that the cheap answers come first; at a
// rung look by look, and at last those whose arms were settled are ended.
static void list_tasks(struct session *session) {
    const struct experiment *experiment = session->experiment;
    int arms = experiment->arm_count, looks = settles(session) ? session->settling.looks : 0;
    size_t rungs = (size_t)experiment->ladder_count;
    session->task =
        mem_calloc((size_t)arms * (1 + rungs * (2 + (size_t)looks)), sizeof *session->task);
    for (int arm = 0; session->options->tune_games && arm < arms; arm++)
        add_task(session, TUNING, arm, 0, LOOK_LAST);
    for (int rung = 0; rung < experiment->ladder_count; rung++) {
        for (int look = 0; look < looks; look++)
            for (int arm = 0; arm < arms; arm++)
                add_task(session, PLAIN, arm, rung, look);
        for (int arm = 0; arm < arms; arm++) {
            add_task(session, PLAIN, arm, rung, LOOK_LAST);
            if (session->options->strength_pairs)
                add_task(session, STRENGTH, arm, rung, LOOK_LAST);
        }
    }
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

static const char *name_of(void *context, int number, char text[PATH_MAX]) {
    const struct session *session = context;
    return task_name(session, session->task[number], text);
}

static bool task_folder(const struct session *session, struct task task, char path[PATH_MAX],
                        struct error *error) {
    char name[PATH_MAX];
    return play_options_folder(&session->options->play, session->options->runs.folder,
                               task_name(session, task, name), path, error);
}

// The file that an arm's players take their values from: of all arms, or tuned for this one.
static const char *arm_values(const struct session *session, int arm, char path[PATH_MAX]) {
    if (!session->options->tune_games || session->options->plan.wanted) // nothing is tuned yet
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

static bool configure_run(void *context, int number, struct config *config,
                          struct opening_list *list, struct error *error) {
    const struct session *session = context;
    return configure(session, session->task[number], config, list, error);
}

static uint64_t nodes_of(void *context, int number) {
    const struct session *session = context;
    struct task task = session->task[number];
    uint64_t nodes = session->experiment->ladder[task.rung];
    return task.kind == STRENGTH ? nodes + nodes / 2 : nodes; // one player has twice as many
}

static bool range_of(void *context, int number, struct game_range *range, struct error *error) {
    const struct session *session = context;
    enum kind kind = session->task[number].kind;
    struct play_options play = session->options->play;
    if (kind == STRENGTH)
        play.games = 2 * session->options->strength_pairs;
    else if (kind == TUNING)
        play.games = session->options->tune_games;
    play.games_given = true;
    return play_options_range(&play, kind == STRENGTH, range, error);
}

// Arms are tuned once their games are whole.
static int tune_arm(void *context, int number) {
    const struct session *session = context;
    struct task task = session->task[number];
    if (task.kind != TUNING || session->options->play.range.shards)
        return EXIT_DONE;
    char folder[PATH_MAX], path[PATH_MAX];
    const char *folders[] = {folder};
    struct error error = {""};
    struct tune_options options =
        tune_options_plain(folders, 1, (int)session->options->play.threads);
    struct tuning *tuning = tuning_create(&options);
    struct values_file file;
    bool done = task_folder(session, task, folder, &error) &&
                tuning_read(tuning, NULL, NULL, &error) && tuning_fit(tuning, NULL, NULL, &error);
    if (done) {
        // What the players know of moves stays theirs.
        struct values played;
        bool kept;
        tuning_values(tuning, &file);
        arm_values(session, task.arm, path);
        done = values_file_load(session->options->play.values,
                                session->experiment->arm[task.arm].tables, &played, &error) &&
               move_prior_keep(&played, path, &kept, &error) &&
               values_file_write(path, &file, true, &error);
    }
    bool too_few = tuning->too_few;
    tuning_destroy(tuning);
    return done ? EXIT_DONE
                : fail(too_few ? EXIT_UNDECIDED : EXIT_ERROR, "arm '%s': %s",
                       session->experiment->arm[task.arm].name, error.text);
}

// True when the values that the arms play by have been tuned.
static bool arms_tuned(const struct session *session) {
    char path[PATH_MAX];
    for (int arm = 0; arm < session->experiment->arm_count; arm++)
        if (access(arm_values(session, arm, path), R_OK) != 0)
            return false;
    return true;
}

// The games of one rung, of all arms; `foreign`: with which rules forbid their moves.
static bool read_rung(const struct session *session, enum kind kind, int rung, bool foreign,
                      struct game_sums **sums, struct error *error) {
    const struct experiment *experiment = session->experiment;
    for (int arm = 0; arm < experiment->arm_count; arm++) {
        char folder[PATH_MAX], name[PLAYER_NAME];
        struct task task = {kind, arm, rung, LOOK_LAST};
        struct facts_options options = {
            .folder = folder, .tables = experiment->arm[arm].tables, .player_a = name};
        struct config config;
        struct opening_list list = {0};
        bool known = configure(session, task, &config, &list, error) &&
                     task_folder(session, task, folder, error);
        opening_list_destroy(&list);
        snprintf(name, sizeof name, "%s", known ? config.player[PLAYER_A].name : "");
        // The base's moves are held against all arms, theirs against the base.
        for (int other = 0; foreign && other < experiment->arm_count; other++)
            if (other != arm && (arm == 0 || other == 0))
                options.foreign[other] = experiment->arm[other].tables;
        sums[arm] = known ? game_sums_read(&options, error) : NULL;
        if (!sums[arm])
            return false;
    }
    return true;
}

static void forget(struct game_sums *sums[ARMS_MAX]) {
    for (int arm = 0; arm < ARMS_MAX; arm++) {
        game_sums_destroy(sums[arm]);
        sums[arm] = NULL;
    }
}

// Some arm is not settled at a rung: so long the base goes on as well.
static bool is_open(const struct session *session, int rung) {
    const struct arm_run *run = session->comparison->run[rung];
    bool open = false;
    for (int arm = 1; arm < session->experiment->arm_count; arm++)
        open |= run[arm].settled == SETTLED_UNDECIDED;
    return open;
}

// Takes the look before the games of `task` are due: are they?
static bool look_before(struct session *session, struct task task, bool *due, struct error *error) {
    struct comparison *comparison = session->comparison;
    int last = session->settling.looks - 1, before = task.look == LOOK_LAST ? last : task.look - 1;
    const struct arm_run *run = &comparison->run[task.rung][task.arm];
    if (is_open(session, task.rung) && before >= session->seen[task.rung]) {
        struct game_sums *all[ARMS_MAX] = {0};
        bool done = read_rung(session, PLAIN, task.rung, false, all, error) &&
                    comparison_looks(comparison, task.rung, before, all, error);
        forget(all);
        session->seen[task.rung] = before + 1;
        if (!done)
            return false;
    }
    if (task.look == LOOK_LAST)
        *due = run->look < last;
    else if (task.look > 0)
        *due = task.arm == 0 ? is_open(session, task.rung) : run->settled == SETTLED_UNDECIDED;
    return true;
}

// A part of the games of all runs: of tuning first, until the parts have been merged and tuned
// from. Of runs that are settled: those that are not.
static bool is_due(void *context, int number, bool *due, struct error *error) {
    struct session *session = context;
    const struct compare_options *options = session->options;
    struct task task = session->task[number];
    *due = !options->play.range.shards || !options->tune_games ||
           (task.kind == TUNING) == !arms_tuned(session);
    return !settles(session) || task.kind != PLAIN || look_before(session, task, due, error);
}

// See struct runs.
static int64_t until(void *context, int number, bool *for_good) {
    const struct session *session = context;
    struct task task = session->task[number];
    *for_good = !settles(session) || task.kind != PLAIN || task.look == LOOK_LAST ||
                task.look == session->settling.looks - 1;
    if (!settles(session) || task.kind != PLAIN)
        return 0;
    int look =
        task.look == LOOK_LAST ? session->comparison->run[task.rung][task.arm].look : task.look;
    return session->settling.games[look];
}

static bool measure_rung(struct session *session, struct comparison *comparison, int rung,
                         struct error *error) {
    struct game_sums *all[ARMS_MAX] = {0}, *strength[ARMS_MAX] = {0};
    struct settled_games games = {0};
    bool wanted = session->options->strength_pairs > 0;
    bool done = read_rung(session, PLAIN, rung, true, all, error) &&
                (!wanted || read_rung(session, STRENGTH, rung, false, strength, error)) &&
                (!settles(session) || comparison_cut(comparison, rung, all, &games, error));
    if (done && settles(session))
        comparison_measure(comparison, rung, games.own, games.base, wanted ? strength : NULL);
    else if (done)
        comparison_measure(comparison, rung, all, NULL, wanted ? strength : NULL);
    settled_games_destroy(&games);
    forget(all);
    forget(strength);
    return done;
}

static bool measure_first_moves(struct session *session, struct comparison *comparison, int rung,
                                struct error *error) {
    char folder[PATH_MAX];
    bool done = true;
    for (int arm = 0; done && arm < session->experiment->arm_count; arm++)
        done = task_folder(session, (struct task){PLAIN, arm, rung, LOOK_LAST}, folder, error) &&
               comparison_first_move(comparison, rung, arm, folder, error);
    return done;
}

static bool measure(struct session *session, struct comparison *comparison, struct error *error) {
    bool done = true;
    for (int rung = 0; done && rung < session->experiment->ladder_count; rung++)
        done = measure_rung(session, comparison, rung, error) &&
               measure_first_moves(session, comparison, rung, error);
    if (done)
        comparison_finish(comparison);
    return done;
}

// Empty.
static struct comparison *new_comparison(const struct session *session) {
    struct comparison *comparison =
        comparison_create(session->experiment, session->options->margins);
    if (settles(session))
        comparison->settling = &session->settling;
    return comparison;
}

static bool write_files(const struct session *session, const struct answer *answer,
                        const struct comparison *comparison, struct error *error) {
    const struct {
        const char *table, *file;
        bool wanted;
    } tables[] = {{"cells", "summary.csv", true},
                  {"orders", "orders.csv", true},
                  {"effects", "effects.csv", comparison->effect_count > 0},
                  {"first_move", "first-move.csv", comparison->from_start}};
    struct file_set set = {.count = 0};
    for (int i = 0; i < ARRAY_LENGTH(tables); i++)
        if (tables[i].wanted)
            answer_csv(answer, tables[i].table, runs_add(&session->runs, &set, tables[i].file));
    answer_json(answer, runs_add(&session->runs, &set, "report.json"));
    bool done = file_set_write(&set, error);
    file_set_destroy(&set);
    return done;
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

// Where nothing is played, what is asked of must have been.
static bool games_are_there(const struct session *session, struct error *error) {
    char folder[PATH_MAX], path[PATH_MAX + 16];
    for (int rung = 0; rung < session->experiment->ladder_count; rung++)
        for (int arm = 0; arm < session->experiment->arm_count; arm++) {
            struct task task = {PLAIN, arm, rung, LOOK_LAST};
            if (!task_folder(session, task, folder, error))
                return false;
            snprintf(path, sizeof path, "%s/run.json", folder);
            if (access(path, R_OK) != 0)
                return error_set(error,
                                 "no games in %s: --report takes --ladder and --arm as they were "
                                 "played",
                                 folder);
        }
    return true;
}

static int report(struct session *session) {
    struct error error = {""};
    struct comparison *comparison = new_comparison(session);
    struct answer answer = answer_init(NULL);
    int base = session->options->tune_games ? session->experiment->arm_count : 0;
    bool done = (!session->options->runs.report || games_are_there(session, &error)) &&
                runs_find_seed(&session->runs, base, &error) &&
                measure(session, comparison, &error);
    if (done) {
        struct compare_context context;
        char values[256], openings[256];
        describe(session, &context, values, openings);
        answer = compare_answer(comparison, &context, runs_origin(&session->runs));
        done = write_files(session, &answer, comparison, &error);
    }
    free(comparison);
    if (session->options->full)
        answer_all(&answer);
    if (done)
        return answer_show(&answer, session->options->answer.json);
    answer_destroy(&answer);
    return fail(EXIT_ERROR, "%s", error.text);
}

static int plan(const struct session *session) {
    struct compare_plan plan = {
        .runs = &session->runs, .options = session->options, .experiment = session->experiment};
    for (int i = 0; i < session->runs.count; i++) {
        const struct task *task = &session->task[i];
        if (task->kind != PLAIN || task->look != LOOK_LAST)
            continue;
        if (task->arm == 0)
            plan.rung_number[task->rung] = i;
        if (task->rung == 0)
            plan.arm_number[task->arm] = i;
    }
    return compare_plan(&plan);
}

static int compare(struct session *session) {
    int code = setup_load(&session->setup, &session->options->game);
    if (code != EXIT_DONE)
        return code;
    session->experiment =
        compare_options_experiment(session->options, session->setup.tables, &code);
    if (!session->experiment)
        return code;
    struct game_range range;
    struct error error = {""};
    if (!play_options_range(&session->options->play, false, &range, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    if (settles(session))
        session->settling = settling_plan(session->options->settle, range.total);
    session->comparison = new_comparison(session);
    list_tasks(session);
    if (session->options->plan.wanted)
        return plan(session);
    if (session->options->runs.list)
        return runs_list(&session->runs);
    code = session->options->runs.report ? EXIT_DONE : runs_play(&session->runs);
    bool part = runs_in_part(&session->options->runs, &session->options->play);
    return code == EXIT_DONE && !part ? report(session) : code;
}

int compare_run(void *data, const char *line) {
    struct session *session = mem_calloc(1, sizeof *session);
    session->options = data;
    session->options->play.command = line;
    session->runs = (struct runs){.options = &session->options->runs,
                                  .play = &session->options->play,
                                  .context = session,
                                  .name = name_of,
                                  .range = range_of,
                                  .nodes = nodes_of,
                                  .configure = configure_run,
                                  .is_due = is_due,
                                  .until = settles(session) ? until : NULL,
                                  .finish = tune_arm};
    int code = compare(session);
    free(session->comparison);
    experiment_destroy(session->experiment);
    setup_destroy(&session->setup);
    free(session->task);
    free(session);
    return code;
}
