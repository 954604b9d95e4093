// SPDX-License-Identifier: GPL-3.0-or-later
#include "answer.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "number.h"

// Memory that lives as long as the answer.
struct answer_block {
    struct answer_block *next;
    char bytes[];
};

static void *keep(struct answer *answer, const void *bytes, size_t size) {
    struct answer_block *block = mem_alloc(sizeof *block + size);
    block->next = answer->memory;
    answer->memory = block;
    return memcpy(block->bytes, bytes, size);
}

static const char *keep_text(struct answer *answer, const char *text) {
    return text ? keep(answer, text, strlen(text) + 1) : NULL;
}

struct answer answer_init(const char *title) {
    struct answer answer = {0};
    answer.title = keep_text(&answer, title);
    return answer;
}

void answer_rest(struct answer *answer, const char *what) {
    answer->resting = true;
    answer->rest = keep_text(answer, what);
}

void answer_rest_end(struct answer *answer) {
    answer->resting = false;
}

void answer_destroy(struct answer *answer) {
    for (int i = 0; i < answer->items; i++) {
        free(answer->item[i].cell);
        free(answer->item[i].unseen);
        cJSON_Delete(answer->item[i].json);
    }
    free(answer->item);
    for (struct answer_block *block = answer->memory, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    *answer = (struct answer){0};
}

static struct answer_item *add_item(struct answer *answer, enum answer_item_kind kind,
                                    const char *key) {
    answer->item = mem_grow(answer->item, answer->items, &answer->room, sizeof *answer->item);
    struct answer_item *item = &answer->item[answer->items++];
    *item = (struct answer_item){.kind = kind,
                                 .key = keep_text(answer, key),
                                 .rest = answer->resting && kind != ITEM_WARNING,
                                 .hidden = answer->unseen};
    return item;
}

static const char *keep_printed(struct answer *answer, const char *format, va_list arguments) {
    struct buffer text = buffer_init();
    buffer_vprintf(&text, format, arguments);
    const char *kept = keep_text(answer, text.data);
    buffer_destroy(&text);
    return kept;
}

#define WORDS(name, kind, key)                                                                     \
    void name(struct answer *answer, const char *format, ...) {                                    \
        va_list arguments;                                                                         \
        va_start(arguments, format);                                                               \
        struct answer_item *item = add_item(answer, kind, key);                                    \
        item->text = keep_printed(answer, format, arguments);                                      \
        va_end(arguments);                                                                         \
    }
WORDS(answer_head, ITEM_HEAD, NULL)
WORDS(answer_heading, ITEM_HEADING, NULL)
WORDS(answer_sentence, ITEM_SENTENCE, NULL)
WORDS(answer_summary, ITEM_SENTENCE, "summary")
WORDS(answer_warning, ITEM_WARNING, NULL)

void answer_drawing(struct answer *answer, const char *text) {
    add_item(answer, ITEM_DRAWING, NULL)->text = keep_text(answer, text);
}

// --- Facts and tables ----------------------------------------------------------------------------

static void add_columns(struct answer *answer, struct answer_item *item,
                        const struct answer_column *columns, int count) {
    item->column = keep(answer, columns, (size_t)count * sizeof *columns);
    item->columns = count;
    for (int i = 0; i < count; i++) {
        struct answer_column *column = &item->column[i];
        column->key = keep_text(answer, column->key);
        column->label = keep_text(answer, column->label);
        column->group = keep_text(answer, column->group);
    }
}

static void add_row(struct answer *answer, struct answer_item *item,
                    const struct answer_cell *cells) {
    if (item->rows == item->room) {
        item->room = item->room ? 2 * item->room : 1; // most are facts: one cell
        item->cell = mem_realloc(item->cell,
                                 (size_t)item->room * (size_t)item->columns * sizeof *item->cell);
        item->unseen = mem_realloc(item->unseen, (size_t)item->room * sizeof *item->unseen);
    }
    item->unseen[item->rows] = answer->unseen;
    struct answer_cell *row = &item->cell[item->rows++ * item->columns];
    for (int i = 0; i < item->columns; i++) {
        row[i] = cells[i];
        row[i].text = keep_text(answer, cells[i].text);
    }
}

void answer_fact(struct answer *answer, const struct answer_column *column,
                 struct answer_cell cell) {
    struct answer_item *item = add_item(answer, ITEM_FACT, NULL);
    add_columns(answer, item, column, 1);
    add_row(answer, item, &cell);
}

void answer_facts(struct answer *answer, const struct answer_column *columns, int count,
                  const struct answer_cell *cells) {
    for (int i = 0; i < count; i++)
        answer_fact(answer, &columns[i], cells[i]);
}

void answer_key(struct answer *answer, const char *key, struct answer_cell cell) {
    answer_fact(answer, &(struct answer_column){.key = key}, cell);
}

void answer_seed(struct answer *answer, uint64_t seed) {
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, seed);
    answer_head(answer, "seed %s", text);
    answer_key(answer, "seed", cell_text(text));
}

void answer_line(struct answer *answer, const char *label, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *text = keep_printed(answer, format, arguments);
    va_end(arguments);
    answer_fact(answer, &(struct answer_column){.label = label}, cell_text(text));
}

