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

static struct answer_cell estimate_cell(const cJSON *estimate) {
    struct answer_cell cell = cell_interval(
        report_get(estimate, "value"), report_get(estimate, "lo95"), report_get(estimate, "hi95"));
    cell.n = report_get(estimate, "n");
    return cell;
}

// Odds have one n a row, the methods one each.
void tables_worth(const cJSON *section, struct buffer *out) {
    enum { COLUMNS = 12 };
    const cJSON *row, *estimate, *series = table_get(section, "series");
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
    struct answer answer = answer_init(NULL);
    char caption[160];
    snprintf(caption, sizeof caption, "Worth of the pieces, 1 = a %.60s on the board",
             report_text(section, "yardstick"));
    answer_table(&answer, NULL, caption, columns, count);
    cJSON_ArrayForEach(row, table_get(section, "rows")) {
        struct answer_cell score = estimate_cell(cJSON_GetArrayItem(table_get(row, "score"), 0));
        struct answer_cell cells[COLUMNS] = {cell_text(report_text(row, "name")),
                                             cell_number(score.n), score};
        int at = 3;
        cJSON_ArrayForEach(estimate, table_get(row, "estimates")) if (at + 2 <= count) {
            cells[at++] = estimate_cell(estimate);
            cells[at++] = cell_number(report_get(estimate, "n"));
        }
        answer_row(&answer, cells);
    }
    print_answer(&answer, out);
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
