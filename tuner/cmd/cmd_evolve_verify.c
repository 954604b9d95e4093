// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a generation that are matches: how far of the way to what was fitted, and on from
// there by SPSA; against the values in play; against the panel.
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd_evolve_steps.h"
#include "evolution.h"
#include "evolution_trials.h"
#include "file.h"
#include "spsa_choose.h"
#include "spsa_run.h"
#include "verification.h"

static struct verification match_of(const struct evolve_run *run, const char *folder) {
    const struct evolve_options *options = run->options;
    struct verification match = options->ladder;
    match.tables = run->setup.tables;
    match.variant_text = run->setup.variant_text;
    match.play = options->match;
    match.play.command = options->command;
    match.folder = folder;
    match.sprt = options->sprt.sprt;
    match.inner = true;
    match.observer = &run->observer;
    return match;
}

static int hint(const char *folder, int code) {
    if (code == EXIT_ERROR && access(folder, F_OK) == 0)
        fprintf(stderr,
                "kagami: if that match was begun with other options, give them again, or "
                "delete %s to play it anew\n",
                folder);
    return code;
}

// Plays all games of `match`, at every limit; none where no match can tell the values apart.
static int play_trial(struct verification *match, const char *a, const char *b, long long games,
                      uint64_t seed, struct evolution_score *score) {
    struct error error = {""};
    match->fixed = true;
    match->values[PLAYER_A] = a;
    match->values[PLAYER_B] = b;
    match->play.games = games;
    match->play.seed = seed;
    if (!evolution_same_values(match->tables, a, b, &score->same, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    if (score->same)
        return EXIT_DONE;
    int code = work_exit_code(verification_run(match, &error), &error);
    if (code == EXIT_DONE)
        score->pairs = verification_pairs(match);
    return hint(match->folder, code);
}

// One part of the way against the values in play, at the first node limit.
static int try_step(struct evolve_run *run, int generation, int percent,
                    struct evolution_scores *scores) {
    const struct evolve_options *options = run->options;
    char start[PATH_MAX], fit[PATH_MAX], values[PATH_MAX], folder[PATH_MAX], name[32], task[32];
    struct error error = {""};
    const char *old = evolve_values_in_play(options, generation, start);
    snprintf(name, sizeof name, "steps/%d.csv", percent);
    evolution_path(options->folder, generation, name, values);
    snprintf(name, sizeof name, "steps/%d", percent);
    snprintf(task, sizeof task, "%d%% of the way", percent);
    if (!file_make_folder(evolution_path(options->folder, generation, "steps", folder), &error) ||
        !evolution_step_write(run->setup.tables, old,
                              evolution_fit(options->folder, generation, fit), percent, values,
                              &error))
        return fail(EXIT_ERROR, "%s", error.text);
    struct verification match =
        match_of(run, evolution_path(options->folder, generation, name, folder));
    match.limits = 1;
    match.task = task;
    snprintf(name, sizeof name, "%d", percent);
    struct evolution_score *score = evolution_scores_add(scores, name);
    return play_trial(&match, values, old, options->step_games,
                      evolution_seed(options->seed, generation, EVOLUTION_STEP), score);
}

static int try_steps(struct evolve_run *run, int generation, struct evolution_scores *scores) {
    for (int i = 0; i < EVOLUTION_STEPS; i++) {
        int code = try_step(run, generation, evolution_step[i], scores);
        if (code != EXIT_DONE)
            return code;
    }
    scores->taken = evolution_best_step(scores);
    return EXIT_DONE;
}

// What SPSA found, `values`, against the step that it began from, at the first node limit.
static int try_after(struct evolve_run *run, int generation, const char *values, const char *step,
                     struct evolution_scores *scores) {
    const struct evolve_options *options = run->options;
    char folder[PATH_MAX];
    struct verification match =
        match_of(run, evolution_path(options->folder, generation, "steps/spsa", folder));
    match.limits = 1;
    match.task = "SPSA's result against the step";
    return play_trial(&match, values, step, options->step_games,
                      evolution_seed(options->seed, generation, EVOLUTION_DUEL),
                      evolution_scores_add(scores, EVOLUTION_AFTER));
}

static int write_steps(const struct evolve_run *run, int generation,
                       const struct evolution_scores *scores) {
    char path[PATH_MAX];
    struct error error = {""};
    evolution_path(run->options->folder, generation, "steps.json", path);
    if (!evolution_scores_write(path, scores, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    struct answer answer = evolution_steps_answer(scores);
    return evolve_write_answer(run, generation, "steps.txt", &answer);
}

// Games of SPSA by `values`, as those of the test's first limit but for their nodes.
static bool spsa_config(const struct evolve_run *run, int generation, const char *values,
                        struct config *config, struct opening_list *list, struct error *error) {
    const struct evolve_options *options = run->options;
    struct play_options play = options->match;
    play.values = values;
    play.nodes = evolution_spsa_nodes(options->nodes);
    play.seed = evolution_seed(options->seed, generation, EVOLUTION_SPSA);
    *config = run->setup.config;
    config->sampling.rate = 0;
    if (!play_options_config(&play, config, list, error) || !config_finish(config, false, error))
        return false;
    config->paired = true;
    return true;
}

// From the file `values` on in few directions; `out` (PATH_MAX) is the file where that ends.
static int follow(struct evolve_run *run, int generation, const char *values, char *out) {
    static const struct option_texts none;
    const struct evolve_options *options = run->options;
    char folder[PATH_MAX];
    struct config config;
    struct opening_list list = {0};
    struct error error = {""};
    struct spsa_run spsa = {.config = &config,
                            .folder = evolution_path(options->folder, generation, "spsa", folder),
                            .command = options->command,
                            .seed_wins = true,
                            .threads = (int)options->match.threads,
                            .task = "SPSA",
                            .observer = &run->observer,
                            .lock = -1};
    const struct spsa_choice choice = {
        .tune = &none, .together = &none, .directions = true, .way = EVOLUTION_SPSA_WAY};
    spsa_run_values(folder, out);
    bool fine = spsa_config(run, generation, values, &config, &list, &error) &&
                spsa_choose(&choice, run->setup.tables, &config.player[PLAYER_A].values, &spsa.plan,
                            &error);
    spsa.plan.seed = config.seed;
    spsa.plan.pairs = EVOLUTION_SPSA_PAIRS;
    spsa.plan.steps = options->spsa_games / (2 * EVOLUTION_SPSA_PAIRS);
    enum work_end end = fine ? spsa_run_open(&spsa, false, &error) : WORK_FAILED;
    if (end == WORK_DONE && !spsa.found)
        observer_say(&run->observer, "%s, seed %" PRIu64 ", SPSA from %s: %lld games into %s",
                     run->setup.tables->variant.name, config.seed, config.player[PLAYER_A].name,
                     options->spsa_games, folder);
    if (end == WORK_DONE)
        end = spsa_run_play(&spsa, &error);
    spsa_run_close(&spsa);
    opening_list_destroy(&list);
    return hint(folder, work_exit_code(end, &error));
}

// The step chosen by short matches, then SPSA's result where it beats that step. Without the short
// matches all of the way and that result are taken unseen.
int evolve_choose(struct evolve_run *run, int generation) {
    const struct evolve_options *options = run->options;
    char path[PATH_MAX], fit[PATH_MAX], start[PATH_MAX], step[PATH_MAX], after[PATH_MAX], name[32];
    struct error error = {""};
    struct evolution_scores scores = {.taken = 100};
    bool follows = options->spsa_games > 0;
    int code = EXIT_DONE;
    evolution_fit(options->folder, generation, fit);
    evolution_values(options->folder, generation, path);
    if (evolution_verdict(options->folder, generation) || access(path, F_OK) == 0)
        return EXIT_DONE;
    if (access(fit, F_OK) != 0)
        return fail(EXIT_ERROR, "%s: there are no values yet", fit);
    if (options->step_games)
        code = try_steps(run, generation, &scores);
    snprintf(name, sizeof name, "steps/%d.csv", scores.taken);
    evolution_path(options->folder, generation, name, step);
    if (code == EXIT_DONE && follows)
        code = follow(run, generation, options->step_games ? step : fit, after);
    if (code == EXIT_DONE && follows && options->step_games) {
        code = try_after(run, generation, after, step, &scores);
        follows = evolution_after_is_taken(evolution_scores_find(&scores, EVOLUTION_AFTER));
    }
    if (code == EXIT_DONE && options->step_games)
        code = write_steps(run, generation, &scores);
    if (code == EXIT_DONE &&
        !evolution_step_write(run->setup.tables, evolve_values_in_play(options, generation, start),
                              follows ? after : fit, follows ? 100 : scores.taken, path, &error))
        code = fail(EXIT_ERROR, "%s", error.text);
    return code;
}

// The match of a generation's values against those in play.
static int hold_match(struct evolve_run *run, int generation, enum sprt_verdict *verdict) {
    const struct evolve_options *options = run->options;
    char values[PATH_MAX], against[PATH_MAX], folder[PATH_MAX];
    struct error error = {""};
    struct verification match =
        match_of(run, evolution_path(options->folder, generation, "match", folder));
    match.play.seed = evolution_seed(options->seed, generation, EVOLUTION_TEST);
    match.values[PLAYER_A] = evolution_values(options->folder, generation, values);
    match.values[PLAYER_B] = evolve_values_in_play(options, generation, against);
    int code = hint(folder, work_exit_code(verification_run(&match, &error), &error));
    if (code != EXIT_DONE)
        return code;
    struct answer answer = verification_answer(&match);
    *verdict = match.verdict;
    return evolve_write_answer(run, generation, "match.txt", &answer);
}

// Values against the panel, by the openings of a generation, into its folder `into`; what is there
// is read.
static int play_panel(struct evolve_run *run, int generation, const char *into, const char *values,
                      struct evolution_scores *scores) {
    const struct evolve_options *options = run->options;
    struct evolution_opponent panel[EVOLUTION_PANEL_MOST];
    char path[PATH_MAX], folder[PATH_MAX], name[64], task[64];
    struct error error = {""};
    snprintf(name, sizeof name, "%s.json", into);
    evolution_path(options->folder, generation, name, path);
    if (!file_make_folder(evolution_path(options->folder, generation, into, folder), &error) ||
        !evolution_scores_read(path, scores, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    if (scores->count)
        return EXIT_DONE;
    int count = evolution_panel(run->setup.tables, options->values, panel);
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "%s/%s", into, panel[i].name);
        snprintf(task, sizeof task, "panel, %s", panel[i].name);
        struct verification match =
            match_of(run, evolution_path(options->folder, generation, name, folder));
        match.task = task;
        struct evolution_score *score = evolution_scores_add(scores, panel[i].name);
        int code = play_trial(&match, values, panel[i].values, options->panel_games,
                              evolution_seed(options->seed, generation, EVOLUTION_PANEL), score);
        if (code != EXIT_DONE)
            return code;
    }
    return evolution_scores_write(path, scores, &error) ? EXIT_DONE
                                                        : fail(EXIT_ERROR, "%s", error.text);
}

// Have better values kept up with those in play against the panel?
static int hold_panel(struct evolve_run *run, int generation, enum evolution_verdict *verdict) {
    const struct evolve_options *options = run->options;
    struct evolution_scores before, now;
    char path[PATH_MAX];
    if (!options->panel_games)
        return EXIT_DONE;
    int code = play_panel(run, generation, "before",
                          evolve_values_in_play(options, generation, path), &before);
    if (code == EXIT_DONE)
        code = play_panel(run, generation, "panel",
                          evolution_values(options->folder, generation, path), &now);
    if (code != EXIT_DONE)
        return code;
    if (!evolution_keeps_up(&now, &before, options->margin))
        *verdict = EVOLUTION_ONE_SIDED;
    struct answer answer = evolution_panel_answer(&now, &before, options->margin);
    return evolve_write_answer(run, generation, "panel.txt", &answer);
}

// By the match and the panel.
static int judge(struct evolve_run *run, int generation, int champion) {
    static const enum evolution_verdict verdicts[] = {[SPRT_ACCEPT] = EVOLUTION_ACCEPTED,
                                                      [SPRT_REJECT] = EVOLUTION_REJECTED,
                                                      [SPRT_UNDECIDED] = EVOLUTION_UNDECIDED};
    const char *folder = run->options->folder;
    char path[PATH_MAX];
    struct error error = {""};
    enum sprt_verdict found;
    if (access(evolution_values(folder, generation, path), F_OK) != 0)
        return fail(EXIT_ERROR, "%s: there are no values yet", path);
    int code = hold_match(run, generation, &found);
    if (code != EXIT_DONE)
        return code;
    enum evolution_verdict verdict = verdicts[found];
    if (found == SPRT_ACCEPT)
        code = hold_panel(run, generation, &verdict);
    if (code == EXIT_DONE && !evolution_give_verdict(folder, generation, champion, verdict, &error))
        code = fail(EXIT_ERROR, "%s", error.text);
    return code;
}

int evolve_verify(struct evolve_run *run, int generation) {
    const struct evolve_options *options = run->options;
    const char *folder = options->folder;
    struct error error = {""};
    int champion = evolution_champion(folder, generation);
    int code = evolution_verdict(folder, generation) ? EXIT_DONE : judge(run, generation, champion);
    if (code != EXIT_DONE)
        return code;
    if (!evolve_write_history(options, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    observer_say(&run->observer, "generation %d: %s against the values of generation %d",
                 generation, evolution_verdict_name(evolution_verdict(folder, generation)),
                 champion);
    return EXIT_DONE;
}
