// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_evolve_steps.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_stop.h"
#include "cmd_terminal.h"
#include "cmd_tune.h"
#include "evolution.h"
#include "evolution_same.h"
#include "log_reader.h"
#include "memory.h"
#include "merge.h"
#include "move_prior.h"
#include "origin.h"
#include "run.h"
#include "verification.h"

const char *evolve_values_in_play(const struct evolve_options *options, int generation,
                                  char path[PATH_MAX]) {
    int champion = evolution_champion(options->folder, generation);
    return champion ? evolution_values(options->folder, champion, path) : options->values;
}

// What a step tells people goes to a file of its generation.
static FILE *open_answer(const struct evolve_run *run, int generation, const char *name) {
    char path[PATH_MAX];
    FILE *file = fopen(evolution_path(run->options->folder, generation, name, path), "we");
    if (!file)
        fail(EXIT_ERROR, "%s: %s", path, strerror(errno));
    return file;
}

static int close_answer(FILE *file, const char *name) {
    bool fine = !ferror(file);
    fine &= fclose(file) == 0;
    return fine ? EXIT_DONE : fail(EXIT_ERROR, "%s: cannot be written", name);
}

static struct diagram_style plain_style(void) {
    struct diagram_style style = terminal_style();
    style.colour = false;
    return style;
}

int evolve_write_answer(const struct evolve_run *run, int generation, const char *name,
                        struct answer *answer) {
    FILE *file = open_answer(run, generation, name);
    if (!file) {
        answer_destroy(answer);
        return EXIT_ERROR;
    }
    answer_write(answer, false, plain_style(), 100, file);
    return close_answer(file, name);
}

static bool configure_play(const struct evolve_run *run, int generation, struct config *config,
                           struct opening_list *list, struct error *error) {
    const struct evolve_options *options = run->options;
    struct play_options play = options->play;
    char values[PATH_MAX];
    play.values = evolve_values_in_play(options, generation, values);
    play.seed = evolution_seed(options->seed, generation, EVOLUTION_SELFPLAY);
    *config = run->setup.config;
    if (!play_options_config(&play, config, list, error))
        return false;
    config->sampling = options->sampling;
    return config_finish(config, false, error);
}

static int play(struct evolve_run *run, int generation, int shard) {
    const struct evolve_options *options = run->options;
    struct config config;
    struct opening_list list = {0};
    struct error error = {""};
    char folder[PATH_MAX], name[64] = "log";
    if (shard >= 0)
        snprintf(name, sizeof name, "shards/%d", shard);
    struct run games = {.config = &config,
                        .folder = evolution_path(options->folder, generation, name, folder),
                        .range = {.end = options->games, .total = options->games},
                        .threads = (int)options->play.threads,
                        .seed_given = true,
                        .command = options->command,
                        .observer = &run->observer};
    if (shard >= 0)
        games.range = range_of_shard(options->games, shard, (int)options->shards, false);
    int code = configure_play(run, generation, &config, &list, &error)
                   ? work_exit_code(run_play(&games, &error), &error)
                   : fail(EXIT_ERROR, "%s", error.text);
    if (code == EXIT_DONE) {
        struct answer answer = run_answer(&games);
        code = evolve_write_answer(run, generation, "play.txt", &answer);
    }
    run_destroy(&games);
    opening_list_destroy(&list);
    return code;
}

int evolve_play(struct evolve_run *run, int generation, int shard) {
    const char *folder = run->options->folder;
    char path[PATH_MAX];
    // A program that ended behind its last game has told nobody what they came to.
    if (evolution_has_log(folder, generation) &&
        (shard >= 0 || access(evolution_path(folder, generation, "play.txt", path), F_OK) == 0))
        return EXIT_DONE;
    if (generation > 1 && !evolution_verdict(folder, generation - 1))
        return fail(EXIT_ERROR, "generation %d has no verdict yet", generation - 1);
    return play(run, generation, shard);
}

