// SPDX-License-Identifier: GPL-3.0-or-later
// What a generation's values are held against: steps towards them; what SPSA makes of the best of
// these; what is learned on top; the values in play; the panel.
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "evolution_internal.h"
#include "spsa_run.h"

// A match of the table (evolution_matches) of values `a` against `b`, and its folder.
static struct verification match_of(const struct evolution_run *run, int generation,
                                    const char *place, const char *a, const char *b,
                                    char folder[PATH_MAX]) {
    const struct evolution_settings *settings = run->settings;
    struct evolution_match match[EVOLUTION_MATCHES];
    int i = evolution_matches(run, match) - 1;
    while (i > 0 && strcmp(match[i].place, place) != 0)
        i--;
    assert(strcmp(match[i].place, place) == 0);
    struct verification verification = settings->ladder;
    verification.tables = run->tables;
    verification.variant_text = run->variant_text;
    verification.play = settings->match;
    verification.play.command = settings->command;
    verification.play.games = match[i].games;
    verification.play.seed = evolution_seed(settings->seed, generation, match[i].purpose);
    verification.values[PLAYER_A] = a;
    verification.values[PLAYER_B] = b;
    verification.folder = evolution_path(settings->folder, generation, place, folder);
    verification.limits = match[i].limits;
    verification.inner = true;
    verification.sprt = settings->sprt;
    if (run->part.shards)
        verification.play.range = run->part;
    verification.observer = run->observer;
    return verification;
}

// What could not be taken up may be of other options.
static enum work_end noted(const char *folder, enum work_end end, struct error *error) {
    const struct error cause = *error;
    if (end == WORK_FAILED && access(folder, F_OK) == 0)
        error_set(error,
                  "%s; if that match was begun with other options, give them again, or delete %s "
                  "to play it anew",
                  cause.text, folder);
    return end;
}

// Plays all games of a match, at every limit; none where no match can tell the values apart.
static enum work_end play_trial(struct evolution_run *run, int generation, const char *place,
                                const char *a, const char *b, const char *task,
                                struct evolution_score *score, struct error *error) {
    char folder[PATH_MAX];
    struct verification match = match_of(run, generation, place, a, b, folder);
    match.fixed = true;
    match.task = task;
    if (!evolution_same_values(match.tables, a, b, &score->same, error))
        return WORK_FAILED;
    if (score->same)
        return WORK_DONE;
    enum work_end end = verification_run(&match, error);
    if (end == WORK_DONE)
        score->pairs = verification_pairs(&match);
    return noted(folder, end, error);
}

// Parts of the way against the values in play.
static enum work_end try_steps(struct evolution_run *run, int generation,
                               struct evolution_scores *scores, struct error *error) {
    const struct evolution_settings *settings = run->settings;
    char start[PATH_MAX], fit[PATH_MAX], values[PATH_MAX], path[PATH_MAX];
    const char *old = evolution_in_play(settings, generation, start);
    evolution_path(settings->folder, generation, "fit.csv", fit);
    if (!file_make_folder(evolution_path(settings->folder, generation, "steps", path), error))
        return WORK_FAILED;
    enum work_end end = WORK_DONE;
    for (int i = 0; i < EVOLUTION_STEPS && end == WORK_DONE; i++) {
        char place[32], file[40], task[32];
        snprintf(place, sizeof place, "steps/%d", evolution_step[i]);
        snprintf(file, sizeof file, "%s.csv", place);
        snprintf(task, sizeof task, "%d%% of the way", evolution_step[i]);
        evolution_path(settings->folder, generation, file, values);
        end = evolution_step_write(run->tables, old, fit, evolution_step[i], values, error)
                  ? play_trial(run, generation, place, values, old, task,
                               evolution_scores_add(scores, place + strlen("steps/")), error)
                  : WORK_FAILED;
    }
    if (end == WORK_DONE)
        scores->taken = evolution_best_step(scores);
    return end;
}

// Games of SPSA by `values`, as those of the test's first limit but for their nodes.
static bool spsa_config(const struct evolution_run *run, int generation, const char *values,
                        struct config *config, struct opening_list *list, struct error *error) {
    const struct evolution_settings *settings = run->settings;
    struct play_options play = settings->match;
    play.values = values;
    play.nodes = evolution_spsa_nodes(settings->nodes);
    play.seed = evolution_seed(settings->seed, generation, EVOLUTION_SPSA);
    *config = *run->config;
    config->sampling.rate = 0;
    if (!play_options_config(&play, config, list, error) || !config_finish(config, false, error))
        return false;
    config->paired = true;
    return true;
}

