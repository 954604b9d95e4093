// SPDX-License-Identifier: GPL-3.0-or-later
// kagami evolve: self-play, tuning, verification, again and again.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cmd_evolve_options.h"
#include "cmd_progress.h"
#include "cmd_runs.h"
#include "cmd_setup.h"
#include "cmd_terminal.h"
#include "file.h"

struct session {
    struct evolve_options *options;
    struct setup setup; // of the game
    struct evolution_run loop;
    struct progress progress;
    struct observer shown, observer; // what a terminal shows; the same with generation and time
    int generation;                  // that the loop is at; 0: a step alone
    double end;                      // by clock_seconds, where the time is limited
};

static bool time_is_up(const struct session *session) {
    return session->options->hours > 0 && clock_seconds() >= session->end;
}

static void say(void *context, const char *line) {
    const struct session *session = context;
    observer_say(&session->shown, "%s", line);
}

static void tell(void *context, const struct tick *tick) {
    const struct session *session = context;
    char task[160], time[DURATION_TEXT], left[DURATION_TEXT + 8] = "";
    struct tick full;
    if (tick && session->generation) {
        if (session->options->hours > 0)
            snprintf(left, sizeof left, ", %s left",
                     duration_print(fmax(session->end - clock_seconds(), 0), time));
        snprintf(task, sizeof task, "generation %d%s: %.80s", session->generation, left,
                 tick->task);
        full = *tick;
        full.task = task;
        tick = &full;
    }
    observer_tick(&session->shown, tick);
}

static bool asked_to_stop(void *context) {
    const struct session *session = context;
    return observer_stop(&session->shown) || time_is_up(session);
}

static bool has_no_last(const struct evolve_options *options) {
    return options->hours > 0 && !options->generations_given && options->step == STEP_ALL;
}

// A loop that the clock alone ends has no last generation: as many as have begun.
static bool write_agenda(const struct session *session, int generation, struct error *error) {
    const struct evolve_options *options = session->options;
    bool whole = !has_no_last(options);
    // Not of a step alone, beside which others may begin at other times.
    bool ends = options->hours > 0 && options->step == STEP_ALL;
    int64_t until =
        ends ? (int64_t)time(NULL) + (int64_t)fmax(session->end - clock_seconds(), 0) : 0;
    return evolution_write_agenda(&session->loop, whole ? options->generations : generation, whole,
                                  until, error);
}

static enum work_end do_step(struct session *session, enum evolve_step step, int generation,
                             int shard, struct error *error) {
    struct evolution_run *loop = &session->loop;
    if (step == STEP_PLAY)
        return evolution_play(loop, generation, shard, error);
    if (step == STEP_MERGE)
        return evolution_merge(loop, generation, error);
    if (step == STEP_CHOOSE)
        return evolution_choose(loop, generation, error);
    if (step == STEP_VERIFY)
        return evolution_verify(loop, generation, shard, error);
    struct stop_at_once watch = stop_at_once_begin(); // nothing is half done while it tunes
    enum work_end end = evolution_tune(loop, generation, error);
    stop_at_once_end(&watch);
    return end;
}

static int take_step(struct session *session, enum evolve_step step, int generation, int shard) {
    struct error error = {""};
    int code = work_exit_code(do_step(session, step, generation, shard, &error), &error);
    // A signal that came while nobody asked, or the time that was spent.
    return code == EXIT_DONE && observer_stop(&session->observer) ? EXIT_AGAIN : code;
}

// In one piece, or part after part.
static int play_all(struct session *session, int generation) {
    int shards = (int)session->options->loop.shards, code = EXIT_DONE;
    if (!shards)
        return take_step(session, STEP_PLAY, generation, -1);
    if (evolution_has_log(session->options->loop.folder, generation))
        return EXIT_DONE;
    for (int shard = 0; shard < shards && code == EXIT_DONE; shard++)
        code = take_step(session, STEP_PLAY, generation, shard);
    return code == EXIT_DONE ? take_step(session, STEP_MERGE, generation, -1) : code;
}

