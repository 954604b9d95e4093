// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of rules, worth.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare_answer.h"
#include "report_tables_internal.h"

void tables_comparison(struct answer *answer, const cJSON *section) {
    static const struct answer_column columns[] = {{"name", "arm"}, {"rules", "rules"}};
    const cJSON *arm;
    answer_table(answer, NULL, "Arms", columns, ARRAY_LENGTH(columns));
    cJSON_ArrayForEach(arm, table_get(section, "arms")) {
        const char *rules = report_text(arm, "rules");
        const struct answer_cell row[] = {cell_text(report_text(arm, "name")),
                                          cell_text(*rules ? rules : "the variant's own rules")};
        answer_row(answer, row);
    }
    compare_cells_from(answer, table_get(section, "metrics"));
}

void tables_effects(struct answer *answer, const cJSON *section) {
    compare_effects_from(answer, table_get(section, "metrics"));
}

void tables_orders(struct answer *answer, const cJSON *section) {
    compare_orders_from(answer, table_get(section, "metrics"));
}

static struct answer_cell estimate_cell(const cJSON *estimate) {
    struct answer_cell cell = cell_interval(
        report_get(estimate, "value"), report_get(estimate, "lo95"), report_get(estimate, "hi95"));
    cell.n = report_get(estimate, "n");
    return cell;
}

// Odds have one n a row, the methods one each.
void tables_worth(struct answer *answer, const cJSON *section) {
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
    char caption[160];
    snprintf(caption, sizeof caption, "Worth of the pieces, 1 = a %.60s on the board",
             report_text(section, "yardstick"));
    answer_table(answer, NULL, caption, columns, count);
    cJSON_ArrayForEach(row, table_get(section, "rows")) {
        struct answer_cell score = estimate_cell(cJSON_GetArrayItem(table_get(row, "score"), 0));
        struct answer_cell cells[COLUMNS] = {cell_text(report_text(row, "name")),
                                             cell_number(score.n), score};
        int at = 3;
        cJSON_ArrayForEach(estimate, table_get(row, "estimates")) if (at + 2 <= count) {
            cells[at++] = estimate_cell(estimate);
            cells[at++] = cell_number(report_get(estimate, "n"));
        }
        answer_row(answer, cells);
    }
}
