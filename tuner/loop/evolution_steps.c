// SPDX-License-Identifier: GPL-3.0-or-later

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "evolution_internal.h"
#include "run.h"
#include "runmeta.h"

const char *evolution_in_play(const struct evolution_settings *settings, int generation,
                              char path[PATH_MAX]) {
    int champion = evolution_champion(settings->folder, generation);
    return champion ? evolution_values(settings->folder, champion, path) : settings->values;
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
    step.purpose = EVOLUTION_NET;
    for (int i = 0; step.games && settings->learns[BESIDE_NET] && i < EVOLUTION_PARTS; i++) {
        char name[EVOLUTION_NAME];
        snprintf(step.place, sizeof step.place, "steps/%s",
                 evolution_part_name(evolution_parts[i], name));
        match[count++] = step;
    }
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

// Adds a run FOLDER/G/PLACE like another one of the generation.
static struct agenda_run *announce(struct agenda *agenda, const struct agenda_run *like,
                                   const char *place, int64_t games, int64_t nodes) {
    struct agenda_run *run = agenda_add(agenda);
    *run = *like;
    run->games = games;
    run->nodes = (uint64_t)nodes;
    snprintf(run->run, sizeof run->run, "%d/%s", run->generation, place);
    return run;
}

static void announce_generation(const struct evolution_run *run, struct agenda *agenda,
                                int generation) {
    const struct evolution_settings *settings = run->settings;
    struct evolution_match match[EVOLUTION_MATCHES];
    struct agenda_run of = {.generation = generation};
    snprintf(of.done, sizeof of.done, "%d/verdict", generation);
    announce(agenda, &of, "log", settings->games, evolution_nodes(settings, generation));
    // A generation that is not tuned plays no steps, and has a verdict all the same.
    of.at_most = true;
    int count = evolution_matches(run, match);
    for (int i = 0; i < count; i++) {
        if (i == (settings->step_games ? EVOLUTION_STEPS : 0) && settings->spsa_games) {
            struct agenda_run *spsa = announce(agenda, &of, "spsa", settings->spsa_games,
                                               evolution_spsa_nodes(settings->nodes));
            snprintf(spsa->begun, sizeof spsa->begun, "%d/spsa/spsa.json", generation);
            snprintf(spsa->ended, sizeof spsa->ended, "%d/generation-%d.csv", generation,
                     generation);
        }
        for (int k = 0; k < match[i].limits; k++) {
            char place[64];
            uint64_t nodes = settings->ladder.limit[k];
            snprintf(place, sizeof place, "%.31s/%" PRIu64 "n", match[i].place, nodes);
            announce(agenda, &of, place, match[i].games, (int64_t)nodes);
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

// --- Play ----------------------------------------------------------------------------------------

static bool configure(const struct evolution_run *run, int generation, struct config *config,
                      struct opening_list *list, struct error *error) {
    const struct evolution_settings *settings = run->settings;
    struct play_options play = settings->play;
    char values[PATH_MAX];
    play.values = evolution_in_play(settings, generation, values);
    play.nodes *= evolution_nodes(settings, generation) / settings->nodes; // 0: limited by depth
    play.seed = evolution_seed(settings->seed, generation, EVOLUTION_SELFPLAY);
    *config = *run->config;
    if (!play_options_config(&play, config, list, error))
        return false;
    config->sampling = settings->sampling;
    return config_finish(config, false, error);
}

enum work_end evolution_play(struct evolution_run *run, int generation, struct error *error) {
    const struct evolution_settings *settings = run->settings;
    struct config config;
    struct opening_list list = {0};
    char folder[PATH_MAX];
    if (evolution_has_log(settings->folder, generation))
        return WORK_DONE;
    if (generation > 1 && !evolution_verdict(settings->folder, generation - 1)) {
        error_set(error, "generation %d has no verdict yet", generation - 1);
        return WORK_FAILED;
    }
    struct run games = {.config = &config,
                        .folder = evolution_path(settings->folder, generation, "log", folder),
                        .range = run->part,
                        .threads = (int)settings->play.threads,
                        .seed_given = true,
                        .command = settings->command,
                        .observer = run->observer};
    games.range.end = games.range.total = settings->games;
    if (run->part.shards)
        run_share(&games);
    enum work_end end =
        configure(run, generation, &config, &list, error) ? run_play(&games, error) : WORK_FAILED;
    run_destroy(&games);
    opening_list_destroy(&list);
    return end;
}

// --- Tune ----------------------------------------------------------------------------------------

bool evolution_tell(const struct evolution_run *run, int generation, const char *name,
                    struct answer *answer, struct error *error) {
    enum { COLUMNS = 100 };
    char path[PATH_MAX];
    struct file_set set = {.count = 0};
    evolution_path(run->settings->folder, generation, name, path);
    answer_text(answer, run->style, COLUMNS, file_set_add(&set, path));
    answer_destroy(answer);
    return file_set_write(&set, error);
}

struct log_folders evolution_logs(const char *folder, int first, int last) {
    struct log_folders logs = {0};
    char path[PATH_MAX];
    for (int g = first; g <= last; g++)
        log_folders_add(&logs, evolution_path(folder, g, "log", path), NULL);
    return logs;
}

int evolution_first_fitted(const struct evolution_run *run, int generation) {
    int champion = evolution_champion(run->settings->folder, generation);
    int first = generation - run->settings->window + 1;
    first = first < 1 ? 1 : first;
    return first < champion + 1 ? first : champion + 1;
}

// False: an error, or too few games.
static bool tune(const struct evolution_run *run, int first, int generation, bool *too_few,
                 struct error *error) {
    const struct evolution_settings *settings = run->settings;
    struct tune_options options = *settings->tune;
    char out[PATH_MAX], start[PATH_MAX];
    struct log_folders logs = evolution_logs(settings->folder, first, generation);
    options.folders = (const char *const *)logs.path;
    options.folder_count = logs.count;
    options.out = evolution_path(settings->folder, generation, "fit.csv", out);
    options.start = evolution_in_play(settings, generation, start);
    struct tuning *tuning = tuning_create(&options);
    bool done = tuning_read(tuning, NULL, NULL, error) && tuning_fit(tuning, error);
    *too_few = tuning->too_few;
    if (done) {
        struct answer answer = tuning_answer(tuning, options.full, NULL);
        done = evolution_tell(run, generation, "tune.txt", &answer, error) &&
               tuning_write(tuning, NULL, error);
    }
    tuning_destroy(tuning);
    log_folders_destroy(&logs);
    return done;
}

enum work_end evolution_tune(struct evolution_run *run, int generation, struct error *error) {
    const char *folder = run->settings->folder;
    char path[PATH_MAX];
    int champion = evolution_champion(folder, generation);
    if (evolution_verdict(folder, generation) ||
        access(evolution_path(folder, generation, "fit.csv", path), F_OK) == 0)
        return WORK_DONE;
    int first = evolution_first_fitted(run, generation);
    for (int g = first; g <= generation; g++)
        if (!evolution_has_log(folder, g) && (g < generation || !run->part.shards)) {
            error_set(error, "the games of generation %d are not there yet", g);
            return WORK_FAILED;
        }
    // The loop goes on whatever became of the processes that were to play: what they left is
    // played.
    enum work_end end = evolution_play(run, generation, error);
    if (end != WORK_DONE)
        return end;
    bool too_few = false;
    bool done =
        (!run->settings->learns[BESIDE_MOVES] || evolution_learn_moves(run, generation, error)) &&
        tune(run, first, generation, &too_few, error);
    if (too_few) {
        observer_say(run->observer, "%s", error->text);
        done = evolution_give_verdict(folder, generation, champion, EVOLUTION_UNTUNED, error);
    }
    return done ? WORK_DONE : WORK_FAILED;
}

// --- Before anything is begun --------------------------------------------------------------------

static bool is_value(const char *key) {
    if (strncmp(key, "player1.", 8) != 0)
        return false;
    bool known = values_find(key + 8) >= 0;
    for (enum beside kind = 0; kind < BESIDES; kind++)
        known |= strcmp(key + 8, beside_name(kind)) == 0;
    return known;
}

// Values are apart, since they change, and what follows from the rest.
static enum setting_weight of_the_loop(const char *key) {
    static const char *const follow[] = {"schema", "hash_bytes", "annotate", "player1.name"};
    if (text_find(key, follow, ARRAY_LENGTH(follow)) >= 0)
        return SETTING_IGNORED;
    return is_value(key) || strncmp(key, "player2.", 8) == 0 ? SETTING_IGNORED : SETTING_IF_BOTH;
}

static enum setting_weight of_the_values(const char *key) {
    return is_value(key) ? SETTING_COUNTS : SETTING_IGNORED;
}

// Is the loop in the folder, if any, the one whose generation 1 would begin with the record
// `asked`? Runs and logs of later generations that are of another are refused by what plays on and
// fits to them.
static bool is_same_loop(const struct evolution_settings *settings, const struct runmeta *asked,
                         int last, struct error *error) {
    struct runmeta *there = evolution_record(settings->folder, 1);
    struct setting_difference of;
    char then[32], now[32];
    if (!there)
        return true;
    bool differs = runmeta_differ(there, asked, of_the_loop, &of);
    // By default values may be other ones in another version; an accepted generation has its own.
    if (!differs && (settings->values || !evolution_champion(settings->folder, last + 1)))
        differs = runmeta_differ(there, asked, of_the_values, &of);
    const uint64_t numbers[][2] = {
        {(uint64_t)runmeta_range(there).total, (uint64_t)runmeta_range(asked).total},
        {runmeta_seed(there), runmeta_seed(asked)}};
    for (int i = 0; i < ARRAY_LENGTH(numbers) && !differs; i++) {
        snprintf(then, sizeof then, "%" PRIu64, numbers[i][0]);
        snprintf(now, sizeof now, "%" PRIu64, numbers[i][1]);
        of = (struct setting_difference){i ? "seed" : "games", then, now};
        differs = numbers[i][0] != numbers[i][1];
    }
    if (differs)
        error_set(error,
                  "%s: its loop was begun with %s %s, not %s; give the same again, or another "
                  "folder",
                  settings->folder, of.key + (strncmp(of.key, "player1.", 8) == 0 ? 8 : 0),
                  of.there && *of.there ? of.there : "default",
                  of.here && *of.here ? of.here : "default");
    runmeta_destroy(there);
    return !differs;
}

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

bool evolution_check(const struct evolution_run *run, int last, struct error *error) {
    const struct evolution_settings *settings = run->settings;
    const struct game_range all = {.end = settings->games, .total = settings->games};
    struct config config, match = *run->config;
    struct opening_list lists[2] = {{0}};
    // Of generation 1, whose values are those to begin with.
    bool fine = configure(run, 1, &config, &lists[0], error);
    struct runmeta *asked =
        fine ? runmeta_create(&config, &all, (int)settings->play.threads) : NULL;
    fine = fine && is_same_loop(settings, asked, last, error) && check_tuning(run, error) &&
           play_options_config(&settings->match, &match, &lists[1], error) &&
           config_finish(&match, false, error);
    runmeta_destroy(asked);
    opening_list_destroy(&lists[0]);
    opening_list_destroy(&lists[1]);
    return fine;
}

// --- The steps -----------------------------------------------------------------------------------

const struct evolution_task evolution_task[EVOLUTION_TASKS] = {
    {"play", true, evolution_play},     {"tune", false, evolution_tune},
    {"choose", true, evolution_choose}, {"learn", false, evolution_learn},
    {"verify", true, evolution_verify},
};
