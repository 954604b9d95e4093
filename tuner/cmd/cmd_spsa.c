// SPDX-License-Identifier: GPL-3.0-or-later
// kagami spsa: tunes values and parameters of the search by games.
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_progress.h"
#include "cmd_setup.h"
#include "cmd_spsa_options.h"
#include "cmd_stop.h"
#include "cmd_terminal.h"
#include "file.h"
#include "move_prior.h"
#include "number.h"
#include "origin.h"
#include "sensitivity.h"
#include "spsa_answer.h"
#include "spsa_choose.h"
#include "spsa_file.h"
#include "values_file.h"
#include "workers.h"

enum { SAVE_SECONDS = 2 };
static const double WANTED = 0.05, DRIFT = 2;

// Everything that is alive during a run.
struct session {
    struct spsa_options options;
    struct setup setup;
    struct values base; // what the parameters that are not tuned stay at
    struct spsa spsa;
    double share[PARAMETERS]; // moves changed, where measured
    bool measured;
    struct buffer identity;
    char state_path[PATH_MAX], values_path[PATH_MAX];
    int lock; // descriptor, or -1

    pthread_mutex_t mutex; // guards `spsa` and what follows while games are played
    int half;              // half points of the upper arm in the first game of a pair; -1: none
    int64_t games;         // of this session
    struct progress progress;
    double begun;
};

static bool asked_to_stop(void *context) {
    (void)context;
    return stop_watch_asked();
}

// The request: what a run that goes on must have been begun with. The plan follows from it.
static void write_identity(struct session *session, const struct spsa_plan *plan) {
    const struct spsa_options *options = &session->options;
    struct buffer *text = &session->identity;
    char name[VALUE_NAME];
    config_text(&session->setup.config, text);
    buffer_printf(text, "steps=%" PRId64 "\npairs=%d\n", plan->steps, plan->pairs);
    buffer_printf(text, "c-end=%g\nr-end=%g\ndrift=%g\n", options->c_end, options->r_end,
                  options->drift);
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        buffer_printf(text, "tune.%s=", values_name(param->index, name));
        if (options->plan)
            buffer_printf(text, "%d,%.10g,%.10g,%.10g,%.10g,%.10g", param->scale, param->start,
                          param->low, param->high, param->c_end, param->r_end);
        if (param->with)
            buffer_printf(text, "with %s", values_name(plan->param[param->with - 1].index, name));
        buffer_char(text, '\n');
    }
}

// False and `error` when the two texts differ; names the first line that does.
static bool same_identity(const char *there, const char *here, struct error *error) {
    while (*there || *here) {
        int a = (int)strcspn(there, "\n"), b = (int)strcspn(here, "\n");
        if (a != b || memcmp(there, here, (size_t)a) != 0)
            return error_set(error, "belongs to another run: '%.*s' there, '%.*s' here", a, there,
                             b, here);
        there += a + (there[a] != 0);
        here += b + (here[b] != 0);
    }
    return true;
}

// Distances by what they change, then the size of the steps.
static int complete_plan(struct session *session, struct spsa_plan *plan) {
    const struct spsa_options *options = &session->options;
    struct error error = {""};
    if (!options->plan && !(options->c_end > 0)) {
        int threads = (int)options->play.threads;
        const struct config *config = &session->setup.config;
        fprintf(stderr, "kagami: measuring how often each parameter changes a move: %d to try\n",
                plan->count);
        session->measured =
            sensitivity_measure(config, plan, threads, asked_to_stop, NULL, session->share, &error);
        if (session->measured) {
            sensitivity_propose(plan, session->share, WANTED);
            session->measured = sensitivity_measure(config, plan, threads, asked_to_stop, NULL,
                                                    session->share, &error);
        }
        if (!session->measured && stop_watch_asked()) {
            fprintf(stderr, "kagami: stopped before the first game\n");
            return EXIT_AGAIN;
        }
        if (!session->measured)
            return fail(EXIT_ERROR, "%s", error.text);
    }
    double r_end = options->r_end > 0
                       ? options->r_end
                       : spsa_r_end(plan, options->drift > 0 ? options->drift : DRIFT);
    for (int i = 0; i < plan->count; i++)
        if (!options->plan || plan->param[i].r_end == 0 || options->r_end > 0 || options->drift > 0)
            plan->param[i].r_end = r_end;
    if (!spsa_plan_check(plan, &error))
        return fail(EXIT_ERROR, "%s%s%s", options->plan ? options->plan : "",
                    options->plan ? ": " : "", error.text);
    return EXIT_DONE;
}

