// SPDX-License-Identifier: GPL-3.0-or-later
#include "score_json.h"

#include <stdio.h>

static void add_measured(cJSON *json, const char *name, struct measured value) {
    char interval[64];
    snprintf(interval, sizeof interval, "%s_95", name);
    cJSON_AddNumberToObject(json, name, value.value);
    cJSON *list = cJSON_AddArrayToObject(json, interval);
    cJSON_AddItemToArray(list, cJSON_CreateNumber(value.low));
    cJSON_AddItemToArray(list, cJSON_CreateNumber(value.high));
}

static void add_test(cJSON *json, const struct score_counts *counts, const struct sprt *sprt) {
    struct score_law law = score_law(counts);
    double deviation = score_game_deviation(&law);
    struct sprt_estimate estimate = sprt_estimate(sprt, counts);
    cJSON *test = cJSON_AddObjectToObject(json, "sprt");
    cJSON_AddStringToObject(test, "model", elo_model_name(sprt->model));
    cJSON_AddNumberToObject(test, "elo0", sprt->elo0);
    cJSON_AddNumberToObject(test, "elo1", sprt->elo1);
    cJSON_AddNumberToObject(test, "alpha", sprt->alpha);
    cJSON_AddNumberToObject(test, "beta", sprt->beta);
    cJSON_AddNumberToObject(test, "lower", sprt_lower(sprt));
    cJSON_AddNumberToObject(test, "upper", sprt_upper(sprt));
    cJSON_AddNumberToObject(test, "llr", sprt_llr(sprt, counts));
    cJSON_AddStringToObject(test, "verdict", sprt_verdict_name(sprt_verdict(sprt, counts)));
    cJSON_AddNumberToObject(test, "games_left", sprt_games_left(sprt, counts));
    cJSON_AddNumberToObject(test, "games_worst", sprt_games_worst(sprt, deviation));
    add_measured(test, "elo", measured_elo(estimate.score));
    add_measured(test, "normalized_elo", score_normalized_elo(counts, estimate.score));
    cJSON_AddNumberToObject(test, "los", estimate.superiority);
}

void score_json(cJSON *json, const struct score_counts *counts, const struct sprt *sprt) {
    struct measured score = score_interval_95(counts);
    cJSON *list = cJSON_AddArrayToObject(json, "counts");
    for (int i = 0; i < counts->cells; i++)
        cJSON_AddItemToArray(list, cJSON_CreateNumber((double)counts->count[i]));
    cJSON_AddStringToObject(json, "unit", counts->cells == PAIR_CELLS ? "pair" : "game");
    cJSON_AddNumberToObject(json, "units", (double)score_units(counts));
    add_measured(json, "score", score);
    add_measured(json, "elo", measured_elo(score));
    add_measured(json, "normalized_elo", score_normalized_elo(counts, score));
    cJSON_AddNumberToObject(json, "los", likelihood_of_superiority(counts));
    cJSON_AddBoolToObject(json, "one_sided", score_one_sided(counts));
    if (sprt)
        add_test(json, counts, sprt);
}
