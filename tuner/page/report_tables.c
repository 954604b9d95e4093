// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_tables.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare_answer.h"
#include "evolution.h"
#include "report_sections.h"
#include "score_answer.h"
#include "spsa_answer.h"
#include "tally_answer.h"
#include "text.h"
#include "tuning_answer.h"
#include "values_answer.h"
#include "verification_answer.h"

static void identity_row(struct buffer *out, const char *label, const char *text) {
    buffer_printf(out, "<div><dt>%s</dt><dd>", label);
    text_markup(out, text);
    buffer_text(out, "</dd></div>");
}

void report_identity_html(const cJSON *section, struct buffer *out) {
    static const char *const rows[][2] = {
        {"rules", "rules"},          {"seed", "seed"},       {"config_hash", "configuration"},
        {"variant_hash", "variant"}, {"program", "program"}, {"host", "host"},
        {"start", "begun"},          {"end", "ended"},       {"source", "file"},
    };
    static const char *const labels[] = {"player 1", "player 2"};
    const cJSON *players = report_item(section, "players"), *input;
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
    for (int i = 0; i < ARRAY_LENGTH(rows); i++)
        if (*json_text(section, rows[i][0]))
            identity_row(out, rows[i][1], json_text(section, rows[i][0]));
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

static void effects(struct answer *answer, const cJSON *section) {
    compare_effects_from(answer, report_item(section, "metrics"));
}

static void orders(struct answer *answer, const cJSON *section) {
    compare_orders_from(answer, report_item(section, "metrics"));
}

static struct answer_cell estimate_cell(const cJSON *estimate) {
    struct answer_cell cell =
        cell_interval(json_number(estimate, "value"), json_number(estimate, "lo95"),
                      json_number(estimate, "hi95"));
    cell.n = json_number(estimate, "n");
    return cell;
}

// Odds have one n a row, the methods one each.
static void worth(struct answer *answer, const cJSON *section) {
    enum { COLUMNS = 12 };
    const cJSON *row, *estimate, *series = report_item(section, "series");
    bool odds = cJSON_GetArraySize(series) < 3;
    struct answer_column columns[COLUMNS] = {
        {NULL, "piece"},
        {NULL, odds ? "pairs" : NULL, ANSWER_COUNT},
        {NULL, odds ? "score" : NULL, ANSWER_SHARE, 1, ANSWER_FLAT}};
    int count = 3;
    cJSON_ArrayForEach(estimate, series) if (count + 2 <= COLUMNS) {
        columns[count++] = (struct answer_column){NULL, cJSON_GetStringValue(estimate),
                                                  ANSWER_NUMBER, 2, ANSWER_FLAT};
        columns[count++] = (struct answer_column){NULL, odds ? NULL : "n", ANSWER_COUNT};
    }
    char caption[160];
    snprintf(caption, sizeof caption, "Worth of the pieces, 1 = a %.60s on the board",
             json_text(section, "yardstick"));
    answer_table(answer, NULL, caption, columns, count);
    cJSON_ArrayForEach(row, report_item(section, "rows")) {
        struct answer_cell score = estimate_cell(cJSON_GetArrayItem(report_item(row, "score"), 0));
        struct answer_cell cells[COLUMNS] = {cell_text(json_text(row, "name")),
                                             cell_number(score.n), score};
        int at = 3;
        cJSON_ArrayForEach(estimate, report_item(row, "estimates")) if (at + 2 <= count) {
            cells[at++] = estimate_cell(estimate);
            cells[at++] = cell_number(json_number(estimate, "n"));
        }
        answer_row(answer, cells);
    }
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
                 {"verification", verification_answer_from}};
    struct answer answer = answer_init(NULL);
    for (int i = 0; i < ARRAY_LENGTH(kinds); i++)
        if (strcmp(json_text(section, "kind"), kinds[i].kind) == 0)
            kinds[i].fill(&answer, section);
    answer_html(&answer, out);
    answer_destroy(&answer);
}
