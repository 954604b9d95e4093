// SPDX-License-Identifier: GPL-3.0-or-later
#include "rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "notation.h"
#include "number.h"
#include "score.h"

// One writer and one reader for each column type.

#define write_SCHEMA(buffer, value) buffer_printf(buffer, "%d", LOG_SCHEMA)
static bool read_SCHEMA(const char *text, int *value) {
    int64_t number;
    if (!number_integer(text, &number) || number < 1 || number > LOG_SCHEMA)
        return false;
    *value = (int)number;
    return true;
}

#define write_INTEGER(buffer, value) buffer_printf(buffer, "%" PRId64, value)
#define read_INTEGER number_integer

#define write_UNSIGNED(buffer, value) buffer_printf(buffer, "%" PRIu64, value)
#define read_UNSIGNED number_unsigned

#define write_THOUSANDTHS(buffer, value) number_print(buffer, (double)(value) / 1000, 3)
static bool read_THOUSANDTHS(const char *text, int64_t *value) {
    double number;
    if (!number_decimal(text, &number) || number < 0 || number > 1e12)
        return false;
    *value = (int64_t)(number * 1000 + 0.5);
    return true;
}

#define write_TEXT csv_field
static bool read_TEXT(const char *text, const char **value) {
    *value = text;
    return true;
}

static const char default_rules[] = "default";

static void write_RULES(struct buffer *buffer, const char *value) {
    csv_field(buffer, *value ? value : default_rules);
}
static bool read_RULES(const char *text, const char **value) {
    *value = strcmp(text, default_rules) == 0 ? "" : text;
    return true;
}

#define write_RESULT(buffer, value) buffer_text(buffer, result_text(value))
static bool read_RESULT(const char *text, enum result *value) {
    *value = result_find(text);
    return *value != RESULT_NONE;
}

static const char *const points[] = {
    [RESULT_NONE] = "*", [RESULT_FIRST] = "1", [RESULT_SECOND] = "0", [RESULT_DRAW] = "0.5"};

#define write_POINTS(buffer, value) buffer_text(buffer, points[value])
static bool read_POINTS(const char *text, enum result *value) {
    int found = text_find(text, points, ARRAY_LENGTH(points));
    *value = found < 0 ? RESULT_NONE : (enum result)found;
    return *value != RESULT_NONE;
}

#define write_SAME_POINTS write_POINTS
static bool read_SAME_POINTS(const char *text, enum result *value) {
    return read_POINTS(text, value) || !*text;
}

#define write_TERMINATION(buffer, value) buffer_text(buffer, termination_name(value))
static bool read_TERMINATION(const char *text, enum termination *value) {
    *value = termination_find(text);
    return *value != TERMINATION_NONE;
}

#define write_SIDE(buffer, value) buffer_char(buffer, (value) == FIRST ? 'w' : 'b')
static bool read_SIDE(const char *text, enum side *value) {
    *value = text[0] == 'w' ? FIRST : SECOND;
    return strcmp(text, "w") == 0 || strcmp(text, "b") == 0;
}

#define write_FLAG(buffer, value) buffer_char(buffer, (value) ? '1' : '0')
static bool read_FLAG(const char *text, bool *value) {
    *value = text[0] == '1';
    return strcmp(text, "1") == 0 || strcmp(text, "0") == 0;
}

bool row_word(const char **list, char *word, size_t room) {
    *list += strspn(*list, " ");
    size_t length = strcspn(*list, " ");
    snprintf(word, room, "%.*s", (int)length, *list);
    *list += length;
    return length > 0;
}

