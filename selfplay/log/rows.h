// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of games.csv and positions.csv, both ways. The columns stand in columns.def.
#pragma once

#include "csv_file.h"
#include "game.h"

// What each column type is in a row's struct.
typedef int64_t COLUMN_INTEGER;
typedef uint64_t COLUMN_UNSIGNED;
typedef int64_t COLUMN_THOUSANDTHS; // thousandths; written with three decimals
typedef const char *COLUMN_TEXT;    // not owned; from a reader: valid until its next row
typedef enum result COLUMN_RESULT;  // "1-0", "0-1", "1/2-1/2"
typedef enum result COLUMN_POINTS;  // "1", "0", "0.5"
typedef enum termination COLUMN_TERMINATION;
typedef enum side COLUMN_SIDE; // "w", "b"
typedef bool COLUMN_FLAG;      // "1", "0"

struct game_row {
#define GAME_COLUMN(field, type) COLUMN_##type field;
#include "columns.def"
};

struct position_row {
#define POSITION_COLUMN(field, type) COLUMN_##type field;
#include "columns.def"
};

// Add a header or a row, with its line end.
void game_header_write(struct buffer *buffer);
void game_row_write(struct buffer *buffer, const struct game_row *row);
void position_header_write(struct buffer *buffer);
void position_row_write(struct buffer *buffer, const struct position_row *row);

// The next row of a log opened with csv_open; the header is checked on the way. A torn last line
// is reported as CSV_TORN and not read as data; `record` (may be NULL) tells where the row stands.
// CSV_ERROR: `error` names file, line and column; the reader stays usable when the row was well
// formed CSV, so that a checker can go on to the next row.
enum csv_status game_row_next(struct csv_reader *reader, struct game_row *row,
                              struct csv_record *record, struct error *error);
enum csv_status position_row_next(struct csv_reader *reader, struct position_row *row,
                                  struct csv_record *record, struct error *error);

// The game's row of games.csv. `moves` is emptied and holds its text, `rules` the other: the row is
// good as long as they are.
struct game_row game_row_of(const struct config *config, const struct game_record *record,
                            struct buffer *moves, char rules[RULES_TEXT]);

// Adds the game's rows of positions.csv.
void game_positions_write(const struct game_record *record, struct buffer *positions);
