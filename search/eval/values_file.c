// SPDX-License-Identifier: GPL-3.0-or-later
#include "values_file.h"

#include <assert.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "beside.h"
#include "csv_file.h"
#include "number.h"

enum { LIST_TEXT = 400 };         // leaves room in an error for a path before it
enum { NUMBER_MAX = 1000000000 }; // values have ranges of their own; errors may be larger

enum column { PARAMETER, VALUE, SE, LO95, HI95, GAMES, COLUMNS };

static const char *const column_names[COLUMNS] = {"parameter", "value", "se",
                                                  "lo95",      "hi95",  "games"};

struct values_row values_row_init(int index, double value) {
    assert(index >= 0 && index < PARAMETERS);
    return (struct values_row){
        .index = index, .value = value, .se = NAN, .lo95 = NAN, .hi95 = NAN, .games = -1};
}

// What stands behind "board." or "hand.", or NULL.
static const char *piece_name(const char *name, bool *hand) {
    *hand = strncmp(name, "hand.", 5) == 0;
    return *hand ? name + 5 : strncmp(name, "board.", 6) == 0 ? name + 6 : NULL;
}

bool values_is_name(const char *text) {
    bool hand;
    const char *piece = piece_name(text, &hand);
    return (piece && *piece) || values_find(text) >= 0;
}

static int value_of(Type type, bool hand) {
    return hand ? VALUE_HAND + (type & (BASE_TYPES - 1)) : VALUE_BOARD + type;
}

// The piece by its ID or name; "+ID" and "+NAME" are what it promotes to. 0 when there is none.
static Type named_piece(const struct variant *variant, const char *text) {
    struct error none;
    Type type = variant_find_piece(variant, text, &none);
    if (type || *text != '+')
        return type;
    type = variant_find_piece(variant, text + 1, &none);
    return variant->promotes[type & (BASE_TYPES - 1)] ? type | TYPE_PROMOTED : 0;
}

// All pieces that have such a value, "BG Blue Gecko, ..."; false where they do not fit.
static bool list_pieces(const struct tables *tables, bool hand, bool promoted, bool names,
                        char list[LIST_TEXT]) {
    size_t used = 0;
    list[0] = 0;
    for (int i = 0; i < tables->variant.base_count && used < LIST_TEXT; i++) {
        Type type = tables->variant.bases[i] | (promoted ? TYPE_PROMOTED : 0);
        const struct piece *piece = &tables->variant.piece[type];
        if (values_uses(tables, value_of(type, hand)))
            used += (size_t)snprintf(list + used, LIST_TEXT - used, "%s%s%s%s", used ? ", " : "",
                                     piece->id, names ? " " : "", names ? piece->name : "");
    }
    return used < LIST_TEXT;
}

bool values_file_find(const char *name, const struct tables *tables, int *index,
                      struct error *error) {
    bool hand;
    const char *piece = piece_name(name, &hand), *game = tables->variant.name;
    *index = values_find(name);
    if (*index < 0 && piece) {
        Type type = named_piece(&tables->variant, piece);
        *index = type && !(hand && type & TYPE_PROMOTED) ? value_of(type, hand) : -1;
    }
    if (*index >= 0 && values_uses(tables, *index))
        return true;
    char list[LIST_TEXT];
    if (!piece)
        return error_set(error,
                         "'%s': no such parameter in %s; `kagami show %s --as values` has all",
                         name, game, game);
    bool promoted = !hand && *piece == '+';
    if (!list_pieces(tables, hand, promoted, true, list))
        list_pieces(tables, hand, promoted, false, list);
    return error_set(error, "'%s': no such piece in %s%s%s", name, game,
                     *list ? "; there are: " : "", list);
}

bool values_match(const char *pattern, const struct tables *tables, int index) {
    char name[VALUE_NAME];
    int found;
    bool plays = index < VALUES || !(values_flags(index) & PARAM_SHOWN);
    if (!plays || !values_uses(tables, index))
        return false;
    if (!strpbrk(pattern, "*?["))
        return values_file_find(pattern, tables, &found, &(struct error){""}) && found == index;
    return fnmatch(pattern, values_name(index, name), 0) == 0;
}

