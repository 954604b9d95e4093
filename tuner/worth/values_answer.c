// SPDX-License-Identifier: GPL-3.0-or-later
#include "values_answer.h"
#include "worths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 12, BAR = 24 };

const char values_kept[] = "start";
const char values_unmeasured[] = "not measured", values_unit[] = "the unit";

static const struct answer_column piece_columns[] = {
    {"id", "ID", ANSWER_TEXT},
    {"name", "piece", ANSWER_TEXT},
    {"promoted_id", "becomes", ANSWER_TEXT, 0, ANSWER_OMIT | ANSWER_WIDE},
};
#define FORM(key, label)                                                                           \
    {                                                                                              \
        {key ".value", label, ANSWER_NUMBER, 0, ANSWER_INTERVAL | ANSWER_HALF}, {                  \
            key ".games", "n", ANSWER_COUNT, 0, ANSWER_WIDE                                        \
        }                                                                                          \
    }
static const struct answer_column form_columns[WORTH_FORMS][2] = {
    FORM("board", "board"), FORM("hand", "hand"), FORM("promoted", "promoted")};
static const struct answer_column last_columns[] = {
    {"note", "", ANSWER_TEXT, 0, ANSWER_OMIT},
    {NULL, "", ANSWER_BAR, BAR},
};

static const struct answer_column terms[] = {
    {"parameter", "term", ANSWER_TEXT},
    {"value", "value", ANSWER_NUMBER, 1, ANSWER_INTERVAL | ANSWER_HALF | ANSWER_STRONG},
    {"games", "n", ANSWER_COUNT, 0, ANSWER_WIDE},
    {"meaning", "of one", ANSWER_TEXT},
};

static void open_pieces(struct answer *answer, bool worth, const bool there[WORTH_FORMS]) {
    struct answer_column column[COLUMNS_MAX];
    int count = ARRAY_LENGTH(piece_columns);
    memcpy(column, piece_columns, sizeof piece_columns);
    for (int f = 0; f < WORTH_FORMS; f++)
        for (int i = 0; there[f] && i < 2; i++, count++) {
            column[count] = form_columns[f][i];
            column[count].decimals = worth && i == 0 ? 2 : 0;
            if (worth && i == 1) // a terminal has no room for them
                column[count].label = NULL;
            column[count].flags |= f == 0 && i == 0 ? ANSWER_STRONG : 0;
        }
    memcpy(column + count, last_columns, sizeof last_columns);
    answer_table(answer, NULL, NULL, column, count + ARRAY_LENGTH(last_columns));
}

static int by_worth(const void *left, const void *right) {
    const struct valued *a = left, *b = right;
    if (a->key != b->key)
        return a->key > b->key ? -1 : 1;
    if (a->pair != b->pair)
        return a->pair < b->pair ? -1 : 1;
    if (a->value != b->value)
        return a->value > b->value ? -1 : 1;
    return a->base < b->base ? -1 : 1;
}

int valued_sort(const struct variant *variant, const double value[BASE_TYPES],
                struct valued piece[BASE_TYPES]) {
    Type pairs[BASE_TYPES][2];
    int pair_count = variant_mirror_pairs(variant, pairs, BASE_TYPES), count = 0;
    for (Type base = 1; base < BASE_TYPES; base++) {
        if (isnan(value[base]))
            continue;
        struct valued *own = &piece[count++];
        *own = (struct valued){base, value[base], value[base], 0};
        for (int p = 0; p < 2 * pair_count; p++) {
            Type other = pairs[p / 2][1 - p % 2];
            if (pairs[p / 2][p % 2] == base && !isnan(value[other])) {
                own->pair = p / 2 + 1;
                own->key = fmax(value[base], value[other]);
            }
        }
    }
    qsort(piece, (size_t)count, sizeof *piece, by_worth);
    return count;
}

void valued_unsort(const struct variant *variant, double value[BASE_TYPES]) {
    for (int i = 0; i < variant->base_count; i++)
        if (!isnan(value[variant->bases[i]]))
            value[variant->bases[i]] = -i;
}

