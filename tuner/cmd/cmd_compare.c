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

struct session {
    struct compare_options *options;
    struct setup setup; // of the base
    struct experiment *experiment;
    struct runs runs; // rung by rung, so that the cheap answers come first; at a rung arm by arm
};

static int number_of(const struct session *session, int rung, int arm) {
    return rung * session->experiment->arm_count + arm;
}
static int rung_of(const struct session *session, int number) {
    return number / session->experiment->arm_count;
}
static const struct arm *arm_of(const struct session *session, int number) {
    return &session->experiment->arm[number % session->experiment->arm_count];
}

// "ARM/100n"
static const char *name_of(void *context, int number, char text[PATH_MAX]) {
    const struct session *session = context;
    snprintf(text, PATH_MAX, "%s/%" PRIu64 "n", arm_of(session, number)->name,
             session->experiment->ladder[rung_of(session, number)]);
    return text;
}

static uint64_t nodes_of(void *context, int number) {
    const struct session *session = context;
    return session->experiment->ladder[rung_of(session, number)];
}

static bool configure(void *context, int number, struct config *config, struct opening_list *list,
                      struct error *error) {
    const struct session *session = context;
    struct play_options play = session->options->play;
    *config = config_default(arm_of(session, number)->tables, session->setup.variant_text);
    play.nodes = (long long)nodes_of(context, number);
    return play_options_config(&play, config, list, error) && config_finish(config, false, error);
}

static bool range_of(void *context, int number, struct game_range *range, struct error *error) {
    (void)number;
    const struct session *session = context;
    struct play_options play = session->options->play;
    play.games_given = true;
    return play_options_range(&play, false, range, error);
}

// The games of one rung, of all arms, with which rules forbid their moves.
static bool read_rung(const struct session *session, int rung, struct game_sums **sums,
                      struct error *error) {
    const struct experiment *experiment = session->experiment;
    for (int arm = 0; arm < experiment->arm_count; arm++) {
        char folder[PATH_MAX];
        struct facts_options options = {.folder = folder, .tables = experiment->arm[arm].tables};
        // The base's moves are held against all arms, theirs against the base.
        for (int other = 0; other < experiment->arm_count; other++)
            if (other != arm && (arm == 0 || other == 0))
                options.foreign[other] = experiment->arm[other].tables;
        if (!runs_folder(&session->runs, number_of(session, rung, arm), folder, error) ||
            !(sums[arm] = game_sums_read(&options, error)))
            return false;
    }
    return true;
}

static bool measure_rung(const struct session *session, struct comparison *comparison, int rung,
                         struct error *error) {
    struct game_sums *sums[ARMS_MAX] = {0};
    bool done = read_rung(session, rung, sums, error);
    if (done)
        comparison_measure(comparison, rung, sums);
    for (int arm = 0; arm < ARMS_MAX; arm++)
        game_sums_destroy(sums[arm]);
    return done;
}

static bool measure_first_moves(const struct session *session, struct comparison *comparison,
                                int rung, struct error *error) {
    char folder[PATH_MAX];
    bool done = true;
    for (int arm = 0; done && arm < session->experiment->arm_count; arm++)
        done = runs_folder(&session->runs, number_of(session, rung, arm), folder, error) &&
               comparison_first_move(comparison, rung, arm, folder, error);
    return done;
}

static bool measure(const struct session *session, struct comparison *comparison,
                    struct error *error) {
    bool done = true;
    for (int rung = 0; done && rung < session->experiment->ladder_count; rung++)
        done = measure_rung(session, comparison, rung, error) &&
               measure_first_moves(session, comparison, rung, error);
    if (done)
        comparison_finish(comparison);
    return done;
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
    for (int number = 0; number < session->runs.count; number++) {
        if (!runs_folder(&session->runs, number, folder, error))
            return false;
        snprintf(path, sizeof path, "%s/run.json", folder);
        if (access(path, R_OK) != 0)
            return error_set(
                error, "no games in %s: --report takes --ladder and --arm as they were played",
                folder);
    }
    return true;
}

static int report(struct session *session) {
    struct error error = {""};
    struct comparison *comparison =
        comparison_create(session->experiment, session->options->margins);
    struct answer answer = answer_init(NULL);
    bool done = comparison &&
                (!session->options->runs.report || games_are_there(session, &error)) &&
                runs_find_seed(&session->runs, 0, &error) && measure(session, comparison, &error);
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
    return fail(EXIT_ERROR, "%s", *error.text ? error.text : "out of memory");
}

// The base's runs stand for those of all arms.
static int plan(const struct session *session) {
    const struct experiment *experiment = session->experiment;
    char text[LADDER_MAX][32];
    const char *names[LADDER_MAX];
    int number[LADDER_MAX];
    for (int rung = 0; rung < experiment->ladder_count; rung++) {
        snprintf(text[rung], sizeof text[rung], "%" PRIu64 " nodes", experiment->ladder[rung]);
        names[rung] = text[rung];
        number[rung] = number_of(session, rung, 0);
    }
    const struct plan_games games = {.parts = experiment->ladder_count,
                                     .runs = experiment->arm_count,
                                     .arms = experiment->arm_count,
                                     .questions = PLAN_SCORE | PLAN_ARMS};
    return runs_plan(&session->runs, &session->options->plan, games, names, number,
                     session->options->answer.json);
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
        return fail_input(&error);
    session->runs.count = session->experiment->ladder_count * session->experiment->arm_count;
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
    if (!session)
        return fail(EXIT_ERROR, "out of memory");
    session->options = data;
    session->options->play.command = line;
    session->runs = (struct runs){.options = &session->options->runs,
                                  .play = &session->options->play,
                                  .context = session,
                                  .name = name_of,
                                  .range = range_of,
                                  .nodes = nodes_of,
                                  .configure = configure};
    int code = compare(session);
    experiment_destroy(session->experiment);
    setup_destroy(&session->setup);
    free(session);
    return code;
}
