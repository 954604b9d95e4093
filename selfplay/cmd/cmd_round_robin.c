// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_round_robin.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agenda.h"
#include "cmd_progress.h"
#include "cmd_terminal.h"
#include "measured_cell.h"
#include "rating.h"
#include "run.h"
#include "score_answer.h"

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

// Plays one match, or what is left of it. `seed_given`: it must have the seed of `common`.
// `resized` becomes true where its number of games was changed when some were played.
static int play_match(const struct round_robin *round, const struct config *common, bool seed_given,
                      const struct entry *a, const struct entry *b, struct rating_match *match,
                      struct config *config, bool *resized) {
    char folder[PATH_MAX], task[96];
    struct error error = {""};
    struct progress progress;
    struct observer observer = progress_observer(&progress);
    if (configure(common, a, b, config) != EXIT_DONE)
        return EXIT_ERROR;
    snprintf(folder, sizeof folder, "%s/%s-%s", round->folder, a->name, b->name);
    snprintf(task, sizeof task, "%s against %s", a->name, b->name);
    struct run run = {.config = config,
                      .folder = folder,
                      .threads = (int)round->play->threads,
                      .seed_given = seed_given,
                      .command = round->play->command,
                      .force = round->force,
                      .task = task,
                      .quiet = true,
                      .observer = &observer};
    if (!play_options_range(round->play, config->paired, &run.range, &error))
        return fail_input(&error);
    int code = work_exit_code(run_play(&run, &error), &error);
    if (code == EXIT_DONE) {
        memcpy(match->pairs, run.log->tally->pair_results, sizeof match->pairs);
        *resized |= run.log->resized;
    }
    run_destroy(&run);
    return code == EXIT_DONE && run.stopped ? EXIT_AGAIN : code;
}

