// SPDX-License-Identifier: GPL-3.0-or-later
// What a command answers: one document, filled once, with three views: text, CSV and JSON. Knows no
// game and prints nothing itself.
//
// An answer is a list of items in the order of the reader: sentences, facts, tables, warnings. Its
// whole is the JSON: a column, a fact or a table stands there under its key, a path. CSV is a table
// of it, text what has a label.
#pragma once

#include <math.h>

#include "base.h"
#include "buffer.h"

struct cJSON;

// How people read a column or a fact; files always have the plain number.
enum answer_type {
    ANSWER_TEXT,
    ANSWER_COUNT,    // a whole number
    ANSWER_NUMBER,   // `decimals` behind the point
    ANSWER_DIGITS,   // `decimals` significant digits
    ANSWER_SHARE,    // of 1; people read per cent
    ANSWER_DURATION, // seconds; people read 1h02m
    ANSWER_BYTES,    // people read 1.23 MB
    ANSWER_FLAG,     // people read yes or no
    ANSWER_BAR,      // text alone: full up to `low` of 1, shaded up to `high`; `decimals` columns
    ANSWER_GAUGE,    // text alone: a line from `low` to `high` of 1, `number` a point, `n` a stroke
};

enum answer_flag {
    // A value with bounds, in JSON everywhere the same: KEY: {n, value, lo95, hi95, word}, or null
    // where it is missing; in CSV KEY, KEY_lo95, KEY_hi95. A KEY that ends in "value" names the
    // value itself: bounds stand beside it. n and word (in the place of an interval, "kept") only
    // where the cell has them.
    ANSWER_INTERVAL = 1,
    ANSWER_HALF = 2,    // people read the longer half of the interval: 9.12 ±0.53
    ANSWER_PLUS = 4,    // with its sign: +12.3
    ANSWER_WIDE = 8,    // left out of a text that has no room for it
    ANSWER_STRONG = 16, // what the eye looks for
    ANSWER_OMIT = 32,   // in JSON no key, rather than null, where the cell is missing
};

// Each JSON document says it. 3: one shape of an interval. 1 and 2, which documents did not say:
// KEY_95, KEY_lo95 and objects.
enum { ANSWER_SCHEMA = 3 };

// Of a table, or of a fact. Trailing members may be left out.
struct answer_column {
    const char *key;   // in files, if there. "a.b" is b in the object a of JSON, a_b in CSV
    const char *label; // before people, if there
    enum answer_type type;
    int decimals;
    unsigned flags;    // enum answer_flag
    const char *group; // heading above neighbours that belong together, or NULL
    double limit;      // people read "> 1200" beyond +-limit; 0: none
};

enum answer_kind { CELL_MISSING, CELL_NUMBER, CELL_TEXT, CELL_FLAG };

// Missing cells are empty in CSV, null in JSON, blank before people.
struct answer_cell {
    enum answer_kind kind;
    double number, low, high, n; // NAN: not known
    const char *text; // of CELL_TEXT; of a number: people read it in the place of what is not known
};

static inline struct answer_cell cell_missing(void) {
    return (struct answer_cell){CELL_MISSING, NAN, NAN, NAN, NAN, NULL};
}
// What is 0 but for rounding is 0.
static inline struct answer_cell cell_interval(double value, double low, double high) {
    value = fabs(value) < 1e-12 * (high - low) ? 0 : value;
    return (struct answer_cell){CELL_NUMBER, value, low, high, NAN, NULL};
}
static inline struct answer_cell cell_number(double value) {
    return cell_interval(value, NAN, NAN);
}
static inline struct answer_cell cell_count(int64_t count) {
    return cell_number((double)count);
}
static inline struct answer_cell cell_if(bool known, double value) {
    return known ? cell_number(value) : cell_missing();
}
// The text is copied by whatever takes the cell. NULL: missing.
static inline struct answer_cell cell_text(const char *text) {
    return (struct answer_cell){text ? CELL_TEXT : CELL_MISSING, NAN, NAN, NAN, NAN, text};
}
static inline struct answer_cell cell_flag(bool flag) {
    return (struct answer_cell){CELL_FLAG, flag, NAN, NAN, NAN, NULL};
}
// A number without an interval, or none (NAN), and a word in its place: "kept", "-".
static inline struct answer_cell cell_word(double value, const char *word) {
    return (struct answer_cell){CELL_NUMBER, value, NAN, NAN, NAN, word};
}

enum answer_item_kind {
    ITEM_HEAD,     // text, behind the title
    ITEM_HEADING,  // text
    ITEM_SENTENCE, // text; key: of JSON's list that it stands in, NULL: for people only
    ITEM_FACT,     // one column, one cell
    ITEM_TABLE,    // key, text: its caption
    ITEM_RECORD,   // the same of one row
    ITEM_DRAWING,  // text, for terminals alone
    ITEM_WARNING,  // text; from here on nothing that parts facts
    ITEM_OPEN,     // an object of JSON: key
    ITEM_ENTRY,    // an object in a list of JSON: key of the list
    ITEM_CLOSE,
    ITEM_JSON, // what only JSON has: key, or NULL for the members of an object
};

struct answer_item {
    enum answer_item_kind kind;
    const char *key, *text;
    struct answer_column *column;
    int columns, rows, room; // room: rows that `cell` has memory for
    bool rest;
    struct answer_cell *cell;
    bool *unseen; // by row
    bool hidden;  // the whole
    struct cJSON *json;
};