static struct answer_item *add_table(struct answer *answer, enum answer_item_kind kind,
                                     const char *key, const char *caption,
                                     const struct answer_column *columns, int count) {
    struct answer_item *item = add_item(answer, kind, key);
    item->text = keep_text(answer, caption);
    add_columns(answer, item, columns, count);
    return item;
}

void answer_table(struct answer *answer, const char *key, const char *caption,
                  const struct answer_column *columns, int count) {
    add_table(answer, ITEM_TABLE, key, caption, columns, count);
}

void answer_record(struct answer *answer, const char *key, const char *caption,
                   const struct answer_column *columns, int count,
                   const struct answer_cell *cells) {
    add_row(answer, add_table(answer, ITEM_RECORD, key, caption, columns, count), cells);
}

void answer_row(struct answer *answer, const struct answer_cell *cells) {
    int open = answer->items - 1;
    while (open >= 0 && answer->item[open].kind != ITEM_TABLE)
        open--;
    assert(open >= 0);
    add_row(answer, &answer->item[open], cells);
}

void answer_list(struct answer *answer, const char *key, const char *columns) {
    enum { COLUMNS_MAX = 24, NAME = 40 };
    struct answer_column column[COLUMNS_MAX] = {0};
    char name[COLUMNS_MAX][NAME];
    int count = 0;
    for (size_t length; *columns; columns += length, columns += strspn(columns, " ")) {
        length = strcspn(columns, " ");
        bool interval = columns[length - 1] == ']';
        assert(count < COLUMNS_MAX && length < NAME);
        snprintf(name[count], NAME, "%.*s", (int)length - 2 * interval, columns);
        column[count].key = name[count];
        column[count++].flags = interval ? ANSWER_INTERVAL : 0;
    }
    answer_table(answer, key, NULL, column, count);
}

void answer_open(struct answer *answer, const char *key) {
    add_item(answer, ITEM_OPEN, key);
}

void answer_entry(struct answer *answer, const char *key) {
    add_item(answer, ITEM_ENTRY, key);
}

void answer_close(struct answer *answer) {
    add_item(answer, ITEM_CLOSE, NULL);
}

void answer_json_add(struct answer *answer, const char *key, struct cJSON *json) {
    add_item(answer, ITEM_JSON, key)->json = json;
}

// --- Numbers -------------------------------------------------------------------------------------

static void bytes_text(double bytes, char room[ANSWER_PART]) {
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    int unit = 0;
    for (; bytes >= 1000 && unit + 1 < ARRAY_LENGTH(units); unit++)
        bytes /= 1000;
    snprintf(room, ANSWER_PART, "%.3g %s", bytes, units[unit]);
}

// 100 times 0.5145 is 51.45 before it is rounded, whatever the binary digits say.
static double percent(double share) {
    return round(100 * share * 1e9) / 1e9;
}

static void number_text(const struct answer_column *column, double value, bool sign, bool unit,
                        char room[ANSWER_PART]) {
    int decimals = column->type == ANSWER_COUNT ? 0 : column->decimals;
    if (column->type == ANSWER_SHARE)
        value = percent(value);
    if (column->limit > 0 && fabs(value) >= column->limit - 0.5) {
        snprintf(room, ANSWER_PART, "%s%.0f", value < 0 ? "< -" : "> ", column->limit);
        return;
    }
    if (column->type == ANSWER_DIGITS) {
        snprintf(room, ANSWER_PART, sign ? "%+.*g" : "%.*g", decimals, value);
        return;
    }
    if (fabs(value) < 0.5 * pow(10, -decimals)) // no "-0"
        value = 0;
    snprintf(room, ANSWER_PART, sign ? "%+.*f%s" : "%.*f%s", decimals, value,
             unit && column->type == ANSWER_SHARE ? "%" : "");
}

const char *answer_part(const struct answer_column *column, const struct answer_cell *cell,
                        enum answer_part part, char room[ANSWER_PART]) {
    double value = part == PART_VALUE  ? cell->number
                   : part == PART_LOW  ? cell->low
                   : part == PART_HIGH ? cell->high
                                       : fmax(cell->high - cell->number, cell->number - cell->low);
    bool sign = column->flags & ANSWER_PLUS && part != PART_HALF;
    room[0] = 0;
    if (cell->kind == CELL_MISSING || column->type == ANSWER_BAR || column->type == ANSWER_GAUGE)
        return room;
    if (cell->kind == CELL_TEXT)
        return part == PART_VALUE && cell->text ? cell->text : room;
    if (isnan(value)) // a word takes the place of the value, or of the interval's first part
        return cell->text && (part == PART_VALUE || (part == PART_LOW && !isnan(cell->number)))
                   ? cell->text
                   : room;
    if (isinf(value) && column->limit == 0)
        snprintf(room, ANSWER_PART, value < 0 ? "-inf" : "inf");
    else if (cell->kind == CELL_FLAG)
        snprintf(room, ANSWER_PART, value != 0 ? "yes" : "no");
    else if (column->type == ANSWER_DURATION)
        duration_print(value, room);
    else if (column->type == ANSWER_BYTES)
        bytes_text(value, room);
    else
        number_text(column, value, sign, part != PART_LOW, room);
    return room;
}
