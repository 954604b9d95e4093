// SPDX-License-Identifier: GPL-3.0-or-later
#include "evolution_steps.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "log_reader.h"
#include "memory.h"
#include "merge.h"
#include "move_fit.h"
#include "origin.h"
#include "run.h"
#include "tuning_answer.h"

const char *evolution_in_play(const struct evolution_settings *settings, int generation,
                              char path[PATH_MAX]) {
    int champion = evolution_champion(settings->folder, generation);
    return champion ? evolution_values(settings->folder, champion, path) : settings->values;
}

bool evolution_tell(const struct evolution_run *run, int generation, const char *name,
                    struct answer *answer, struct error *error) {
    enum { COLUMNS = 100 };
    char path[PATH_MAX];
    struct buffer text = buffer_init();
    answer_text(answer, run->style, COLUMNS, &text);
    answer_destroy(answer);
    bool done = file_replace(evolution_path(run->settings->folder, generation, name, path),
                             text.data, text.length, error);
    buffer_destroy(&text);
    return done;
}

// --- What is going to be played ------------------------------------------------------------------

int evolution_matches(const struct evolution_run *run,
                      struct evolution_match match[EVOLUTION_MATCHES]) {
    static const char *const panel_places[] = {"before", "panel"};
    const struct evolution_settings *settings = run->settings;
    struct evolution_opponent panel[EVOLUTION_PANEL_MOST];
    int opponents = evolution_panel(run->tables, settings->values, panel), count = 0;
    struct evolution_match step = {"", EVOLUTION_STEP, settings->step_games, 1};
    for (int i = 0; step.games && i < EVOLUTION_STEPS; i++) {
        snprintf(step.place, sizeof step.place, "steps/%d", evolution_step[i]);
        match[count++] = step;
    }
    if (step.games && settings->spsa_games)
        match[count++] =
            (struct evolution_match){"steps/" EVOLUTION_AFTER, EVOLUTION_DUEL, step.games, 1};
    match[count++] = (struct evolution_match){"match", EVOLUTION_TEST, settings->match.games,
                                              settings->ladder.limits};
    struct evolution_match meeting = {"", EVOLUTION_PANEL, settings->panel_games,
                                      settings->ladder.limits};
    for (int i = 0; meeting.games && i < 2 * opponents; i++) {
        snprintf(meeting.place, sizeof meeting.place, "%s/%s", panel_places[i / opponents],
                 panel[i % opponents].name);
        match[count++] = meeting;
    }
    return count;
}

static void announce_generation(const struct evolution_run *run, struct agenda *agenda,
                                int generation) {
    const struct evolution_settings *settings = run->settings;
    struct evolution_match match[EVOLUTION_MATCHES];
    struct agenda_run *log = agenda_add(agenda);
    *log = (struct agenda_run){
        .generation = generation, .games = settings->games, .nodes = (uint64_t)settings->nodes};
    snprintf(log->run, sizeof log->run, "%d/log", generation);
    snprintf(log->done, sizeof log->done, "%d/verdict", generation);
    // A generation that is not tuned plays no steps, and has a verdict all the same.
    struct agenda_run as = *log;
    as.at_most = true;
    int count = evolution_matches(run, match);
    for (int i = 0; i < count; i++) {
        if (i == (settings->step_games ? EVOLUTION_STEPS : 0) && settings->spsa_games) {
            struct agenda_run *spsa = agenda_add(agenda);
            *spsa = as;
            spsa->games = settings->spsa_games;
            spsa->nodes = (uint64_t)evolution_spsa_nodes(settings->nodes);
            snprintf(spsa->run, sizeof spsa->run, "%d/spsa", generation);
            snprintf(spsa->begun, sizeof spsa->begun, "%d/spsa/spsa.json", generation);
            snprintf(spsa->ended, sizeof spsa->ended, "%d/generation-%d.csv", generation,
                     generation);
        }
        for (int k = 0; k < match[i].limits; k++) {
            struct agenda_run *one = agenda_add(agenda);
            *one = as;
            one->games = match[i].games;
            one->nodes = settings->ladder.limit[k];
            snprintf(one->run, sizeof one->run, "%d/%.31s/%" PRIu64 "n", generation, match[i].place,
                     one->nodes);
        }
    }
}

bool evolution_write_agenda(const struct evolution_run *run, int last, bool whole, int64_t until,
                            struct error *error) {
    struct agenda agenda = {.generations = whole ? last : 0, .until = until};
    for (int g = 1; g <= last; g++)
        announce_generation(run, &agenda, g);
    bool done = agenda_write(&agenda, run->settings->folder, error);
    agenda_destroy(&agenda);
    return done;
}