struct answer {
    const char *title; // NULL: none
    struct answer_item *item;
    int items, room;
    struct answer_block *memory; // of all texts and columns
    bool warns;                  // JSON has "warnings" even where there are none
    bool all;                    // text has the rest as well (answer_rest)
    bool unseen;      // what is added now, rows of an open table too, stands in files alone
    bool resting;     // between answer_rest and its end
    const char *rest; // what the rest is; NULL: there is none
};

// `title` is copied; NULL: none.
struct answer answer_init(const char *title);
void answer_destroy(struct answer *answer);

// --- Filling -------------------------------------------------------------------------------------
// All texts are copied.

// Words for people. answer_head: on the line of the title, whenever it is said; heading: of what
// follows; sentence: a paragraph, the first of which is the answer itself.
__attribute__((format(printf, 2, 3))) void answer_head(struct answer *answer, const char *format,
                                                       ...);
__attribute__((format(printf, 2, 3))) void answer_heading(struct answer *answer, const char *format,
                                                          ...);
__attribute__((format(printf, 2, 3))) void answer_sentence(struct answer *answer,
                                                           const char *format, ...);
// A sentence that says what it comes to, before all tables. In JSON one of the list "summary" of
// the object that is open.
__attribute__((format(printf, 2, 3))) void answer_summary(struct answer *answer, const char *format,
                                                          ...);
// In JSON one of the list "warnings".
__attribute__((format(printf, 2, 3))) void answer_warning(struct answer *answer, const char *format,
                                                          ...);

// What follows, to answer_rest_end, stands in text only where `all` is set; others read `what` at
// the end, a sentence on it. Warnings stand there always, and files have all of it.
void answer_rest(struct answer *answer, const char *what);
void answer_rest_end(struct answer *answer);
#define ANSWER_MORE "More tables: --full."

// Lines for a terminal as they are, its escape sequences included.
void answer_drawing(struct answer *answer, const char *text);

// One value. Facts in a row are laid out as a table of two or three columns.
void answer_fact(struct answer *answer, const struct answer_column *column,
                 struct answer_cell cell);
// The same, with the members of its column behind the cell.
#define ANSWER_FACT(answer, cell, ...)                                                             \
    answer_fact(answer, &(const struct answer_column){__VA_ARGS__}, cell)
void answer_facts(struct answer *answer, const struct answer_column *columns, int count,
                  const struct answer_cell *cells);
// A value for files alone: JSON has a number, text, truth or null by what the cell is.
void answer_key(struct answer *answer, const char *key, struct answer_cell cell);
// The seed: a head for people, in files a text, for 64 bits do not fit a number there.
void answer_seed(struct answer *answer, uint64_t seed);
// A labelled line for people alone.
__attribute__((format(printf, 3, 4))) void answer_line(struct answer *answer, const char *label,
                                                       const char *format, ...);

// A table; the rows that follow belong to it. `key`: of JSON's list of objects, NULL: for people
// only. `caption` may be NULL. Without any label the table is for files only.
// JSON has the rows of all tables of one key in one list.
void answer_table(struct answer *answer, const char *key, const char *caption,
                  const struct answer_column *columns, int count);
// As many cells as the open table has columns.
void answer_row(struct answer *answer, const struct answer_cell *cells);
#define ANSWER_ROW(answer, ...) answer_row(answer, (const struct answer_cell[]){__VA_ARGS__})
// A table for files alone: its keys with blanks between them, "[]" behind those of intervals.
void answer_list(struct answer *answer, const char *key, const char *columns);
// A table of one row, which JSON has as the object `key` (NULL: as members of the one around).
void answer_record(struct answer *answer, const char *key, const char *caption,
                   const struct answer_column *columns, int count, const struct answer_cell *cells);
// Facts, tables and keys between the two stand in an object of JSON.
void answer_open(struct answer *answer, const char *key);
// The same in a new object of the list `key`.
void answer_entry(struct answer *answer, const char *key);
void answer_close(struct answer *answer);
// Takes over what JSON alone has: under a key, or the members of an object (key NULL).
void answer_json_add(struct answer *answer, const char *key, struct cJSON *json);

// --- Printing ------------------------------------------------------------------------------------
// Each adds to `out`.

// For a terminal of so many columns: what is WIDE goes first, then the last column of text is
// wrapped, then the table is folded.
void answer_text(const struct answer *answer, struct diagram_style style, int columns,
                 struct buffer *out);
// The tables of that key (NULL: of the first that has one) as one; without any table all facts as
// one row.
void answer_csv(const struct answer *answer, const char *key, struct buffer *out);
void answer_json(const struct answer *answer, struct buffer *out);
// The same as objects, to be deleted by the caller: the document, with its schema.
struct cJSON *answer_json_tree(const struct answer *answer);
// A part of another document: members of an object that is there.
void answer_json_into(const struct answer *answer, struct cJSON *object);

// --- What printers share -------------------------------------------------------------------------

// A table that people see: one of its columns has a label.
static inline bool answer_is_shown(const struct answer_item *item) {
    for (int i = 0; i < item->columns && !item->hidden; i++)
        if (item->column[i].label)
            return item->kind == ITEM_TABLE || item->kind == ITEM_RECORD;
    return false;
}

enum { ANSWER_PART = 48 };
enum answer_part { PART_VALUE, PART_LOW, PART_HIGH, PART_HALF };

// A cell, or an end of its interval, as people read it: the one place where numbers become text.
// "" where it is not known. In `room`, or the cell's own text.
const char *answer_part(const struct answer_column *column, const struct answer_cell *cell,
                        enum answer_part part, char room[ANSWER_PART]);

// Columns that a UTF-8 text takes on a terminal: ideographs two, combining marks none.
int text_width(const char *text);
