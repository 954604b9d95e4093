// SPDX-License-Identifier: GPL-3.0-or-later
#include "verification_answer.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

static const struct answer_column columns[] = {
    {"nodes", "nodes", ANSWER_COUNT},
    {"games", "games", ANSWER_COUNT},
    {"sprt.elo", "Elo", ANSWER_NUMBER, 1, ANSWER_LIST | ANSWER_PLUS | ANSWER_STRONG},
    {"sprt.llr", "LLR", ANSWER_NUMBER, 2, ANSWER_PLUS},
    {"sprt.verdict", "verdict", ANSWER_TEXT},
};

static const cJSON *get(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static const char *text(const cJSON *object, const char *key) {
    const char *found = cJSON_GetStringValue(get(object, key));
    return found ? found : "";
}

static double number(const cJSON *object, const char *key) {
    return cJSON_IsNumber(get(object, key)) ? get(object, key)->valuedouble : NAN;
}

void verification_answer_from(struct answer *answer, const struct cJSON *json) {
    const cJSON *limits = get(json, "limits");
    const cJSON *test = get(cJSON_GetArrayItem(limits, 0), "sprt");
    const char *verdict = text(json, "verdict");
    if (strcmp(verdict, "accept") == 0)
        answer_sentence(answer, "Verdict: accept. The new values are better at every node limit.");
    else if (strcmp(verdict, "reject") == 0)
        answer_sentence(answer, "Verdict: reject. The old values stay.");
    else
        answer_sentence(answer,
                        "Verdict: %s. In the games allowed the LLR reached neither of the test's "
                        "bounds, %+.2f and %+.2f, whatever the Elo is: the old values stay.",
                        verdict, number(test, "lower"), number(test, "upper"));
    answer_table(answer, NULL, NULL, columns, ARRAY_LENGTH(columns));
    answer_rows_from(answer, limits);
    answer_sentence(
        answer,
        "H1: %+g, H0: %g %s Elo, by fresh games, seed %s. The next node limit is played after "
        "an accept alone.",
        number(test, "elo1"), number(test, "elo0"), text(test, "model"), text(json, "seed"));
}

struct answer verification_answer(const struct verification *verification) {
    struct answer answer = answer_init(NULL);
    cJSON *json = verification_json(verification);
    verification_answer_from(&answer, json);
    answer_json_add(&answer, NULL, json);
    return answer;
}
