// SPDX-License-Identifier: GPL-3.0-or-later
// kagami evolve: self-play, tuning, verification, again and again.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agenda.h"
#include "cmd_evolve_steps.h"
#include "cmd_stop.h"
#include "cmd_terminal.h"
#include "evolution.h"
#include "evolution_same.h"
#include "evolution_trials.h"
#include "file.h"

// The loop's own: it tells the generation, and the time that is left.

static bool time_is_up(const struct evolve_run *run) {
    return run->options->hours > 0 && clock_seconds() >= run->end;
}

static void say(void *context, const char *line) {
    const struct evolve_run *run = context;
    observer_say(&run->shown, "%s", line);
}

static void tell(void *context, const struct tick *tick) {
    const struct evolve_run *run = context;
    char task[160], left[DURATION_TEXT];
    if (!tick || !run->generation) {
        observer_tick(&run->shown, tick);
        return;
    }
    struct tick full = *tick;
    full.task = task;
    int length = snprintf(task, sizeof task, "generation %d", run->generation);
    if (run->options->hours > 0)
        length += snprintf(task + length, sizeof task - (size_t)length, ", %s left",
                           duration_print(fmax(run->end - clock_seconds(), 0), left));
    snprintf(task + length, sizeof task - (size_t)length, ": %.80s", tick->task);
    observer_tick(&run->shown, &full);
}

static bool asked_to_stop(void *context) {
    const struct evolve_run *run = context;
    return observer_stop(&run->shown) || time_is_up(run);
}

static void observe(struct evolve_run *run) {
    run->end = clock_seconds() + 3600 * run->options->hours;
    run->shown = progress_observer(&run->progress);
    run->observer =
        (struct observer){.say = say, .tick = tell, .stop = asked_to_stop, .context = run};
}

// --- What is going to be played ------------------------------------------------------------------

static void announce(struct agenda *agenda, struct agenda_run as, const char *folder) {
    struct agenda_run *run = agenda_add(agenda);
    *run = as;
    snprintf(run->run, sizeof run->run, "%s/%" PRIu64 "n", folder, as.nodes);
}

// A generation's matches against the panel, which only an accepted one plays.
static void announce_panel(const struct evolve_run *run, struct agenda *agenda, const char *into,
                           struct agenda_run as) {
    const struct evolve_options *options = run->options;
    struct evolution_opponent panel[EVOLUTION_PANEL_MOST];
    int count = evolution_panel(run->setup.tables, options->values, panel);
    char folder[64];
    as.games = options->panel_games;
    for (int i = 0; as.games && i < count; i++)
        for (int k = 0; k < options->ladder.limits; k++) {
            as.nodes = options->ladder.limit[k];
            snprintf(folder, sizeof folder, "%d/%s/%s", as.generation, into, panel[i].name);
            announce(agenda, as, folder);
        }
}

static void announce_generation(const struct evolve_run *run, struct agenda *agenda,
                                int generation) {
    const struct evolve_options *options = run->options;
    struct agenda_run *log = agenda_add(agenda), as = {.generation = generation, .at_most = true};
    char folder[64];
    snprintf(as.done, sizeof as.done, "%d/verdict", generation);
    *log = as;
    snprintf(log->run, sizeof log->run, "%d/log", generation);
    log->at_most = false;
    log->games = options->games;
    log->nodes = (uint64_t)options->nodes;
    // A generation that is not tuned plays no steps, and has a verdict all the same.
    as.games = options->step_games;
    as.nodes = options->ladder.limit[0];
    for (int i = 0; as.games && i < EVOLUTION_STEPS; i++) {
        snprintf(folder, sizeof folder, "%d/steps/%d", generation, evolution_step[i]);
        announce(agenda, as, folder);
    }
    if (options->spsa_games) {
        struct agenda_run *spsa = agenda_add(agenda);
        *spsa = as;
        spsa->games = options->spsa_games;
        spsa->nodes = (uint64_t)evolution_spsa_nodes(options->nodes);
        snprintf(spsa->run, sizeof spsa->run, "%d/spsa", generation);
        snprintf(spsa->begun, sizeof spsa->begun, "%d/spsa/spsa.json", generation);
        snprintf(spsa->ended, sizeof spsa->ended, "%d/generation-%d.csv", generation, generation);
    }
    if (options->spsa_games && options->step_games) {
        snprintf(folder, sizeof folder, "%d/steps/" EVOLUTION_AFTER, generation);
        announce(agenda, as, folder);
    }
    as.games = options->match.games;
    snprintf(folder, sizeof folder, "%d/match", generation);
    for (int i = 0; i < options->ladder.limits; i++) {
        as.nodes = options->ladder.limit[i];
        announce(agenda, as, folder);
    }
    announce_panel(run, agenda, "before", as);
    announce_panel(run, agenda, "panel", as);
}

