// SPDX-License-Identifier: GPL-3.0-or-later
#include "answer.h"
#include "text.h"

static void add_element(struct buffer *out, const char *open, const char *text, const char *close) {
    buffer_text(out, open);
    text_markup(out, text ? text : "");
    buffer_text(out, close);
}

static bool shown(const struct answer_column *column) {
    return column->label && column->type != ANSWER_BAR && column->type != ANSWER_GAUGE;
}

static bool is_number(const struct answer_column *column) {
    return column->type != ANSWER_TEXT && column->type != ANSWER_FLAG;
}

// A minus, not a hyphen, where a number begins with one.
static void add_part(struct buffer *out, const struct answer_column *column,
                     const struct answer_cell *cell, enum answer_part part) {
    char room[ANSWER_PART];
    const char *text = answer_part(column, cell, part, room);
    for (; text == room && *text; text++)
        if (*text == '-')
            buffer_text(out, "\u2212");
        else
            text_markup(out, (char[]){*text, 0});
    text_markup(out, text);
}

static void add_cell(struct buffer *out, const struct answer_column *column,
                     const struct answer_cell *cell, bool interval) {
    bool number = is_number(column) && cell->kind != CELL_TEXT;
    bool known = cell->kind == CELL_NUMBER && !isnan(cell->low);
    buffer_text(out, number ? "<td class=\"n\">" : "<td>");
    add_part(out, column, cell, PART_VALUE);
    buffer_text(out, "</td>");
    if (!interval)
        return;
    buffer_text(out, known || !cell->text ? "<td class=\"n\">" : "<td class=\"n kept\">");
    if (known && column->flags & ANSWER_HALF) {
        buffer_text(out, "\u00b1");
        add_part(out, column, cell, PART_HALF);
    } else if (cell->kind == CELL_NUMBER) {
        add_part(out, column, cell, PART_LOW);
        buffer_text(out, known ? " to " : "");
        add_part(out, column, cell, PART_HIGH);
    }
    buffer_text(out, "</td>");
}

static void add_heading(struct buffer *out, const struct answer_column *column) {
    buffer_text(out, is_number(column) ? "<th class=\"n\">" : "<th>");
    text_markup(out, column->group ? column->group : "");
    buffer_text(out, column->group && *column->label ? " " : "");
    add_element(out, "", column->label, "</th>");
    if (column->flags & ANSWER_INTERVAL)
        buffer_text(out, "<th class=\"n\">95%</th>");
}

static void open_table(struct buffer *out, const char *caption) {
    if (caption && *caption)
        add_element(out, "<p class=\"caption\">", caption, "</p>\n");
    buffer_text(out, "<div class=\"table\"><table><thead><tr>");
}

static void add_table(struct buffer *out, const struct answer_item *item) {
    open_table(out, item->text);
    for (int i = 0; i < item->columns; i++)
        if (shown(&item->column[i]))
            add_heading(out, &item->column[i]);
    buffer_text(out, "</tr></thead>\n<tbody>\n");
    for (int row = 0; row < item->rows; row++) {
        buffer_text(out, "<tr>");
        for (int i = 0; i < item->columns; i++)
            if (shown(&item->column[i]))
                add_cell(out, &item->column[i], &item->cell[row * item->columns + i],
                         item->column[i].flags & ANSWER_INTERVAL);
        buffer_text(out, "</tr>\n");
    }
    buffer_text(out, "</tbody></table></div>\n");
}

static bool is_fact(const struct answer_item *item) {
    return item->kind == ITEM_FACT && item->rows && shown(item->column) &&
           item->cell->kind != CELL_MISSING;
}

// Facts from item `first` on, as far as they stand together; returns the item behind them. What
// stands in files alone does not part them.
static int add_facts(const struct answer *answer, int first, const char *caption,
                     struct buffer *out) {
    bool intervals = false;
    int end = first;
    for (; end < answer->items &&
           (answer->item[end].kind >= ITEM_WARNING || answer->item[end].kind == ITEM_FACT);
         end++)
        intervals |=
            is_fact(&answer->item[end]) && answer->item[end].column->flags & ANSWER_INTERVAL;
    open_table(out, caption);
    buffer_text(out, "<th></th><th class=\"n\"></th>");
    buffer_text(out, intervals ? "<th class=\"n\">95%</th>" : "");
    buffer_text(out, "</tr></thead>\n<tbody>\n");
    for (int i = first; i < end; i++) {
        const struct answer_item *item = &answer->item[i];
        if (!is_fact(item))
            continue;
        add_element(out, "<tr><td>", item->column->label, "</td>");
        add_cell(out, item->column, item->cell, intervals);
        buffer_text(out, "</tr>\n");
    }
    buffer_text(out, "</tbody></table></div>\n");
    return end;
}

static void add_warnings(const struct answer *answer, struct buffer *out) {
    bool any = false;
    for (int i = 0; i < answer->items; i++) {
        if (answer->item[i].kind != ITEM_WARNING)
            continue;
        buffer_text(out, any ? "" : "<ul class=\"warnings\">\n");
        add_element(out, "<li>", answer->item[i].text, "</li>\n");
        any = true;
    }
    buffer_text(out, any ? "</ul>\n" : "");
}

void answer_html(const struct answer *answer, struct buffer *out) {
    const char *caption = NULL; // a heading above facts is their caption
    if (answer->title)
        add_element(out, "<h4>", answer->title, "</h4>\n");
    for (int i = 0; i < answer->items; i++) {
        const struct answer_item *item = &answer->item[i];
        if (is_fact(item)) {
            i = add_facts(answer, i, caption, out) - 1;
            caption = NULL;
            continue;
        }
        if (caption && item->kind <= ITEM_RECORD && item->kind != ITEM_FACT) {
            add_element(out, "<h4>", caption, "</h4>\n");
            caption = NULL;
        }
        if (item->kind == ITEM_HEADING)
            caption = item->text;
        else if (item->kind == ITEM_HEAD || item->kind == ITEM_SENTENCE)
            add_element(out, "<p>", item->text, "</p>\n");
        else if (answer_is_shown(item))
            add_table(out, item);
    }
    add_warnings(answer, out);
}