static int write_plan(const struct session *session) {
    const struct spsa_options *options = &session->options;
    struct error error = {""};
    struct buffer text = buffer_init();
    if (!options->force && access(options->plan_out, F_OK) == 0)
        return fail(EXIT_ERROR, "%s: exists already; --force overwrites it", options->plan_out);
    spsa_plan_print(&session->spsa.plan, &text);
    bool done = !text.failed ? file_replace(options->plan_out, text.data, text.length, &error)
                             : error_set(&error, "out of memory");
    buffer_destroy(&text);
    if (!done)
        return fail(EXIT_ERROR, "%s", error.text);
    fprintf(stderr, "wrote %s\n", options->plan_out);
    return EXIT_DONE;
}

static bool lock_folder(struct session *session, struct error *error) {
    const char *folder = session->options.folder;
    if (strlen(folder) > 4000)
        return error_set(error, "the folder's name is too long");
    snprintf(session->state_path, PATH_MAX, "%.4000s/spsa.json", folder);
    snprintf(session->values_path, PATH_MAX, "%.4000s/values.csv", folder);
    if (!session->options.report)
        session->lock = file_lock_folder(folder, error);
    return session->options.report || session->lock >= 0;
}

// Takes up the run in the folder, if there is one that fits.
static bool take_up(struct session *session, bool *found, struct error *error) {
    struct spsa_options *options = &session->options;
    char *identity = NULL;
    *found = false;
    if (options->force || access(session->state_path, F_OK) != 0)
        return true;
    if (!spsa_load(session->state_path, &session->spsa, &identity, error))
        return false;
    struct error cause = {""};
    bool same = same_identity(identity, session->identity.data, &cause);
    free(identity);
    if (same && options->play.seed_given && options->play.seed != session->spsa.plan.seed)
        same = error_set(&cause, "belongs to another run: seed %" PRIu64 " there, %" PRIu64 " here",
                         session->spsa.plan.seed, options->play.seed);
    if (!same)
        return error_at(error, session->state_path, 0, "%s; --force throws it away", cause.text);
    session->setup.config.seed = session->spsa.plan.seed;
    *found = true;
    return true;
}

// Rows for values.csv: everything that the game has, and parameters of the search that are tuned or
// not by default.
static void list_values(const struct spsa *spsa, const struct tables *tables,
                        const struct values *base, struct values_file *file) {
    file->count = 0;
    for (int i = 0; i < VALUES; i++)
        if (values_uses(tables, i))
            file->row[file->count++] = values_row_init(i, base->value[i]);
    values_file_add_search(file, tables, base);
    for (int k = 0; k < spsa->plan.count; k++) {
        int index = spsa->plan.param[k].index, at = 0;
        while (at < file->count && file->row[at].index != index)
            at++;
        file->count = at < file->count ? file->count : at + 1;
        struct values_row *row = &file->row[at];
        *row = values_row_init(index, spsa_estimate(spsa, k).mean);
        row->games = 2 * score_units(&spsa->pairs);
    }
}

static bool save(struct session *session, struct error *error) {
    struct values_file file;
    list_values(&session->spsa, session->setup.tables, &session->base, &file);
    return spsa_save(&session->spsa, session->identity.data, session->state_path, error) &&
           values_file_write(session->values_path, &file, true, error);
}

