// SPDX-License-Identifier: GPL-3.0-or-later
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "error.h"
#include "memory.h"

enum { INDENT = 2, GAP = 2, LABEL = 11, WRAP_LEAST = 16, BAR_LEAST = 6 };

// Blocks of Unicode's East Asian Width "wide" and "fullwidth", and of marks that combine.
static const struct {
    uint32_t from, to;
    int width;
} widths[] = {
    {0x0300, 0x036F, 0},   {0x1100, 0x115F, 2},   {0x200B, 0x200F, 0},   {0x20D0, 0x20FF, 0},
    {0x2E80, 0x303E, 2},   {0x3041, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},
    {0xFE00, 0xFE0F, 0},   {0xFE30, 0xFE6F, 2},   {0xFF00, 0xFF60, 2},   {0xFFE0, 0xFFE6, 2},
    {0x1F300, 0x1F64F, 2}, {0x1F900, 0x1F9FF, 2}, {0x20000, 0x3FFFD, 2},
};

// Columns of the first bytes of a text.
static int width_of_bytes(const char *text, size_t bytes) {
    const char *at = text, *end = at + bytes;
    int total = 0;
    while (at < end) {
        uint32_t code = 0;
        int length = text_character(at, &code), width = 1;
        for (int i = 0; i < ARRAY_LENGTH(widths); i++)
            if (length && code >= widths[i].from && code <= widths[i].to)
                width = widths[i].width;
        total += width;
        at += length ? length : 1;
    }
    return total;
}

int text_width(const char *text) {
    return width_of_bytes(text, strlen(text));
}

struct page {
    struct buffer *out;
    struct diagram_style style;
    int columns;
    int column, pending; // where the line stands, and blanks before it that are not written yet
};

static void put_blanks(struct page *page, int count) {
    if (count > 0) {
        page->pending += count;
        page->column += count;
    }
}

static void end_line(struct page *page) {
    buffer_char(page->out, '\n');
    page->column = page->pending = 0;
}

// `code`: an ANSI escape sequence's number, or "".
static void put_part(struct page *page, const char *code, const char *text, size_t length) {
    bool coloured = page->style.colour && *code;
    if (length == 0)
        return;
    for (; page->pending > 0; page->pending--)
        buffer_char(page->out, ' ');
    if (coloured)
        buffer_printf(page->out, "\033[%sm", code);
    size_t begin = page->out->length;
    buffer_add(page->out, text, length);
    if (page->out->data) // names may come from anywhere
        error_tame(page->out->data + begin);
    if (coloured)
        buffer_text(page->out, "\033[0m");
    page->column += width_of_bytes(text, length);
}

static void put(struct page *page, const char *code, const char *text) {
    put_part(page, code, text, strlen(text));
}

static const char strong[] = "1", faint[] = "2", warning[] = "1;33", plain[] = "";

static void put_sized(struct page *page, const char *code, const char *text, int width,
                      bool right) {
    int blanks = width - text_width(text);
    put_blanks(page, right ? blanks : 0);
    put(page, code, text);
    put_blanks(page, right ? 0 : blanks);
}

// Words, broken where the page ends; later lines begin at the column where the first did.
static void put_words(struct page *page, const char *code, const char *text) {
    int indent = page->column;
    while (*text) {
        size_t length = strcspn(text, " ");
        int width = width_of_bytes(text, length);
        if (page->column > indent && page->column + 1 + width > page->columns) {
            end_line(page);
            put_blanks(page, indent);
        } else if (page->column > indent) {
            put_blanks(page, 1);
        }
        put_part(page, code, text, length);
        text += length;
        text += strspn(text, " ");
    }
}

static void add_paragraph(struct page *page, int indent, const char *code, const char *text) {
    put_blanks(page, indent);
    put_words(page, code, text ? text : "");
    end_line(page);
}

// --- Cells ---------------------------------------------------------------------------------------

// Columns of the terminal that the cells of a column take.
struct layout {
    bool shown;
    int value, low, high; // parts; with ANSWER_HALF `low` is the half
    int interval, width;  // both ends, and all of it
};

