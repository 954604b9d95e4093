// SPDX-License-Identifier: GPL-3.0-or-later
#include <math.h>
#include <string.h>

#include "answer.h"
#include "csv_file.h"

// "a.b" is a_b, "a.value" a, with the bounds a_lo95; of "value" alone they are lo95 and hi95.
static void add_heading(struct buffer *out, const char *key, const char *end, bool first) {
    static const char last[] = ".value";
    size_t length = strlen(key), tail = sizeof last - 1;
    if (length > tail && strcmp(key + length - tail, last) == 0)
        length -= tail;
    bool bare = *end && strcmp(key, "value") == 0;
    buffer_text(out, first ? "" : ",");
    for (size_t i = 0; i < length && !bare; i++)
        buffer_char(out, key[i] == '.' ? '_' : key[i]);
    buffer_printf(out, "%s%s", *end && !bare ? "_" : "", end);
}

static void add_number(struct buffer *out, double number) {
    if (isfinite(number))
        buffer_printf(out, number == floor(number) && fabs(number) < 1e15 ? "%.0f" : "%.7g",
                      number);
}

static void add_cell(struct buffer *out, const struct answer_column *column,
                     const struct answer_cell *cell, bool first) {
    buffer_text(out, first ? "" : ",");
    if (cell->kind == CELL_TEXT)
        csv_field(out, cell->text ? cell->text : "");
    else if (cell->kind == CELL_FLAG)
        buffer_text(out, cell->number != 0 ? "true" : "false");
    else
        add_number(out, cell->number);
    if (!(column->flags & ANSWER_INTERVAL))
        return;
    buffer_char(out, ',');
    add_number(out, cell->low);
    buffer_char(out, ',');
    add_number(out, cell->high);
}

static void add_headings(struct buffer *out, const struct answer_column *column, bool first) {
    add_heading(out, column->key, "", first);
    if (column->flags & ANSWER_INTERVAL) {
        add_heading(out, column->key, "lo95", false);
        add_heading(out, column->key, "hi95", false);
    }
}

static void add_table(struct buffer *out, const struct answer_item *item, bool headings) {
    bool first = true;
    for (int i = 0; headings && i < item->columns; i++)
        if (item->column[i].key) {
            add_headings(out, &item->column[i], first);
            first = false;
        }
    buffer_text(out, headings ? "\n" : "");
    for (int row = 0; row < item->rows; row++) {
        first = true;
        for (int i = 0; i < item->columns; i++)
            if (item->column[i].key) {
                add_cell(out, &item->column[i], &item->cell[row * item->columns + i], first);
                first = false;
            }
        buffer_char(out, '\n');
    }
}

static void add_facts(const struct answer *answer, struct buffer *out) {
    for (int pass = 0; pass < 2; pass++) { // headings, then the row
        bool first = true;
        for (int i = 0; i < answer->items; i++) {
            const struct answer_item *item = &answer->item[i];
            if (item->kind != ITEM_FACT || !item->rows || !item->column->key)
                continue;
            if (pass == 0)
                add_headings(out, item->column, first);
            else
                add_cell(out, item->column, item->cell, first);
            first = false;
        }
        buffer_char(out, '\n');
    }
}

void answer_csv(const struct answer *answer, const char *key, struct buffer *out) {
    bool found = false;
    for (int i = 0; i < answer->items; i++) {
        const struct answer_item *item = &answer->item[i];
        if (item->kind == ITEM_TABLE && item->key && (!key || strcmp(item->key, key) == 0)) {
            add_table(out, item, !found);
            key = item->key;
            found = true;
        }
    }
    if (!key)
        add_facts(answer, out);
}
