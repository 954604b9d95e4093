// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_round_robin.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agenda.h"
#include "cmd_progress.h"
#include "cmd_terminal.h"
#include "file.h"
#include "json_file.h"
#include "memory.h"
#include "origin.h"
#include "rating_answer.h"
#include "run.h"
#include "score_answer.h"
#include "score_summary.h"

_Static_assert((int)PLAYERS_MAX <= (int)RATING_PLAYERS_MAX, "all players are rated");

struct entry {
    const char *name;
    struct player player;
};

// The match of two players; an error where they do not differ.
static int configure(const struct config *common, const struct entry *a, const struct entry *b,
                     struct config *config) {
    struct error error = {""};
    *config = *common;
    config->player[PLAYER_A] = a->player;
    config->player[PLAYER_B] = b->player;
    return config_finish(config, true, &error)
               ? EXIT_DONE
               : fail(EXIT_ERROR, "%s and %s: %s", a->name, b->name, error.text);
}

static char *match_folder(const struct round_robin *round, const struct entry *a,
                          const struct entry *b, char folder[PATH_MAX]) {
    snprintf(folder, PATH_MAX, "%s/%s-%s", round->folder, a->name, b->name);
    return folder;
}

// Of all matches: games, those that a fault decided, and whether their number was changed when some
// were played.
struct round_facts {
    int64_t games, faults;
    bool resized;
};

// All that are to be played.
struct matches {
    const struct round_robin *round;
    const struct entry *entries;
    const struct rating_match *match;
    int count;
};

// For `kagami log status`.
static bool write_agenda(void *context, struct error *error) {
    const struct matches *all = context;
    struct agenda agenda = {0};
    for (int i = 0; i < all->count; i++) {
        const struct entry *a = &all->entries[all->match[i].a], *b = &all->entries[all->match[i].b];
        uint64_t one = a->player.limits.nodes, other = b->player.limits.nodes;
        struct agenda_run *run = agenda_add(&agenda);
        snprintf(run->run, sizeof run->run, "%.60s-%.60s", a->name, b->name);
        run->games = all->round->play->games;
        run->nodes = one && other ? one / 2 + other / 2 : 0;
    }
    bool done = agenda_write(&agenda, all->round->folder, error);
    agenda_destroy(&agenda);
    return done;
}