static int longer(int width, const char *text) {
    int own = text_width(text);
    return own > width ? own : width;
}

static bool is_picture(const struct answer_column *column) {
    return column->type == ANSWER_BAR || column->type == ANSWER_GAUGE;
}

static bool to_the_right(const struct answer_column *column) {
    return column->type != ANSWER_TEXT && !is_picture(column);
}

static void measure_cell(const struct answer_column *column, const struct answer_cell *cell,
                         struct layout *layout) {
    char room[ANSWER_PART];
    layout->value = longer(layout->value, answer_part(column, cell, PART_VALUE, room));
    if (!(column->flags & ANSWER_INTERVAL))
        return;
    const char *low = answer_part(column, cell, PART_LOW, room);
    if (isnan(cell->low)) // a word
        layout->interval = longer(layout->interval, low);
    else if (column->flags & ANSWER_HALF)
        layout->low = longer(layout->low, answer_part(column, cell, PART_HALF, room));
    else {
        layout->low = longer(layout->low, low);
        layout->high = longer(layout->high, answer_part(column, cell, PART_HIGH, room));
    }
}

// After all cells were measured.
static void finish_layout(const struct answer_column *column, struct layout *layout) {
    int interval = layout->low == 0              ? 0
                   : column->flags & ANSWER_HALF ? 1 + layout->low
                                                 : layout->low + 4 + layout->high;
    if (interval > layout->interval)
        layout->interval = interval;
    if (layout->interval && layout->interval < 3)
        layout->interval = 3; // "95%"
    if (is_picture(column))
        layout->value = column->decimals;
    layout->value = longer(layout->value, column->label);
    int gap = column->flags & ANSWER_HALF ? 1 : GAP;
    layout->width = layout->value + (layout->interval ? gap + layout->interval : 0);
}

// From 0: full to the lower end, shaded to the upper; without ends full to the number, to an
// eighth.
static void put_bar(struct page *page, const struct answer_cell *cell, int width) {
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    bool ends = !isnan(cell->low);
    double low = ends ? cell->low : cell->number, high = ends ? cell->high : cell->number;
    if (!isfinite(low) || !isfinite(high))
        return;
    int units = (int)(fmin(fmax(low, 0), 1) * width * 8 + 0.5);
    for (int i = 0; i < width; i++) {
        double middle = (i + 0.5) / width;
        bool full = ends ? middle < low : i < units / 8;
        if (full)
            put(page, plain, page->style.unicode ? "█" : "#");
        else if (ends && middle < high)
            put(page, plain, page->style.unicode ? "░" : ":");
        else if (!ends && i == units / 8 && page->style.unicode)
            put(page, plain, eighths[units % 8]);
        else
            break;
    }
}

static int place(double share, int width) {
    return isnan(share) ? -1 : (int)lround(fmin(fmax(share, 0), 1) * (width - 1));
}

static void put_gauge(struct page *page, const struct answer_cell *cell, int width) {
    int low = place(cell->low, width), high = place(cell->high, width),
        point = place(cell->number, width), stroke = place(cell->n, width);
    bool unicode = page->style.unicode;
    for (int i = 0; i < width; i++)
        if (i == point)
            put(page, strong, unicode ? "●" : "*");
        else if (i == stroke)
            put(page, plain, unicode ? "┼" : "+");
        else if (low >= 0 && i >= low && i <= high)
            put(page, plain, unicode ? "─" : "-");
        else
            put_blanks(page, 1);
}

static void put_interval(struct page *page, const struct answer_column *column,
                         const struct answer_cell *cell, const struct layout *layout) {
    char room[ANSWER_PART];
    int end = page->column + layout->interval;
    if (cell->kind == CELL_NUMBER && isnan(cell->low)) {
        put(page, faint, answer_part(column, cell, PART_LOW, room));
    } else if (cell->kind == CELL_NUMBER && column->flags & ANSWER_HALF) {
        put(page, faint, "±");
        put(page, faint, answer_part(column, cell, PART_HALF, room));
    } else if (cell->kind == CELL_NUMBER) {
        put_sized(page, faint, answer_part(column, cell, PART_LOW, room), layout->low, true);
        put(page, faint, " .. ");
        put_sized(page, faint, answer_part(column, cell, PART_HIGH, room), layout->high, true);
    }
    put_blanks(page, end - page->column);
}

