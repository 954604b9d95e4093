// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary.h"

#include <inttypes.h>
#include <stdio.h>

#include "score_json.h"
#include "statistics.h"

static double per_game(const struct tally *tally, int64_t sum) {
    return tally->games ? (double)sum / (double)tally->games : 0;
}

static double first_points(const struct tally *tally) {
    return (double)tally->results[RESULT_FIRST] + 0.5 * (double)tally->results[RESULT_DRAW];
}

static void add_interval(cJSON *object, const char *key, double points, double count) {
    struct interval interval = wilson(points, count);
    cJSON *list = cJSON_AddArrayToObject(object, key);
    cJSON_AddItemToArray(list, cJSON_CreateNumber(interval.low));
    cJSON_AddItemToArray(list, cJSON_CreateNumber(interval.high));
}

cJSON *summary_json(const struct summary *summary) {
    const struct tally *tally = summary->tally;
    double games = (double)tally->games;
    char seed[32];
    snprintf(seed, sizeof seed, "%" PRIu64, summary->config->seed);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "variant", summary->config->tables->variant.name);
    cJSON_AddStringToObject(json, "folder", summary->folder);
    cJSON_AddStringToObject(json, "seed", seed);
    cJSON_AddStringToObject(json, "player1", summary->config->player[PLAYER_A].name);
    cJSON_AddStringToObject(json, "player2", summary->config->player[PLAYER_B].name);
    cJSON_AddNumberToObject(json, "games", games);
    cJSON_AddNumberToObject(json, "first_game", (double)summary->range.begin);
    cJSON_AddNumberToObject(json, "total_games", (double)summary->range.total);
    cJSON_AddNumberToObject(json, "first_wins", (double)tally->results[RESULT_FIRST]);
    cJSON_AddNumberToObject(json, "draws", (double)tally->results[RESULT_DRAW]);
    cJSON_AddNumberToObject(json, "second_wins", (double)tally->results[RESULT_SECOND]);
    if (tally->games) {
        cJSON_AddNumberToObject(json, "first_score", first_points(tally) / games);
        add_interval(json, "first_score_95", first_points(tally), games);
        cJSON *endings = cJSON_AddObjectToObject(json, "terminations");
        for (int i = 0; i < TERMINATIONS; i++)
            if (tally->terminations[i])
                cJSON_AddNumberToObject(endings, termination_name((enum termination)i),
                                        (double)tally->terminations[i]);
        cJSON_AddNumberToObject(json, "plies_mean", per_game(tally, tally->plies_total));
        cJSON_AddNumberToObject(json, "plies_median", tally_length(tally, 0.5));
        cJSON_AddNumberToObject(json, "branching_mean", tally->branching / 1000 / games);
    }
    cJSON_AddNumberToObject(json, "duplicate_openings", (double)summary->duplicates.openings);
    cJSON_AddNumberToObject(json, "duplicate_games", (double)summary->duplicates.games);
    cJSON_AddNumberToObject(json, "session_games", (double)summary->session_games);
    cJSON_AddNumberToObject(json, "session_nodes", (double)summary->session_nodes);
    cJSON_AddNumberToObject(json, "session_plies", (double)summary->session_plies);
    cJSON_AddNumberToObject(json, "session_seconds", summary->session_seconds);
    cJSON_AddNumberToObject(json, "session_cpu", summary->session_cpu);
    cJSON_AddNumberToObject(json, "threads", summary->threads);
    if (summary->config->paired) {
        cJSON_AddNumberToObject(json, "player1_wins", (double)tally->player_results[PLAYER_A]);
        cJSON_AddNumberToObject(json, "player2_wins", (double)tally->player_results[PLAYER_B]);
        cJSON *match = cJSON_AddObjectToObject(json, "match");
        score_json(match, &tally->pairs, summary->config->sprt);
    }
    return json;
}
