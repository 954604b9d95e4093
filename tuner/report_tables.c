// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_tables.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report_sections.h"
#include "svg.h"

enum { CELL = 160 };

static const cJSON *get(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

// Headings separated by '|'; those that begin with '#' are of numbers.
static void table_open(struct buffer *out, const char *caption, const char *headings) {
    buffer_text(out, "<p class=\"caption\">");
    svg_escape(out, caption);
    buffer_text(out, "</p>\n<div class=\"table\"><table><thead><tr>");
    while (*headings) {
        size_t length = strcspn(headings, "|");
        bool number = *headings == '#';
        buffer_text(out, number ? "<th class=\"n\">" : "<th>");
        buffer_add(out, headings + number, length - number);
        buffer_text(out, "</th>");
        headings += length + (headings[length] == '|');
    }
    buffer_text(out, "</tr></thead>\n<tbody>\n");
}

static void table_close(struct buffer *out) {
    buffer_text(out, "</tbody></table></div>\n");
}

static void cell(struct buffer *out, const char *text) {
    buffer_text(out, "<td>");
    svg_escape(out, text);
    buffer_text(out, "</td>");
}

__attribute__((format(printf, 3, 4))) static void number(struct buffer *out, double of,
                                                         const char *format, ...) {
    char text[CELL] = "";
    va_list arguments;
    va_start(arguments, format);
    if (!isnan(of))
        vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    buffer_text(out, "<td class=\"n\">");
    for (const char *at = text; *at; at++) // a minus, not a hyphen
        if (*at == '-')
            buffer_text(out, "\u2212");
        else
            buffer_char(out, *at);
    buffer_text(out, "</td>");
}

static void interval(struct buffer *out, double low, double high, int decimals) {
    number(out, low + high, "%.*f to %.*f", decimals, low, decimals, high);
}

// --- values --------------------------------------------------------------------------------------

static void estimate(struct buffer *out, const cJSON *form) {
    if (!form) {
        buffer_text(out, "<td></td><td></td><td></td>");
        return;
    }
    number(out, report_get(form, "value"), "%.0f", report_get(form, "value"));
    if (report_flag(form, "measured"))
        interval(out, report_get(form, "lo95"), report_get(form, "hi95"), 0);
    else
        buffer_text(out, "<td class=\"n kept\">kept</td>");
    number(out, report_get(form, "games"), "%.0f", report_get(form, "games"));
}

static void values_tables(const cJSON *section, struct buffer *out) {
    const cJSON *item;
    table_open(out, "Values of the men, centi-values; n: games in which the sides differed in it",
               "ID|Man|#board|#95%|#n|#in hand|#95%|#n|Promoted|#value|#95%|#n");
    cJSON_ArrayForEach(item, get(section, "men")) {
        buffer_text(out, "<tr>");
        cell(out, report_text(item, "id"));
        cell(out, report_text(item, "name"));
        estimate(out, get(item, "board"));
        estimate(out, get(item, "hand"));
        cell(out, report_text(item, "promoted_id"));
        estimate(out, get(item, "promoted"));
        buffer_text(out, "</tr>\n");
    }
    table_close(out);
    table_open(out, "Other terms of the evaluation, centi-values", "Term|#value|#95%|#n|of one");
    cJSON_ArrayForEach(item, get(section, "terms")) {
        buffer_text(out, "<tr>");
        cell(out, report_text(item, "parameter"));
        estimate(out, item);
        cell(out, report_text(item, "meaning"));
        buffer_text(out, "</tr>\n");
    }
    table_close(out);
    const cJSON *warnings = get(get(section, "tuning"), "warnings");
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
        cell(out, report_text(item, "name"));
        number(out, report_get(item, "count"), "%.0f", report_get(item, "count"));
        number(out, report_get(item, "value"), "%.1f%%", 100 * report_get(item, "value"));
        interval(out, 100 * report_get(item, "lo95"), 100 * report_get(item, "hi95"), 1);
        buffer_text(out, "</tr>\n");
    }
}

