// SPDX-License-Identifier: GPL-3.0-or-later
// Values, results, matches.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_tables_inside.h"
#include "svg.h"

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
        svg_escape(out, cJSON_GetStringValue(item) ? cJSON_GetStringValue(item) : "");
        buffer_text(out, "</li>\n");
    }
    buffer_text(out, "</ul>\n");
}

// --- games ---------------------------------------------------------------------------------------

static void share_rows(const cJSON *list, struct buffer *out) {
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        buffer_text(out, "<tr>");
        table_cell(out, report_text(item, "name"));
        table_number(out, report_get(item, "count"), "%.0f", report_get(item, "count"));
        table_number(out, report_get(item, "value"), "%.1f%%", report_scaled(item, "value", 100));
        table_interval(out, report_scaled(item, "lo95", 100), report_scaled(item, "hi95", 100), 1);
        buffer_text(out, "</tr>\n");
    }
}

static void match_row(struct buffer *out, const char *name, const cJSON *of, const char *key,
                      double scale) {
    char interval_key[64];
    snprintf(interval_key, sizeof interval_key, "%s_95", key);
    const cJSON *bounds = table_get(of, interval_key);
    buffer_text(out, "<tr>");
    table_cell(out, name);
    table_number(out, report_get(of, key), "%.1f", report_scaled(of, key, scale));
    if (cJSON_GetArraySize(bounds) == 2)
        table_interval(out, scale * cJSON_GetArrayItem(bounds, 0)->valuedouble,
                       scale * cJSON_GetArrayItem(bounds, 1)->valuedouble, 1);
    else
        buffer_text(out, "<td></td>");
    buffer_text(out, "</tr>\n");
}

static void match_table(const cJSON *match, struct buffer *out) {
    static const char *const names[] = {"lost both", "lost, drew", "even", "won, drew", "won both"};
    const cJSON *count;
    int i = 0;
    table_open(out, "Pairs of games, from the first player's side",
               "#lost both|#lost, drew|#even|#won, drew|#won both");
    buffer_text(out, "<tr>");
    cJSON_ArrayForEach(count, table_get(match, "counts")) {
        if (i++ < ARRAY_LENGTH(names))
            table_number(out, count->valuedouble, "%.0f", count->valuedouble);
    }
    buffer_text(out, "</tr>\n");
    table_close(out);
    char caption[96];
    snprintf(caption, sizeof caption, "The first player against the second, n = %.0f pairs",
             report_get(match, "units"));
    const cJSON *test = table_get(match, "sprt");
    table_open(out, caption, "|#value|#95%");
    match_row(out, "score, %", match, "score", 100);
    match_row(out, "Elo", match, "elo", 1);
    match_row(out, "normalized Elo", match, "normalized_elo", 1);
    match_row(out, "likelihood of superiority, %", match, "los", 100);
    if (test) {
        match_row(out, "Elo, the test's early end allowed for", test, "elo", 1);
        match_row(out, "log-likelihood ratio", test, "llr", 1);
    }
    table_close(out);
}

void tables_games(const cJSON *section, struct buffer *out) {
    const cJSON *item;
    if (!table_get(section, "results"))
        return;
    char caption[64];
    snprintf(caption, sizeof caption, "Results and endings, n = %.0f games",
             report_get(section, "games"));
    if (table_get(section, "match"))
        match_table(table_get(section, "match"), out);
    table_open(out, caption, "|#games|#share|#95%");
    share_rows(table_get(section, "results"), out);
    share_rows(table_get(section, "endings"), out);
    table_close(out);
    table_open(out, "A game on average", "|#");
    cJSON_ArrayForEach(item, table_get(section, "a_game")) {
        buffer_text(out, "<tr>");
        table_cell(out, item->string);
        table_number(out, item->valuedouble, "%.1f", item->valuedouble);
        buffer_text(out, "</tr>\n");
    }
    table_close(out);
}
