// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_verification.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_match_run.h"
#include "json_file.h"
#include "origin.h"
#include "score_answer.h"

struct sprt verification_sprt(void) {
    return (struct sprt){ELO_NORMALIZED, 0, 10, 0.05, 0.05};
}

bool verification_parse_limits(const char *text, struct verification *verification) {
    verification->limits = 0;
    for (const char *at = text;;) {
        char part[32];
        size_t length = strcspn(at, ",");
        long long nodes;
        if (length >= sizeof part || verification->limits == VERIFY_LIMITS_MAX) {
            fail(EXIT_USAGE, "node limits: up to %d numbers with commas between, not '%s'",
                 VERIFY_LIMITS_MAX, text);
            return false;
        }
        memcpy(part, at, length);
        part[length] = 0;
        if (!parse_count(part, "a node limit", 1, 1000000000000, &nodes))
            return false;
        for (int i = 0; i < verification->limits; i++)
            if (verification->limit[i] == (uint64_t)nodes) {
                fail(EXIT_USAGE, "node limits: %lld stands twice in '%s'", nodes, text);
                return false;
            }
        verification->limit[verification->limits++] = (uint64_t)nodes;
        if (!at[length])
            return true;
        at += length + 1;
    }
}

static bool configure(struct verification *verification, int number, struct config *config,
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
        if (!play_options_player(&play, config->tables, verification->values[i], player, error))
            return false;
        char name[PLAYER_NAME];
        snprintf(name, sizeof name, "%s %.60s", names[i], player->name);
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

static int play_limit(struct verification *verification, int number) {
    struct config config;
    struct opening_list list = {0};
    struct error error = {""};
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
                      .quiet = true};
    int code = configure(verification, number, &config, &list, &error)
                   ? EXIT_DONE
                   : fail(EXIT_ERROR, "%s", error.text);
    if (code == EXIT_DONE && !play_options_range(&verification->play, true, &run.range))
        code = EXIT_USAGE;
    if (code == EXIT_DONE) {
        match_prepare(&run);
        code = run_play(&run);
    }
    if (code == EXIT_DONE) {
        char *text = match_write(&run, &error);
        if (!text)
            code = fail(EXIT_ERROR, "%s", error.text);
        free(text);
    }
    if (code == EXIT_DONE) {
        verification->pairs[number] = runlog_tally(run.log)->pairs;
        verification->verdicts[number] =
            sprt_verdict(&verification->sprt, &verification->pairs[number]);
        // All limits have the openings of one seed: the first one's, where it was begun before.
        verification->seed = verification->play.seed = config.seed;
        verification->play.seed_given = true;
        bool last =
            number + 1 == verification->limits || verification->verdicts[number] != SPRT_ACCEPT;
        if (run.stopped && !last)
            code = EXIT_AGAIN;
    }
    run_destroy(&run);
    opening_list_destroy(&list);
    return code;
}

static bool write_json(const struct verification *verification, struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/verify.json", verification->folder);
    cJSON *json = verification_json(verification);
    bool done = json_file_write(path, json, error);
    cJSON_Delete(json);
    return done;
}

int verification_run(struct verification *verification) {
    verification->verdict = SPRT_ACCEPT;
    verification->played = 0;
    for (int i = 0; i < verification->limits; i++) {
        int code = play_limit(verification, i);
        if (code != EXIT_DONE)
            return code;
        verification->played++;
        verification->verdict = verification->verdicts[i];
        if (verification->verdict != SPRT_ACCEPT)
            break;
    }
    struct error error = {""};
    return write_json(verification, &error) ? EXIT_DONE : fail(EXIT_ERROR, "%s", error.text);
}

static const char *verdict_word(enum sprt_verdict verdict) {
    static const char *const words[] = {
        [SPRT_UNDECIDED] = "undecided", [SPRT_ACCEPT] = "accept", [SPRT_REJECT] = "reject"};
    return words[verdict];
}

void verification_print(const struct verification *verification, struct diagram_style style) {
    const char *bold = style.colour ? "\033[1m" : "", *faint = style.colour ? "\033[2m" : "";
    const char *plain = style.colour ? "\033[0m" : "";
    const struct sprt *sprt = &verification->sprt;
    printf("\n%sVerified%s by fresh games, seed %" PRIu64 ": %s Elo %g rather than %g\n\n", bold,
           plain, verification->seed, elo_model_name(sprt->model), sprt->elo1, sprt->elo0);
    printf("  %s%10s%10s%10s  %-20s%8s  %s%s\n", faint, "nodes", "games", "Elo", "95%", "LLR",
           "verdict", plain);
    for (int i = 0; i < verification->limits; i++) {
        if (i >= verification->played) {
            printf("  %10" PRIu64 "%12s\n", verification->limit[i], "not played");
            continue;
        }
        const struct score_counts *pairs = &verification->pairs[i];
        struct measured elo = measured_elo(sprt_estimate(sprt, pairs).score);
        char interval[48];
        snprintf(interval, sizeof interval, "%+.1f .. %+.1f", elo.low, elo.high);
        printf("  %10" PRIu64 "%10" PRId64 "%+10.1f  %-20s%+8.2f  %s\n", verification->limit[i],
               score_games(pairs), elo.value, interval, sprt_llr(sprt, pairs),
               verdict_word(verification->verdicts[i]));
    }
    static const char *const meanings[] = {[SPRT_UNDECIDED] =
                                               "more games would be needed; the old values stay",
                                           [SPRT_ACCEPT] = "better at every node limit",
                                           [SPRT_REJECT] = "the old values stay"};
    printf("\n  %s%s%s: %s\n", bold, verdict_word(verification->verdict), plain,
           meanings[verification->verdict]);
    if (verification->verdict == SPRT_UNDECIDED)
        printf(
            "  In the games allowed the LLR reached neither of the test's bounds, %+.2f and\n"
            "  %+.2f, whatever the Elo is; the next node limit is played after an accept alone.\n",
            sprt_lower(sprt), sprt_upper(sprt));
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
    cJSON_AddStringToObject(json, "verdict", verdict_word(verification->verdict));
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
