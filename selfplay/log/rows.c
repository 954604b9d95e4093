// SPDX-License-Identifier: GPL-3.0-or-later
#include "rows.h"

#include <inttypes.h>
#include <string.h>

#include "notation.h"
#include "number.h"

static const char *const game_columns[] = {
#define GAME_COLUMN(field, type) #field,
#include "columns.def"
};
static const char *const position_columns[] = {
#define POSITION_COLUMN(field, type) #field,
#include "columns.def"
};

// One writer and one reader for each column type.

static void write_INTEGER(struct buffer *buffer, int64_t value) {
    buffer_printf(buffer, "%" PRId64, value);
}
static bool read_INTEGER(const char *text, int64_t *value) {
    return number_integer(text, value);
}

static void write_UNSIGNED(struct buffer *buffer, uint64_t value) {
    buffer_printf(buffer, "%" PRIu64, value);
}
static bool read_UNSIGNED(const char *text, uint64_t *value) {
    return number_unsigned(text, value);
}

static void write_THOUSANDTHS(struct buffer *buffer, int64_t value) {
    number_print(buffer, (double)value / 1000, 3);
}
static bool read_THOUSANDTHS(const char *text, int64_t *value) {
    double number;
    if (!number_decimal(text, &number) || number < 0 || number > 1e12)
        return false;
    *value = (int64_t)(number * 1000 + 0.5);
    return true;
}

static void write_TEXT(struct buffer *buffer, const char *value) {
    csv_field(buffer, value);
}
static bool read_TEXT(const char *text, const char **value) {
    *value = text;
    return true;
}

static void write_RESULT(struct buffer *buffer, enum result value) {
    buffer_text(buffer, result_text(value));
}
static bool read_RESULT(const char *text, enum result *value) {
    *value = result_find(text);
    return *value != RESULT_NONE;
}

static const char *const points[] = {
    [RESULT_NONE] = "*", [RESULT_FIRST] = "1", [RESULT_SECOND] = "0", [RESULT_DRAW] = "0.5"};

static void write_POINTS(struct buffer *buffer, enum result value) {
    buffer_text(buffer, points[value]);
}
static bool read_POINTS(const char *text, enum result *value) {
    for (int i = RESULT_FIRST; i <= RESULT_DRAW; i++)
        if (strcmp(text, points[i]) == 0) {
            *value = (enum result)i;
            return true;
        }
    return false;
}

static void write_TERMINATION(struct buffer *buffer, enum termination value) {
    buffer_text(buffer, termination_name(value));
}
static bool read_TERMINATION(const char *text, enum termination *value) {
    *value = termination_find(text);
    return *value != TERMINATION_NONE;
}

static void write_SIDE(struct buffer *buffer, enum side value) {
    buffer_char(buffer, value == FIRST ? 'w' : 'b');
}
static bool read_SIDE(const char *text, enum side *value) {
    *value = text[0] == 'w' ? FIRST : SECOND;
    return strcmp(text, "w") == 0 || strcmp(text, "b") == 0;
}

static void write_FLAG(struct buffer *buffer, bool value) {
    buffer_char(buffer, value ? '1' : '0');
}
static bool read_FLAG(const char *text, bool *value) {
    *value = text[0] == '1';
    return strcmp(text, "1") == 0 || strcmp(text, "0") == 0;
}

static const char expected_INTEGER[] = "a whole number", expected_UNSIGNED[] = "a whole number",
                  expected_THOUSANDTHS[] = "a number", expected_TEXT[] = "text",
                  expected_RESULT[] = "1-0, 0-1 or 1/2-1/2", expected_POINTS[] = "1, 0.5 or 0",
                  expected_TERMINATION[] = "a termination", expected_SIDE[] = "w or b",
                  expected_FLAG[] = "1 or 0";

static void header_write(struct buffer *buffer, const char *const *columns, int count) {
    for (int i = 0; i < count; i++) {
        buffer_text(buffer, columns[i]);
        buffer_char(buffer, i + 1 < count ? ',' : '\n');
    }
}

void game_header_write(struct buffer *buffer) {
    header_write(buffer, game_columns, ARRAY_LENGTH(game_columns));
}

void position_header_write(struct buffer *buffer) {
    header_write(buffer, position_columns, ARRAY_LENGTH(position_columns));
}

void game_row_write(struct buffer *buffer, const struct game_row *row) {
    int column = 0;
#define GAME_COLUMN(field, type)                                                                   \
    write_##type(buffer, row->field);                                                              \
    buffer_char(buffer, ++column < ARRAY_LENGTH(game_columns) ? ',' : '\n');
#include "columns.def"
}

