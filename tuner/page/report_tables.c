// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_tables.h"

#include <math.h>
#include <string.h>

#include "evolution.h"
#include "report_tables_internal.h"
#include "score_answer.h"
#include "spsa_answer.h"
#include "tally_answer.h"
#include "text.h"
#include "tuning_answer.h"
#include "values_answer.h"
#include "verification.h"

// A log that the section was made from.
static void input_row(const cJSON *input, struct buffer *out) {
    buffer_text(out, "<div><dt>from</dt><dd>");
    text_markup(out, report_text(input, "folder"));
    buffer_text(out, ": configuration ");
    text_markup(out, report_text(input, "config_hash"));
    buffer_text(out, ", seed ");
    text_markup(out, report_text(input, "seed"));
    buffer_text(out, "</dd></div>");
}

void report_identity_html(const cJSON *section, struct buffer *out) {
    static const char *const rows[][2] = {
        {"rules", "rules"},          {"seed", "seed"},       {"config_hash", "configuration"},
        {"variant_hash", "variant"}, {"program", "program"}, {"host", "host"},
        {"start", "begun"},          {"end", "ended"},       {"source", "file"},
    };
    buffer_text(out, "<dl class=\"identity\">");
    const cJSON *players = table_get(section, "players");
    for (int i = 0; i < cJSON_GetArraySize(players); i++) {
        buffer_printf(out, "<div><dt>player%s</dt><dd>",
                      cJSON_GetArraySize(players) == 1 ? ""
                      : i                              ? " 2"
                                                       : " 1");
        text_markup(out, cJSON_GetStringValue(cJSON_GetArrayItem(players, i)));
        buffer_text(out, "</dd></div>");
    }
    double games = report_get(section, "expected");
    if (!isnan(games))
        buffer_printf(out, "<div><dt>games</dt><dd>%.0f%s</dd></div>", games,
                      report_flag(section, "finished") ? "" : " wanted, not finished");
    for (int i = 0; i < ARRAY_LENGTH(rows); i++) {
        const char *text = report_text(section, rows[i][0]);
        if (!*text)
            continue;
        buffer_printf(out, "<div><dt>%s</dt><dd>", rows[i][1]);
        text_markup(out, text);
        buffer_text(out, "</dd></div>");
    }
    const cJSON *input;
    cJSON_ArrayForEach(input, table_get(section, "inputs")) input_row(input, out);
    buffer_text(out, "</dl>\n");
}

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

void report_tables_html(const cJSON *section, struct buffer *out) {
    static const struct {
        const char *kind;
        void (*fill)(struct answer *answer, const cJSON *section);
    } kinds[] = {{"values", values},
                 {"games", games},
                 {"history", history},
                 {"comparison", tables_comparison},
                 {"effects", tables_effects},
                 {"orders", tables_orders},
                 {"worth", tables_worth},
                 {"spsa", spsa_answer_from},
                 {"verification", verification_answer_from}};
    struct answer answer = answer_init(NULL);
    for (int i = 0; i < ARRAY_LENGTH(kinds); i++)
        if (strcmp(report_text(section, "kind"), kinds[i].kind) == 0)
            kinds[i].fill(&answer, section);
    answer_html(&answer, out);
    answer_destroy(&answer);
}
