// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a CSV file, as games.csv, positions.csv and values.csv: what is read and written
// again is the same; what is not read says file and line.
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "rows.h"
#include "values_file.h"

static struct csv_reader *open_file(const char *name, const void *data, size_t size) {
    struct error error;
    struct csv_reader *reader = csv_open(fuzz_file(name, data, size), &error);
    FUZZ_CHECK(reader != NULL);
    return reader;
}

// Fields as they come, written anew below a first line of our own.
static struct buffer rewrite(struct csv_reader *reader) {
    struct buffer out = buffer_init();
    struct csv_record record;
    struct error error = {""};
    enum csv_status status;
    int64_t end = 0;
    buffer_text(&out, "h\n");
    while ((status = csv_next(reader, &record, &error)) == CSV_RECORD) {
        FUZZ_CHECK(record.start >= end && record.end > record.start);
        FUZZ_CHECK(record.count >= 1 && record.count <= CSV_FIELDS_MAX);
        end = record.end;
        if (record.count == 1 && record.field[0][0] == '\0')
            continue; // written anew it would be a blank line
        for (int i = 0; i < record.count; i++) {
            csv_field(&out, record.field[i]);
            buffer_char(&out, i + 1 < record.count ? ',' : '\n');
        }
    }
    FUZZ_CHECK(status != CSV_ERROR || error.text[0] != '\0');
    csv_close(reader);
    return out;
}

// Reading what was written gives the same fields.
static void check_records(const uint8_t *data, size_t size) {
    struct buffer first = rewrite(open_file("input.csv", data, size));
    struct buffer second = rewrite(open_file("again.csv", first.data, first.length));
    FUZZ_CHECK(first.length + 2 == second.length);
    FUZZ_CHECK(memcmp(first.data, second.data + 2, first.length) == 0);
    buffer_destroy(&first);
    buffer_destroy(&second);
}

static struct buffer rewrite_games(const char *path) {
    struct buffer out = buffer_init();
    struct game_row row;
    struct error error = {""};
    enum csv_status status;
    struct rows_reader *reader = game_rows_open(path, &error);
    FUZZ_CHECK(reader != NULL);
    game_header_write(&out, ANNOTATE_NOTHING);
    while ((status = game_row_next(reader, &row, NULL, &error)) == CSV_RECORD)
        game_row_write(&out, &row);
    FUZZ_CHECK(status != CSV_ERROR || error.text[0] != '\0');
    rows_close(reader);
    return out;
}

static struct buffer rewrite_positions(const char *path) {
    struct buffer out = buffer_init();
    struct position_row row;
    struct error error = {""};
    enum csv_status status;
    struct rows_reader *reader = position_rows_open(path, &error);
    FUZZ_CHECK(reader != NULL);
    position_header_write(&out);
    while ((status = position_row_next(reader, &row, NULL, &error)) == CSV_RECORD)
        position_row_write(&out, &row);
    FUZZ_CHECK(status != CSV_ERROR || error.text[0] != '\0');
    rows_close(reader);
    return out;
}

static void check_rows(struct buffer (*rewrite_rows)(const char *), const uint8_t *data,
                       size_t size) {
    struct buffer first = rewrite_rows(fuzz_file("input.csv", data, size));
    struct buffer second = rewrite_rows(fuzz_file("again.csv", first.data, first.length));
    FUZZ_CHECK(first.length == second.length);
    FUZZ_CHECK(memcmp(first.data, second.data, first.length) == 0);
    buffer_destroy(&first);
    buffer_destroy(&second);
}

static bool same_number(double a, double b) {
    return (isnan(a) && isnan(b)) || fabs(a - b) < 0.0051;
}

static void check_values(const uint8_t *data, size_t size) {
    const struct tables *tables = fuzz_tables(0);
    struct values_file file, again;
    struct error error = {""};
    if (!values_file_read(fuzz_file("values.csv", data, size), tables, &file, &error)) {
        FUZZ_CHECK(strstr(error.text, "values.csv") != NULL);
        return;
    }
    const char *path = fuzz_file("written.csv", "", 0);
    struct file_set set = {.count = 0};
    FUZZ_CHECK(values_file_add(&set, path, &file, true, &error) && file_set_write(&set, &error));
    file_set_destroy(&set);
    FUZZ_CHECK(values_file_read(path, tables, &again, &error));
    FUZZ_CHECK(file.count == again.count);
    for (int i = 0; i < file.count; i++) {
        const struct values_row *a = &file.row[i], *b = &again.row[i];
        FUZZ_CHECK(a->index == b->index && a->games == b->games);
        FUZZ_CHECK(same_number(a->value, b->value) && same_number(a->se, b->se));
        FUZZ_CHECK(same_number(a->lo95, b->lo95) && same_number(a->hi95, b->hi95));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check_records(data, size);
    check_rows(rewrite_games, data, size);
    check_rows(rewrite_positions, data, size);
    check_values(data, size);
    return 0;
}