// From the file `values` on in few directions; `out` is the file where that ends.
static enum work_end follow(struct evolution_run *run, int generation, const char *values,
                            char out[PATH_MAX], struct error *error) {
    static const struct option_texts none;
    const struct evolution_settings *settings = run->settings;
    char folder[PATH_MAX];
    struct config config;
    struct opening_list list = {0};
    struct spsa_run spsa = {.config = &config,
                            .folder = evolution_path(settings->folder, generation, "spsa", folder),
                            .command = settings->command,
                            .seed_wins = true,
                            .threads = (int)settings->match.threads,
                            .part = run->part,
                            .task = "SPSA",
                            .observer = run->observer,
                            .lock = -1};
    const struct spsa_choice choice = {
        .tune = &none, .together = &none, .directions = true, .way = EVOLUTION_SPSA_WAY};
    file_in(folder, "values.csv", out);
    bool fine =
        spsa_config(run, generation, values, &config, &list, error) &&
        spsa_choose(&choice, run->tables, &config.player[PLAYER_A].values, &spsa.plan, error);
    spsa.plan.seed = config.seed;
    spsa.plan.pairs = EVOLUTION_SPSA_PAIRS;
    spsa.plan.steps = settings->spsa_games / (2 * EVOLUTION_SPSA_PAIRS);
    enum work_end end = fine ? spsa_run_open(&spsa, false, error) : WORK_FAILED;
    if (end == WORK_DONE && !spsa.found)
        observer_say(run->observer, "%s, seed %" PRIu64 ", SPSA from %s: %lld games into %s",
                     run->tables->variant.name, config.seed, config.player[PLAYER_A].name,
                     settings->spsa_games, folder);
    if (end == WORK_DONE)
        end = spsa_run_play(&spsa, error);
    spsa_run_close(&spsa);
    opening_list_destroy(&list);
    return noted(folder, end, error);
}

// What is learned on top of the file `chosen`: its parts play these values, and the best is taken
// where it scores more than half. Without matches all of it is taken. `plays`: or it is learned
// only.
static enum work_end try_parts(struct evolution_run *run, int generation, bool plays,
                               struct evolution_scores *scores, char chosen[PATH_MAX],
                               struct error *error) {
    bool tries = run->settings->step_games > 0, learned;
    char values[PATH_MAX], name[EVOLUTION_NAME], place[32], task[48];
    enum work_end end = WORK_DONE;
    int taken = 100;
    if (observer_stop(run->observer))
        return WORK_STOPPED;
    if (!evolution_learn_parts(run, generation, chosen, &learned, error))
        return observer_stop(run->observer) ? WORK_STOPPED : WORK_FAILED;
    if (!plays)
        return WORK_DONE;
    for (int i = 0; i < EVOLUTION_PARTS && learned && tries && end == WORK_DONE; i++) {
        int percent = evolution_parts[i];
        evolution_part_name(percent, name);
        snprintf(place, sizeof place, "steps/%s", name);
        snprintf(task, sizeof task, "%d%% of what was learned, net", percent);
        end = play_trial(run, generation, place, evolution_part(run, generation, percent, values),
                         chosen, task, evolution_scores_add(scores, name), error);
    }
    if (tries)
        evolution_best_part(scores, &taken);
    if (end == WORK_DONE && learned && taken)
        evolution_part(run, generation, taken, chosen);
    return end;
}

// How far the choice goes: to what the networks are learned on top of; until they are learned; to
// its end.
enum stage { ON_TOP, LEARNED, CHOSEN };

// The step chosen by short matches; SPSA's result where it beats that step; what is learned on top.
// Without the short matches all of the way, that result and all that is learned are taken unseen.
static enum work_end choose(struct evolution_run *run, int generation, enum stage until,
                            struct error *error) {
    const struct evolution_settings *settings = run->settings;
    const char *folder = settings->folder;
    char path[PATH_MAX], start[PATH_MAX], chosen[PATH_MAX], after[PATH_MAX], name[32];
    struct evolution_scores scores = {.taken = 100};
    bool tries = settings->step_games > 0, follows = settings->spsa_games > 0;
    enum work_end end = WORK_DONE;
    evolution_path(folder, generation, "fit.csv", chosen);
    evolution_values(folder, generation, path);
    if (evolution_verdict(folder, generation) || access(path, F_OK) == 0)
        return WORK_DONE;
    if (access(chosen, F_OK) != 0) {
        error_set(error, "%s: there are no values yet", chosen);
        return WORK_FAILED;
    }
    if (tries) {
        end = try_steps(run, generation, &scores, error);
        snprintf(name, sizeof name, "steps/%d.csv", scores.taken);
        evolution_path(folder, generation, name, chosen);
    }
    if (end == WORK_DONE && follows)
        end = follow(run, generation, chosen, after, error);
    if (end == WORK_DONE && follows && tries) {
        struct evolution_score *score = evolution_scores_add(&scores, EVOLUTION_AFTER);
        end = play_trial(run, generation, "steps/" EVOLUTION_AFTER, after, chosen,
                         "SPSA's result against the step", score, error);
        follows = end == WORK_DONE && evolution_after_is_taken(score);
    }
    if (end == WORK_DONE && follows)
        strcpy(chosen, after);
    if (end == WORK_DONE && settings->learns[BESIDE_NET]) {
        if (until == ON_TOP)
            return end;
        end = try_parts(run, generation, until == CHOSEN, &scores, chosen, error);
        if (until == LEARNED)
            return end;
    }
    if (end == WORK_DONE && tries &&
        !evolution_scores_write(evolution_path(folder, generation, "steps.json", start), &scores,
                                error))
        end = WORK_FAILED;
    if (end == WORK_DONE &&
        !evolution_step_write(run->tables, evolution_in_play(settings, generation, start), chosen,
                              100, path, error))
        end = WORK_FAILED;
    return end;
}

