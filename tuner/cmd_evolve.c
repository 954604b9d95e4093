// SPDX-License-Identifier: GPL-3.0-or-later
// kagami evolve: self-play, tuning, verification, again and again. Every step is another command of
// ours, run here with the words that its part of the folder follows from.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd_evolve_lines.h"
#include "cmd_evolve_report.h"
#include "cmd_evolve_same.h"
#include "cmd_setup.h"
#include "cmd_stop.h"
#include "cmd_terminal.h"
#include "evolution.h"
#include "file.h"

static int play(const struct evolve_options *options, int generation) {
    if (evolution_has_log(options->folder, generation))
        return EXIT_DONE;
    if (generation > 1 && !evolution_verdict(options->folder, generation - 1))
        return fail(EXIT_ERROR, "generation %d has no verdict yet", generation - 1);
    struct line line = evolve_play_line(options, generation);
    return evolve_run(cmd_selfplay, &line, options, generation, "play.txt");
}

// From all games that the values in play have played. Where they do not suffice, the next
// generation plays on with the same values, and both are tuned from.
static int tune(const struct evolve_options *options, int generation) {
    const char *folder = options->folder;
    char path[PATH_MAX];
    int champion = evolution_champion(folder, generation);
    if (evolution_verdict(folder, generation) ||
        access(evolution_values(folder, generation, path), F_OK) == 0)
        return EXIT_DONE;
    for (int g = champion + 1; g <= generation; g++)
        if (!evolution_has_log(folder, g))
            return fail(EXIT_ERROR, "the games of generation %d are not there yet", g);
    struct line line = evolve_tune_line(options, champion + 1, generation);
    struct stop_at_once watch = stop_at_once_begin(); // nothing is half done while it tunes
    int code = evolve_run(cmd_tune, &line, options, generation, "tune.txt");
    stop_at_once_end(&watch);
    struct error error = {""};
    if (code == EXIT_UNDECIDED) // the games do not suffice
        code = evolution_give_verdict(folder, generation, champion, EVOLUTION_UNTUNED, &error)
                   ? EXIT_DONE
                   : fail(EXIT_ERROR, "%s", error.text);
    return code;
}

static int verify(const struct evolve_options *options, int generation) {
    static const enum evolution_verdict verdicts[] = {[EXIT_DONE] = EVOLUTION_ACCEPTED,
                                                      [EXIT_CHECK] = EVOLUTION_REJECTED,
                                                      [EXIT_UNDECIDED] = EVOLUTION_UNDECIDED};
    const char *folder = options->folder;
    char path[PATH_MAX];
    struct error error = {""};
    int champion = evolution_champion(folder, generation);
    if (!evolution_verdict(folder, generation)) {
        if (access(evolution_values(folder, generation, path), F_OK) != 0)
            return fail(EXIT_ERROR, "%s: there are no values yet", path);
        struct line line = evolve_match_line(options, generation);
        int code = evolve_run(cmd_verify, &line, options, generation, "match.txt");
        if (code == EXIT_ERROR &&
            access(evolution_path(folder, generation, "match", path), F_OK) == 0)
            fprintf(stderr,
                    "kagami: if that match was begun with other options, give them again, or "
                    "delete %s to play it anew\n",
                    path);
        if (code != EXIT_DONE && code != EXIT_CHECK && code != EXIT_UNDECIDED)
            return code;
        if (!evolution_give_verdict(folder, generation, champion, verdicts[code], &error))
            return fail(EXIT_ERROR, "%s", error.text);
    }
    int last = options->generations > generation ? (int)options->generations : generation;
    if (!evolve_write(options, last, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    fprintf(stderr, "kagami: generation %d: %s against the values of generation %d\n", generation,
            evolution_verdict_name(evolution_verdict(folder, generation)), champion);
    return EXIT_DONE;
}

static int take_step(const struct evolve_options *options, enum evolve_step step, int generation) {
    static int (*const steps[])(const struct evolve_options *, int) = {
        [STEP_PLAY] = play, [STEP_TUNE] = tune, [STEP_VERIFY] = verify};
    char path[PATH_MAX];
    struct error error = {""};
    if (!file_make_folder(evolution_path(options->folder, generation, "", path), &error))
        return fail(EXIT_ERROR, "%s", error.text);
    int code = steps[step](options, generation);
    // A signal that came while nobody asked.
    return code == EXIT_DONE && stop_watch_asked() ? EXIT_AGAIN : code;
}

static int evolve(const struct evolve_options *options) {
    int code = EXIT_DONE;
    for (int g = 1; g <= options->generations && code == EXIT_DONE; g++) {
        if (evolution_verdict(options->folder, g)) {
            fprintf(stderr, "kagami: generation %d: done before\n", g);
            continue;
        }
        for (int step = STEP_PLAY; step <= STEP_VERIFY && code == EXIT_DONE; step++)
            code = take_step(options, (enum evolve_step)step, g);
    }
    if (code == EXIT_AGAIN)
        fprintf(stderr, "kagami: stopped; run the same command again to go on\n");
    if (code != EXIT_DONE)
        return code;
    evolve_report(options, (int)options->generations, terminal_style());
    return terminal_finish();
}

// The seed of the loop that is there, or a fresh one.
static bool find_seed(struct evolve_options *options) {
    if (options->seed_given)
        return true;
    struct runmeta *meta = evolve_record(options, 1);
    struct play_options fresh;
    struct error error = {""};
    bool done = meta || play_options_default(&fresh, &error) ||
                fail(EXIT_ERROR, "%s", error.text) == EXIT_DONE;
    if (done)
        options->seed = meta ? runmeta_seed(meta) : fresh.seed;
    runmeta_destroy(meta);
    return done;
}

static int run(struct evolve_options *options) {
    if (!find_seed(options))
        return EXIT_ERROR;
    // What cannot be played or tuned is told before anything is.
    struct setup setup = {.command = buffer_init()};
    int code = setup_load(&setup, &options->game);
    if (code == EXIT_DONE)
        code = evolve_check(options, setup.tables);
    setup_destroy(&setup);
    if (code != EXIT_DONE)
        return code;
    stop_watch_begin();
    if (options->step != STEP_ALL)
        return take_step(options, options->step, options->generation);
    struct error error = {""};
    int lock = file_lock_folder(options->folder, &error); // scripts/overnight.sh has the same lock
    if (lock < 0)
        return fail(EXIT_ERROR, "%s", error.text);
    code = evolve(options);
    close(lock);
    return code;
}

int cmd_evolve(int argc, char **argv) {
    struct evolve_options options;
    struct buffer command = buffer_init();
    int code;
    command_text(argc, argv, &command);
    if (evolve_options_parse(&options, argc, argv, &code)) {
        options.command = command.data;
        code = run(&options);
    }
    buffer_destroy(&command);
    return code;
}