static void write_DEPTHS(struct buffer *buffer, struct depths value) {
    int count = DEPTHS;
    while (count > 0 && value.moves[count - 1] == 0)
        count--;
    for (int i = 0; i < count; i++)
        buffer_printf(buffer, "%s%" PRId64, i > 0 ? " " : "", value.moves[i]);
}
static bool read_DEPTHS(const char *text, struct depths *value) {
    *value = (struct depths){0};
    for (int i = 0; *text; i++) {
        char number[24];
        size_t length = strcspn(text, " ");
        if (i == DEPTHS || length >= sizeof number)
            return false;
        snprintf(number, sizeof number, "%.*s", (int)length, text);
        if (!number_integer(number, &value->moves[i]) || value->moves[i] < 0)
            return false;
        text += length + (text[length] == ' ');
    }
    return true;
}

#define EXPECTED_SCHEMA "1 to 4, the formats that this program knows"
#define EXPECTED_INTEGER "a whole number"
#define EXPECTED_UNSIGNED "a whole number"
#define EXPECTED_THOUSANDTHS "a number"
#define EXPECTED_TEXT "text"
#define EXPECTED_RULES "text"
#define EXPECTED_RESULT "1-0, 0-1 or 1/2-1/2"
#define EXPECTED_POINTS "1, 0.5 or 0"
#define EXPECTED_SAME_POINTS EXPECTED_POINTS
#define EXPECTED_TERMINATION "a termination"
#define EXPECTED_SIDE "w or b"
#define EXPECTED_FLAG "1 or 0"
#define EXPECTED_DEPTHS "at most 32 counts of moves, separated by spaces"

struct column {
    const char *name, *formerly, *missing; // see columns.def
};
static const struct column game_list[] = {
#define GAME_COLUMN(field, type, formerly, missing, help) {#field, formerly, missing},
#define ANNOTATION_COLUMN(field, from, help) {#field, NULL, ""},
#include "columns.def"
};
// The annotation that brings a column.
static const enum annotation annotation_list[] = {
#define GAME_COLUMN(...) ANNOTATE_NOTHING,
#define ANNOTATION_COLUMN(field, from, ...) from,
#include "columns.def"
};
static const struct column position_list[] = {
#define POSITION_COLUMN(field, type, formerly, missing, help) {#field, formerly, missing},
#include "columns.def"
};
enum { GAME_COLUMNS = ARRAY_LENGTH(game_list), POSITION_COLUMNS = ARRAY_LENGTH(position_list) };

static void header_write(struct buffer *buffer, const struct column *columns, int count) {
    for (int i = 0; i < count; i++) {
        buffer_text(buffer, columns[i].name);
        buffer_char(buffer, i + 1 < count ? ',' : '\n');
    }
}

// How many columns a log of games has; they come in the order of annotations.
static int columns_of(enum annotation annotation) {
    int count = 0;
    while (count < GAME_COLUMNS && annotation_list[count] <= annotation)
        count++;
    return count;
}

void game_header_write(struct buffer *buffer, enum annotation annotation) {
    header_write(buffer, game_list, columns_of(annotation));
}

void position_header_write(struct buffer *buffer) {
    header_write(buffer, position_list, POSITION_COLUMNS);
}

void game_row_write(struct buffer *buffer, const struct game_row *row) {
    int column = 0, count = columns_of(row->annotation);
    struct game_row whole = *row;
    whole.first_result = row->result;
#define GAME_COLUMN(field, type, ...)                                                              \
    write_##type(buffer, whole.field);                                                             \
    buffer_char(buffer, ++column < count ? ',' : '\n');
#define ANNOTATION_COLUMN(field, ...)                                                              \
    if (column < count) {                                                                          \
        write_TEXT(buffer, row->field);                                                            \
        buffer_char(buffer, ++column < count ? ',' : '\n');                                        \
    }
#include "columns.def"
}

void position_row_write(struct buffer *buffer, const struct position_row *row) {
    int column = 0;
#define POSITION_COLUMN(field, type, ...)                                                          \
    write_##type(buffer, row->field);                                                              \
    buffer_char(buffer, ++column < POSITION_COLUMNS ? ',' : '\n');
#include "columns.def"
}