static int evolve(struct session *session) {
    const struct evolve_options *options = session->options;
    const struct evolution_settings *loop = &options->loop;
    struct error error = {""};
    int code = EXIT_DONE;
    for (int g = 1; g <= options->generations && code == EXIT_DONE; g++) {
        if (evolution_verdict(loop->folder, g)) {
            observer_say(&session->observer, "generation %d: done before", g);
            continue;
        }
        session->generation = g;
        if (has_no_last(options) && !write_agenda(session, g, &error))
            return fail(EXIT_ERROR, "%s", error.text);
        code = play_all(session, g);
        for (int step = STEP_TUNE; step <= STEP_VERIFY && code == EXIT_DONE; step++)
            code = take_step(session, (enum evolve_step)step, g, -1);
    }
    if (code == EXIT_AGAIN && time_is_up(session) && !stop_watch_asked()) {
        observer_say(&session->observer, "the time is up; the same command goes on");
        code = EXIT_DONE;
    }
    if (code == EXIT_AGAIN)
        observer_say(&session->observer, "stopped; run the same command again to go on");
    if (code != EXIT_DONE)
        return code;
    // What was stopped between a verdict and its line in the table left the table behind.
    if (!evolution_history(loop, true, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    struct answer answer = evolution_report(loop, options->generations);
    return answer_show(&answer, options->answer.json);
}

// The steps that are left, a line each, behind what a script needs to know: KEY VALUE, then `step
// GENERATION NAME`.
static int list_steps(const struct evolve_options *options) {
    const struct evolution_settings *loop = &options->loop;
    char path[PATH_MAX], here[PATH_MAX] = "";
    bool relative = loop->folder[0] != '/' && getcwd(here, sizeof here);
    printf("folder %s%s%s\nshards %lld\narray %d\nrounds %d\n", relative ? here : "",
           relative ? "/" : "", loop->folder, loop->shards, options->slurm.array,
           options->slurm.rounds);
    if (options->threads)
        printf("threads %lld\n", options->threads);
    if (options->slurm.time)
        printf("time %s\n", options->slurm.time);
    if (options->slurm.sbatch)
        printf("sbatch %s\n", options->slurm.sbatch);
    for (int g = 1; g <= options->generations; g++) {
        if (evolution_verdict(loop->folder, g))
            continue;
        if (!evolution_has_log(loop->folder, g))
            printf(loop->shards ? "step %d play\nstep %d merge\n" : "step %d play\n", g, g);
        if (access(evolution_path(loop->folder, g, "fit.csv", path), F_OK) != 0)
            printf("step %d tune\n", g);
        if (access(evolution_values(loop->folder, g, path), F_OK) != 0)
            printf("step %d choose\n", g);
        printf("step %d verify\n", g);
    }
    // A verdict whose line in the table is missing: its step writes the table and nothing else.
    int known = evolution_known(loop->folder);
    if (known >= options->generations && !evolution_history(loop, false, NULL))
        printf("step %d verify\n", known);
    return terminal_finish();
}

// The seed of the loop that is there, or the fresh one of the defaults.
static void find_seed(struct evolve_options *options) {
    if (options->seed_given)
        return;
    struct runmeta *meta = evolution_record(options->loop.folder, 1, options->shard);
    options->loop.seed = meta ? runmeta_seed(meta) : options->loop.play.seed;
    runmeta_destroy(meta);
}

enum { PARTS_MAX = 1 + VERIFY_LIMITS_MAX };
_Static_assert((int)PARTS_MAX <= (int)PLAN_PARTS, "self-play and all limits are planned");

// Self-play (number 0), or matches at a limit, by the values to begin with, which later ones play
// about as fast as.
static bool configure_part(void *context, int number, struct config *config,
                           struct opening_list *list, struct error *error) {
    const struct session *session = context;
    const struct evolution_settings *loop = &session->options->loop;
    struct play_options play = number ? loop->match : loop->play;
    play.values = loop->values;
    play.nodes = number ? (long long)loop->ladder.limit[number - 1] : loop->nodes;
    play.seed = loop->seed;
    *config = session->setup.config;
    if (!play_options_config(&play, config, list, error))
        return false;
    config->sampling = number ? (struct sampling){0} : loop->sampling;
    return config_finish(config, false, error);
}

// Games of a generation: as many as tests may take, the panel as if every generation met it.
static double games_of(const struct session *session, int number) {
    const struct evolution_settings *loop = &session->options->loop;
    struct evolution_match match[EVOLUTION_MATCHES];
    double games = (double)(number == 0 ? loop->games : number == 1 ? loop->spsa_games : 0);
    int count = evolution_matches(&session->loop, match);
    for (int i = 0; i < count && number > 0; i++)
        games += match[i].limits >= number ? (double)match[i].games : 0;
    return games;
}

// Plays for some seconds alone and says what the whole loop costs: games of self-play and of all
// matches. Returns an exit code.
static int plan(struct session *session) {
    struct evolve_options *options = session->options;
    const struct study study = {.folder = options->loop.folder,
                                .play = &options->loop.play,
                                .context = session,
                                .configure = configure_part};
    struct plan_part part[PARTS_MAX];
    char name[PARTS_MAX][48];
    int numbers[PARTS_MAX], parts = 1 + options->loop.ladder.limits;
    double games = 0;
    for (int i = 0; i < parts; i++) {
        snprintf(name[i], sizeof name[i], i ? "matches, %" PRIu64 " nodes" : "self-play",
                 options->loop.ladder.limit[i ? i - 1 : 0]);
        part[i] = (struct plan_part){name[i], NULL, games_of(session, i) * options->generations};
        numbers[i] = i;
        games += part[i].games;
    }
    const struct plan_games all = {
        .parts = parts, .runs = 1, .games = games / parts, .games_given = true};
    int code = runs_plan(&study, &options->plan, all, part, numbers, options->answer.json);
    if (code == EXIT_DONE && !options->answer.json)
        fprintf(stderr,
                "kagami: %d generation%s, each with the %lld games that its test may take at most, "
                "and the matches of its steps and against the panel; tuning and merging come on "
                "top\n",
                options->generations, options->generations == 1 ? "" : "s",
                options->loop.match.games);
    return code;
}

// A step that is refused leaves nothing behind.
static int take_one_step(struct session *session) {
    const struct evolve_options *options = session->options;
    const char *folder = options->loop.folder;
    struct error error = {""};
    char agenda[PATH_MAX], generation[PATH_MAX];
    if (options->step == STEP_MERGE && !options->loop.shards)
        return fail(EXIT_USAGE, "a generation in one piece has nothing to merge: give --shards N");
    snprintf(agenda, sizeof agenda, "%.3800s/agenda.json", folder);
    bool first = access(agenda, F_OK) != 0;
    if (!write_agenda(session, 0, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    int code = take_step(session, options->step, options->generation, options->shard);
    evolution_path(folder, options->generation, "", generation);
    if (code != EXIT_DONE && first && access(generation, F_OK) != 0) {
        unlink(agenda);
        rmdir(folder);
    }
    return code;
}

static int begin(struct session *session) {
    struct evolve_options *options = session->options;
    struct error error = {""};
    find_seed(options);
    int code = setup_load(&session->setup, &options->game);
    if (code != EXIT_DONE)
        return code;
    session->loop = (struct evolution_run){.settings = &options->loop,
                                           .tables = session->setup.tables,
                                           .variant_text = session->setup.variant_text,
                                           .config = &session->setup.config,
                                           .style.unicode = terminal_style().unicode};
    int last =
        options->generation > options->generations ? options->generation : options->generations;
    // What cannot be played or tuned is told before anything is.
    if (!evolution_check(&session->loop, options->shard, last, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    if (options->list_steps)
        return list_steps(options);
    if (options->plan.wanted)
        return plan(session);
    session->end = clock_seconds() + 3600 * options->hours;
    session->shown = progress_observer(&session->progress);
    session->observer =
        (struct observer){.say = say, .tick = tell, .stop = asked_to_stop, .context = session};
    session->loop.observer = &session->observer;
    if (options->step != STEP_ALL)
        return take_one_step(session);
    int lock = file_lock_folder(options->loop.folder, &error);
    if (lock < 0)
        return fail(EXIT_ERROR, "%s", error.text);
    code = has_no_last(options) || write_agenda(session, 0, &error)
               ? evolve(session)
               : fail(EXIT_ERROR, "%s", error.text);
    close(lock);
    return code;
}

static int run(void *data, const char *line) {
    struct evolve_options *options = data;
    struct session session = {.options = options};
    options->loop.command = line;
    int code = begin(&session);
    setup_destroy(&session.setup);
    return code;
}

static const struct option_row arguments[] = {
    {"BATCH.ini|VARIANT", .kind = ROW_TEXT, .completion = COMPLETE_VARIANT,
     OPTION_AT(struct evolve_options, argument)},
};

const struct command command_evolve = {
    COMMAND_HEAD(evolve, GROUP_TUNE, arguments),
    .arguments_needed = 1,
    .uses = evolve_option_uses,
    .size = sizeof(struct evolve_options),
    .read = evolve_options_read,
    .check = evolve_options_check,
    .run = run,
};