void position_row_write(struct buffer *buffer, const struct position_row *row) {
    int column = 0;
#define POSITION_COLUMN(field, type)                                                               \
    write_##type(buffer, row->field);                                                              \
    buffer_char(buffer, ++column < ARRAY_LENGTH(position_columns) ? ',' : '\n');
#include "columns.def"
}

static bool header_check(const struct csv_record *record, const char *path,
                         const char *const *columns, int count, struct error *error) {
    for (int i = 0; i < count; i++)
        if (i >= record->count || strcmp(record->field[i], columns[i]) != 0)
            return error_at(error, path, record->line, "column %d is '%s', expected '%s'", i + 1,
                            i < record->count ? record->field[i] : "", columns[i]);
    if (record->count != count)
        return error_at(error, path, record->line, "%d columns, expected %d", record->count, count);
    return true;
}

// Reads a record of `count` columns, and the header before it when the file has just been opened.
static enum csv_status next_record(struct csv_reader *reader, struct csv_record *record,
                                   const char *const *columns, int count, struct error *error) {
    bool at_start = csv_offset(reader) == 0;
    enum csv_status status = csv_next(reader, record, error);
    if (at_start && status == CSV_RECORD) {
        if (!header_check(record, csv_path(reader), columns, count, error))
            return CSV_ERROR;
        status = csv_next(reader, record, error);
    }
    if (status == CSV_RECORD && record->count != count) {
        error_at(error, csv_path(reader), record->line, "%d fields, expected %d", record->count,
                 count);
        return CSV_ERROR;
    }
    return status;
}

#define READ_COLUMN(name, type)                                                                    \
    if (!read_##type(at->field[column++], &row->name)) {                                           \
        error_at(error, csv_path(reader), at->line, "%s: '%s', expected %s", #name,                \
                 at->field[column - 1], expected_##type);                                          \
        return CSV_ERROR;                                                                          \
    }

enum csv_status game_row_next(struct csv_reader *reader, struct game_row *row,
                              struct csv_record *record, struct error *error) {
    struct csv_record local, *at = record ? record : &local;
    enum csv_status status =
        next_record(reader, at, game_columns, ARRAY_LENGTH(game_columns), error);
    if (status != CSV_RECORD)
        return status;
    int column = 0;
#define GAME_COLUMN(field, type) READ_COLUMN(field, type)
#include "columns.def"
    return CSV_RECORD;
}

enum csv_status position_row_next(struct csv_reader *reader, struct position_row *row,
                                  struct csv_record *record, struct error *error) {
    struct csv_record local, *at = record ? record : &local;
    enum csv_status status =
        next_record(reader, at, position_columns, ARRAY_LENGTH(position_columns), error);
    if (status != CSV_RECORD)
        return status;
    int column = 0;
#define POSITION_COLUMN(field, type) READ_COLUMN(field, type)
#include "columns.def"
    return CSV_RECORD;
}

struct game_row game_row_of(const struct config *config, const struct game_record *record,
                            struct buffer *moves, char rules[RULES_TEXT]) {
    buffer_clear(moves);
    for (int i = 0; i < record->counts.plies; i++) {
        char text[MOVE_TEXT];
        if (i > 0)
            buffer_char(moves, ' ');
        buffer_text(moves, move_print(record->moves[i], text));
    }
    return (struct game_row){
        .game = record->game,
        .pair = record->pair,
        .variant = config->tables->variant.name,
        .rules = rules_text(&config->tables->rules, &config->tables->variant, rules),
        .seed = config->seed,
        .opening = record->opening.fen,
        .first = config->player[record->first_player].name,
        .second = config->player[1 - record->first_player].name,
        .result = record->outcome.result,
        .termination = record->outcome.termination,
        .plies = record->counts.plies,
        .nodes = (int64_t)record->nodes,
        .branching_mean = game_counts_branching(&record->counts),
        .drops = record->counts.drops,
        .promotions = record->counts.promotions,
        .captures = record->counts.captures,
        .checks = record->counts.checks,
        .lead_changes = record->lead_changes,
        .moves = moves->data ? moves->data : "",
    };
}

void game_positions_write(const struct game_record *record, struct buffer *positions) {
    for (int i = 0; i < record->sample_count; i++) {
        const struct sample *sample = &record->samples[i];
        struct position_row row = {
            .game = record->game,
            .ply = sample->ply,
            .fen = record->fens.data + sample->fen,
            .side = sample->side,
            .score = sample->score,
            .result = record->outcome.result,
            .quiet = sample->quiet,
        };
        position_row_write(positions, &row);
    }
}