struct rows_reader {
    struct csv_reader *csv;
    const struct column *columns;
    int count;
    int fields;             // of the header; 0: not read yet
    int at[CSV_FIELDS_MAX]; // column -> field, or -1: it is missing
    bool as_seen_by_mover;  // first_score is an old `score`
};

static struct rows_reader *open_rows(const char *path, const struct column *columns, int count,
                                     struct error *error) {
    struct csv_reader *csv = csv_open(path, error);
    if (!csv)
        return NULL;
    struct rows_reader *reader = mem_alloc(sizeof *reader);
    *reader = (struct rows_reader){.csv = csv, .columns = columns, .count = count};
    return reader;
}

struct rows_reader *game_rows_open(const char *path, struct error *error) {
    return open_rows(path, game_list, GAME_COLUMNS, error);
}

struct rows_reader *position_rows_open(const char *path, struct error *error) {
    return open_rows(path, position_list, POSITION_COLUMNS, error);
}

void rows_close(struct rows_reader *reader) {
    if (!reader)
        return;
    csv_close(reader->csv);
    free(reader);
}

const struct csv_reader *rows_file(const struct rows_reader *reader) {
    return reader->csv;
}

// Where a name stands in the header: -1 nowhere, -2 more than once.
static int find_name(const struct csv_record *header, const char *name) {
    int found = -1;
    for (int i = 0; name && i < header->count; i++)
        if (strcmp(header->field[i], name) == 0)
            found = found == -1 ? i : -2;
    return found;
}

static bool read_header(struct rows_reader *reader, const struct csv_record *header,
                        struct error *error) {
    const char *path = csv_path(reader->csv);
    for (int i = 0; i < reader->count; i++) {
        const struct column *column = &reader->columns[i];
        int at = find_name(header, column->name);
        bool former = at == -1 && column->formerly;
        if (former)
            at = find_name(header, column->formerly);
        if (at == -2)
            return error_at(error, path, header->line, "two columns '%s'",
                            former ? column->formerly : column->name);
        if (at == -1 && !column->missing)
            return error_at(error, path, header->line, "the column '%s' is missing", column->name);
        reader->at[i] = at;
        reader->as_seen_by_mover |= former && strcmp(column->name, "first_score") == 0;
    }
    reader->fields = header->count;
    return true;
}

// Reads a record, and the header before it when the file has just been opened.
static enum csv_status next_record(struct rows_reader *reader, struct csv_record *record,
                                   struct error *error) {
    enum csv_status status = csv_next(reader->csv, record, error);
    if (reader->fields == 0 && status == CSV_RECORD) {
        if (!read_header(reader, record, error))
            return CSV_ERROR;
        status = csv_next(reader->csv, record, error);
    }
    if (status == CSV_RECORD && record->count != reader->fields) {
        error_at(error, csv_path(reader->csv), record->line, "%d fields, the header has %d",
                 record->count, reader->fields);
        return CSV_ERROR;
    }
    return status;
}

