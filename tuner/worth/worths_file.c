// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "csv_file.h"
#include "fit.h"
#include "log_reader.h"
#include "memory.h"
#include "number.h"
#include "published.h"
#include "values_file.h"
#include "worths.h"

void source_add(char **source, const char *other) {
    if (!other || !*other)
        return;
    size_t before = *source ? strlen(*source) : 0;
    *source = mem_realloc(*source, before + strlen(other) + 3);
    sprintf(*source + before, "%s%s", before ? "; " : "", other);
}

void source_add_run(char **source, const char *folder) {
    char text[SOURCE_RUN];
    struct runmeta *meta = log_record(folder, NULL);
    if (!meta)
        return;
    int64_t begin = runmeta_range(meta).begin;
    snprintf(text, sizeof text, "seed %" PRIu64 " games %" PRId64 "..%" PRId64 " of %s",
             runmeta_seed(meta), begin, begin + runmeta_checkpoint(meta).games, runmeta_run(meta));
    runmeta_destroy(meta);
    source_add(source, text);
}

struct games {
    const char *begins, *ends; // in the text
    char run[RUN_KEY];
    int64_t from, to;
};

// The next run of a source behind `text`; false past the last. What is not in the words of
// source_add_run is passed over.
static bool next_games(const char *text, struct games *games) {
    for (const char *at = text; at && *at; at = games->ends) {
        games->begins = at + strspn(at, "; ");
        games->ends = games->begins + strcspn(games->begins, ";");
        if (sscanf(games->begins, "seed %*u games %" SCNd64 "..%" SCNd64 " of %15[0-9a-zA-Z]",
                   &games->from, &games->to, games->run) == 3)
            return true;
    }
    return false;
}

bool source_shared(const char *a, const char *b, char which[SOURCE_RUN]) {
    struct games own, other;
    for (const char *at = a; next_games(at, &own); at = own.ends)
        for (const char *beside = b; next_games(beside, &other); beside = other.ends)
            if (strcmp(own.run, other.run) == 0 && own.from < other.to && other.from < own.to) {
                snprintf(which, SOURCE_RUN, "%.*s", (int)(own.ends - own.begins), own.begins);
                return true;
            }
    return false;
}

enum file_column {
    PARAMETER,
    PIECE,
    WHERE,
    ELO,
    ELO_SE,
    WORTH,
    SE,
    LO95,
    HI95,
    GAMES,
    MARK,
    METHOD,
    SOURCE,
    COLUMNS
};

static const char *const column_names[COLUMNS] = {"parameter", "piece",  "where", "elo",  "elo_se",
                                                  "worth",     "se",     "lo95",  "hi95", "games",
                                                  "mark",      "method", "source"};

static const char *mark_text(int mark) {
    return worth_marks[mark] ? worth_marks[mark] : "";
}

static void print_table(const struct worths *worths, const struct worths_scaled *scaled,
                        struct buffer *text) {
    for (int c = 0; c < COLUMNS; c++)
        buffer_printf(text, "%s%s", c ? "," : "", column_names[c]);
    buffer_char(text, '\n');
    for (int i = 0; i < worths->count; i++) {
        const struct worth_estimate *of = &worths->of[i];
        char name[VALUE_NAME];
        buffer_printf(text, "%s,", values_name(of->index, name));
        const char *id = worths_piece(worths, i);
        csv_field(text, id + strspn(id, "+-")); // "+R" is a formula to programs that open tables
        buffer_printf(text, ",%s,", worths_where(worths, i));
        if (of->mark == WORTH_OPEN)
            buffer_text(text, ",,,,,");
        else
            buffer_printf(text, "%.10g,%.6g,%.6g,%.6g,%.6g,%.6g", of->value,
                          sqrt(worths->covariance[i * worths->count + i]), scaled->value[i],
                          scaled->se[i], scaled->low[i], scaled->high[i]);
        buffer_printf(text, ",%.0f,%s,%s,", of->games, mark_text(of->mark),
                      worth_methods[worths->method]);
        csv_field(text, worths->source ? worths->source : "");
        buffer_char(text, '\n');
    }
}