static bool has_no_last(const struct evolve_options *options) {
    return options->hours > 0 && !options->generations_given && options->step == STEP_ALL;
}

// For `kagami log status`. A loop that the clock alone ends has no last generation: as many as have
// begun.
static bool write_agenda(const struct evolve_run *run, int generation, struct error *error) {
    const struct evolve_options *options = run->options;
    int last = has_no_last(options) ? generation : options->generations;
    struct agenda agenda = {.generations = has_no_last(options) ? 0 : last};
    // Not of a step alone, beside which others may begin at other times.
    if (options->hours > 0 && options->step == STEP_ALL)
        agenda.until = (int64_t)time(NULL) + (int64_t)fmax(run->end - clock_seconds(), 0);
    for (int g = 1; g <= last; g++)
        announce_generation(run, &agenda, g);
    bool done = agenda_write(&agenda, options->folder, error);
    agenda_destroy(&agenda);
    return done;
}

// --- The loop ------------------------------------------------------------------------------------

static int take_step(struct evolve_run *run, enum evolve_step step, int generation, int shard) {
    char path[PATH_MAX];
    struct error error = {""};
    if (!file_make_folder(evolution_path(run->options->folder, generation, "", path), &error))
        return fail(EXIT_ERROR, "%s", error.text);
    int code = step == STEP_PLAY     ? evolve_play(run, generation, shard)
               : step == STEP_MERGE  ? evolve_merge(run, generation)
               : step == STEP_TUNE   ? evolve_tune(run, generation)
               : step == STEP_CHOOSE ? evolve_choose(run, generation)
                                     : evolve_verify(run, generation);
    // A signal that came while nobody asked, or the time that was spent.
    return code == EXIT_DONE && observer_stop(&run->observer) ? EXIT_AGAIN : code;
}

// In one piece, or part after part.
static int play_all(struct evolve_run *run, int generation) {
    int shards = (int)run->options->shards, code = EXIT_DONE;
    if (!shards)
        return take_step(run, STEP_PLAY, generation, -1);
    if (evolution_has_log(run->options->folder, generation))
        return EXIT_DONE;
    for (int shard = 0; shard < shards && code == EXIT_DONE; shard++)
        code = take_step(run, STEP_PLAY, generation, shard);
    return code == EXIT_DONE ? take_step(run, STEP_MERGE, generation, -1) : code;
}

static int evolve(struct evolve_run *run) {
    const struct evolve_options *options = run->options;
    struct error error = {""};
    int code = EXIT_DONE;
    for (int g = 1; g <= options->generations && code == EXIT_DONE; g++) {
        if (evolution_verdict(options->folder, g)) {
            observer_say(&run->observer, "generation %d: done before", g);
            continue;
        }
        run->generation = g;
        if (has_no_last(options) && !write_agenda(run, g, &error))
            return fail(EXIT_ERROR, "%s", error.text);
        code = play_all(run, g);
        for (int step = STEP_TUNE; step <= STEP_VERIFY && code == EXIT_DONE; step++)
            code = take_step(run, (enum evolve_step)step, g, -1);
    }
    if (code == EXIT_AGAIN && time_is_up(run) && !stop_watch_asked()) {
        observer_say(&run->observer, "the time is up; the same command goes on");
        code = EXIT_DONE;
    }
    if (code == EXIT_AGAIN)
        observer_say(&run->observer, "stopped; run the same command again to go on");
    if (code != EXIT_DONE)
        return code;
    // What was stopped between a verdict and its line in the table left the table behind.
    code = evolve_complete_history(options);
    return code == EXIT_DONE ? evolve_report(options, options->generations) : code;
}