static void put_cell(struct page *page, const struct answer_column *column,
                     const struct answer_cell *cell, const struct layout *layout) {
    char room[ANSWER_PART];
    int end = page->column + layout->width;
    const char *code = column->flags & ANSWER_STRONG ? strong : plain;
    if (column->type == ANSWER_BAR && cell->kind == CELL_NUMBER)
        put_bar(page, cell, layout->value);
    else if (column->type == ANSWER_GAUGE && cell->kind == CELL_NUMBER)
        put_gauge(page, cell, layout->value);
    else
        put_sized(page, code, answer_part(column, cell, PART_VALUE, room), layout->value,
                  to_the_right(column));
    if (layout->interval) {
        put_blanks(page, column->flags & ANSWER_HALF ? 1 : GAP);
        put_interval(page, column, cell, layout);
    }
    put_blanks(page, end - page->column);
}

// --- Tables --------------------------------------------------------------------------------------

struct table {
    const struct answer_item *item;
    struct layout *layout;
};

static int total_width(const struct table *table) {
    int total = INDENT - GAP;
    for (int i = 0; i < table->item->columns; i++)
        total += table->layout[i].shown ? table->layout[i].width + GAP : 0;
    return total;
}

static bool same_group(const struct answer_column *one, const struct answer_column *other) {
    return one->group && other->group && strcmp(one->group, other->group) == 0;
}

// A group's heading needs room above its columns.
static void widen_groups(const struct table *table) {
    const struct answer_column *column = table->item->column;
    for (int i = 0, end; i < table->item->columns; i = end) {
        int width = -GAP;
        for (end = i;
             end < table->item->columns && (end == i || same_group(&column[i], &column[end]));
             end++)
            width += table->layout[end].shown ? table->layout[end].width + GAP : 0;
        int more = column[i].group ? text_width(column[i].group) - width : 0;
        if (more > 0 && table->layout[i].shown) {
            table->layout[i].value += more;
            table->layout[i].width += more;
        }
    }
}

// What is in files alone is not shown; then what there is no room for goes, from the right.
static void lay_out(const struct page *page, const struct table *table) {
    const struct answer_item *item = table->item;
    for (int i = 0; i < item->columns; i++) {
        const struct answer_column *column = &item->column[i];
        struct layout *layout = &table->layout[i];
        *layout = (struct layout){.shown = column->label != NULL};
        if (!layout->shown)
            continue;
        for (int row = 0; row < item->rows; row++)
            if (!item->unseen[row])
                measure_cell(column, &item->cell[row * item->columns + i], layout);
        finish_layout(column, layout);
    }
    widen_groups(table);
    for (int i = item->columns; i-- > 0 && total_width(table) > page->columns;) {
        struct layout *layout = &table->layout[i];
        int room = layout->width - (total_width(table) - page->columns);
        if (layout->shown && is_picture(&item->column[i]) && room >= BAR_LEAST)
            layout->value = layout->width = room;
        else if (layout->shown &&
                 (item->column[i].flags & ANSWER_WIDE || is_picture(&item->column[i])))
            layout->shown = false;
    }
}