static void match_row(struct buffer *out, const char *name, const cJSON *of, const char *key,
                      double scale) {
    char interval_key[64];
    snprintf(interval_key, sizeof interval_key, "%s_95", key);
    const cJSON *bounds = get(of, interval_key);
    buffer_text(out, "<tr>");
    cell(out, name);
    number(out, report_get(of, key), "%.1f", scale * report_get(of, key));
    if (cJSON_GetArraySize(bounds) == 2)
        interval(out, scale * cJSON_GetArrayItem(bounds, 0)->valuedouble,
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
    cJSON_ArrayForEach(count, get(match, "counts")) {
        if (i++ < ARRAY_LENGTH(names))
            number(out, count->valuedouble, "%.0f", count->valuedouble);
    }
    buffer_text(out, "</tr>\n");
    table_close(out);
    char caption[96];
    snprintf(caption, sizeof caption, "The first player against the second, n = %.0f pairs",
             report_get(match, "units"));
    const cJSON *test = get(match, "sprt");
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

static void games_tables(const cJSON *section, struct buffer *out) {
    const cJSON *item;
    if (!get(section, "results"))
        return;
    char caption[64];
    snprintf(caption, sizeof caption, "Results and endings, n = %.0f games",
             report_get(section, "games"));
    if (get(section, "match"))
        match_table(get(section, "match"), out);
    table_open(out, caption, "|#games|#share|#95%");
    share_rows(get(section, "results"), out);
    share_rows(get(section, "endings"), out);
    table_close(out);
    table_open(out, "A game on average", "|#");
    cJSON_ArrayForEach(item, get(section, "a_game")) {
        buffer_text(out, "<tr>");
        cell(out, item->string);
        number(out, item->valuedouble, "%.1f", item->valuedouble);
        buffer_text(out, "</tr>\n");
    }
    table_close(out);
}

void report_identity_html(const cJSON *section, struct buffer *out) {
    static const char *const rows[][2] = {
        {"rules", "rules"},          {"seed", "seed"},       {"config_hash", "configuration"},
        {"variant_hash", "variant"}, {"program", "program"}, {"host", "host"},
        {"start", "begun"},          {"end", "ended"},       {"source", "file"},
    };
    buffer_text(out, "<dl class=\"identity\">");
    const cJSON *players = get(section, "players");
    for (int i = 0; i < cJSON_GetArraySize(players); i++) {
        buffer_printf(out, "<div><dt>player%s</dt><dd>",
                      cJSON_GetArraySize(players) == 1 ? ""
                      : i                              ? " 2"
                                                       : " 1");
        svg_escape(out, cJSON_GetStringValue(cJSON_GetArrayItem(players, i)));
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
        svg_escape(out, text);
        buffer_text(out, "</dd></div>");
    }
    buffer_text(out, "</dl>\n");
}

// --- history, comparison -------------------------------------------------------------------------

static void history_table(const cJSON *section, struct buffer *out) {
    const cJSON *row;
    table_open(out, "Generations; n: games of the match",
               "Night|#generation|#played with|#games|#n|#Elo|#95%|#superiority|verdict");
    cJSON_ArrayForEach(row, get(section, "rows")) {
        buffer_text(out, "<tr>");
        cell(out, report_text(row, "night"));
        static const char *const counts[] = {"generation", "played_with", "games", "match_games"};
        for (int i = 0; i < ARRAY_LENGTH(counts); i++)
            number(out, report_get(row, counts[i]), "%.0f", report_get(row, counts[i]));
        number(out, report_get(row, "elo"), "%+.1f", report_get(row, "elo"));
        interval(out, report_get(row, "elo_lo95"), report_get(row, "elo_hi95"), 1);
        number(out, report_get(row, "los"), "%.1f%%", 100 * report_get(row, "los"));
        cell(out, report_text(row, "verdict"));
        buffer_text(out, "</tr>\n");
    }
    table_close(out);
}

static void metric_table(const cJSON *metric, struct buffer *out) {
    const cJSON *row;
    bool share = strcmp(report_text(metric, "unit"), "share") == 0;
    double scale = share ? 100 : 1;
    char caption[320];
    snprintf(caption, sizeof caption, "%s: %s%s", report_text(metric, "name"),
             report_text(metric, "definition"), share ? ", %" : "");
    table_open(out, caption, "#nodes|arm|#n|#value|#95%|#difference|#95%|#p (Holm)|#p equivalent");
    cJSON_ArrayForEach(row, get(metric, "cells")) {
        double value = scale * report_get(row, "value");
        double difference = scale * report_get(row, "difference");
        buffer_text(out, "<tr>");
        number(out, report_get(row, "nodes"), "%.0f", report_get(row, "nodes"));
        cell(out, report_text(row, "arm"));
        number(out, report_get(row, "n"), "%.0f", report_get(row, "n"));
        number(out, value, "%.4g", value);
        number(out, scale * report_get(row, "lo95"), "%.4g to %.4g",
               scale * report_get(row, "lo95"), scale * report_get(row, "hi95"));
        number(out, difference, "%+.3g", difference);
        number(out, difference, "%.3g to %.3g", scale * report_get(row, "difference_lo95"),
               scale * report_get(row, "difference_hi95"));
        number(out, report_get(row, "p_holm"), "%.3f", report_get(row, "p_holm"));
        number(out, report_get(row, "p_equivalent_holm"), "%.3f",
               report_get(row, "p_equivalent_holm"));
        buffer_text(out, "</tr>\n");
    }
    table_close(out);
}

static void comparison_tables(const cJSON *section, struct buffer *out) {
    const cJSON *item;
    table_open(out, "Arms", "arm|rules");
    cJSON_ArrayForEach(item, get(section, "arms")) {
        buffer_text(out, "<tr>");
        cell(out, report_text(item, "name"));
        cell(out,
             *report_text(item, "rules") ? report_text(item, "rules") : "the variant's own rules");
        buffer_text(out, "</tr>\n");
    }
    table_close(out);
    cJSON_ArrayForEach(item, get(section, "metrics")) metric_table(item, out);
}

void report_tables_html(const cJSON *section, struct buffer *out) {
    const char *kind = report_text(section, "kind");
    if (strcmp(kind, "values") == 0)
        values_tables(section, out);
    else if (strcmp(kind, "games") == 0)
        games_tables(section, out);
    else if (strcmp(kind, "history") == 0)
        history_table(section, out);
    else if (strcmp(kind, "comparison") == 0)
        comparison_tables(section, out);
}
