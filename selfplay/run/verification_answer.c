// SPDX-License-Identifier: GPL-3.0-or-later
#include "verification_answer.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "json_file.h"

static const struct answer_column columns[] = {
    {"nodes", "nodes", ANSWER_COUNT},
    {"games", "games", ANSWER_COUNT},
    {"sprt.elo", "Elo", ANSWER_NUMBER, 1, ANSWER_LIST | ANSWER_PLUS | ANSWER_STRONG},
    {"sprt.llr", "LLR", ANSWER_NUMBER, 2, ANSWER_PLUS},
    {"sprt.verdict", "verdict", ANSWER_TEXT},
};

void verification_answer_from(struct answer *answer, const struct cJSON *json) {
    const cJSON *limits = cJSON_GetObjectItemCaseSensitive(json, "limits");
    const cJSON *test = cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(limits, 0), "sprt");
    const char *verdict = json_text(json, "verdict");
    if (strcmp(verdict, "accept") == 0)
        answer_sentence(answer, "Verdict: accept. The new values are better at every node limit.");
    else if (strcmp(verdict, "reject") == 0)
        answer_sentence(answer, "Verdict: reject. The old values stay.");
    else
        answer_sentence(answer,
                        "Verdict: %s. In the games allowed the LLR reached neither of the test's "
                        "bounds, %+.2f and %+.2f, whatever the Elo is: the old values stay.",
                        verdict, json_number(test, "lower"), json_number(test, "upper"));
    answer_table(answer, NULL, NULL, columns, ARRAY_LENGTH(columns));
    answer_rows_from(answer, limits);
    answer_sentence(
        answer,
        "Tested by fresh games, seed %s: are the new values better by %+g %s Elo, or by %g? A "
        "node limit is played only when those before it were accepted.",
        json_text(json, "seed"), json_number(test, "elo1"), json_text(test, "model"),
        json_number(test, "elo0"));
}

struct answer verification_answer(const struct verification *verification) {
    struct answer answer = answer_init(NULL);
    cJSON *json = verification_json(verification);
    verification_answer_from(&answer, json);
    answer_json_add(&answer, NULL, json);
    return answer;
}