// The strongest first.
static void add_players(struct answer *answer, const struct entry *entries,
                        const struct rating *rating) {
    char over[64];
    snprintf(over, sizeof over, "over %s", entries[0].name);
    const struct answer_column columns[] = {
        {"name", "player", ANSWER_TEXT, 0, ANSWER_STRONG},
        {"elo_over_mean", "Elo over the mean", ANSWER_NUMBER, 1, ANSWER_LIST | ANSWER_PLUS},
        {"elo_over_first", over, ANSWER_NUMBER, 1, ANSWER_LIST | ANSWER_PLUS},
    };
    int order[RATING_PLAYERS_MAX];
    for (int i = 0; i < rating->players; i++) {
        int at = i;
        for (; at > 0 && rating->elo[order[at - 1]] < rating->elo[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    answer_table(answer, "players", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < rating->players; i++) {
        const struct answer_cell row[] = {cell_text(entries[order[i]].name),
                                          cell_measured(rating_over_mean(rating, order[i])),
                                          cell_measured(rating_difference(rating, order[i], 0))};
        answer_row(answer, row);
    }
}

// Games that the first player lost, drew and won, from its half points in the two of each pair.
static void count_results(const struct rating_match *match, int64_t results[3]) {
    memset(results, 0, 3 * sizeof *results);
    for (int first = 0; first < 3; first++)
        for (int second = 0; second < 3; second++) {
            results[first] += match->pairs[first][second];
            results[second] += match->pairs[first][second];
        }
}

static void add_matches(struct answer *answer, const struct entry *entries,
                        const struct rating_match *matches, int count,
                        const struct rating *rating) {
    static const struct answer_column columns[] = {
        {"first", "player", ANSWER_TEXT},
        {"second", "against", ANSWER_TEXT},
        {"won", "won", ANSWER_COUNT},
        {"drawn", "drawn", ANSWER_COUNT},
        {"lost", "lost", ANSWER_COUNT},
        {"elo", "Elo over that one", ANSWER_NUMBER, 1, ANSWER_LIST | ANSWER_PLUS},
        {"expected_score", "expected", ANSWER_SHARE, 1},
        {"residual", "off by (s.e.)", ANSWER_NUMBER, 2, ANSWER_PLUS},
    };
    answer_table(answer, "matches", NULL, columns, ARRAY_LENGTH(columns));
    for (int m = 0; m < count; m++) {
        int64_t results[3];
        count_results(&matches[m], results);
        const struct answer_cell row[] = {
            cell_text(entries[matches[m].a].name),
            cell_text(entries[matches[m].b].name),
            cell_number((double)results[2]),
            cell_number((double)results[1]),
            cell_number((double)results[0]),
            cell_measured(rating_difference(rating, matches[m].a, matches[m].b)),
            cell_number(rating->expected[m]),
            cell_number(rating->residual[m])};
        answer_row(answer, row);
    }
}

static void add_model(struct answer *answer, const struct rating *rating) {
    static const struct answer_column columns[] = {
        {"first_move_elo", "Elo of moving first", ANSWER_NUMBER, 1, ANSWER_LIST | ANSWER_PLUS},
        {"draws", "draws between equals", ANSWER_SHARE, 1, ANSWER_LIST},
    };
    const struct answer_cell cells[] = {cell_measured(rating->first), cell_measured(rating->draws)};
    answer_facts(answer, columns, ARRAY_LENGTH(columns), cells);
    answer_key(answer, "chi_square", cell_number(rating->misfit));
    answer_key(answer, "freedom", cell_number(rating->freedom));
    answer_key(answer, "p_value", cell_number(rating->p_value));
    if (rating->freedom > 0)
        answer_line(answer, "ratings fit?",
                    "chi-square %.1f with %d degree%s of freedom, p = %.3g: %s", rating->misfit,
                    rating->freedom, rating->freedom == 1 ? "" : "s", rating->p_value,
                    rating->p_value < 0.05 ? "NO, who beats whom does not follow from the ratings"
                                           : "nothing speaks against it");
}

// For `kagami log status`.
static bool write_agenda(const struct round_robin *round, const struct entry *entries,
                         const struct rating_match *matches, int count, struct error *error) {
    struct agenda agenda = {0};
    bool done = true;
    for (int i = 0; done && i < count; i++) {
        const struct entry *a = &entries[matches[i].a], *b = &entries[matches[i].b];
        uint64_t one = a->player.limits.nodes, other = b->player.limits.nodes;
        struct agenda_run *run = agenda_add(&agenda);
        if (!(done = run || error_set(error, "out of memory")))
            break;
        snprintf(run->run, sizeof run->run, "%.60s-%.60s", a->name, b->name);
        run->games = round->play->games;
        run->nodes = one && other ? one / 2 + other / 2 : 0;
    }
    done = done && agenda_write(&agenda, round->folder, error);
    agenda_destroy(&agenda);
    return done;
}

// All matches have the openings of one seed: the first one's, where it was begun before.
static int play_all(const struct round_robin *round, struct config common,
                    const struct entry *entries, struct rating_match *matches, int *count,
                    bool *resized) {
    struct config *config = malloc(sizeof *config);
    int code = config ? EXIT_DONE : fail(EXIT_ERROR, "out of memory");
    bool seed_given = round->play->seed_given;
    for (int a = 0; a < round->players->count; a++) // all, before the first game is played
        for (int b = a + 1; b < round->players->count && code == EXIT_DONE; b++) {
            matches[(*count)++] = (struct rating_match){.a = a, .b = b};
            code = configure(&common, &entries[a], &entries[b], config);
        }
    struct error error = {""};
    if (code == EXIT_DONE && !write_agenda(round, entries, matches, *count, &error))
        code = fail(EXIT_ERROR, "%s", error.text);
    for (int i = 0; i < *count && code == EXIT_DONE; i++) {
        struct rating_match *match = &matches[i];
        code = play_match(round, &common, seed_given, &entries[match->a], &entries[match->b], match,
                          config, resized);
        common.seed = config->seed;
        seed_given = true;
    }
    free(config);
    return code;
}

int round_robin_run(const struct round_robin *round, const struct config *config) {
    int players = round->players->count;
    struct entry *entries = calloc((size_t)players, sizeof *entries);
    struct rating_match *matches = calloc(RATING_MATCHES_MAX, sizeof *matches);
    struct rating *rating = malloc(sizeof *rating);
    struct error error = {""};
    int count = 0, code = EXIT_ERROR;
    bool resized = false;
    bool fine = (entries && matches && rating) || error_set(&error, "out of memory");
    for (int i = 0; i < players && fine; i++) {
        struct player_option *option = &round->players->player[i];
        entries[i].name = option->name;
        fine =
            player_option_player(option, round->play, config->tables, &entries[i].player, &error);
    }
    if (fine)
        code = play_all(round, *config, entries, matches, &count, &resized);
    if (fine && code == EXIT_DONE)
        fine = rating_fit(players, matches, count, rating, &error);
    if (!fine) {
        code = fail(EXIT_ERROR, "%s", error.text);
    } else if (code == EXIT_DONE) {
        struct answer answer = answer_init(config->tables->variant.title);
        answer_head(&answer, "%d players", players);
        answer_head(&answer, "%d matches", count);
        answer_head(&answer, "%.0f games", 2 * rating->first.n);
        answer_head(&answer, "%s", round->folder);
        add_players(&answer, entries, rating);
        add_matches(&answer, entries, matches, count, rating);
        add_model(&answer, rating);
        if (resized)
            score_answer_length(&answer, LENGTH_CHANGED);
        code = answer_show(&answer, round->json);
    }
    free(entries);
    free(matches);
    free(rating);
    return code;
}