// What the players know of moves goes on with their values, and not what another run left there.
static bool keep_moves(const struct session *session, bool found, struct error *error) {
    char beside[PATH_MAX];
    bool kept,
        own = strcmp(move_prior_path(session->values_path, beside), session->base.moves) == 0;
    if (!found && !own)
        unlink(beside);
    return move_prior_keep(&session->base, session->values_path, &kept, error);
}

// Takes finished games in order.
static bool commit(void *context, const struct game_record *const *records, int count,
                   struct error *error) {
    (void)error;
    struct session *session = context;
    pthread_mutex_lock(&session->mutex);
    for (int i = 0; i < count; i++) {
        enum result result = records[i]->outcome.result;
        enum result won = records[i]->first_player == PLAYER_A ? RESULT_FIRST : RESULT_SECOND;
        int points = result == RESULT_DRAW ? 1 : result == won ? 2 : 0;
        if (session->half < 0) {
            session->half = points;
        } else {
            spsa_add_pair(&session->spsa, session->half + points);
            session->half = -1;
        }
        session->games++;
    }
    pthread_mutex_unlock(&session->mutex);
    return true;
}

// What moved most, for the progress line.
static void print_movers(const struct spsa *spsa, char *text, size_t size) {
    enum { SHOWN = 3 };
    bool shown[PARAMETERS] = {false};
    int length = snprintf(text, size, "%s", spsa->step ? "" : "not moved yet");
    for (int n = 0; spsa->step && n < SHOWN && n < spsa->plan.count; n++) {
        int best = -1;
        double most = -1;
        for (int i = 0; i < spsa->plan.count; i++) {
            const struct spsa_param *param = &spsa->plan.param[i];
            double way = fabs(spsa->x[i] - spsa_x(param, param->start)) / param->c_end;
            if (!shown[i] && way > most && spsa_leads(&spsa->plan, i)) {
                most = way;
                best = i;
            }
        }
        if (best < 0)
            break;
        char name[VALUE_NAME];
        shown[best] = true;
        if (length >= 0 && (size_t)length < size)
            length += snprintf(text + length, size - (size_t)length, "%s%s %.0f", n ? "  " : "",
                               values_name(spsa->plan.param[best].index, name),
                               spsa_value(&spsa->plan.param[best], spsa->x[best]));
    }
}

// Shows the progress; false when asked to stop.
static bool watch(void *context) {
    struct session *session = context;
    if (stop_watch_asked())
        return false;
    if (!progress_due(&session->progress))
        return true;
    char about[200], text[320], eta[DURATION_TEXT] = "-";
    pthread_mutex_lock(&session->mutex);
    const struct spsa *spsa = &session->spsa;
    int64_t step = spsa->step, steps = spsa->plan.steps, games = session->games;
    int64_t left = 2 * (steps - step) * spsa->plan.pairs - 2 * score_units(&spsa->recent);
    print_movers(spsa, about, sizeof about);
    pthread_mutex_unlock(&session->mutex);
    double rate = (double)games / (clock_seconds() - session->begun);
    if (games > 0)
        duration_print((double)left / rate, eta);
    snprintf(text, sizeof text,
             "%s  step %" PRId64 "/%" PRId64 " (%.0f%%)  ETA %s  %.*f games/s  %s",
             session->setup.tables->variant.name, step, steps, 100 * (double)step / (double)steps,
             eta, rate < 10 ? 2 : 0, rate, about);
    progress_show(&session->progress, text);
    return true;
}

// Plays the rest of the step under way.
static bool play_step(struct session *session, bool *stopped, struct error *error) {
    struct config *config = &session->setup.config;
    const struct spsa *spsa = &session->spsa;
    int64_t first = 2 * spsa->step * spsa->plan.pairs;
    struct values arm[2];
    spsa_arms(spsa, &session->base, arm);
    for (int i = 0; i < PLAYERS; i++)
        config->player[i].values = arm[i];
    struct work work = {.config = config,
                        .begin = first + 2 * score_units(&spsa->recent),
                        .end = first + 2 * spsa->plan.pairs,
                        .threads = (int)session->options.play.threads,
                        .commit = commit,
                        .watch = watch,
                        .context = session};
    session->half = -1; // half a pair that was stopped is played again
    struct workers *workers = workers_create(&work);
    if (!workers)
        return error_set(error, "out of memory");
    bool done = workers_run(workers, error);
    *stopped = stop_watch_asked();
    workers_destroy(workers);
    return done;
}