// The steps that are left, a line each, behind what a script needs to know: KEY VALUE, then `step
// GENERATION NAME`.
static int list_steps(const struct evolve_options *options) {
    char path[PATH_MAX], here[PATH_MAX] = "";
    bool relative = options->folder[0] != '/' && getcwd(here, sizeof here);
    printf("folder %s%s%s\nshards %lld\narray %d\nrounds %d\n", relative ? here : "",
           relative ? "/" : "", options->folder, options->shards, options->slurm.array,
           options->slurm.rounds);
    if (options->threads)
        printf("threads %lld\n", options->threads);
    if (options->slurm.time)
        printf("time %s\n", options->slurm.time);
    if (options->slurm.sbatch)
        printf("sbatch %s\n", options->slurm.sbatch);
    for (int g = 1; g <= options->generations; g++) {
        if (evolution_verdict(options->folder, g))
            continue;
        if (!evolution_has_log(options->folder, g))
            printf(options->shards ? "step %d play\nstep %d merge\n" : "step %d play\n", g, g);
        if (access(evolution_fit(options->folder, g, path), F_OK) != 0)
            printf("step %d tune\n", g);
        if (access(evolution_values(options->folder, g, path), F_OK) != 0)
            printf("step %d choose\n", g);
        printf("step %d verify\n", g);
    }
    // A verdict whose line in the table is missing: its step writes the table and nothing else.
    if (evolution_known(options->folder) >= options->generations &&
        !evolve_history_is_written(options))
        printf("step %d verify\n", evolution_known(options->folder));
    return terminal_finish();
}

// The seed of the loop that is there, or the fresh one of the defaults.
static void find_seed(struct evolve_options *options) {
    if (options->seed_given)
        return;
    struct runmeta *meta = evolution_record(options->folder, 1, options->shard);
    options->seed = meta ? runmeta_seed(meta) : options->play.seed;
    runmeta_destroy(meta);
}

enum { PARTS_MAX = 1 + VERIFY_LIMITS_MAX };
_Static_assert((int)PARTS_MAX <= (int)PLAN_PARTS, "self-play and all limits are planned");

// A part of the games by the values to begin with, which later ones play about as fast as.
static bool configure_part(const struct evolve_run *run, const struct play_options *from,
                           uint64_t nodes, struct config *config, struct opening_list *list,
                           struct error *error) {
    struct play_options play = *from;
    play.values = run->options->values;
    play.nodes = (long long)nodes;
    play.seed = run->options->seed;
    *config = run->setup.config;
    config->sampling.rate = 0;
    if (!play_options_config(&play, config, list, error))
        return false;
    if (from == &run->options->play)
        config->sampling = run->options->sampling;
    return config_finish(config, false, error);
}

// Games of all matches at a node limit: of the tests as many as they may take, steps at the first
// limit, the panel as if every generation met it.
static double match_games(const struct evolve_run *run, int limit) {
    const struct evolve_options *options = run->options;
    struct evolution_opponent panel[EVOLUTION_PANEL_MOST];
    int count = evolution_panel(run->setup.tables, options->values, panel);
    double generations = options->generations;
    return (double)options->match.games * generations +
           (limit == 0 ? (double)(options->step_games * (EVOLUTION_STEPS + !!options->spsa_games) +
                                  options->spsa_games) *
                             generations
                       : 0) +
           (double)options->panel_games * count * 2 * generations;
}

