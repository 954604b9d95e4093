// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_tables.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "army_answer.h"
#include "compare_answer.h"
#include "evolution.h"
#include "rating_answer.h"
#include "report_sections.h"
#include "score_answer.h"
#include "spsa_answer.h"
#include "tally_answer.h"
#include "text.h"
#include "tuning_answer.h"
#include "values_answer.h"
#include "verification.h"

static void identity_row(struct buffer *out, const char *label, const char *text) {
    buffer_printf(out, "<div><dt>%s</dt><dd>", label);
    text_markup(out, text);
    buffer_text(out, "</dd></div>");
}

static void identity_rows(const cJSON *section, const char *const rows[][2], int count,
                          struct buffer *out) {
    for (int i = 0; i < count; i++)
        if (*json_text(section, rows[i][0]))
            identity_row(out, rows[i][1], json_text(section, rows[i][0]));
}

void report_identity_html(const cJSON *section, struct buffer *out) {
    static const char *const rows[][2] = {{"rules", "rules"}, {"seed", "seed"}};
    static const char *const labels[] = {"A", "B"};
    const cJSON *players = report_item(section, "players");
    int count = cJSON_GetArraySize(players);
    char text[PATH_MAX + 128];
    buffer_text(out, "<dl class=\"identity\">");
    for (int i = 0; i < count && i < ARRAY_LENGTH(labels); i++)
        identity_row(out, count == 1 ? "player" : labels[i],
                     cJSON_GetStringValue(cJSON_GetArrayItem(players, i)));
    double games = json_number(section, "expected");
    snprintf(text, sizeof text, "%.0f%s", games,
             report_flag(section, "finished") ? "" : " wanted, not finished");
    if (!isnan(games))
        identity_row(out, "games", text);
    identity_rows(section, rows, ARRAY_LENGTH(rows), out);
    buffer_text(out, "</dl>\n");
}

void report_origin_html(const cJSON *section, struct buffer *out) {
    static const char *const rows[][2] = {
        {"config_hash", "configuration"},
        {"variant_hash", "variant"},
        {"program", "program"},
        {"host", "host"},
        {"start", "begun"},
        {"end", "ended"},
        {"source", "file"},
    };
    const cJSON *input;
    char text[PATH_MAX + 128];
    buffer_text(out, "<dl class=\"identity\">");
    identity_rows(section, rows, ARRAY_LENGTH(rows), out);
    cJSON_ArrayForEach(input, report_item(section, "inputs")) {
        snprintf(text, sizeof text, "%s: configuration %s, seed %s", json_text(input, "folder"),
                 json_text(input, "config_hash"), json_text(input, "seed"));
        identity_row(out, "from", text);
    }
    buffer_text(out, "</dl>\n");
}

static void games(struct answer *answer, const cJSON *section) {
    if (!report_item(section, "results"))
        return;
    record_answer_from(answer, section);
    if (report_item(section, "match"))
        score_answer_from(answer, report_item(section, "match"));
    tally_answer_from(answer, section);
}

static void values(struct answer *answer, const cJSON *section) {
    values_answer_from(answer, section);
    tuning_answer_from(answer, report_item(section, "tuning"));
}

static void history(struct answer *answer, const cJSON *section) {
    evolution_answer_from(answer, report_item(section, "rows"));
}

static void comparison(struct answer *answer, const cJSON *section) {
    static const struct answer_column columns[] = {{"name", "arm"}, {"rules", "rules"}};
    const cJSON *arm;
    answer_table(answer, NULL, "Arms", columns, ARRAY_LENGTH(columns));
    cJSON_ArrayForEach(arm, report_item(section, "arms")) {
        const char *rules = json_text(arm, "rules");
        const struct answer_cell row[] = {cell_text(json_text(arm, "name")),
                                          cell_text(*rules ? rules : "the variant's own rules")};
        answer_row(answer, row);
    }
    compare_cells_from(answer, report_item(section, "metrics"));
}

// What a reader wants first, and unfolded.
void report_overview_html(const cJSON *section, struct buffer *out) {
    struct answer answer = answer_init(NULL);
    if (strcmp(json_text(section, "kind"), "comparison") == 0)
        compare_overview_from(&answer, report_item(section, "metrics"));
    answer_html(&answer, out);
    answer_destroy(&answer);
}

static void effects(struct answer *answer, const cJSON *section) {
    compare_effects_from(answer, report_item(section, "metrics"));
}

static void orders(struct answer *answer, const cJSON *section) {
    compare_orders_from(answer, report_item(section, "metrics"));
}

static void ratings(struct answer *answer, const cJSON *section) {
    rating_answer_from(answer, report_item(section, "ratings"));
}

static void worth(struct answer *answer, const cJSON *section) {
    army_answer_from(answer, section);
}

void report_tables_html(const cJSON *section, struct buffer *out) {
    static const struct {
        const char *kind;
        void (*fill)(struct answer *answer, const cJSON *section);
    } kinds[] = {{"values", values},
                 {"games", games},
                 {"history", history},
                 {"comparison", comparison},
                 {"effects", effects},
                 {"orders", orders},
                 {"worth", worth},
                 {"spsa", spsa_answer_from},
                 {"verification", verification_answer_from},
                 {"ratings", ratings}};
    struct answer answer = answer_init(NULL);
    for (int i = 0; i < ARRAY_LENGTH(kinds); i++)
        if (strcmp(json_text(section, "kind"), kinds[i].kind) == 0)
            kinds[i].fill(&answer, section);
    answer_html(&answer, out);
    answer_destroy(&answer);
}