static int play(struct session *session) {
    struct error error = {""};
    bool stopped = false, done = true;
    double saved = clock_seconds();
    session->progress = progress_init();
    session->begun = saved;
    while (done && !stopped && !spsa_finished(&session->spsa)) {
        done = play_step(session, &stopped, &error);
        if (done && clock_seconds() - saved >= SAVE_SECONDS) {
            done = save(session, &error);
            saved = clock_seconds();
        }
    }
    progress_clear(&session->progress);
    if (done)
        done = save(session, &error);
    if (!done)
        return fail(EXIT_ERROR, "%s", error.text);
    if (spsa_finished(&session->spsa))
        return EXIT_DONE;
    fprintf(stderr,
            "kagami: stopped after %" PRId64 " of %" PRId64
            " steps, saved in %s; run the same command again to go on\n",
            session->spsa.step, session->spsa.plan.steps, session->options.folder);
    return EXIT_AGAIN;
}

static int report(const struct session *session) {
    struct answer answer = answer_init(session->setup.tables->variant.title);
    cJSON *origin = cJSON_CreateObject();
    origin_add_of(origin, session->options.folder);
    answer_json_add(&answer, NULL, origin);
    spsa_answer(&answer, &session->spsa);
    return answer_show(&answer, session->options.answer.json);
}

static bool configure(struct session *session, struct spsa_plan *plan, struct error *error) {
    struct spsa_options *options = &session->options;
    struct config *config = &session->setup.config;
    if (!play_options_config(&options->play, config, &session->setup.list, error))
        return false;
    config->sampling.rate = 0;
    if (!config_finish(config, false, error))
        return false;
    config->paired = true;
    session->base = config->player[PLAYER_A].values;
    plan->seed = config->seed;
    plan->pairs = options->pairs;
    plan->steps = options->play.games / (2 * options->pairs);
    struct spsa_choice choice = {.tune = &options->tune,
                                 .together = &options->together,
                                 .directions = options->directions,
                                 .share = options->c_end > 0 ? options->c_end / 100 : 0};
    if (options->plan ? !spsa_plan_read(options->plan, session->setup.tables, plan, error)
                      : !spsa_choose(&choice, session->setup.tables, &session->base, plan, error))
        return false;
    write_identity(session, plan);
    return !session->identity.failed || error_set(error, "out of memory");
}