static int sort_pieces(const struct variant *variant, const struct answer_cell cell[VALUES],
                       bool unordered, struct valued piece[BASE_TYPES]) {
    double value[BASE_TYPES];
    for (int base = 0; base < BASE_TYPES; base++) {
        const struct answer_cell *own = &cell[VALUE_BOARD + base];
        bool there = base > 0 && own->kind == CELL_NUMBER;
        value[base] = !there ? NAN : isnan(own->number) ? -INFINITY : own->number;
    }
    if (unordered)
        valued_unsort(variant, value);
    return valued_sort(variant, value, piece);
}

// Full up to the lower end of the interval, shaded to the upper.
static struct answer_cell bar(const struct answer_cell *of, double largest) {
    bool known = !isnan(of->low);
    if (isnan(of->number))
        return cell_missing();
    return cell_interval(of->number, known ? of->low / largest : 0,
                         (known ? of->high : of->number) / largest);
}

// "hand, promoted mostly prior; board not measured": what to know of the numbers of a row.
static const char *note_of(const struct values_notes *notes, const int index[WORTH_FORMS],
                           const struct answer_cell cell[VALUES], struct buffer *text) {
    buffer_clear(text);
    for (const char *const *mark = notes ? notes->marks : NULL; mark && *mark; mark++) {
        bool any = false;
        for (int f = 0; f < WORTH_FORMS; f++)
            if (cell[index[f]].kind == CELL_NUMBER && notes->of[index[f]] == *mark) {
                buffer_printf(text, "%s%s", any ? ", " : text->length ? "; " : "", worth_forms[f]);
                any = true;
            }
        if (any)
            buffer_printf(text, " %s", *mark);
    }
    return text->length ? text->data : NULL;
}

void values_pieces_answer(struct answer *answer, const struct tables *tables,
                          const struct answer_cell cell[VALUES], const struct values_notes *notes) {
    const struct variant *variant = &tables->variant;
    struct valued piece[BASE_TYPES];
    int count = sort_pieces(variant, cell, notes && notes->unordered, piece);
    bool there[WORTH_FORMS] = {false};
    double largest = notes ? 0.01 : 1;
    for (int i = 0; i < VALUE_TERM; i++)
        if (cell[i].kind == CELL_NUMBER) {
            there[i >= VALUE_HAND ? 1 : i - VALUE_BOARD >= TYPE_PROMOTED ? 2 : 0] = true;
            if (i < VALUE_BOARD + TYPE_PROMOTED)
                largest = fmax(largest, isnan(cell[i].high) ? cell[i].number : cell[i].high);
        }
    struct buffer text = buffer_init();
    open_pieces(answer, notes != NULL, there);
    for (int i = 0; i < count; i++) {
        Type base = piece[i].base;
        const struct answer_cell *of = &cell[VALUE_BOARD + base];
        const int index[WORTH_FORMS] = {worth_index(base, 0), worth_index(base, 1),
                                        worth_index(base, 2)};
        struct answer_cell row[COLUMNS_MAX] = {
            cell_text(variant->piece[base].id), cell_text(variant->piece[base].name),
            cell_text(variant->promotes[base] ? variant->piece[base | TYPE_PROMOTED].id : NULL)};
        int at = ARRAY_LENGTH(piece_columns);
        for (int f = 0; f < WORTH_FORMS; f++)
            if (there[f]) {
                row[at++] = cell[index[f]];
                row[at++] = cell_number(cell[index[f]].n);
            }
        row[at++] = cell_text(note_of(notes, index, cell, &text));
        row[at] = bar(of, largest);
        answer_row(answer, row);
    }
    buffer_destroy(&text);
}

void values_terms_answer(struct answer *answer, const struct answer_cell cell[VALUES]) {
    answer_table(answer, NULL, NULL, terms, ARRAY_LENGTH(terms));
    for (int i = VALUE_TERM; i < VALUES; i++) {
        char name[VALUE_NAME];
        if (cell[i].kind == CELL_MISSING)
            continue;
        ANSWER_ROW(answer, cell_text(values_name(i, name)), cell[i], cell_number(cell[i].n),
                   cell_text(values_meaning(i)));
    }
}