// --- Play and merge ------------------------------------------------------------------------------

static bool configure(const struct evolution_run *run, int generation, struct config *config,
                      struct opening_list *list, struct error *error) {
    const struct evolution_settings *settings = run->settings;
    struct play_options play = settings->play;
    char values[PATH_MAX];
    play.values = evolution_in_play(settings, generation, values);
    play.seed = evolution_seed(settings->seed, generation, EVOLUTION_SELFPLAY);
    *config = *run->config;
    if (!play_options_config(&play, config, list, error))
        return false;
    config->sampling = settings->sampling;
    return config_finish(config, false, error);
}

static enum work_end play(struct evolution_run *run, int generation, int shard,
                          struct error *error) {
    const struct evolution_settings *settings = run->settings;
    struct config config;
    struct opening_list list = {0};
    char folder[PATH_MAX], name[64] = "log";
    if (shard >= 0)
        snprintf(name, sizeof name, "shards/%d", shard);
    struct run games = {.config = &config,
                        .folder = evolution_path(settings->folder, generation, name, folder),
                        .range = {.end = settings->games, .total = settings->games},
                        .threads = (int)settings->play.threads,
                        .seed_given = true,
                        .command = settings->command,
                        .observer = run->observer};
    if (shard >= 0)
        games.range = range_of_shard(settings->games, shard, (int)settings->shards, false);
    enum work_end end =
        configure(run, generation, &config, &list, error) ? run_play(&games, error) : WORK_FAILED;
    if (end == WORK_DONE) {
        struct answer answer = run_answer(&games);
        if (!evolution_tell(run, generation, "play.txt", &answer, error))
            end = WORK_FAILED;
    }
    run_destroy(&games);
    opening_list_destroy(&list);
    return end;
}

enum work_end evolution_play(struct evolution_run *run, int generation, int shard,
                             struct error *error) {
    const char *folder = run->settings->folder;
    char told[PATH_MAX];
    // A run that ended before it could say so has no games left, and says it now.
    bool silent = shard < 0 && !run->settings->shards &&
                  access(evolution_path(folder, generation, "play.txt", told), F_OK) != 0;
    if (evolution_has_log(folder, generation) && !silent)
        return WORK_DONE;
    if (generation > 1 && !evolution_verdict(folder, generation - 1)) {
        error_set(error, "generation %d has no verdict yet", generation - 1);
        return WORK_FAILED;
    }
    return play(run, generation, shard, error);
}

// Puts the parts together. Where they are not all there `faults` is not empty, and `again` says
// which are to be played, or is empty when nothing is known of any.
static bool merge_parts(const struct evolution_run *run, int generation, struct buffer *faults,
                        struct buffer *again, struct error *error) {
    const char *folder = run->settings->folder;
    struct log_folders folders = {0};
    struct merge merge = {0};
    char shards[PATH_MAX], log[PATH_MAX];
    evolution_path(folder, generation, "shards", shards);
    bool done = file_make_folder(shards, error) && log_folders_add(&folders, shards, error);
    const struct merge_options options = {.folders = (const char *const *)folders.path,
                                          .count = folders.count,
                                          .out = evolution_path(folder, generation, "log", log)};
    if (done && folders.count == 1 && strcmp(folders.path[0], shards) == 0)
        buffer_text(faults, "no part is there\n");
    else if (done && (done = merge_run(&options, &merge, error))) {
        buffer_text(faults, merge.faults.length ? merge.faults.data : "");
        buffer_text(again, merge.again_shards.length ? merge.again_shards.data : "");
        if (merge.notes.length)
            observer_say(run->observer, "%.*s", (int)merge.notes.length - 1, merge.notes.data);
        for (int i = 0; !faults->length && i < merge.count; i++)
            if (merge.counts[i].bad)
                observer_say(run->observer, "%s differs from the other parts, z %+.1f (limit %.1f)",
                             merge.parts[i].folder, merge.counts[i].z, merge.homogeneity.limit);
        if (!faults->length)
            observer_say(run->observer, "%s: %" PRId64 " games of %d part%s", log,
                         merge.range.total, merge.count, merge.count == 1 ? "" : "s");
    }
    merge_destroy(&merge);
    log_folders_destroy(&folders);
    return done;
}

// Plays the parts of a list "3,17"; of an empty one, all.
static enum work_end play_again(struct evolution_run *run, int generation,
                                const struct buffer *again, struct error *error) {
    enum work_end end = WORK_DONE;
    const char *at = again->length ? again->data : NULL;
    for (int shard = 0; shard < run->settings->shards && end == WORK_DONE; shard++) {
        if (at && (!*at || strtol(at, NULL, 10) != shard))
            continue;
        if (at)
            at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',');
        observer_say(run->observer, "generation %d: shard %d is played here", generation, shard);
        end = play(run, generation, shard, error);
    }
    return end;
}