static void print_covariance(const struct worths *worths, struct buffer *text) {
    int parameter[WORTHS_MAX], place[WORTHS_MAX], count = 0;
    for (int i = 0; i < worths->count; i++)
        if (worths->of[i].mark != WORTH_OPEN) {
            parameter[count] = worths->of[i].index;
            place[count++] = i;
        }
    covariance_print(count, parameter, place, worths->count, worths->covariance, 10, text);
}

void worths_add(struct file_set *set, const struct worths *worths,
                const struct worths_scaled *scaled, const char *path) {
    char beside[PATH_MAX];
    print_covariance(worths, file_set_add(set, csv_beside(path, "covariance", beside)));
    print_table(worths, scaled, file_set_add(set, path));
}

bool worths_write(const struct worths *worths, const struct worths_scaled *scaled, const char *path,
                  struct error *error) {
    struct file_set set = {.count = 0};
    worths_add(&set, worths, scaled, path);
    return file_set_write(&set, error);
}

void worths_remove(const char *path) {
    char beside[PATH_MAX];
    unlink(path); // the marker first
    unlink(csv_beside(path, "covariance", beside));
}

struct reading {
    struct worths *worths;
    int rows; // the header is one of them
    bool seen[WORTHS_MAX];
    double elo_se[WORTHS_MAX], rounding; // of these errors, at most
};

static int mark_of(const char *text) {
    for (int m = WORTH_MEASURED; m <= WORTH_OPEN; m++)
        if (strcmp(text, mark_text(m)) == 0)
            return m;
    return -1;
}

// The same in each row.
static bool take_origin(struct worths *worths, const struct csv_record *record, const char *path,
                        bool first, struct error *error) {
    const char *name = record->field[METHOD], *source = record->field[SOURCE];
    int method = text_find(name, worth_methods, WORTH_BY_WEIGHTS);
    if (method < 0)
        return error_at(error, path, record->line,
                        "method: '%s', expected armies, regression or mean", name);
    if (first) {
        worths->method = (enum worth_method)method;
        source_add(&worths->source, source);
        return true;
    }
    return (worths->method == (enum worth_method)method &&
            strcmp(worths->source ? worths->source : "", source) == 0) ||
           error_at(error, path, record->line, "another method or source than in the row before");
}

static bool take_header(const struct csv_record *record, const char *path, struct error *error) {
    for (int c = 0; c < COLUMNS; c++)
        if (c >= record->count || strcmp(record->field[c], column_names[c]) != 0)
            return error_at(error, path, record->line, "column %d: expected '%s'", c + 1,
                            column_names[c]);
    return true;
}

static bool check_fields(const struct csv_record *record, int expected, const char *path,
                         struct error *error) {
    return record->count == expected ||
           error_at(error, path, record->line, "%d fields, expected %d", record->count, expected);
}

static bool number_at(const struct csv_record *record, const char *path, enum file_column column,
                      double low, double *number, struct error *error) {
    if (number_decimal(record->field[column], number) && *number >= low)
        return true;
    return error_at(error, path, record->line, "%s: '%s', expected a number%s",
                    column_names[column], record->field[column], low == 0 ? " from 0 up" : "");
}

static bool take_row(void *context, const struct csv_record *record, const char *path,
                     struct error *error) {
    struct reading *reading = context;
    struct worths *worths = reading->worths;
    const char *name = record->field[PARAMETER];
    struct error cause;
    int index;
    if (reading->rows++ == 0)
        return take_header(record, path, error);
    if (!check_fields(record, COLUMNS, path, error))
        return false;
    if (!values_file_find(name, worths->tables, &index, &cause))
        return error_at(error, path, record->line, "%s", cause.text);
    int place = worths_find(worths, index);
    if (place < 0)
        return error_at(error, path, record->line, "'%s' is no piece", name);
    if (reading->seen[place])
        return error_at(error, path, record->line, "'%s' stands twice", name);
    reading->seen[place] = true;
    if (!take_origin(worths, record, path, reading->rows == 2, error))
        return false;
    struct worth_estimate *of = &worths->of[place];
    int mark = mark_of(record->field[MARK]);
    if (mark < 0)
        return error_at(error, path, record->line, "mark: '%s', expected nothing, '%s' or '%s'",
                        record->field[MARK], mark_text(WORTH_LEANS), mark_text(WORTH_OPEN));
    of->mark = (enum worth_mark)mark;
    if (!number_at(record, path, GAMES, 0, &of->games, error))
        return false;
    return of->mark == WORTH_OPEN ||
           (number_at(record, path, ELO, -INFINITY, &of->value, error) &&
            number_at(record, path, ELO_SE, 0, &reading->elo_se[place], error));
}

