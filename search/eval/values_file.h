// SPDX-License-Identifier: GPL-3.0-or-later
// values.csv both ways: parameter,value,se,lo95,hi95,games. The last four may be empty or missing.
#pragma once

#include "error.h"
#include "file.h"
#include "values.h"

struct values_row {
    int index;             // of struct values
    double value;          // centi-values
    double se, lo95, hi95; // NAN when empty
    int64_t games;         // -1 when empty
};

struct values_file {
    int count;
    struct values_row row[PARAMETERS]; // as in the file, each index at most once
};

// A row with the last four columns empty.
struct values_row values_row_init(int index, double value);

// Reads a file; it may hold a subset of the parameters. Errors name file and line: unknown or
// duplicate parameter, one that the variant does not have, missing or malformed number, a value out
// of values_range, lo95 > value or value > hi95, se < 0.
bool values_file_read(const char *path, const struct tables *tables, struct values_file *file,
                      struct error *error);

// The index of a parameter that the variant has. Behind "board." and "hand." stands a piece as
// variant_find_piece takes it: its letter, ID or name. Error: no such piece, and which there are;
// no such parameter.
bool values_file_find(const char *name, const struct tables *tables, int *index,
                      struct error *error);

// Whether a parameter of some game may be called so: which game it is need not be known.
bool values_is_name(const char *text);

// Whether the variant has the parameter, it plays, and a pattern of options matches it: a name as
// values_file_find takes it, or, with * ? [, a shell pattern for names as values_name writes them.
bool values_match(const char *pattern, const struct tables *tables, int index);
// The error of an option whose pattern matches nothing. Returns false.
bool values_match_error(const char *option, const char *pattern, const struct tables *tables,
                        struct error *error);

// Values of a player. `path` NULL: values_default. "estimate": values_estimate. Otherwise a file,
// put over values_default; where "x.moves.csv" is beside "x.csv", it becomes their `moves`, and its
// errors are errors here.
bool values_file_load(const char *path, const struct tables *tables, struct values *values,
                      struct error *error);

// Sets one parameter of `values` by "NAME=VALUE". Errors: as those of a row of the file.
bool values_assign(const char *text, const struct tables *tables, struct values *values,
                   struct error *error);

// The same NAME=VALUE with the name as values_name writes it, cut to `size`; one that the variant
// does not have as it is.
void values_assignment(const char *text, const struct tables *tables, char *out, size_t size);

// Adds the parameters of the search that `values` hold otherwise than a player who reads no such
// row: a file must say them, and those alone.
void values_file_add_search(struct values_file *file, const struct tables *tables,
                            const struct values *values);

// Adds the file to those that are written together. Values and errors with two decimals. A file
// that is there is an error unless `overwrite`.
bool values_file_add(struct file_set *set, const char *path, const struct values_file *file,
                     bool overwrite, struct error *error);
