// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_tables.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report_tables_internal.h"
#include "svg.h"

enum { CELL = 160 };

const cJSON *table_get(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

void table_open(struct buffer *out, const char *caption, const char *headings) {
    buffer_text(out, "<p class=\"caption\">");
    text_markup(out, caption);
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

void table_close(struct buffer *out) {
    buffer_text(out, "</tbody></table></div>\n");
}

void table_cell(struct buffer *out, const char *text) {
    buffer_text(out, "<td>");
    text_markup(out, text);
    buffer_text(out, "</td>");
}

void table_number(struct buffer *out, double of, const char *format, ...) {
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

void table_interval(struct buffer *out, double low, double high, int decimals) {
    table_number(out, low + high, "%.*f to %.*f", decimals, low, decimals, high);
}

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

void report_tables_html(const cJSON *section, struct buffer *out) {
    static const struct {
        const char *kind;
        void (*tables)(const cJSON *section, struct buffer *out);
    } kinds[] = {{"values", tables_values},
                 {"games", tables_games},
                 {"history", tables_history},
                 {"comparison", tables_comparison},
                 {"effects", tables_effects},
                 {"orders", tables_orders},
                 {"worth", tables_worth},
                 {"spsa", tables_spsa},
                 {"verification", tables_verification}};
    for (int i = 0; i < ARRAY_LENGTH(kinds); i++)
        if (strcmp(report_text(section, "kind"), kinds[i].kind) == 0)
            kinds[i].tables(section, out);
}
