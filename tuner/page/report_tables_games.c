// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that commands print as well: values, games, generations, SPSA, verification.
#include <string.h>

#include "evolution.h"
#include "report_tables_internal.h"
#include "score_answer.h"
#include "spsa_answer.h"
#include "tally_answer.h"
#include "tuning_answer.h"
#include "values_answer.h"
#include "verification_answer.h"

static void games(struct answer *answer, const cJSON *section) {
    if (!table_get(section, "results"))
        return;
    if (table_get(section, "match"))
        score_answer_from(answer, table_get(section, "match"));
    tally_answer_from(answer, section);
}

static void values(struct answer *answer, const cJSON *section) {
    values_answer_from(answer, section);
    tuning_answer_from(answer, table_get(section, "tuning"));
}

static void history(struct answer *answer, const cJSON *section) {
    evolution_answer_from(answer, table_get(section, "rows"));
}

bool tables_answer(const cJSON *section, struct buffer *out) {
    static const struct {
        const char *kind;
        void (*fill)(struct answer *answer, const cJSON *section);
    } kinds[] = {{"values", values},
                 {"games", games},
                 {"history", history},
                 {"spsa", spsa_answer_from},
                 {"verification", verification_answer_from}};
    for (int i = 0; i < ARRAY_LENGTH(kinds); i++) {
        if (strcmp(report_text(section, "kind"), kinds[i].kind) != 0)
            continue;
        struct answer answer = answer_init(NULL);
        kinds[i].fill(&answer, section);
        answer_html(&answer, out);
        answer_destroy(&answer);
        return true;
    }
    return false;
}