// Puts the parts together. EXIT_CHECK when they are not all there: `again` says which are to be
// played, or is empty when nothing is known of any.
static int merge_parts(struct evolve_run *run, int generation, bool last, struct buffer *again) {
    const struct evolve_options *options = run->options;
    struct log_folders folders = {0};
    struct error error = {""};
    char shards[PATH_MAX], log[PATH_MAX];
    evolution_path(options->folder, generation, "shards", shards);
    struct merge merge = {0};
    bool done = file_make_folder(shards, &error) && log_folders_add(&folders, shards, &error);
    struct merge_options settings = {.folders = (const char *const *)folders.path,
                                     .count = folders.count,
                                     .out =
                                         evolution_path(options->folder, generation, "log", log)};
    bool none = folders.count == 1 && strcmp(folders.path[0], shards) == 0;
    int code = !done ? fail(EXIT_ERROR, "%s", error.text) : none ? EXIT_CHECK : EXIT_DONE;
    if (code == EXIT_DONE) {
        done = merge_run(&settings, &merge, &error);
        code = !done                 ? fail(EXIT_ERROR, "%s", error.text)
               : merge.faults.length ? EXIT_CHECK
                                     : EXIT_DONE;
        if (code == EXIT_DONE) {
            if (merge.notes.length)
                fprintf(stderr, "kagami: %s", merge.notes.data);
            for (int i = 0; i < merge.count; i++)
                if (merge.counts[i].bad)
                    fail(EXIT_DONE, "%s differs from the other parts, z %+.1f (limit %.1f)",
                         merge.parts[i].folder, merge.counts[i].z, merge.homogeneity.limit);
            fprintf(stderr, "kagami: %s: %" PRId64 " games of %d part%s\n", log, merge.range.total,
                    merge.count, merge.count == 1 ? "" : "s");
        } else if (code == EXIT_CHECK && merge.again_shards.length && !last) {
            buffer_text(again, merge.again_shards.data);
        } else if (code == EXIT_CHECK) {
            fputs(merge.faults.data, stderr);
            code = fail(EXIT_ERROR, "%s: the parts cannot be put together", shards);
        }
        merge_destroy(&merge);
    }
    log_folders_destroy(&folders);
    return code;
}

// Plays the parts of a list "3,17"; of an empty one, all.
static int play_again(struct evolve_run *run, int generation, const struct buffer *again) {
    int shards = (int)run->options->shards, code = EXIT_DONE;
    const char *at = again->length ? again->data : NULL;
    for (int shard = 0; shard < shards && code == EXIT_DONE; shard++) {
        if (at && (!*at || strtol(at, NULL, 10) != shard))
            continue;
        if (at)
            at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',');
        observer_say(&run->observer, "generation %d: shard %d is played here", generation, shard);
        code = play(run, generation, shard);
    }
    return code;
}

// What no task has played to its end is played here: the loop goes on whatever became of them.
int evolve_merge(struct evolve_run *run, int generation) {
    if (evolution_has_log(run->options->folder, generation))
        return EXIT_DONE;
    if (!run->options->shards)
        return fail(EXIT_USAGE, "a generation in one piece has nothing to merge: give --shards N");
    struct buffer again = buffer_init();
    int code = merge_parts(run, generation, false, &again);
    if (code == EXIT_CHECK) {
        code = play_again(run, generation, &again);
        if (code == EXIT_DONE)
            code = merge_parts(run, generation, true, &again);
    }
    buffer_destroy(&again);
    return code;
}

// The first of the generations whose games are fitted to: all that the values in play have played
// (where they do not suffice, the next generation plays on with the same values), and those of the
// window, though other values played some of them.
static int first_fitted(const struct evolve_run *run, int champion, int generation) {
    int first = generation - run->options->window + 1;
    first = first < 1 ? 1 : first;
    return first < champion + 1 ? first : champion + 1;
}

static int tune(struct evolve_run *run, int first, int generation) {
    const char *folder = run->options->folder;
    int count = generation - first + 1;
    char(*paths)[PATH_MAX] = mem_calloc((size_t)count, sizeof *paths);
    const char **folders = mem_calloc((size_t)count, sizeof *folders);
    char out[PATH_MAX], start[PATH_MAX];
    struct tune_options options = run->options->tune.options;
    for (int i = 0; i < count; i++)
        folders[i] = evolution_path(folder, first + i, "log", paths[i]);
    options.folders = folders;
    options.folder_count = count;
    options.out = evolution_fit(folder, generation, out);
    options.start = evolve_values_in_play(run->options, generation, start);
    FILE *file = open_answer(run, generation, "tune.txt");
    int code = EXIT_ERROR;
    if (file) {
        struct tune_output output = {.stream = file, .style = plain_style(), .columns = 100};
        struct stop_at_once watch = stop_at_once_begin(); // nothing is half done while it tunes
        code = tune_values(&options, &output);
        stop_at_once_end(&watch);
        int closed = close_answer(file, "tune.txt");
        code = code == EXIT_DONE ? closed : code;
    }
    free(paths);
    free(folders);
    return code;
}

// How likely moves are: from all games of the loop, since better values change little of that.
// Written before the values, with which they go, and which say that the step is done. Nothing is
// known of moves where all of them are captures.
static int learn_moves(struct evolve_run *run, int generation) {
    const char *folder = run->options->folder;
    char(*paths)[PATH_MAX] = mem_calloc((size_t)generation, sizeof *paths);
    const char **folders = mem_calloc((size_t)generation, sizeof *folders);
    char values[PATH_MAX], out[PATH_MAX];
    move_prior_path(evolution_fit(folder, generation, values), out);
    for (int i = 0; i < generation; i++)
        folders[i] = evolution_path(folder, 1 + i, "log", paths[i]);
    FILE *file = open_answer(run, generation, "moves.txt");
    int code = EXIT_ERROR;
    if (file) {
        struct tune_output output = {.stream = file, .style = plain_style(), .columns = 100};
        struct stop_at_once watch = stop_at_once_begin();
        code = tune_moves(folders, generation, out, true, &output);
        stop_at_once_end(&watch);
        int closed = close_answer(file, "moves.txt");
        code = code == EXIT_DONE ? closed : code;
    }
    free(paths);
    free(folders);
    return code == EXIT_UNDECIDED ? EXIT_DONE : code;
}