// Plays one match, or what is left of it, and adds to the facts. `seed_given`: it must have the
// seed of `common`.
static int play_match(struct matches *all, const struct config *common, bool seed_given,
                      struct rating_match *match, struct config *config,
                      struct round_facts *facts) {
    const struct round_robin *round = all->round;
    const struct entry *a = &all->entries[match->a], *b = &all->entries[match->b];
    char folder[PATH_MAX], task[96];
    struct error error = {""};
    struct progress progress;
    struct observer observer = progress_observer(&progress);
    if (configure(common, a, b, config) != EXIT_DONE)
        return EXIT_ERROR;
    match_folder(round, a, b, folder);
    snprintf(task, sizeof task, "%s against %s", a->name, b->name);
    struct run run = {.config = config,
                      .folder = folder,
                      .threads = (int)round->play->threads,
                      .seed_given = seed_given,
                      .command = round->play->command,
                      .force = round->force,
                      .task = task,
                      .quiet = true,
                      .observer = &observer,
                      .announce = write_agenda,
                      .announced = all};
    if (!play_options_range(round->play, config->paired, &run.range, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    int code = work_exit_code(run_play(&run, &error), &error);
    if (code == EXIT_DONE) {
        memcpy(match->pairs, run.log->tally->pair_results, sizeof match->pairs);
        facts->games += run.log->tally->games;
        facts->faults += tally_faults(run.log->tally);
        facts->resized |= run.log->resized;
    }
    run_destroy(&run);
    return code == EXIT_DONE && run.stopped ? EXIT_AGAIN : code;
}

// All matches have the openings of one seed: the first one's, where it was begun before.
static int play_all(const struct round_robin *round, struct config common,
                    const struct entry *entries, struct rating_match *matches, int *count,
                    struct round_facts *facts) {
    struct config *config = mem_alloc(sizeof *config);
    int code = EXIT_DONE;
    bool seed_given = round->play->seed_given;
    for (int a = 0; a < round->players->count; a++) // all, before the first game is played
        for (int b = a + 1; b < round->players->count && code == EXIT_DONE; b++) {
            matches[(*count)++] = (struct rating_match){.a = a, .b = b};
            code = configure(&common, &entries[a], &entries[b], config);
        }
    struct matches all = {round, entries, matches, *count};
    for (int i = 0; i < *count && code == EXIT_DONE; i++) {
        code = play_match(&all, &common, seed_given, &matches[i], config, facts);
        common.seed = config->seed;
        seed_given = true;
    }
    free(config);
    return code;
}

// ratings.json, for reports, and the players as ratings.csv.
static bool write_ratings(const struct round_robin *round, const struct answer *answer,
                          struct error *error) {
    struct file_set set = {.count = 0};
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/ratings.csv", round->folder);
    answer_csv(answer, "players", file_set_add(&set, path));
    snprintf(path, sizeof path, "%.4000s/ratings.json", round->folder);
    answer_json(answer, file_set_add(&set, path));
    bool done = file_set_write(&set, error);
    file_set_destroy(&set);
    return done;
}

static void add_origin(struct answer *answer, const struct round_robin *round,
                       const struct config *config, const struct entry *entries,
                       const struct rating_match *matches, int count) {
    cJSON *origin = cJSON_CreateObject();
    char folder[PATH_MAX];
    origin_add(origin, round->play->command, NULL);
    for (int i = 0; i < count; i++)
        origin_add_run(origin,
                       match_folder(round, &entries[matches[i].a], &entries[matches[i].b], folder));
    json_add_text(origin, "variant", config->tables->variant.name);
    json_add_text(origin, "title", config->tables->variant.title);
    answer_json_add(answer, NULL, origin);
}

static int show_ratings(const struct round_robin *round, const struct config *config,
                        const struct entry *entries, const struct rating_match *matches, int count,
                        const struct rating *rating, bool resized) {
    struct answer answer = answer_init(config->tables->variant.title);
    struct error error = {""};
    const char *names[RATING_PLAYERS_MAX];
    for (int i = 0; i < rating->players; i++)
        names[i] = entries[i].name;
    answer_head(&answer, "round robin");
    add_origin(&answer, round, config, entries, matches, count);
    rating_answer(&answer, names, matches, count, rating);
    answer_line(&answer, "played into", "%s: %d matches", round->folder, count);
    if (resized)
        score_answer_length(&answer, LENGTH_CHANGED);
    if (!write_ratings(round, &answer, &error)) {
        answer_destroy(&answer);
        return fail(EXIT_ERROR, "%s", error.text);
    }
    return answer_show(&answer, round->json);
}

// Ratings of such games are none.
static int show_faults(const struct round_robin *round, const struct config *config,
                       const struct round_facts *facts) {
    struct answer answer = answer_init(config->tables->variant.title);
    answer_head(&answer, "round robin");
    score_say_faults(&answer, facts->faults, facts->games);
    answer_line(&answer, "faults", "%s/*/faults.txt", round->folder);
    int code = answer_show(&answer, round->json);
    return code == EXIT_DONE ? EXIT_UNDECIDED : code;
}

int round_robin_run(const struct round_robin *round, const struct config *config) {
    int players = round->players->count;
    struct entry *entries = mem_calloc((size_t)players, sizeof *entries);
    struct rating_match *matches = mem_calloc(RATING_MATCHES_MAX, sizeof *matches);
    struct rating *rating = mem_alloc(sizeof *rating);
    struct error error = {""};
    int count = 0, code = EXIT_ERROR;
    struct round_facts facts = {0};
    bool fine = true;
    for (int i = 0; i < players && fine; i++) {
        struct player_option *option = &round->players->player[i];
        entries[i].name = option->name;
        fine =
            player_option_player(option, round->play, config->tables, &entries[i].player, &error);
    }
    if (fine)
        code = play_all(round, *config, entries, matches, &count, &facts);
    bool faulty = score_faulty(facts.faults, facts.games);
    if (fine && code == EXIT_DONE && !faulty)
        fine = rating_fit(players, matches, count, rating, &error);
    if (!fine) {
        code = fail(EXIT_ERROR, "%s", error.text);
    } else if (code == EXIT_DONE && faulty) {
        code = show_faults(round, config, &facts);
    } else if (code == EXIT_DONE) {
        code = show_ratings(round, config, entries, matches, count, rating, facts.resized);
    }
    free(entries);
    free(matches);
    free(rating);
    return code;
}