bool values_match_error(const char *option, const char *pattern, const struct tables *tables,
                        struct error *error) {
    struct error cause;
    int found;
    if (!values_file_find(pattern, tables, &found, &cause) && !strpbrk(pattern, "*?["))
        return error_set(error, "%s %s", option, cause.text);
    const char *game = tables->variant.name;
    return error_set(error,
                     "%s '%s': no parameter of %s matches; `kagami show %s --as values` has all",
                     option, pattern, game, game);
}

// The field without spaces around it, copied; "" when the record is too short.
static bool field(const struct csv_record *record, const char *path, enum column column,
                  char text[64], struct error *error) {
    const char *begin = (int)column < record->count ? record->field[column] : "";
    begin += strspn(begin, " \t");
    size_t length = strlen(begin);
    while (length > 0 && strchr(" \t", begin[length - 1]))
        length--;
    if (length >= 64)
        return error_at(error, path, record->line, "%s: '%.20s...' is too long",
                        column_names[column], begin);
    memcpy(text, begin, length);
    text[length] = 0;
    return true;
}

static bool read_number(const struct csv_record *record, const char *path, enum column column,
                        bool needed, double *value, struct error *error) {
    char text[64];
    if (!field(record, path, column, text, error))
        return false;
    if (text[0] == 0 && !needed)
        return true;
    if (text[0] == 0)
        return error_at(error, path, record->line, "%s: no number", column_names[column]);
    if (!number_decimal(text, value))
        return error_at(error, path, record->line, "%s: '%s' is no number", column_names[column],
                        text);
    if (fabs(*value) > NUMBER_MAX)
        return error_at(error, path, record->line, "%s: %s is beyond +-%.0f", column_names[column],
                        text, (double)NUMBER_MAX);
    return true;
}

static bool check_range(const char *name, int index, double value, struct error *error) {
    int low, high;
    values_range(index, &low, &high);
    return (value >= low && value <= high) ||
           error_set(error, "%s: %g is outside %d..%d", name, value, low, high);
}

static bool read_row(const struct csv_record *record, const char *path, const struct tables *tables,
                     struct values_row *row, struct error *error) {
    char text[64];
    if (!field(record, path, PARAMETER, text, error))
        return false;
    int index;
    struct error cause;
    if (!values_file_find(text, tables, &index, &cause))
        return error_at(error, path, record->line, "%s", cause.text);
    *row = values_row_init(index, 0);
    double games = -1;
    if (!read_number(record, path, VALUE, true, &row->value, error) ||
        !read_number(record, path, SE, false, &row->se, error) ||
        !read_number(record, path, LO95, false, &row->lo95, error) ||
        !read_number(record, path, HI95, false, &row->hi95, error) ||
        !read_number(record, path, GAMES, false, &games, error))
        return false;
    if (games != -1 && (games < 0 || games > 1e15 || games != floor(games)))
        return error_at(error, path, record->line, "games: not a whole number from 0 up");
    row->games = (int64_t)games;

    if (!check_range(text, index, row->value, &cause))
        return error_at(error, path, record->line, "%s", cause.text);
    if (row->se < 0)
        return error_at(error, path, record->line, "se: %g is negative", row->se);
    if (row->lo95 > row->value || row->hi95 < row->value)
        return error_at(error, path, record->line, "%s: %g is outside its interval lo95..hi95",
                        text, row->value);
    return true;
}

// parameter,value and then as many of the other columns as the file has, in their order.
static bool read_header(const struct csv_record *record, const char *path, struct error *error) {
    for (int i = 0; i < COLUMNS && (i < record->count || i <= VALUE); i++) {
        char text[64];
        if (!field(record, path, (enum column)i, text, error))
            return false;
        if (strcmp(text, column_names[i]) != 0)
            return error_at(error, path, record->line,
                            "column %d is '%s', expected '%s' "
                            "(the header is parameter,value,se,lo95,hi95,games)",
                            i + 1, text, column_names[i]);
    }
    if (record->count > COLUMNS)
        return error_at(error, path, record->line, "%d columns, expected %d", record->count,
                        COLUMNS);
    return true;
}