// The state in the folder as it is.
static int report_folder(struct session *session) {
    struct error error = {""};
    char *identity = NULL;
    if (!lock_folder(session, &error) ||
        !spsa_load(session->state_path, &session->spsa, &identity, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    char line[NAME_TEXT + 16];
    snprintf(line, sizeof line, "\nvariant=%s\n", session->setup.tables->variant.name);
    bool same = strstr(identity, line) != NULL;
    free(identity);
    return same ? report(session)
                : fail(EXIT_ERROR, "%s: a run of another game than %s", session->state_path,
                       session->setup.tables->variant.name);
}

static int show_cost(const struct session *session) {
    const struct spsa_options *options = &session->options;
    const struct plan_part part = {NULL, &session->setup.config};
    const struct plan_games games = {.part = &part,
                                     .parts = 1,
                                     .runs = 1,
                                     .games = (double)options->play.games,
                                     .threads = (int)options->play.threads};
    return plan_show(&options->cost, &games, options->answer.json);
}

static int run_session(struct session *session) {
    struct spsa_options *options = &session->options;
    struct error error = {""};
    struct spsa_plan plan = {0};
    bool found = false;
    if (options->report)
        return report_folder(session);
    if (!configure(session, &plan, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    stop_watch_begin();
    if (!options->dry && (!lock_folder(session, &error) || !take_up(session, &found, &error)))
        return fail(EXIT_ERROR, "%s", error.text);
    if (!found) {
        int code = complete_plan(session, &plan);
        if (code != EXIT_DONE)
            return code;
        spsa_init(&session->spsa, &plan);
        struct answer said = spsa_plan_answer(&plan, session->measured ? session->share : NULL);
        bool asked = options->dry && !options->plan_out && !options->cost.wanted;
        bool json = asked && options->answer.json;
        if (!answer_write(&said, json, terminal_style(), terminal_columns(),
                          options->dry && json == options->answer.json ? stdout : stderr))
            return EXIT_ERROR;
    }
    if (options->plan_out)
        return write_plan(session);
    if (options->cost.wanted)
        return show_cost(session);
    if (options->dry)
        return terminal_finish();
    // Not in the state: its bytes do not depend on how the run was called.
    if (!found && !origin_write(options->folder, session->options.play.command,
                                session->identity.data, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    if (found && spsa_finished(&session->spsa))
        fprintf(stderr, "kagami: %s is finished, nothing to do\n", options->folder);
    else if (found)
        fprintf(stderr, "kagami: going on after step %" PRId64 " of %" PRId64 " in %s\n",
                session->spsa.step, session->spsa.plan.steps, options->folder);
    if (!keep_moves(session, found, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    int code = play(session);
    return code == EXIT_DONE ? report(session) : code;
}

static int run(void *data, const char *line) {
    struct session *session = calloc(1, sizeof *session);
    if (!session)
        return fail(EXIT_ERROR, "out of memory");
    session->options = *(const struct spsa_options *)data;
    session->options.play.command = line;
    session->lock = -1;
    session->identity = buffer_init();
    pthread_mutex_init(&session->mutex, NULL);
    int code = setup_load(&session->setup, &session->options.game);
    if (code == EXIT_DONE)
        code = run_session(session);
    setup_destroy(&session->setup);
    buffer_destroy(&session->identity);
    pthread_mutex_destroy(&session->mutex);
    if (session->lock >= 0)
        close(session->lock);
    free(session);
    return code;
}

static const struct option_row arguments[] = {VARIANT_ARGUMENT(struct spsa_options)};

const struct command command_spsa = {
    .name = "spsa",
    .group = GROUP_TUNE,
    .summary = "tune values and parameters of the search by games",
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .arguments_needed = 1,
    .about = "Tune values and parameters of the search by what wins games: simultaneous "
             "perturbation (SPSA).",
    .epilogue =
        "Each step moves all parameters at once, up or down by a coin each, and lets the two "
        "players that this makes play pairs of games: one opening, colours swapped. What won is "
        "followed. Values from 10 up move by their logarithm, so that a share of each counts "
        "alike.\n\n"
        "How far apart the arms are in Elo is known to 347 over the root of the games, whatever "
        "the "
        "number of parameters; so few directions are followed further than many parameters by the "
        "same games, and are what is left to do after `kagami evolve`: --directions, or your own "
        "by --together. The parts of a direction keep their ratios.\n\n"
        "How far apart the arms stand is measured when nobody says: 10% of each value to begin "
        "with, then as far as changes one move in twenty of 96 positions, threefold either way at "
        "most. The plan shows how far chance alone will carry each parameter, and how far games: "
        "spend more of them, or tune fewer parameters, where chance is the larger. The answer is "
        "the mean over the second half of the steps. It has no interval, since its way depends on "
        "its "
        "own noise; beside it stands how far chance alone carries a parameter that does not "
        "matter.\n\n"
        "--games is the whole budget. It is part of the plan: the steps get smaller towards its "
        "end. Any number of threads and of interruptions gives the same bytes. Games of a step are "
        "played at once, so take --pairs from half the threads up.\n\n"
        "Whether the answer plays better is for a match to say: `kagami match --ladder`.",
    .uses = spsa_option_uses,
    .size = sizeof(struct spsa_options),
    .check = spsa_options_check,
    .run = run,
};