static void add_headings(struct page *page, const struct table *table, const int *order,
                         int count) {
    const struct answer_column *column = table->item->column;
    bool grouped = false, labelled = false;
    for (int k = 0; k < count; k++) {
        grouped |= column[order[k]].group != NULL;
        labelled |= *column[order[k]].label != 0;
    }
    for (int k = 0, at = INDENT; grouped && k < count; k++) {
        const struct answer_column *one = &column[order[k]];
        if (one->group && (k == 0 || !same_group(&column[order[k - 1]], one))) {
            put_blanks(page, at - page->column);
            put(page, faint, one->group);
        }
        at += table->layout[order[k]].width + GAP;
    }
    if (grouped)
        end_line(page);
    if (!labelled)
        return;
    for (int k = 0; k < count; k++) {
        const struct answer_column *one = &column[order[k]];
        const struct layout *layout = &table->layout[order[k]];
        put_blanks(page, k ? GAP : INDENT);
        int end = page->column + layout->width;
        put_sized(page, faint, one->label, layout->value, to_the_right(one));
        if (layout->interval) {
            put_blanks(page, one->flags & ANSWER_HALF ? 1 : GAP);
            put(page, faint, one->flags & ANSWER_HALF ? "" : "95%");
        }
        put_blanks(page, end - page->column);
    }
    end_line(page);
}

static void add_block(struct page *page, const struct table *table, const int *order, int count) {
    const struct answer_item *item = table->item;
    add_headings(page, table, order, count);
    for (int row = 0; row < item->rows; row++) {
        for (int k = 0; k < count && !item->unseen[row]; k++) {
            const struct answer_column *column = &item->column[order[k]];
            const struct answer_cell *cell = &item->cell[row * item->columns + order[k]];
            put_blanks(page, k ? GAP : INDENT);
            if (k + 1 == count && column->type == ANSWER_TEXT && cell->kind == CELL_TEXT)
                put_words(page, plain, cell->text ? cell->text : "");
            else
                put_cell(page, column, cell, &table->layout[order[k]]);
        }
        if (!item->unseen[row])
            end_line(page);
    }
}

// Columns from shown[from] on that stand together whatever the room is.
static int group_end(const struct table *table, const int *shown, int count, int from) {
    const struct answer_column *column = table->item->column;
    int end = from + 1;
    while (end < count && same_group(&column[shown[from]], &column[shown[end]]))
        end++;
    return end;
}

static int width_of(const struct page *page, const struct table *table, const int *shown, int from,
                    int end, bool last) {
    int width = 0;
    for (int k = from; k < end; k++) {
        int own = table->layout[shown[k]].width;
        bool words = table->item->column[shown[k]].type == ANSWER_TEXT;
        if (last && k + 1 == end && k > 0 && words && own > WRAP_LEAST && page->columns > 0)
            own = WRAP_LEAST; // it is wrapped
        width += own + GAP;
    }
    return width;
}

// Folded where it is wider than the page: each block begins with the first column.
static void add_table(struct page *page, const struct answer_item *item) {
    struct table table = {item, mem_calloc((size_t)item->columns, sizeof *table.layout)};
    int *shown = mem_calloc(2 * (size_t)item->columns, sizeof *shown), count = 0;
    lay_out(page, &table);
    for (int i = 0; i < item->columns; i++)
        if (table.layout[i].shown)
            shown[count++] = i;
    int *order = shown + item->columns;
    for (int from = 0; from < count;) {
        int used = 0, width = INDENT - GAP;
        if (from > 0) {
            order[used++] = shown[0];
            width += width_of(page, &table, shown, 0, 1, false);
            end_line(page);
        }
        int begin = from;
        do {
            int end = group_end(&table, shown, count, from);
            int more = width_of(page, &table, shown, from, end, end == count);
            if (from > begin + (begin == 0) && width + more > page->columns)
                break;
            for (width += more; from < end; from++)
                order[used++] = shown[from];
        } while (from < count);
        add_block(page, &table, order, used);
    }
    free(table.layout);
    free(shown);
}

// --- Facts ---------------------------------------------------------------------------------------

static bool is_fact(const struct answer *answer, const struct answer_item *item) {
    return item->kind == ITEM_FACT && (answer->all || !item->rest) && !item->hidden && item->rows &&
           item->column->label && item->cell->kind != CELL_MISSING;
}

// What stands in files alone does not part facts, nor does what stands behind the title.
static int facts_end(const struct answer *answer, int first) {
    int end = first;
    while (end < answer->items &&
           (answer->item[end].kind == ITEM_FACT || answer->item[end].kind == ITEM_HEAD ||
            answer->item[end].kind >= ITEM_OPEN))
        end++;
    return end;
}