#define READ_COLUMN(list, name, type)                                                              \
    text = reader->at[column] < 0 ? list[column].missing : at->field[reader->at[column]];          \
    if (!read_##type(text, &row->name)) {                                                          \
        error_at(error, csv_path(reader->csv), at->line, "%s: '%s', expected %s", #name, text,     \
                 EXPECTED_##type);                                                                 \
        return CSV_ERROR;                                                                          \
    }                                                                                              \
    column++;

enum csv_status game_row_next(struct rows_reader *reader, struct game_row *row,
                              struct csv_record *record, struct error *error) {
    struct csv_record local, *at = record ? record : &local;
    enum csv_status status = next_record(reader, at, error);
    if (status != CSV_RECORD)
        return status;
    const char *text;
    int column = 0;
#define GAME_COLUMN(field, type, ...) READ_COLUMN(game_list, field, type)
#define ANNOTATION_COLUMN(field, ...) READ_COLUMN(game_list, field, TEXT)
#include "columns.def"
    row->annotation = ANNOTATE_NOTHING;
    if (row->first_result == RESULT_NONE)
        row->first_result = row->result;
    if (row->first_result != row->result) {
        error_at(error, csv_path(reader->csv), at->line, "first_result: '%s' where result is '%s'",
                 points[row->first_result], result_text(row->result));
        return CSV_ERROR;
    }
    return CSV_RECORD;
}

enum csv_status position_row_next(struct rows_reader *reader, struct position_row *row,
                                  struct csv_record *record, struct error *error) {
    struct csv_record local, *at = record ? record : &local;
    enum csv_status status = next_record(reader, at, error);
    if (status != CSV_RECORD)
        return status;
    const char *text;
    int column = 0;
#define POSITION_COLUMN(field, type, ...) READ_COLUMN(position_list, field, type)
#include "columns.def"
    if (reader->as_seen_by_mover && row->side == SECOND)
        row->first_score = (int64_t)(0 - (uint64_t)row->first_score);
    return CSV_RECORD;
}

enum word { WORD_SCORE, WORD_DEPTH, WORD_TIME };

static void add_word(const struct annotated *move, enum word word, struct buffer *text) {
    int distance = SCORE_MATE - abs(move->score);
    if (word == WORD_TIME)
        buffer_printf(text, "%" PRId64, move->milliseconds);
    else if (word == WORD_DEPTH ? move->depth <= 0 : !move->scored)
        buffer_char(text, '-');
    else if (word == WORD_SCORE && score_is_mate(move->score))
        buffer_printf(text, "%sM%d", move->score < 0 ? "-" : "", distance);
    else
        buffer_printf(text, "%d", word == WORD_DEPTH ? move->depth : move->score);
}

// Adds a 0 and a word for each move. Returns where the words begin, or where nothing is.
static size_t add_words(const struct game_record *record, bool wanted, enum word word,
                        struct buffer *text) {
    buffer_char(text, 0);
    size_t start = text->length;
    for (int i = 0; wanted && i < record->counts.plies; i++) {
        if (i > 0)
            buffer_char(text, ' ');
        add_word(&record->annotated[i], word, text);
    }
    return start;
}

struct game_row game_row_of(const struct config *config, const struct game_record *record,
                            const char *run, struct buffer *moves, char rules[RULES_TEXT]) {
    buffer_clear(moves);
    moves_add(moves, record->moves, record->counts.plies);
    enum annotation annotation = config->annotation;
    size_t scores = add_words(record, annotation >= ANNOTATE_SCORES, WORD_SCORE, moves);
    size_t depths = add_words(record, annotation >= ANNOTATE_SCORES, WORD_DEPTH, moves);
    size_t times = add_words(record, annotation >= ANNOTATE_TIMES, WORD_TIME, moves);
    return (struct game_row){
        .run = run,
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
        .first_depths = record->depths[record->first_player],
        .second_depths = record->depths[1 - record->first_player],
        .branching_mean = game_counts_branching(&record->counts),
        .drops = record->counts.drops,
        .promotions = record->counts.promotions,
        .captures = record->counts.captures,
        .checks = record->counts.checks,
        .lead_changes = record->lead_changes,
        .moves = moves->data,
        .first_scores = moves->data + scores,
        .depths = moves->data + depths,
        .milliseconds = moves->data + times,
        .annotation = annotation,
    };
}

void game_positions_write(const struct game_record *record, const char *run,
                          struct buffer *positions) {
    for (int i = 0; i < record->sample_count; i++) {
        const struct sample *sample = &record->samples[i];
        struct position_row row = {
            .run = run,
            .game = record->game,
            .ply = sample->ply,
            .fen = record->fens.data + sample->fen,
            .side = sample->side,
            .first_score = sample->side == FIRST ? sample->score : -sample->score,
            .first_result = record->outcome.result,
            .quiet = sample->quiet,
        };
        position_row_write(positions, &row);
    }
}
