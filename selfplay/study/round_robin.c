// SPDX-License-Identifier: GPL-3.0-or-later
#include "round_robin.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json_file.h"
#include "measured_cell.h"
#include "score_answer.h"

enum { LABEL = 64 };
#define TOLD_APART 0.05

struct rating_order rating_order(const struct rating *rating) {
    struct rating_order order;
    int count = rating->players;
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && rating->elo[order.player[at - 1]] < rating->elo[i]; at--)
            order.player[at] = order.player[at - 1];
        order.player[at] = i;
    }
    for (int i = 0; i + 1 < count; i++) {
        order.over_next[i] = rating_difference(rating, order.player[i], order.player[i + 1]);
        order.p[i] = measured_p(order.over_next[i]);
    }
    holm(order.p, count - 1);
    return order;
}

static void add_sentences(struct answer *answer, const char *const *names,
                          const struct rating *rating, const struct rating_order *order) {
    char elo[ELO_TEXT];
    int count = rating->players;
    const char *first = names[order->player[0]], *next = names[order->player[1]];
    score_elo_text(order->over_next[0], elo);
    if (order->p[0] < TOLD_APART)
        answer_summary(answer, "%s leads: %s over %s, the next; %d players, %.0f games.", first,
                       elo, next, count, 2 * rating->first.n);
    else
        answer_summary(answer,
                       "%s is ahead of %s, the next: %s; the difference is not significant; %d "
                       "players, %.0f games.",
                       first, next, elo, count, 2 * rating->first.n);
    struct buffer text = buffer_init();
    for (int i = 0; i < count; i++)
        buffer_printf(&text, "%s%s",
                      i == 0                         ? ""
                      : order->p[i - 1] < TOLD_APART ? " > "
                                                     : " ~ ",
                      names[order->player[i]]);
    if (count > 2)
        answer_summary(
            answer,
            "In order, with ~ where the difference of two neighbours is not significant: %s.",
            text.data);
    buffer_destroy(&text);
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

// The same of a player in all of its matches.
static void count_player(const struct rating_match *matches, int count, int player,
                         int64_t results[3]) {
    memset(results, 0, 3 * sizeof *results);
    for (int m = 0; m < count; m++) {
        int64_t of[3];
        count_results(&matches[m], of);
        for (int i = 0; i < 3; i++)
            results[i] += matches[m].a == player ? of[i] : matches[m].b == player ? of[2 - i] : 0;
    }
}

static void add_players(struct answer *answer, const char *const *names, const char *const *plays,
                        const struct rating_match *matches, int count, const struct rating *rating,
                        const struct rating_order *order) {
    char over[LABEL];
    snprintf(over, sizeof over, "over %.50s", names[0]);
    const struct answer_column columns[] = {
        {"name", "player", ANSWER_TEXT, 0, ANSWER_STRONG},
        {"plays_by", NULL, ANSWER_TEXT},
        {"won", NULL, ANSWER_COUNT},
        {"drawn", NULL, ANSWER_COUNT},
        {"lost", NULL, ANSWER_COUNT},
        {"elo_over_mean", "Elo over the mean", ANSWER_NUMBER, 1, ANSWER_INTERVAL | ANSWER_PLUS},
        {"elo_over_next", "over the next", ANSWER_NUMBER, 1, ANSWER_INTERVAL | ANSWER_PLUS},
        {"p_next", "p (Holm)", ANSWER_NUMBER, 3},
        {"elo_over_first", over, ANSWER_NUMBER, 1, ANSWER_INTERVAL | ANSWER_PLUS | ANSWER_WIDE},
    };
    answer_table(answer, "players", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < rating->players; i++) {
        int player = order->player[i];
        bool last = i + 1 == rating->players;
        int64_t results[3];
        count_player(matches, count, player, results);
        ANSWER_ROW(answer, cell_text(names[player]), cell_text(plays[player]),
                   cell_count(results[2]), cell_count(results[1]), cell_count(results[0]),
                   cell_measured(rating_over_mean(rating, player)),
                   last ? cell_missing() : cell_measured(order->over_next[i]),
                   cell_if(!last, order->p[i]),
                   cell_measured(rating_difference(rating, player, 0)));
    }
}

static void add_matches(struct answer *answer, const char *const *names,
                        const struct rating_match *matches, int count,
                        const struct rating *rating) {
    static const struct answer_column columns[] = {
        {"first", "player", ANSWER_TEXT},
        {"second", "against", ANSWER_TEXT},
        {"won", "won", ANSWER_COUNT},
        {"drawn", "drawn", ANSWER_COUNT},
        {"lost", "lost", ANSWER_COUNT},
        {"elo", "Elo over that one", ANSWER_NUMBER, 1, ANSWER_INTERVAL | ANSWER_PLUS},
        {"expected_score", "expected", ANSWER_SHARE, 1},
        {"residual", "off by (s.e.)", ANSWER_NUMBER, 2, ANSWER_PLUS},
    };
    answer_table(answer, "matches", NULL, columns, ARRAY_LENGTH(columns));
    for (int m = 0; m < count; m++) {
        int64_t results[3];
        count_results(&matches[m], results);
        ANSWER_ROW(answer, cell_text(names[matches[m].a]), cell_text(names[matches[m].b]),
                   cell_count(results[2]), cell_count(results[1]), cell_count(results[0]),
                   cell_measured(rating_difference(rating, matches[m].a, matches[m].b)),
                   cell_number(rating->expected[m]), cell_number(rating->residual[m]));
    }
}

void rating_answer(struct answer *answer, const char *const *names, const char *const *plays,
                   const struct depths *depths, const struct rating_match *matches, int count,
                   const struct rating *rating) {
    const struct rating_order order = rating_order(rating);
    add_sentences(answer, names, rating, &order);
    for (int i = 0; i < rating->players; i++)
        depths_warn(answer, names[i], &depths[i]);
    add_players(answer, names, plays, matches, count, rating, &order);
    add_matches(answer, names, matches, count, rating);
    ANSWER_FACT(answer, cell_measured(rating->first), "first_move_elo", "Elo of moving first",
                ANSWER_NUMBER, 1, ANSWER_INTERVAL | ANSWER_PLUS);
    ANSWER_FACT(answer, cell_measured(rating->draws), "draws", "draws between equals", ANSWER_SHARE,
                1, ANSWER_INTERVAL);
    answer_key(answer, "chi_square", cell_number(rating->misfit));
    answer_key(answer, "freedom", cell_number(rating->freedom));
    answer_key(answer, "p_value", cell_number(rating->p_value));
    if (rating->freedom > 0)
        answer_line(answer, "ratings fit?",
                    "chi-square %.1f with %d degree%s of freedom, p = %.3g: %s", rating->misfit,
                    rating->freedom, rating->freedom == 1 ? "" : "s", rating->p_value,
                    rating->p_value < 0.05 ? "NO, who beats whom does not follow from the ratings"
                                           : "nothing speaks against it");
    for (int i = 0; i < rating->players; i++)
        depths_answer(answer, names[i], &depths[i]);
}

// --- The runs ------------------------------------------------------------------------------------

static bool configure(void *context, int number, struct config *config, struct opening_list *list,
                      struct error *error) {
    const struct round_robin *round = context;
    const struct rating_match *match = &round->match[number];
    struct error cause = {""};
    (void)list; // that of all is with whoever gave the common configuration
    *config = *round->common;
    config->seed = round->study.play->seed;
    config->player[PLAYER_A] = round->player[match->a];
    config->player[PLAYER_B] = round->player[match->b];
    return config_finish(config, true, &cause) ||
           error_set(error, "%s and %s: %s", round->names[match->a], round->names[match->b],
                     cause.text);
}

static bool take(void *context, int number, const struct run *run, struct error *error) {
    struct round_robin *round = context;
    const struct tally *tally = run->log->tally;
    struct rating_match *match = &round->match[number];
    (void)error;
    memcpy(match->pairs, tally->pair_results, sizeof match->pairs);
    depths_add(&round->depths[match->a], &tally->depths[PLAYER_A]);
    depths_add(&round->depths[match->b], &tally->depths[PLAYER_B]);
    round->games += tally->games;
    round->faults += tally_faults(tally);
    round->resized |= run->log->resized;
    return true;
}

static void add_match(struct round_robin *round, int a, int b) {
    uint64_t one = round->player[a].limits.nodes, other = round->player[b].limits.nodes;
    char name[80];
    round->match[round->study.agenda.count] = (struct rating_match){.a = a, .b = b};
    snprintf(name, sizeof name, "%s-%s", round->names[a], round->names[b]);
    study_add(&round->study, name, round->study.play->games,
              one && other ? one / 2 + other / 2 : 0);
}

enum work_end round_robin_play(struct round_robin *round, struct error *error) {
    struct study *study = &round->study;
    struct config config;
    struct opening_list list = {0};
    study->paired = true;
    study->context = round;
    study->configure = configure;
    study->take = take;
    for (int a = 0; a < (round->gauntlet ? 1 : round->players); a++)
        for (int b = a + 1; b < round->players; b++)
            add_match(round, a, b);
    for (int i = 0; i < study->agenda.count; i++) // all, before the first game is played
        if (!configure(round, i, &config, &list, error))
            return WORK_FAILED;
    enum work_end end = study_play(study, error);
    return end != WORK_DONE || round_robin_faulty(round) ||
                   rating_fit(round->players, round->match, study->agenda.count, &round->rating,
                              error)
               ? end
               : WORK_FAILED;
}

bool round_robin_faulty(const struct round_robin *round) {
    return score_faulty(round->faults, round->games);
}

struct answer round_robin_answer(const struct round_robin *round) {
    const struct variant *variant = &round->common->tables->variant;
    const char *folder = round->study.folder;
    int count = round->study.agenda.count;
    struct answer answer = answer_init(variant->title);
    answer_head(&answer, round->gauntlet ? "gauntlet" : "round robin");
    if (round_robin_faulty(round)) {
        score_say_faults(&answer, round->faults, round->games);
        answer_line(&answer, "faults", "%s/*/faults.txt", folder);
        return answer;
    }
    cJSON *origin = study_origin(&round->study);
    json_add_text(origin, "variant", variant->name);
    json_add_text(origin, "title", variant->title);
    answer_json_add(&answer, NULL, origin);
    rating_answer(&answer, round->names, round->plays, round->depths, round->match, count,
                  &round->rating);
    answer_line(&answer, "played into", "%s: %d matches", folder, count);
    if (round->resized)
        score_answer_length(&answer, LENGTH_CHANGED);
    return answer;
}

bool round_robin_write(const struct round_robin *round, const struct answer *answer,
                       struct error *error) {
    struct file_set set = {.count = 0};
    answer_csv(answer, "players", study_add_file(&round->study, &set, "ratings.csv"));
    answer_json(answer, study_add_file(&round->study, &set, "ratings.json"));
    return file_set_write(&set, error);
}
