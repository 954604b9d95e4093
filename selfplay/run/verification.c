// SPDX-License-Identifier: GPL-3.0-or-later
#include "verification.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_file.h"
#include "origin.h"
#include "run.h"
#include "score_answer.h"

struct sprt verification_sprt(void) {
    return (struct sprt){ELO_NORMALIZED, 0, 10, 0.05, 0.05};
}

void verification_default_limits(struct verification *verification, uint64_t nodes) {
    verification->limits = 2;
    verification->limit[0] = nodes;
    verification->limit[1] = 4 * nodes;
}

bool verification_config(const struct verification *verification, int number, struct config *config,
                         struct opening_list *list, struct error *error) {
    struct play_options play = verification->play;
    static const char *const names[PLAYERS] = {"new", "old"};
    *config = config_default(verification->tables, verification->variant_text);
    play.nodes = (long long)verification->limit[number];
    play.values = verification->values[PLAYER_A];
    if (!play_options_config(&play, config, list, error))
        return false;
    for (int i = 0; i < PLAYERS; i++) {
        struct player *player = &config->player[i];
        char name[PLAYER_NAME];
        if (verification->player) {
            *player = verification->player[i];
            player->limits = (struct limits){.nodes = verification->limit[number]};
            snprintf(name, sizeof name, "%s", player->name);
        } else if (play_options_player(&play, config->tables, verification->values[i], player,
                                       error)) {
            snprintf(name, sizeof name, "%s %.60s", names[i], player->name);
        } else {
            return false;
        }
        name[strcspn(name, "@")] = 0;
        config_player_name(player, name);
    }
    config->sampling.rate = 0;
    config->sprt = &verification->sprt;
    return config_finish(config, true, error);
}

// FOLDER/NODESn, of one limit.
static void limit_folder(const struct verification *verification, int number,
                         char folder[PATH_MAX]) {
    snprintf(folder, PATH_MAX, "%.4000s/%" PRIu64 "n", verification->folder,
             verification->limit[number]);
}

static enum work_end play_limit(struct verification *verification, int number,
                                struct error *error) {
    struct config config;
    struct opening_list list = {0};
    char folder[PATH_MAX], task[64];
    limit_folder(verification, number, folder);
    snprintf(task, sizeof task, "verify, %" PRIu64 " nodes", verification->limit[number]);
    struct run run = {.config = &config,
                      .folder = folder,
                      .threads = (int)verification->play.threads,
                      .seed_given = verification->play.seed_given,
                      .command = verification->play.command,
                      .force = verification->force,
                      .task = task,
                      .quiet = true,
                      .observer = verification->observer};
    enum work_end end = WORK_FAILED;
    if (verification_config(verification, number, &config, &list, error) &&
        play_options_range(&verification->play, true, &run.range, error)) {
        match_prepare(&run);
        end = run_play(&run, error);
    }
    char *text = end == WORK_DONE ? match_write(&run, error) : NULL;
    if (end == WORK_DONE && !text)
        end = WORK_FAILED;
    free(text);
    if (end == WORK_DONE) {
        verification->pairs[number] = run.log->tally->pairs;
        verification->verdicts[number] =
            sprt_verdict(&verification->sprt, &verification->pairs[number]);
        // All limits have the openings of one seed: the first one's, where it was begun before.
        verification->seed = verification->play.seed = config.seed;
        verification->play.seed_given = true;
        bool last =
            number + 1 == verification->limits || verification->verdicts[number] != SPRT_ACCEPT;
        if (run.stopped && !last)
            end = WORK_STOPPED;
    }
    run_destroy(&run);
    opening_list_destroy(&list);
    return end;
}

static bool write_json(const struct verification *verification, struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/verify.json", verification->folder);
    cJSON *json = verification_json(verification);
    bool done = json_file_write(path, json, error);
    cJSON_Delete(json);
    return done;
}

enum work_end verification_run(struct verification *verification, struct error *error) {
    assert(verification->limits >= 1 && verification->limits <= VERIFY_LIMITS_MAX);
    verification->verdict = SPRT_ACCEPT;
    verification->played = 0;
    for (int i = 0; i < verification->limits; i++) {
        enum work_end end = play_limit(verification, i, error);
        if (end != WORK_DONE)
            return end;
        verification->played++;
        verification->verdict = verification->verdicts[i];
        if (verification->verdict != SPRT_ACCEPT)
            break;
    }
    return write_json(verification, error) ? WORK_DONE : WORK_FAILED;
}

const char *verification_word(enum sprt_verdict verdict) {
    static const char *const words[] = {
        [SPRT_UNDECIDED] = "undecided", [SPRT_ACCEPT] = "accept", [SPRT_REJECT] = "reject"};
    return words[verdict];
}

cJSON *verification_json(const struct verification *verification) {
    cJSON *json = cJSON_CreateObject();
    char seed[32], folder[PATH_MAX];
    origin_add(json, verification->play.command, NULL);
    for (int i = 0; i < verification->played; i++) {
        limit_folder(verification, i, folder);
        origin_add_run(json, folder);
    }
    snprintf(seed, sizeof seed, "%" PRIu64, verification->seed);
    cJSON_AddStringToObject(json, "seed", seed);
    cJSON_AddStringToObject(json, "verdict", verification_word(verification->verdict));
    cJSON *list = cJSON_AddArrayToObject(json, "limits");
    for (int i = 0; i < verification->played; i++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "nodes", (double)verification->limit[i]);
        cJSON_AddNumberToObject(item, "games", (double)score_games(&verification->pairs[i]));
        score_json(item, &verification->pairs[i], &verification->sprt);
        cJSON_AddItemToArray(list, item);
    }
    return json;
}
