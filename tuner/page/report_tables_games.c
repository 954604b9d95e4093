// SPDX-License-Identifier: GPL-3.0-or-later
// Values, results, matches.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_tables_internal.h"
#include "score_answer.h"
#include "svg.h"
#include "tally_answer.h"

// --- values --------------------------------------------------------------------------------------

static void estimate(struct buffer *out, const cJSON *form) {
    if (!form) {
        buffer_text(out, "<td></td><td></td><td></td>");
        return;
    }
    table_number(out, report_get(form, "value"), "%.0f", report_get(form, "value"));
    if (report_flag(form, "measured"))
        table_interval(out, report_get(form, "lo95"), report_get(form, "hi95"), 0);
    else
        buffer_printf(out, "<td class=\"n kept\">%s</td>",
                      report_flag(form, "kept") ? "kept" : "no interval");
    table_number(out, report_get(form, "games"), "%.0f", report_get(form, "games"));
}

// What was asked for besides the values.
static void tuning_tables(const cJSON *tuning, struct buffer *out) {
    const cJSON *item;
    if (table_get(tuning, "ties")) {
        table_open(out,
                   "Ties by Wald's test, p by Holm's correction; below 0.05 the games refuse it",
                   "first|second|#difference|#s.e.|#p|#p (Holm)");
        cJSON_ArrayForEach(item, table_get(tuning, "ties")) {
            buffer_text(out, "<tr>");
            table_cell(out, report_name(item, "first_name", "first"));
            table_cell(out, report_name(item, "second_name", "second"));
            double difference = report_get(item, "difference");
            table_number(out, difference, "%+.0f", difference);
            table_number(out, report_get(item, "se"), "%.0f", report_get(item, "se"));
            table_number(out, report_get(item, "p"), "%.3f", report_get(item, "p"));
            table_number(out, report_get(item, "p_holm"), "%.3f", report_get(item, "p_holm"));
            buffer_text(out, "</tr>\n");
        }
        table_close(out);
    }
}

void tables_values(const cJSON *section, struct buffer *out) {
    const cJSON *item;
    table_open(out, "Values of the men, centi-values; n: games in which the sides differed in it",
               "ID|Man|#board|#95%|#n|#in hand|#95%|#n|Promoted|#value|#95%|#n");
    cJSON_ArrayForEach(item, table_get(section, "men")) {
        buffer_text(out, "<tr>");
        table_cell(out, report_text(item, "id"));
        table_cell(out, report_text(item, "name"));
        estimate(out, table_get(item, "board"));
        estimate(out, table_get(item, "hand"));
        table_cell(out, report_text(item, "promoted_id"));
        estimate(out, table_get(item, "promoted"));
        buffer_text(out, "</tr>\n");
    }
    table_close(out);
    table_open(out, "Other terms of the evaluation, centi-values", "Term|#value|#95%|#n|of one");
    cJSON_ArrayForEach(item, table_get(section, "terms")) {
        buffer_text(out, "<tr>");
        table_cell(out, report_text(item, "parameter"));
        estimate(out, item);
        table_cell(out, report_text(item, "meaning"));
        buffer_text(out, "</tr>\n");
    }
    table_close(out);
    tuning_tables(table_get(section, "tuning"), out);
    const cJSON *warnings = table_get(table_get(section, "tuning"), "warnings");
    if (cJSON_GetArraySize(warnings) == 0)
        return;
    buffer_text(out, "<ul class=\"warnings\">\n");
    cJSON_ArrayForEach(item, warnings) {
        buffer_text(out, "<li>");
        text_markup(out, cJSON_GetStringValue(item) ? cJSON_GetStringValue(item) : "");
        buffer_text(out, "</li>\n");
    }
    buffer_text(out, "</ul>\n");
}

// --- games ---------------------------------------------------------------------------------------

void tables_games(const cJSON *section, struct buffer *out) {
    struct answer answer = answer_init(NULL);
    if (!table_get(section, "results"))
        return;
    if (table_get(section, "match"))
        score_answer_from(&answer, table_get(section, "match"));
    tally_answer_from(&answer, section);
    answer_html(&answer, out);
    answer_destroy(&answer);
}
