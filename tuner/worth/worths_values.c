// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a player as if they were worths.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "csv_file.h"
#include "number.h"
#include "values_file.h"
#include "worths.h"

struct reading {
    struct worths *worths;
    int columns, place[CSV_FIELDS_MAX]; // of each column; -1: no piece
};

static int place_of(const struct worths *worths, const char *name) {
    int index;
    return values_file_find(name, worths->tables, &index, &(struct error){""})
               ? worths_find(worths, index)
               : -1;
}

// The file has a header of parameters and a row for each; those that are no pieces are passed over.
static bool take_covariances(void *context, const struct csv_record *record, const char *path,
                             struct error *error) {
    struct reading *reading = context;
    struct worths *worths = reading->worths;
    if (!reading->columns) {
        reading->columns = record->count;
        for (int c = 1; c < record->count; c++)
            reading->place[c] = place_of(worths, record->field[c]);
        return true;
    }
    int place = place_of(worths, record->field[0]);
    if (record->count != reading->columns)
        return error_at(error, path, record->line, "%d fields, expected %d", record->count,
                        reading->columns);
    for (int c = 1; c < record->count; c++) {
        double value;
        if (!number_decimal(record->field[c], &value))
            return error_at(error, path, record->line, "'%s' is no number", record->field[c]);
        int other = reading->place[c];
        if (place >= 0 && other >= 0 && worths->of[place].mark == WORTH_MEASURED &&
            worths->of[other].mark == WORTH_MEASURED)
            worths->covariance[place * worths->count + other] = value;
    }
    return true;
}

static bool read_covariance(const char *path, struct worths *worths, struct error *error) {
    char beside[PATH_MAX];
    size_t length = strlen(path);
    length -= length > 4 && strcmp(path + length - 4, ".csv") == 0 ? 4 : 0;
    snprintf(beside, sizeof beside, "%.*s.covariance.csv", (int)length, path);
    struct reading reading = {.worths = worths};
    return access(beside, F_OK) != 0 || csv_each(beside, take_covariances, &reading, error);
}

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
        if (!isnan(row->se))
            worths->covariance[place * worths->count + place] = row->se * row->se;
    }
    return !with_errors || read_covariance(path, worths, error);
}

bool worths_of_values(const char *path, const struct tables *tables, struct worths *worths,
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