// The loop goes on whatever became of the tasks.
enum work_end evolution_merge(struct evolution_run *run, int generation, struct error *error) {
    struct buffer faults = buffer_init(), again = buffer_init();
    enum work_end end = WORK_FAILED;
    if (evolution_has_log(run->settings->folder, generation))
        return WORK_DONE;
    if (merge_parts(run, generation, &faults, &again, error))
        end = WORK_DONE;
    // Faults of parts that playing does not mend are the merge's own.
    bool lacks = again.length || strcmp(faults.data ? faults.data : "", "no part is there\n") == 0;
    if (end == WORK_DONE && faults.length && lacks) {
        end = play_again(run, generation, &again, error);
        faults.length = 0;
        if (end == WORK_DONE && !merge_parts(run, generation, &faults, &again, error))
            end = WORK_FAILED;
    }
    if (end == WORK_DONE && faults.length) {
        char shards[PATH_MAX];
        observer_say(run->observer, "%.*s", (int)faults.length - 1, faults.data);
        error_set(error, "%s: the parts cannot be put together",
                  evolution_path(run->settings->folder, generation, "shards", shards));
        end = WORK_FAILED;
    }
    buffer_destroy(&faults);
    buffer_destroy(&again);
    return end;
}

// --- Tune ----------------------------------------------------------------------------------------

// Logs of generations `first` to `last`; to be freed, with the texts in `paths`.
static const char **logs_of(const char *folder, int first, int last, char (**paths)[PATH_MAX]) {
    int count = last - first + 1;
    const char **folders = mem_calloc((size_t)count, sizeof *folders);
    *paths = mem_calloc((size_t)count, sizeof **paths);
    for (int i = 0; i < count; i++)
        folders[i] = evolution_path(folder, first + i, "log", (*paths)[i]);
    return folders;
}

// The first of the generations whose games are fitted to: all that the values in play have played
// (where they do not suffice, the next generation plays on with the same values), and those of the
// window, though other values played some of them.
static int first_fitted(const struct evolution_run *run, int champion, int generation) {
    int first = generation - run->settings->window + 1;
    first = first < 1 ? 1 : first;
    return first < champion + 1 ? first : champion + 1;
}

// False: an error, or too few games.
static bool tune(const struct evolution_run *run, int first, int generation, bool *too_few,
                 struct error *error) {
    const struct evolution_settings *settings = run->settings;
    struct tune_options options = *settings->tune;
    char out[PATH_MAX], start[PATH_MAX], (*paths)[PATH_MAX];
    bool moves;
    const char **folders = logs_of(settings->folder, first, generation, &paths);
    options.folders = folders;
    options.folder_count = generation - first + 1;
    options.out = evolution_fit(settings->folder, generation, out);
    options.start = evolution_in_play(settings, generation, start);
    struct tuning *tuning = tuning_create(&options);
    bool done = tuning_read(tuning, NULL, NULL, error) && tuning_fit(tuning, error);
    *too_few = tuning->too_few;
    if (done) {
        struct answer answer = tuning_answer(tuning, options.full, NULL);
        done = evolution_tell(run, generation, "tune.txt", &answer, error) &&
               tuning_write(tuning, &moves, error);
    }
    tuning_destroy(tuning);
    free(folders);
    free(paths);
    return done;
}

// How likely moves are: from all games of the loop, since better values change little of that.
// Written before the values, with which they go, and which say that the step is done. Nothing is
// known of moves where all of them are captures.
static bool learn_moves(const struct evolution_run *run, int generation, struct error *error) {
    const char *folder = run->settings->folder;
    char values[PATH_MAX], out[PATH_MAX], (*paths)[PATH_MAX];
    const char **folders = logs_of(folder, 1, generation, &paths);
    struct move_games games;
    struct move_fit *fit = mem_calloc(1, sizeof *fit);
    move_prior_path(evolution_fit(folder, generation, values), out);
    bool done = move_games_read(&games, folders, generation, error) &&
                move_fit(&games, fit, NULL, NULL, error);
    if (done) {
        struct answer answer = move_fit_answer(&games, fit);
        done = evolution_tell(run, generation, "moves.txt", &answer, error) &&
               move_prior_write(out, games.tables, &fit->prior, error);
    }
    done |= fit->too_few;
    move_games_destroy(&games);
    free(fit);
    free(folders);
    free(paths);
    return done;
}