// The file beside a table: a header of parameters and a row for each. Those that are no pieces, or
// not measured by the table, are passed over.
struct matrix {
    struct worths *worths;
    int columns, place[CSV_FIELDS_MAX]; // of each column; -1: no piece
};

static int place_of(const struct worths *worths, const char *name) {
    int index;
    int place = values_file_find(name, worths->tables, &index, &(struct error){""})
                    ? worths_find(worths, index)
                    : -1;
    return place >= 0 && worths->of[place].mark != WORTH_OPEN ? place : -1;
}

static bool take_covariances(void *context, const struct csv_record *record, const char *path,
                             struct error *error) {
    struct matrix *matrix = context;
    struct worths *worths = matrix->worths;
    int place = place_of(worths, record->field[0]);
    if (!matrix->columns) {
        matrix->columns = record->count;
        for (int c = 1; c < record->count; c++)
            matrix->place[c] = place_of(worths, record->field[c]);
        return true;
    }
    if (!check_fields(record, matrix->columns, path, error))
        return false;
    for (int c = 1; c < record->count; c++) {
        double value;
        if (!number_decimal(record->field[c], &value))
            return error_at(error, path, record->line, "'%s' is no number", record->field[c]);
        if (place >= 0 && matrix->place[c] >= 0)
            worths->covariance[place * worths->count + matrix->place[c]] = value;
    }
    return true;
}

static bool read_covariance(const char *path, struct worths *worths, struct error *error) {
    struct matrix matrix = {.worths = worths};
    return csv_each(path, take_covariances, &matrix, error);
}

// A covariance of this table: whole, symmetric, with the table's errors.
static bool check_covariance(const struct reading *reading, const char *path, struct error *error) {
    const struct worths *worths = reading->worths;
    int n = worths->count;
    for (int i = 0; i < n; i++) {
        char name[VALUE_NAME];
        values_name(worths->of[i].index, name);
        double variance = worths->covariance[i * n + i], se = reading->elo_se[i];
        if (isnan(se)) // of a piece that the table has no error of
            continue;
        if (isnan(variance))
            return error_at(error, path, 0, "no row of '%s'", name);
        if (variance < 0 || fabs(sqrt(variance) - se) > 1e-4 * se + reading->rounding)
            return error_at(error, path, 0,
                            "'%s' has a variance of %g, its elo_se in the table is %g", name,
                            variance, se);
        for (int j = 0; j < i; j++)
            if (!isnan(reading->elo_se[j]) &&
                !(worths->covariance[i * n + j] == worths->covariance[j * n + i]))
                return error_at(error, path, 0, "row '%s' is not its column", name);
    }
    return true;
}

bool worths_read(const char *path, const struct tables *tables, struct worths *worths,
                 struct error *error) {
    worths_init(worths, tables);
    struct reading reading = {.worths = worths, .rounding = 1e-12};
    char beside[PATH_MAX];
    int n = worths->count;
    csv_beside(path, "covariance", beside);
    bool done = csv_each(path, take_row, &reading, error) &&
                (reading.rows > 0 || error_at(error, path, 0, "no header"));
    for (int i = 0; i < n * n; i++) // to be filled
        if (worths->of[i / n].mark != WORTH_OPEN && worths->of[i % n].mark != WORTH_OPEN)
            worths->covariance[i] = NAN;
    done =
        done && read_covariance(beside, worths, error) && check_covariance(&reading, beside, error);
    if (!done)
        worths_destroy(worths);
    return done;
}