struct reading {
    const struct tables *tables;
    struct values_file *file;
    int line_of[PARAMETERS]; // 0: not read yet
    int columns;             // of the header; 0: not read yet
};

static bool take_record(void *context, const struct csv_record *record, const char *path,
                        struct error *error) {
    struct reading *reading = context;
    if (!reading->columns)
        return (reading->columns = record->count) && read_header(record, path, error);
    if (record->count != reading->columns)
        return error_at(error, path, record->line, "%d fields, expected %d", record->count,
                        reading->columns);
    struct values_row row;
    if (!read_row(record, path, reading->tables, &row, error))
        return false;
    int *line = &reading->line_of[row.index];
    if (*line)
        return error_at(error, path, record->line, "'%s' stands on line %d already",
                        record->field[PARAMETER], *line);
    *line = record->line;
    reading->file->row[reading->file->count++] = row;
    return true;
}

bool values_file_read(const char *path, const struct tables *tables, struct values_file *file,
                      struct error *error) {
    file->count = 0;
    struct reading reading = {.tables = tables, .file = file};
    if (!csv_each(path, take_record, &reading, error))
        return false;
    return reading.columns || error_at(error, path, 0, "empty; expected a header and values");
}

bool values_assign(const char *text, const struct tables *tables, struct values *values,
                   struct error *error) {
    char name[64];
    size_t length = strcspn(text, "=");
    if (text[length] != '=' || length >= sizeof name)
        return error_set(error, "'%s' is not NAME=VALUE", text);
    memcpy(name, text, length);
    name[length] = 0;
    int index;
    double value;
    if (!values_file_find(name, tables, &index, error))
        return false;
    if (!number_decimal(text + length + 1, &value))
        return error_set(error, "%s: '%s' is no number", name, text + length + 1);
    if (!check_range(name, index, value, error))
        return false;
    values->value[index] = (int)lround(value);
    return true;
}

void values_assignment(const char *text, const struct tables *tables, char *out, size_t size) {
    char name[64];
    int index;
    size_t length = strcspn(text, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    bool found = values_file_find(name, tables, &index, &(struct error){""});
    snprintf(out, size, "%s%s", found ? values_name(index, name) : name, text + length);
}

bool values_file_load(const char *path, const struct tables *tables, struct values *values,
                      struct error *error) {
    if (path && strcmp(path, "estimate") == 0) {
        values_estimate(tables, values);
        return true;
    }
    values_default(tables, values);
    if (!path)
        return true;
    struct values_file file;
    if (!values_file_read(path, tables, &file, error))
        return false;
    for (int i = 0; i < file.count; i++)
        values->value[file.row[i].index] = (int)lround(file.row[i].value);
    return beside_note(path, tables, values, error);
}

void values_file_add_search(struct values_file *file, const struct tables *tables,
                            const struct values *values) {
    struct values usual;
    values_default(tables, &usual);
    for (int i = VALUE_PARAM; i < PARAMETERS; i++)
        if (values->value[i] != usual.value[i])
            file->row[file->count++] = values_row_init(i, values->value[i]);
}

static void write_number(struct buffer *text, double value) {
    buffer_char(text, ',');
    if (!isnan(value))
        number_print(text, value, 2);
}

bool values_file_add(struct file_set *set, const char *path, const struct values_file *file,
                     bool overwrite, struct error *error) {
    struct buffer *text = file_set_add(set, path);
    for (int i = 0; i < COLUMNS; i++)
        buffer_printf(text, "%s%s", column_names[i], i + 1 < COLUMNS ? "," : "\n");
    for (int i = 0; i < file->count; i++) {
        const struct values_row *row = &file->row[i];
        char name[VALUE_NAME];
        csv_field(text, values_name(row->index, name));
        write_number(text, row->value);
        write_number(text, row->se);
        write_number(text, row->lo95);
        write_number(text, row->hi95);
        buffer_char(text, ',');
        if (row->games >= 0)
            buffer_printf(text, "%" PRId64, row->games);
        buffer_char(text, '\n');
    }
    return overwrite || access(path, F_OK) != 0 ||
           error_at(error, path, 0, "exists already; --force overwrites it");
}
