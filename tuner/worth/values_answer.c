// SPDX-License-Identifier: GPL-3.0-or-later
#include "worths.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measured_cell.h"

enum { COLUMNS_MAX = 12, BAR = 24 };

const char values_kept[] = "start";

static const struct answer_column piece_columns[] = {
    {"id", "ID", ANSWER_TEXT},
    {"name", "piece", ANSWER_TEXT},
    {"promoted_id", "becomes", ANSWER_TEXT, 0, ANSWER_OMIT | ANSWER_WIDE},
};
#define VALUE(key, label)                                                                          \
    {                                                                                              \
        {key ".value", label, ANSWER_NUMBER, 0, ANSWER_INTERVAL | ANSWER_HALF}, {                  \
            key ".games", "n", ANSWER_COUNT, 0, ANSWER_WIDE                                        \
        }                                                                                          \
    }
static const struct answer_column value_columns[WORTH_FORMS][2] = {
    VALUE("board", "board"), VALUE("hand", "hand"), VALUE("promoted", "promoted")};
static const struct answer_column bar_columns[] = {{NULL, ""}, {NULL, "", ANSWER_BAR, BAR}};

static const struct answer_column terms[] = {
    {"parameter", "term", ANSWER_TEXT},
    {"value", "value", ANSWER_NUMBER, 1, ANSWER_INTERVAL | ANSWER_HALF | ANSWER_STRONG},
    {"games", "n", ANSWER_COUNT, 0, ANSWER_WIDE},
    {"meaning", "of one", ANSWER_TEXT},
};

static void open_pieces(struct answer *answer, const bool there[WORTH_FORMS]) {
    struct answer_column column[COLUMNS_MAX];
    int count = ARRAY_LENGTH(piece_columns);
    memcpy(column, piece_columns, sizeof piece_columns);
    for (int f = 0; f < WORTH_FORMS; f++)
        for (int i = 0; there[f] && i < 2; i++, count++) {
            column[count] = value_columns[f][i];
            column[count].flags |= f == 0 && i == 0 ? ANSWER_STRONG : 0;
        }
    memcpy(column + count, bar_columns, sizeof bar_columns);
    answer_table(answer, NULL, NULL, column, count + ARRAY_LENGTH(bar_columns));
}

// A base type in the order in which tables of pieces show them: the most valuable first, those that
// mirror each other together, where the more valuable of the two stands.
struct valued {
    Type base;
    double key, value; // `key` orders: of a mirror pair the larger value
    int pair;          // above 0, and the same, for two that mirror each other
};

static int by_worth(const void *left, const void *right) {
    const struct valued *a = left, *b = right;
    int order = ORDER(b->key, a->key);
    order = order ? order : ORDER(a->pair, b->pair);
    order = order ? order : ORDER(b->value, a->value);
    return order ? order : ORDER(a->base, b->base);
}