enum work_end evolution_tune(struct evolution_run *run, int generation, struct error *error) {
    const char *folder = run->settings->folder;
    char path[PATH_MAX];
    int champion = evolution_champion(folder, generation);
    if (evolution_verdict(folder, generation) ||
        access(evolution_fit(folder, generation, path), F_OK) == 0)
        return WORK_DONE;
    int first = first_fitted(run, champion, generation);
    for (int g = first; g <= generation; g++)
        if (!evolution_has_log(folder, g)) {
            error_set(error, "the games of generation %d are not there yet", g);
            return WORK_FAILED;
        }
    bool too_few = false;
    bool done = (!run->settings->moves || learn_moves(run, generation, error)) &&
                tune(run, first, generation, &too_few, error);
    if (too_few) {
        observer_say(run->observer, "%s", error->text);
        done = evolution_give_verdict(folder, generation, champion, EVOLUTION_UNTUNED, error);
    }
    return done ? WORK_DONE : WORK_FAILED;
}

// --- The table of all ----------------------------------------------------------------------------

struct answer evolution_report(const struct evolution_settings *settings, int last) {
    const char *folder = settings->folder;
    struct answer answer = answer_init(NULL);
    cJSON *origin = cJSON_CreateObject();
    char path[PATH_MAX];
    origin_add(origin, settings->command, NULL);
    // The games of all generations and those of their matches.
    for (int g = 1; g <= last && evolution_verdict(folder, g); g++) {
        origin_add_run(origin, evolution_path(folder, g, "log", path));
        origin_add_inputs_of(origin, evolution_path(folder, g, "match/verify.json", path));
    }
    answer_json_add(&answer, NULL, origin);
    evolution_answer(&answer, folder, last, settings->games);
    if (evolution_champion(folder, last + 1))
        evolution_say_chance(&answer, &settings->sprt, settings->match.games,
                             settings->ladder.limits);
    return answer;
}

// Files of the table of the generations known, the marker last.
static void print_history(const struct evolution_settings *settings, struct file_set *set) {
    char path[PATH_MAX];
    struct answer answer = evolution_report(settings, evolution_known(settings->folder));
    snprintf(path, sizeof path, "%.3800s/evolve.json", settings->folder);
    answer_json(&answer, file_set_add(set, path));
    snprintf(path, sizeof path, "%.3800s/history.csv", settings->folder);
    answer_csv(&answer, "generations", file_set_add(set, path));
    answer_destroy(&answer);
}

bool evolution_tell_history(const struct evolution_settings *settings, struct error *error) {
    struct file_set set = {.count = 0};
    print_history(settings, &set);
    return file_set_write(&set, error);
}

bool evolution_history_is_told(const struct evolution_settings *settings) {
    struct file_set set = {.count = 0};
    if (!evolution_known(settings->folder))
        return true;
    print_history(settings, &set);
    const struct buffer *text = &set.file[1].text;
    char *written = file_read(set.file[1].path, text->length, NULL);
    bool told = access(set.file[0].path, F_OK) == 0 && written && strcmp(written, text->data) == 0;
    free(written);
    file_set_destroy(&set);
    return told;
}

// --- Before anything is begun --------------------------------------------------------------------

static bool check_tuning(const struct evolution_run *run, struct error *error) {
    struct tune_options options = *run->settings->tune;
    options.start = run->settings->values;
    struct tuning *tuning = tuning_create(&options);
    tuning->logs.tables = run->tables; // lent, there are no logs yet
    bool fine = tuning_prepare(tuning, error);
    tuning->logs.tables = NULL;
    tuning_destroy(tuning);
    return fine;
}

bool evolution_check(const struct evolution_run *run, int shard, int last, struct error *error) {
    const struct evolution_settings *settings = run->settings;
    const struct game_range all = {.end = settings->games, .total = settings->games};
    struct config config, match = *run->config;
    struct opening_list lists[2] = {{0}};
    // Of generation 1, whose values are those to begin with.
    bool fine = configure(run, 1, &config, &lists[0], error);
    struct runmeta *asked =
        fine ? runmeta_create(&config, &all, (int)settings->play.threads) : NULL;
    fine = fine &&
           evolution_same(settings->folder, asked, shard, last, settings->values != NULL, error) &&
           check_tuning(run, error) &&
           play_options_config(&settings->match, &match, &lists[1], error) &&
           config_finish(&match, false, error);
    runmeta_destroy(asked);
    opening_list_destroy(&lists[0]);
    opening_list_destroy(&lists[1]);
    return fine;
}