bool worths_published(const struct tables *tables, struct worths *worths, struct error *error) {
    const struct published *from = published_find(tables);
    if (!from)
        return error_set(error,
                         "no published worths of %s for this file and these rules; measure them: "
                         "kagami worth GAME --out DIR",
                         tables->variant.title);
    int place[WORTHS_MAX];
    worths_init(worths, tables);
    worths->method = WORTH_BY_ARMIES;
    source_add(&worths->source, from->source);
    for (int i = 0; i < from->count; i++) {
        const struct published_row *row = &from->row[i];
        place[i] = worths_find(worths, values_find(row->parameter));
        worths->of[place[i]].value = row->elo;
        worths->of[place[i]].games = row->games;
        worths->of[place[i]].mark = WORTH_MEASURED;
        for (int j = 0; j <= i; j++)
            worths->covariance[place[i] * worths->count + place[j]] =
                worths->covariance[place[j] * worths->count + place[i]] =
                    from->covariance[i * from->count + j];
    }
    return true;
}

// --- The values of a player as if they were worths -----------------------------------------------

// What players count.
static bool as_played(const char *path, struct worths *worths, struct error *error) {
    struct values values;
    bool done = values_file_load(path, worths->tables, &values, error);
    for (int i = 0; done && i < worths->count; i++) {
        worths->of[i].value = values.value[worths->of[i].index];
        worths->of[i].mark = WORTH_MEASURED;
    }
    return done;
}

// What a file says of pieces, and no more: players take the rest from what ships, but a list of
// somebody's says nothing of it. Where some rows have errors, those without lean on a prior.
static bool as_said(const char *path, struct worths *worths, struct error *error) {
    struct values_file file;
    if (!values_file_read(path, worths->tables, &file, error))
        return false;
    int pieces = 0;
    bool with_errors = false;
    struct reading reading = {.worths = worths, .rounding = 0.006};
    for (int i = 0; i < worths->count; i++)
        reading.elo_se[i] = NAN;
    for (int i = 0; i < file.count; i++) {
        bool piece = worths_find(worths, file.row[i].index) >= 0;
        pieces += piece;
        with_errors |= piece && !isnan(file.row[i].se);
    }
    if (pieces == 0)
        return error_set(error, "%s: no value of a piece", path);
    for (int i = 0; i < file.count; i++) {
        const struct values_row *row = &file.row[i];
        int place = worths_find(worths, row->index);
        if (place < 0)
            continue;
        struct worth_estimate *of = &worths->of[place];
        of->value = row->value;
        of->games = row->games > 0 ? (double)row->games : 0;
        of->mark = with_errors && isnan(row->se) ? WORTH_LEANS : WORTH_MEASURED;
        reading.elo_se[place] = row->se;
        if (!isnan(row->se))
            worths->covariance[place * worths->count + place] = row->se * row->se;
    }
    char beside[PATH_MAX];
    return !with_errors || access(csv_beside(path, "covariance", beside), F_OK) != 0 ||
           (read_covariance(beside, worths, error) && check_covariance(&reading, beside, error));
}

static bool worths_of_values(const char *path, const struct tables *tables, struct worths *worths,
                             struct error *error) {
    worths_init(worths, tables);
    worths->method = WORTH_BY_WEIGHTS;
    bool done = strcmp(path, "shipped") == 0    ? as_played(NULL, worths, error)
                : strcmp(path, "estimate") == 0 ? as_played(path, worths, error)
                                                : as_said(path, worths, error);
    if (!done)
        worths_destroy(worths);
    return done;
}

bool worths_load(const char *path, const struct tables *tables, struct worths *worths,
                 struct error *error) {
    struct csv_record record;
    bool table = false;
    if (strcmp(path, "published") == 0)
        return worths_published(tables, worths, error);
    if (strcmp(path, "shipped") != 0 && strcmp(path, "estimate") != 0) {
        struct csv_reader *reader = csv_open(path, error);
        if (!reader)
            return false;
        table = csv_next(reader, &record, error) == CSV_RECORD && record.count > PIECE &&
                strcmp(record.field[PIECE], column_names[PIECE]) == 0;
        csv_close(reader);
    }
    return table ? worths_read(path, tables, worths, error)
                 : worths_of_values(path, tables, worths, error);
}