int evolve_tune(struct evolve_run *run, int generation) {
    const char *folder = run->options->folder;
    char path[PATH_MAX];
    int champion = evolution_champion(folder, generation);
    if (evolution_verdict(folder, generation) ||
        access(evolution_fit(folder, generation, path), F_OK) == 0)
        return EXIT_DONE;
    int first = first_fitted(run, champion, generation);
    for (int g = first; g <= generation; g++)
        if (!evolution_has_log(folder, g))
            return fail(EXIT_ERROR, "the games of generation %d are not there yet", g);
    int code = run->options->moves ? learn_moves(run, generation) : EXIT_DONE;
    if (code == EXIT_DONE)
        code = tune(run, first, generation);
    struct error error = {""};
    if (code == EXIT_UNDECIDED) // the games do not suffice
        code = evolution_give_verdict(folder, generation, champion, EVOLUTION_UNTUNED, &error)
                   ? EXIT_DONE
                   : fail(EXIT_ERROR, "%s", error.text);
    return code;
}

// The games of all generations and those of their matches.
static void add_origin(const struct evolve_options *options, int last, cJSON *json) {
    const char *folder = options->folder;
    char path[PATH_MAX];
    origin_add(json, options->command, NULL);
    for (int g = 1; g <= last && evolution_verdict(folder, g); g++) {
        origin_add_run(json, evolution_path(folder, g, "log", path));
        origin_add_inputs_of(json, evolution_path(folder, g, "match/verify.json", path));
    }
}

static struct answer answer_of(const struct evolve_options *options, int last) {
    struct answer answer = answer_init(NULL);
    cJSON *origin = cJSON_CreateObject();
    add_origin(options, last, origin);
    answer_json_add(&answer, NULL, origin);
    evolution_answer(&answer, options->folder, last, options->games);
    if (evolution_champion(options->folder, last + 1))
        evolution_say_chance(&answer, &options->sprt.sprt, options->match.games,
                             options->ladder.limits);
    return answer;
}

bool evolve_write_history(const struct evolve_options *options, struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.3800s/evolve.json", options->folder);
    struct answer answer = answer_of(options, evolution_known(options->folder));
    struct file_set set = {.count = 0};
    answer_json(&answer, file_set_add(&set, path));
    evolution_add_history(&set, options->folder, options->games);
    bool done = file_set_write(&set, error);
    file_set_destroy(&set);
    answer_destroy(&answer);
    return done;
}

bool evolve_history_is_written(const struct evolve_options *options) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.3800s/evolve.json", options->folder);
    return !evolution_known(options->folder) ||
           (access(path, F_OK) == 0 &&
            evolution_history_is_written(options->folder, options->games));
}

int evolve_complete_history(const struct evolve_options *options) {
    struct error error;
    bool done = evolve_history_is_written(options) || evolve_write_history(options, &error);
    return done ? EXIT_DONE : fail(EXIT_ERROR, "%s", error.text);
}

int evolve_report(const struct evolve_options *options, int last) {
    struct answer answer = answer_of(options, last);
    return answer_show(&answer, options->answer.json);
}

static bool check_tuning(const struct evolve_run *run, struct error *error) {
    struct tune_options options = run->options->tune.options;
    options.start = run->options->values;
    struct tuning *tuning = tuning_create(&options);
    tuning->logs.tables = run->setup.tables; // lent, there are no logs yet
    bool fine = tuning_prepare(tuning, error);
    tuning->logs.tables = NULL;
    tuning_destroy(tuning);
    return fine;
}

static bool check_match(const struct evolve_run *run, struct error *error) {
    struct config config = run->setup.config;
    struct opening_list list = {0};
    bool fine = play_options_config(&run->options->match, &config, &list, error) &&
                config_finish(&config, false, error);
    opening_list_destroy(&list);
    return fine;
}

int evolve_check(struct evolve_run *run) {
    const struct evolve_options *options = run->options;
    struct error error = {""};
    struct config config;
    struct opening_list list = {0};
    struct game_range all = {.end = options->games, .total = options->games};
    int last =
        options->generation > options->generations ? options->generation : options->generations;
    // Of generation 1, whose values are those to begin with.
    bool fine = configure_play(run, 1, &config, &list, &error);
    if (fine) {
        struct runmeta *asked = runmeta_create(&config, &all, (int)options->play.threads);
        fine = evolution_same(options->folder, asked, options->shard, last, options->values != NULL,
                              &error) &&
               check_tuning(run, &error) && check_match(run, &error);
        runmeta_destroy(asked);
    }
    opening_list_destroy(&list);
    return fine ? EXIT_DONE : fail(EXIT_ERROR, "%s", error.text);
}
