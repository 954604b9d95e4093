// SPDX-License-Identifier: GPL-3.0-or-later
// kagami evolve: self-play, tuning, verification, again and again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_evolve_report.h"
#include "cmd_evolve_same.h"
#include "cmd_evolve_steps.h"
#include "cmd_stop.h"
#include "cmd_terminal.h"
#include "evolution.h"
#include "file.h"

static int take_step(struct evolve_run *run, enum evolve_step step, int generation, int shard) {
    char path[PATH_MAX];
    struct error error = {""};
    if (!file_make_folder(evolution_path(run->options->folder, generation, "", path), &error))
        return fail(EXIT_ERROR, "%s", error.text);
    int code = step == STEP_PLAY    ? evolve_play(run, generation, shard)
               : step == STEP_MERGE ? evolve_merge(run, generation)
               : step == STEP_TUNE  ? evolve_tune(run, generation)
                                    : evolve_verify(run, generation);
    // A signal that came while nobody asked.
    return code == EXIT_DONE && stop_watch_asked() ? EXIT_AGAIN : code;
}

// In one piece, or part after part.
static int play_all(struct evolve_run *run, int generation) {
    int shards = (int)run->options->shards, code = EXIT_DONE;
    if (evolution_has_log(run->options->folder, generation))
        return EXIT_DONE;
    if (!shards)
        return take_step(run, STEP_PLAY, generation, -1);
    for (int shard = 0; shard < shards && code == EXIT_DONE; shard++)
        code = take_step(run, STEP_PLAY, generation, shard);
    return code == EXIT_DONE ? take_step(run, STEP_MERGE, generation, -1) : code;
}

static int evolve(struct evolve_run *run) {
    const struct evolve_options *options = run->options;
    int code = EXIT_DONE;
    for (int g = 1; g <= options->generations && code == EXIT_DONE; g++) {
        if (evolution_verdict(options->folder, g)) {
            observer_say(&run->observer, "generation %d: done before", g);
            continue;
        }
        code = play_all(run, g);
        for (int step = STEP_TUNE; step <= STEP_VERIFY && code == EXIT_DONE; step++)
            code = take_step(run, (enum evolve_step)step, g, -1);
    }
    if (code == EXIT_AGAIN)
        observer_say(&run->observer, "stopped; run the same command again to go on");
    if (code != EXIT_DONE)
        return code;
    evolve_report(options, (int)options->generations, terminal_style());
    return terminal_finish();
}

// The steps that are left, a line each, behind what a script needs to know: KEY VALUE, then `step
// GENERATION NAME`.
static int list_steps(const struct evolve_options *options) {
    char path[PATH_MAX];
    const char *folder = realpath(options->folder, path) ? path : options->folder;
    printf("folder %s\nshards %lld\narray %lld\nrounds %lld\n", folder, options->shards,
           options->slurm.array, options->slurm.rounds);
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
        if (access(evolution_values(options->folder, g, path), F_OK) != 0)
            printf("step %d tune\n", g);
        printf("step %d verify\n", g);
    }
    return terminal_finish();
}

// The seed of the loop that is there, or the fresh one of the defaults.
static void find_seed(struct evolve_options *options) {
    if (options->seed_given)
        return;
    struct runmeta *meta = evolve_record(options, 1);
    options->seed = meta ? runmeta_seed(meta) : options->play.seed;
    runmeta_destroy(meta);
}

static int run(struct evolve_run *run) {
    struct evolve_options *options = run->options;
    find_seed(options);
    // What cannot be played or tuned is told before anything is.
    int code = setup_load(&run->setup, &options->game);
    if (code == EXIT_DONE)
        code = evolve_check(run);
    if (code != EXIT_DONE)
        return code;
    if (options->list_steps)
        return list_steps(options);
    run->observer = progress_observer(&run->progress);
    if (options->step != STEP_ALL)
        return take_step(run, options->step, options->generation, options->shard);
    struct error error = {""};
    int lock = file_lock_folder(options->folder, &error);
    if (lock < 0)
        return fail(EXIT_ERROR, "%s", error.text);
    code = evolve(run);
    close(lock);
    return code;
}

int cmd_evolve(int argc, char **argv) {
    struct evolve_options *options = malloc(sizeof *options);
    if (!options)
        return fail(EXIT_ERROR, "out of memory");
    struct evolve_run evolution = {.options = options, .setup = {.command = buffer_init()}};
    int code;
    command_text(argc, argv, &evolution.setup.command);
    if (evolve_options_parse(options, argc, argv, &code)) {
        options->command = evolution.setup.command.data;
        code = run(&evolution);
    }
    setup_destroy(&evolution.setup);
    evolve_options_destroy(options);
    free(options);
    return code;
}
