// SPDX-License-Identifier: GPL-3.0-or-later
#include "round_robin.h"

#include <stdio.h>
#include <string.h>

#include "json_file.h"
#include "rating_answer.h"
#include "score_answer.h"

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
    for (int a = 0; a < round->players; a++)
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

void round_robin_destroy(struct round_robin *round) {
    study_destroy(&round->study);
}

bool round_robin_faulty(const struct round_robin *round) {
    return score_faulty(round->faults, round->games);
}

struct answer round_robin_answer(const struct round_robin *round) {
    const struct variant *variant = &round->common->tables->variant;
    const char *folder = round->study.folder;
    int count = round->study.agenda.count;
    struct answer answer = answer_init(variant->title);
    answer_head(&answer, "round robin");
    if (round_robin_faulty(round)) {
        score_say_faults(&answer, round->faults, round->games);
        answer_line(&answer, "faults", "%s/*/faults.txt", folder);
        return answer;
    }
    cJSON *origin = study_origin(&round->study);
    json_add_text(origin, "variant", variant->name);
    json_add_text(origin, "title", variant->title);
    answer_json_add(&answer, NULL, origin);
    rating_answer(&answer, round->names, round->match, count, &round->rating);
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
    bool done = file_set_write(&set, error);
    file_set_destroy(&set);
    return done;
}
