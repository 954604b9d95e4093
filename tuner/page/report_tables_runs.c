// SPDX-License-Identifier: GPL-3.0-or-later
// Generations, comparisons of rules, worth, SPSA, verification.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare_answer.h"
#include "report_tables_internal.h"

// --- history, comparison -------------------------------------------------------------------------

void tables_history(const cJSON *section, struct buffer *out) {
    const cJSON *row;
    static const char headings[] =
        "Night|#generation|#played with|#games|#nodes|#n|#Elo|#95%|#superiority|verdict";
    bool nights = false; // several in one table
    cJSON_ArrayForEach(row, table_get(section, "rows")) nights |= *report_text(row, "night") != 0;
    table_open(out, "Generations; n: games of the match",
               nights ? headings : strchr(headings, '|') + 1);
    cJSON_ArrayForEach(row, table_get(section, "rows")) {
        buffer_text(out, "<tr>");
        if (nights)
            table_cell(out, report_text(row, "night"));
        static const char *const counts[] = {"generation", "played_with", "games", "nodes",
                                             "match_games"};
        for (int i = 0; i < ARRAY_LENGTH(counts); i++)
            table_number(out, report_get(row, counts[i]), "%.0f", report_get(row, counts[i]));
        table_number(out, report_get(row, "elo"), "%+.1f", report_get(row, "elo"));
        table_interval(out, report_get(row, "elo_lo95"), report_get(row, "elo_hi95"), 1);
        table_number(out, report_get(row, "los"), "%.1f%%", report_scaled(row, "los", 100));
        table_cell(out, report_text(row, "verdict"));
        buffer_text(out, "</tr>\n");
    }
    table_close(out);
}

static void print_answer(struct answer *answer, struct buffer *out) {
    answer_html(answer, out);
    answer_destroy(answer);
}

void tables_comparison(const cJSON *section, struct buffer *out) {
    static const struct answer_column columns[] = {{"name", "arm"}, {"rules", "rules"}};
    struct answer answer = answer_init(NULL);
    const cJSON *arm;
    answer_table(&answer, NULL, "Arms", columns, ARRAY_LENGTH(columns));
    cJSON_ArrayForEach(arm, table_get(section, "arms")) {
        const char *rules = report_text(arm, "rules");
        const struct answer_cell row[] = {cell_text(report_text(arm, "name")),
                                          cell_text(*rules ? rules : "the variant's own rules")};
        answer_row(&answer, row);
    }
    compare_cells_from(&answer, table_get(section, "metrics"));
    print_answer(&answer, out);
}

void tables_effects(const cJSON *section, struct buffer *out) {
    struct answer answer = answer_init(NULL);
    compare_effects_from(&answer, table_get(section, "metrics"));
    print_answer(&answer, out);
}

void tables_orders(const cJSON *section, struct buffer *out) {
    struct answer answer = answer_init(NULL);
    compare_orders_from(&answer, table_get(section, "metrics"));
    print_answer(&answer, out);
}

// --- worth, SPSA, verification -------------------------------------------------------------------