enum work_end evolution_choose(struct evolution_run *run, int generation, struct error *error) {
    return choose(run, generation, run->beside ? ON_TOP : CHOSEN, error);
}

enum work_end evolution_learn(struct evolution_run *run, int generation, struct error *error) {
    return choose(run, generation, LEARNED, error);
}

// Values against the panel, by the openings of a generation, into its folder `into`; what is there
// is read.
static enum work_end play_panel(struct evolution_run *run, int generation, const char *into,
                                const char *values, struct evolution_scores *scores,
                                struct error *error) {
    const struct evolution_settings *settings = run->settings;
    struct evolution_opponent panel[EVOLUTION_PANEL_MOST];
    char path[PATH_MAX], place[32], task[64];
    snprintf(place, sizeof place, "%s.json", into);
    if (!file_make_folder(evolution_path(settings->folder, generation, into, path), error))
        return WORK_FAILED;
    evolution_scores_read(evolution_path(settings->folder, generation, place, path), scores);
    if (scores->count)
        return WORK_DONE;
    int count = evolution_panel(run->tables, settings->values, panel);
    for (int i = 0; i < count; i++)
        evolution_scores_add(scores, panel[i].name);
    for (int i = 0; i < count; i++) {
        // Processes begin with different matches: there are more games to share.
        int at = (i + run->part.shard) % count;
        snprintf(place, sizeof place, "%s/%s", into, panel[at].name);
        snprintf(task, sizeof task, "panel, %s", panel[at].name);
        enum work_end end = play_trial(run, generation, place, values, panel[at].values, task,
                                       &scores->score[at], error);
        if (end != WORK_DONE)
            return end;
    }
    return evolution_scores_write(path, scores, error) ? WORK_DONE : WORK_FAILED;
}

// Have better values kept up with those in play against the panel?
static enum work_end hold_panel(struct evolution_run *run, int generation,
                                enum evolution_verdict *verdict, struct error *error) {
    const struct evolution_settings *settings = run->settings;
    struct evolution_scores before, now;
    char path[PATH_MAX];
    if (!settings->panel_games)
        return WORK_DONE;
    enum work_end end = play_panel(run, generation, "before",
                                   evolution_in_play(settings, generation, path), &before, error);
    if (end == WORK_DONE)
        end = play_panel(run, generation, "panel",
                         evolution_values(settings->folder, generation, path), &now, error);
    if (end == WORK_DONE && !evolution_keeps_up(&now, &before, settings->margin))
        *verdict = EVOLUTION_ONE_SIDED;
    return end;
}

// By the match of a generation's values against those in play, and the panel. Beside others without
// a verdict.
static enum work_end judge(struct evolution_run *run, int generation, int champion,
                           struct error *error) {
    static const enum evolution_verdict verdicts[] = {[SPRT_ACCEPT] = EVOLUTION_ACCEPTED,
                                                      [SPRT_REJECT] = EVOLUTION_REJECTED,
                                                      [SPRT_UNDECIDED] = EVOLUTION_UNDECIDED};
    const char *folder = run->settings->folder;
    char values[PATH_MAX], against[PATH_MAX], games[PATH_MAX];
    evolution_values(folder, generation, values);
    if (run->part.shards) {
        enum work_end end = choose(run, generation, CHOSEN, error);
        if (end != WORK_DONE)
            return end;
    }
    if (access(values, F_OK) != 0) {
        error_set(error, "%s: there are no values yet", values);
        return WORK_FAILED;
    }
    const char *in_play = evolution_in_play(run->settings, generation, against);
    struct verification match = match_of(run, generation, "match", values, in_play, games);
    bool same; // nothing was measured, or what was is kept: there is nothing to play
    if (!evolution_same_values(match.tables, values, in_play, &same, error))
        return WORK_FAILED;
    enum work_end end = same ? WORK_DONE : noted(games, verification_run(&match, error), error);
    if (end != WORK_DONE)
        return end;
    enum evolution_verdict verdict = same ? EVOLUTION_REJECTED : verdicts[match.verdict];
    if (verdict == EVOLUTION_ACCEPTED)
        end = hold_panel(run, generation, &verdict, error);
    return end == WORK_DONE && !run->beside &&
                   !evolution_give_verdict(folder, generation, champion, verdict, error)
               ? WORK_FAILED
               : end;
}

enum work_end evolution_verify(struct evolution_run *run, int generation, struct error *error) {
    const char *folder = run->settings->folder;
    int champion = evolution_champion(folder, generation);
    enum work_end end =
        evolution_verdict(folder, generation) ? WORK_DONE : judge(run, generation, champion, error);
    if (end != WORK_DONE || run->beside)
        return end;
    if (!evolution_history(run->settings, true, error))
        return WORK_FAILED;
    observer_say(run->observer, "generation %d: %s against the values of generation %d", generation,
                 evolution_verdict_name(evolution_verdict(folder, generation)), champion);
    return WORK_DONE;
}