static int add_facts(struct page *page, const struct answer *answer, int first) {
    int end = facts_end(answer, first), label = LABEL;
    struct layout layout = {0};
    for (int i = first; i < end; i++) {
        const struct answer_item *item = &answer->item[i];
        if (!is_fact(answer, item))
            continue;
        label = longer(label, item->column->label);
        if (to_the_right(item->column))
            measure_cell(item->column, item->cell, &layout);
    }
    layout.interval = layout.low ? layout.low + 4 + layout.high : layout.interval;
    if (layout.low) {
        put_blanks(page, INDENT + label + GAP + layout.value + GAP);
        put(page, faint, "95%");
        end_line(page);
    }
    for (int i = first; i < end; i++) {
        const struct answer_item *item = &answer->item[i];
        if (!is_fact(answer, item))
            continue;
        struct layout own = layout;
        own.interval = item->column->flags & ANSWER_INTERVAL ? layout.interval : 0;
        if (is_picture(item->column))
            own.value = item->column->decimals;
        put_blanks(page, INDENT);
        put_sized(page, faint, item->column->label, label + GAP, false);
        if (item->cell->kind == CELL_TEXT)
            put_words(page, item->column->flags & ANSWER_STRONG ? strong : plain,
                      item->cell->text ? item->cell->text : "");
        else
            put_cell(page, item->column, item->cell, &own);
        end_line(page);
    }
    return end;
}

// --- The whole -----------------------------------------------------------------------------------

// The title and what answer_head said.
static void add_title(struct page *page, const struct answer *answer) {
    if (answer->title) {
        end_line(page);
        put(page, strong, answer->title);
    }
    for (int i = 0; i < answer->items; i++) {
        const struct answer_item *item = &answer->item[i];
        if (item->kind != ITEM_HEAD)
            continue;
        const char *dot = page->style.unicode ? " · " : ", ";
        if (page->column > 0 &&
            page->column + text_width(item->text) + text_width(dot) > page->columns) {
            end_line(page);
            put_blanks(page, INDENT);
        } else if (page->column > 0) {
            put(page, plain, dot);
        }
        put(page, plain, item->text);
    }
    if (page->column > 0)
        end_line(page);
}

void answer_text(const struct answer *answer, struct diagram_style style, int columns,
                 struct buffer *out) {
    struct page page = {.out = out, .style = style, .columns = columns};
    enum answer_item_kind last = ITEM_HEAD;
    add_title(&page, answer);
    for (int i = 0, next; i < answer->items; i = next) {
        const struct answer_item *item = &answer->item[i];
        bool fact = is_fact(answer, item), table = answer_is_shown(item);
        next = i + 1;
        if (item->kind == ITEM_HEAD || item->kind > ITEM_WARNING || item->hidden ||
            (item->columns && !fact && !table) || (item->rest && !answer->all))
            continue;
        bool parted = last != ITEM_HEADING && (item->kind != last || table);
        if (parted && out->length > 0)
            end_line(&page);
        last = item->kind;
        if (fact)
            next = add_facts(&page, answer, i);
        else if (item->kind == ITEM_HEADING)
            add_paragraph(&page, 0, strong, item->text);
        else if (item->kind == ITEM_WARNING) {
            put(&page, warning, "! ");
            add_paragraph(&page, 0, plain, item->text);
        } else if (table) {
            if (item->text && *item->text)
                add_paragraph(&page, 0, strong, item->text);
            add_table(&page, item);
        } else if (item->kind == ITEM_SENTENCE)
            add_paragraph(&page, INDENT, plain, item->text);
        else if (item->kind == ITEM_DRAWING)
            buffer_text(out, item->text ? item->text : "");
    }
    if (answer->rest && !answer->all) {
        end_line(&page);
        add_paragraph(&page, INDENT, faint, answer->rest);
    }
    for (char *at; !style.unicode && out->data && (at = strstr(out->data, "±")); out->length--) {
        *at = '~';
        memmove(at + 1, at + strlen("±"), strlen(at + 1));
    }
}