void tables_worth(const cJSON *section, struct buffer *out) {
    const cJSON *row, *estimate, *series = table_get(section, "series");
    char headings[320] = "man", caption[160];
    bool odds = cJSON_GetArraySize(series) < 3;
    size_t length = strlen(headings);
    if (odds)
        length += (size_t)snprintf(headings + length, sizeof headings - length,
                                   "|#pairs|#score, %%|#95%%");
    cJSON_ArrayForEach(estimate, series) {
        if (length < sizeof headings)
            length +=
                (size_t)snprintf(headings + length, sizeof headings - length, "|#%.60s|#95%%%s",
                                 cJSON_GetStringValue(estimate), odds ? "" : "|#n");
    }
    snprintf(caption, sizeof caption, "Worth of the men, 1 = a %.60s on the board",
             report_text(section, "yardstick"));
    table_open(out, caption, headings);
    cJSON_ArrayForEach(row, table_get(section, "rows")) {
        buffer_text(out, "<tr>");
        table_cell(out, report_text(row, "name"));
        const cJSON *score = cJSON_GetArrayItem(table_get(row, "score"), 0);
        if (odds) {
            table_number(out, report_get(score, "n"), "%.0f", report_get(score, "n"));
            table_number(out, report_get(score, "value"), "%.1f",
                         report_scaled(score, "value", 100));
            table_interval(out, report_scaled(score, "lo95", 100),
                           report_scaled(score, "hi95", 100), 1);
        }
        cJSON_ArrayForEach(estimate, table_get(row, "estimates")) {
            table_number(out, report_get(estimate, "value"), "%.2f", report_get(estimate, "value"));
            table_interval(out, report_get(estimate, "lo95"), report_get(estimate, "hi95"), 2);
            if (!odds)
                table_number(out, report_get(estimate, "n"), "%.0f", report_get(estimate, "n"));
        }
        buffer_text(out, "</tr>\n");
    }
    table_close(out);
}

void tables_spsa(const cJSON *section, struct buffer *out) {
    const cJSON *item;
    char caption[256];
    snprintf(caption, sizeof caption,
             "After %.0f of %.0f steps, n = %.0f games. Chance: standard deviation of the way that "
             "a parameter goes if it does not matter; 10 Elo: the way it goes if its arms stay 10 "
             "Elo apart; both, like the way, in the arms' distance at the end",
             report_get(section, "steps_done"), report_get(section, "steps"),
             report_get(section, "games"));
    table_open(out, caption, "parameter|#start|#answer|#95%|#sd|#last|#way|#chance|#10 Elo");
    cJSON_ArrayForEach(item, table_get(section, "parameters")) {
        buffer_text(out, "<tr>");
        table_cell(out, report_text(item, "parameter"));
        table_number(out, report_get(item, "start"), "%.4g", report_get(item, "start"));
        table_number(out, report_get(item, "value"), "%.1f", report_get(item, "value"));
        table_interval(out, report_get(item, "lo95"), report_get(item, "hi95"), 1);
        table_number(out, report_get(item, "sd"), "%.1f", report_get(item, "sd"));
        table_number(out, report_get(item, "last"), "%.1f", report_get(item, "last"));
        double gone = report_get(table_get(item, "way"), "value");
        table_number(out, gone, "%+.2f", gone);
        table_number(out, report_get(item, "chance"), "%.2f", report_get(item, "chance"));
        table_number(out, report_get(item, "per_elo"), "%.2f", 10 * report_get(item, "per_elo"));
        buffer_text(out, "</tr>\n");
    }
    table_close(out);
}

void tables_verification(const cJSON *section, struct buffer *out) {
    const cJSON *item;
    char caption[96];
    snprintf(caption, sizeof caption, "Verdict: %.40s", report_text(section, "verdict"));
    table_open(out, caption, "#nodes|#n|#Elo|#95%|#log-likelihood ratio|verdict");
    cJSON_ArrayForEach(item, table_get(section, "limits")) {
        const cJSON *test = table_get(item, "sprt"), *bounds = table_get(test, "elo_95");
        bool known = cJSON_GetArraySize(bounds) == 2;
        buffer_text(out, "<tr>");
        table_number(out, report_get(item, "nodes"), "%.0f", report_get(item, "nodes"));
        table_number(out, report_get(item, "games"), "%.0f", report_get(item, "games"));
        table_number(out, report_get(test, "elo"), "%+.1f", report_get(test, "elo"));
        table_interval(out, known ? cJSON_GetArrayItem(bounds, 0)->valuedouble : NAN,
                       known ? cJSON_GetArrayItem(bounds, 1)->valuedouble : NAN, 1);
        table_number(out, report_get(test, "llr"), "%+.2f", report_get(test, "llr"));
        table_cell(out, report_text(test, "verdict"));
        buffer_text(out, "</tr>\n");
    }
    table_close(out);
}