// Plays for some seconds alone and says what the whole loop costs: games of self-play and of all
// matches. Returns an exit code.
static int plan(const struct evolve_run *run) {
    const struct evolve_options *options = run->options;
    struct config config[PARTS_MAX];
    struct opening_list list[PARTS_MAX] = {{0}};
    struct plan_part part[PARTS_MAX];
    char name[PARTS_MAX][48];
    struct error error = {""};
    int parts = 0;
    double games = 0;
    bool done = true;
    for (int i = -1; done && i < options->ladder.limits; i++, parts++) {
        const struct play_options *play = i < 0 ? &options->play : &options->match;
        uint64_t nodes = i < 0 ? (uint64_t)options->nodes : options->ladder.limit[i];
        if (i < 0)
            snprintf(name[parts], sizeof name[parts], "self-play");
        else
            snprintf(name[parts], sizeof name[parts], "matches, %" PRIu64 " nodes", nodes);
        double most = i < 0 ? (double)options->games * options->generations : match_games(run, i);
        part[parts] = (struct plan_part){name[parts], &config[parts], most};
        games += part[parts].games;
        done = configure_part(run, play, nodes, &config[parts], &list[parts], &error);
    }
    const struct plan_games all = {.part = part,
                                   .parts = parts,
                                   .runs = 1,
                                   .games = games / parts,
                                   .games_given = true,
                                   .folder = options->folder,
                                   .threads = (int)options->play.threads};
    int code = done ? plan_show(&options->plan, &all, options->answer.json)
                    : fail(EXIT_ERROR, "%s", error.text);
    if (code == EXIT_DONE && !options->answer.json)
        fprintf(stderr,
                "kagami: %d generation%s, each with the %lld games that its test may take at most, "
                "and the matches of its steps and against the panel; tuning and merging come on "
                "top\n",
                options->generations, options->generations == 1 ? "" : "s", options->match.games);
    for (int i = 0; i < parts; i++)
        opening_list_destroy(&list[i]);
    return code;
}

// A step that is refused leaves nothing behind.
static int take_one_step(struct evolve_run *run) {
    const struct evolve_options *options = run->options;
    struct error error = {""};
    char agenda[PATH_MAX], generation[PATH_MAX];
    snprintf(agenda, sizeof agenda, "%.3800s/agenda.json", options->folder);
    evolution_path(options->folder, options->generation, "", generation);
    bool first = access(agenda, F_OK) != 0;
    if (!write_agenda(run, 0, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    int code = take_step(run, options->step, options->generation, options->shard);
    if (code != EXIT_DONE && rmdir(generation) == 0 && first) {
        unlink(agenda);
        rmdir(options->folder);
    }
    return code;
}

static int begin(struct evolve_run *run) {
    struct evolve_options *options = run->options;
    struct error error = {""};
    find_seed(options);
    // What cannot be played or tuned is told before anything is.
    int code = setup_load(&run->setup, &options->game);
    if (code == EXIT_DONE)
        code = evolve_check(run);
    if (code != EXIT_DONE)
        return code;
    if (options->list_steps)
        return list_steps(options);
    if (options->plan.wanted)
        return plan(run);
    observe(run);
    if (options->step != STEP_ALL)
        return take_one_step(run);
    int lock = file_lock_folder(options->folder, &error);
    if (lock < 0)
        return fail(EXIT_ERROR, "%s", error.text);
    code = has_no_last(options) || write_agenda(run, 0, &error)
               ? evolve(run)
               : fail(EXIT_ERROR, "%s", error.text);
    close(lock);
    return code;
}

static int run(void *data, const char *line) {
    struct evolve_options *options = data;
    struct evolve_run evolution = {.options = options};
    options->command = line;
    int code = begin(&evolution);
    setup_destroy(&evolution.setup);
    return code;
}

static const struct option_row arguments[] = {
    {"BATCH.ini|VARIANT", .kind = ROW_TEXT, .completion = COMPLETE_VARIANT,
     OPTION_AT(struct evolve_options, argument)},
};

const struct command command_evolve = {
    .name = "evolve",
    .group = GROUP_TUNE,
    .text = help_evolve_txt,
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .arguments_needed = 1,
    .uses = evolve_option_uses,
    .size = sizeof(struct evolve_options),
    .read = evolve_options_read,
    .check = evolve_options_check,
    .run = run,
};