// `value` by base type: NAN of those that are left out, -INFINITY of those that are not measured.
// Returns how many there are.
static int valued_sort(const struct variant *variant, const double value[BASE_TYPES],
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

// Full up to the lower end of the interval, shaded to the upper.
static struct answer_cell bar(const struct answer_cell *of, double largest) {
    bool known = !isnan(of->low);
    if (isnan(of->number))
        return cell_missing();
    return cell_interval(of->number, known ? of->low / largest : 0,
                         (known ? of->high : of->number) / largest);
}

void values_pieces_answer(struct answer *answer, const struct tables *tables,
                          const struct answer_cell cell[VALUES]) {
    const struct variant *variant = &tables->variant;
    struct valued piece[BASE_TYPES];
    bool there[WORTH_FORMS] = {false};
    double largest = 1, value[BASE_TYPES];
    for (int i = 0; i < VALUE_TERM; i++)
        if (cell[i].kind == CELL_NUMBER) {
            there[i >= VALUE_HAND ? 1 : i - VALUE_BOARD >= TYPE_PROMOTED ? 2 : 0] = true;
            if (i < VALUE_BOARD + TYPE_PROMOTED)
                largest = fmax(largest, isnan(cell[i].high) ? cell[i].number : cell[i].high);
        }
    for (Type base = 1; base < BASE_TYPES; base++)
        value[base] =
            cell[VALUE_BOARD + base].kind == CELL_NUMBER ? cell[VALUE_BOARD + base].number : NAN;
    int count = valued_sort(variant, value, piece);
    open_pieces(answer, there);
    for (int i = 0; i < count; i++) {
        Type base = piece[i].base;
        struct answer_cell row[COLUMNS_MAX] = {
            cell_text(variant->piece[base].id), cell_text(variant->piece[base].name),
            cell_text(variant->promotes[base] ? variant->piece[base | TYPE_PROMOTED].id : NULL)};
        int at = ARRAY_LENGTH(piece_columns);
        for (int f = 0; f < WORTH_FORMS; f++)
            if (there[f]) {
                row[at++] = cell[worth_index(base, f)];
                row[at++] = cell_number(cell[worth_index(base, f)].n);
            }
        row[++at] = bar(&cell[VALUE_BOARD + base], largest);
        answer_row(answer, row);
    }
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

// --- Worths --------------------------------------------------------------------------------------

enum { ROW = 5 + 4 * WORTH_FORMS };

static const char not_measured[] = "-";

#define FORM(key, name)                                                                            \
    {key ".elo", name, ANSWER_NUMBER, 0, ANSWER_INTERVAL | ANSWER_HALF, "Elo"},                    \
        {key ".worth", name, ANSWER_NUMBER, 2, ANSWER_INTERVAL | ANSWER_HALF | ANSWER_STRONG, ""}, \
        {key ".games", NULL, ANSWER_COUNT}, {                                                      \
        key ".mark", NULL, ANSWER_TEXT, 0, ANSWER_OMIT                                             \
    }
static const struct answer_column worth_columns[WORTH_FORMS][4] = {
    {FORM("board", "board")}, {FORM("hand", "hand")}, {FORM("promoted", "promoted")}};
static const struct answer_column head_columns[] = {
    {"id", NULL, ANSWER_TEXT},
    {"mark", "ID", ANSWER_TEXT}, // with an asterisk where there is a note
    {"name", "piece", ANSWER_TEXT, 0, ANSWER_WIDE},
    {"pair", NULL, ANSWER_COUNT},
};
static const struct answer_column note_column = {"note", NULL, ANSWER_TEXT, 0, ANSWER_OMIT};

// Elo of the forms, then their worth; what is not in the game has no column.
static int columns_of(const bool there[WORTH_FORMS], const char *unit,
                      struct answer_column column[ROW]) {
    int count = ARRAY_LENGTH(head_columns);
    memcpy(column, head_columns, sizeof head_columns);
    for (int part = 0; part < 4; part++)
        for (int f = 0; f < WORTH_FORMS; f++)
            if (there[f]) {
                column[count] = worth_columns[f][part];
                if (part == 1)
                    column[count].group = unit;
                count++;
            }
    column[count++] = note_column;
    return count;
}

static double value_on_board(const struct worths *worths, Type base) {
    int place = worths_find(worths, VALUE_BOARD + base);
    return place >= 0 && worths->of[place].mark != WORTH_OPEN ? worths->of[place].value : -INFINITY;
}

// The most valuable first, where the games tell them apart. Royals are left out: armies change
// none, so that nothing is measured of them.
static int order_pieces(const struct worths *worths, struct valued piece[BASE_TYPES]) {
    const struct variant *variant = &worths->tables->variant;
    double value[BASE_TYPES];
    for (Type base = 0; base < BASE_TYPES; base++)
        value[base] = variant->exists[base] && !variant->piece[base].royal
                          ? value_on_board(worths, base)
                          : NAN;
    bool apart = worths_apart(worths, worth_forms[0]).p < WORTHS_APART;
    for (int i = 0; i < variant->base_count && !apart; i++) // as in the game's file
        if (!isnan(value[variant->bases[i]]))
            value[variant->bases[i]] = -i;
    return valued_sort(variant, value, piece);
}

static int place_of(const struct worths *worths, Type base, int form) {
    return worths_find(worths, worth_index(base, form));
}

int worths_places(const struct worths *worths, int place[WORTHS_MAX]) {
    struct valued piece[BASE_TYPES];
    int pieces = order_pieces(worths, piece), count = 0;
    for (int f = 0; f < WORTH_FORMS; f++)
        for (int i = 0; i < pieces; i++) {
            int at = place_of(worths, piece[i].base, f);
            if (at >= 0)
                place[count++] = at;
        }
    return count;
}

static struct answer_cell elo_cell(const struct worths *worths, int place) {
    if (worths->of[place].mark == WORTH_OPEN)
        return cell_word(NAN, not_measured);
    return cell_with_error(worths->of[place].value,
                           sqrt(worths->covariance[place * worths->count + place]));
}

static struct answer_cell worth_cell(const struct worths *worths,
                                     const struct worths_scaled *scaled, int place) {
    if (!scaled || worths->of[place].mark == WORTH_OPEN)
        return cell_word(NAN, not_measured);
    return cell_interval(scaled->value[place], scaled->low[place], scaled->high[place]);
}

// What the reader of the row must know: not measured, mostly prior, not equal to its mirror image.
static const char *note_of(const struct worths *worths, const struct contrasts *mirrors, Type base,
                           struct buffer *text) {
    buffer_clear(text);
    for (int mark = WORTH_LEANS; mark <= WORTH_OPEN; mark++) {
        bool named = false;
        for (int f = 0; f < WORTH_FORMS; f++) {
            int place = place_of(worths, base, f);
            if (place < 0 || worths->of[place].mark != (enum worth_mark)mark)
                continue;
            buffer_printf(text, "%s%s", named ? ", " : text->length ? "; " : "", worth_forms[f]);
            named = true;
        }
        if (named)
            buffer_printf(text, " %s", worth_marks[mark]);
    }
    for (int i = 0; mirrors && i < mirrors->count; i++) {
        bool own = false;
        for (int f = 0; f < WORTH_FORMS; f++)
            own |= place_of(worths, base, f) == mirrors->of[i].first ||
                   place_of(worths, base, f) == mirrors->of[i].second;
        if (own && mirrors->of[i].p_holm < 0.05)
            buffer_printf(text, "%sunlike its mirror image (%s)", text->length ? "; " : "",
                          worths_where(worths, mirrors->of[i].first));
    }
    return text->length ? text->data : NULL;
}

void worths_pieces_add(struct answer *answer, const char *key, const char *unit,
                       const struct worths *worths, const struct worths_scaled *scaled,
                       const struct contrasts *mirrors) {
    struct valued piece[BASE_TYPES];
    struct answer_column column[ROW];
    const struct variant *variant = &worths->tables->variant;
    bool there[WORTH_FORMS] = {false};
    int count = order_pieces(worths, piece);
    for (int i = 0; i < count; i++)
        for (int f = 0; f < WORTH_FORMS; f++)
            there[f] |= place_of(worths, piece[i].base, f) >= 0;
    answer_table(answer, key, NULL, column, columns_of(there, unit, column));
    struct buffer notes = buffer_init(), note = buffer_init();
    for (int i = 0; i < count; i++) {
        char mark[NAME_TEXT + 2];
        const struct piece *own = &variant->piece[piece[i].base];
        const char *noted = note_of(worths, mirrors, piece[i].base, &note);
        snprintf(mark, sizeof mark, "%s%s", own->id, noted ? "*" : "");
        struct answer_cell row[ROW] = {cell_text(own->id), cell_text(mark), cell_text(own->name),
                                       cell_number(piece[i].pair)};
        int at = ARRAY_LENGTH(head_columns);
        for (int part = 0; part < 4; part++)
            for (int f = 0; f < WORTH_FORMS; f++) {
                int place = place_of(worths, piece[i].base, f);
                if (!there[f])
                    continue;
                row[at++] = place < 0   ? cell_missing()
                            : part == 0 ? elo_cell(worths, place)
                            : part == 1 ? worth_cell(worths, scaled, place)
                            : part == 2 ? cell_number(worths->of[place].games)
                                        : cell_text(worth_marks[worths->of[place].mark]);
            }
        row[at] = cell_text(noted);
        answer_row(answer, row);
        if (noted) // for people, below the table
            buffer_printf(&notes, "%s%s: %s", notes.length ? "; " : "* ", own->name, noted);
    }
    if (notes.length)
        answer_sentence(answer, "%s.", notes.data);
    buffer_destroy(&notes);
    buffer_destroy(&note);
}

const char *worths_name(const struct worths *worths, int place, char text[WORTH_NAME]) {
    const struct piece *piece = &worths->tables->variant.piece[worths_type(worths, place)];
    snprintf(text, WORTH_NAME, "%.60s%s", piece->name,
             worths->of[place].index >= VALUE_HAND ? " in hand" : "");
    return text;
}

const char *worths_unit_name(const struct tables *tables, Type reference, char text[WORTH_NAME]) {
    if (!reference)
        return "mean pieces";
    snprintf(text, WORTH_NAME, "1 = a %.60s", tables->variant.piece[reference].name);
    return text;
}
