// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of games.csv and positions.csv, both ways. The columns stand in columns.def.
#pragma once

#include "csv_file.h"
#include "game.h"

// Version of run.json, games.csv and positions.csv that this program writes; it reads 3 as well,
// which had no `first_result` in games.csv, 2, which had no depths, and 1, which had no `schema`
// and no `run`, an empty `rules` for the variant's own, and in positions.csv `score`, from the side
// to move, and `result` in the place of `first_score` and `first_result`.
enum { LOG_SCHEMA = 4 };

// What each column type is in a row's struct.
typedef int COLUMN_SCHEMA; // always written as LOG_SCHEMA
typedef int64_t COLUMN_INTEGER;
typedef uint64_t COLUMN_UNSIGNED;
typedef int64_t COLUMN_THOUSANDTHS;     // thousandths; written with three decimals
typedef const char *COLUMN_TEXT;        // not owned; from a reader: valid until its next row
typedef const char *COLUMN_RULES;       // the same; "" is written "default"
typedef enum result COLUMN_RESULT;      // "1-0", "0-1", "1/2-1/2"
typedef enum result COLUMN_POINTS;      // "1", "0", "0.5"
typedef enum result COLUMN_SAME_POINTS; // the same, of `result`, from which it is written
typedef enum termination COLUMN_TERMINATION;
typedef enum side COLUMN_SIDE;       // "w", "b"
typedef bool COLUMN_FLAG;            // "1", "0"
typedef struct depths COLUMN_DEPTHS; // counts from 0 plies on, without the noughts at the end

struct game_row {
#define GAME_COLUMN(field, type, ...) COLUMN_##type field;
#define ANNOTATION_COLUMN(field, ...) const char *field; // as COLUMN_TEXT; "" where there is none
#include "columns.def"
    enum annotation annotation; // of them, what is written; not set by a reader
};

struct position_row {
#define POSITION_COLUMN(field, type, ...) COLUMN_##type field;
#include "columns.def"
};

// Add a header or a row, with its line end.
void game_header_write(struct buffer *buffer, enum annotation annotation);
void game_row_write(struct buffer *buffer, const struct game_row *row);
void position_header_write(struct buffer *buffer);
void position_row_write(struct buffer *buffer, const struct position_row *row);

// A file of rows, open for reading; also a compressed one, see csv_open. NULL and `error` when it
// cannot be opened. Close with rows_close, which takes NULL.
struct rows_reader;
struct rows_reader *game_rows_open(const char *path, struct error *error);
struct rows_reader *position_rows_open(const char *path, struct error *error);
void rows_close(struct rows_reader *reader);
// The file underneath, to ask it for its path and how far it has been read.
const struct csv_reader *rows_file(const struct rows_reader *reader);

// The next row; the header is read before the first. Columns are found by their names, in any
// order; others are passed over. A torn last line is reported as CSV_TORN and not read as data;
// `record` (may be NULL) tells where the row stands. CSV_ERROR: `error` names file, line and
// column; the reader stays usable when the row was well formed CSV below a good header, so that a
// checker can go on to the next row.
enum csv_status game_row_next(struct rows_reader *reader, struct game_row *row,
                              struct csv_record *record, struct error *error);
enum csv_status position_row_next(struct rows_reader *reader, struct position_row *row,
                                  struct csv_record *record, struct error *error);

// Takes the next word off a list with blanks between, such as a row's moves, as far as there is
// room. False at its end.
bool row_word(const char **list, char *word, size_t room);

// The game's row of games.csv. `moves` is emptied and holds its moves and annotations, `rules` the
// other: the row is good as long as they are, and `run`, the key of the run.
struct game_row game_row_of(const struct config *config, const struct game_record *record,
                            const char *run, struct buffer *moves, char rules[RULES_TEXT]);

// Adds the game's rows of positions.csv.
void game_positions_write(const struct game_record *record, const char *run,
                          struct buffer *positions);
