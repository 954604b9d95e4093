// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_csv_internal.h"

#include <stdio.h>
#include <string.h>

#include "number.h"

bool report_csv_header(const char *path, char header[REPORT_HEADER], struct error *error) {
    struct csv_reader *reader = csv_open(path, error);
    if (!reader)
        return false;
    struct csv_record record = {0};
    struct error ignored;
    header[0] = 0;
    if (csv_next(reader, &record, &ignored) == CSV_RECORD)
        for (int i = 0; i < record.count; i++) {
            strncat(header, i ? "," : "", REPORT_HEADER - strlen(header) - 1);
            strncat(header, record.field[i], REPORT_HEADER - strlen(header) - 1);
        }
    csv_close(reader);
    return true;
}

static cJSON *field(const char *text) {
    double number;
    if (*text == 0)
        return cJSON_CreateNull();
    return number_decimal(text, &number) ? cJSON_CreateNumber(number) : cJSON_CreateString(text);
}

cJSON *report_csv_rows(const char *path, struct error *error) {
    char names[CSV_FIELDS_MAX][REPORT_COLUMN];
    int columns = 0;
    struct csv_reader *reader = csv_open(path, error);
    if (!reader)
        return NULL;
    cJSON *rows = cJSON_CreateArray();
    struct csv_record record;
    enum csv_status status;
    while ((status = csv_next(reader, &record, error)) == CSV_RECORD) {
        if (columns == 0) {
            for (columns = 0; columns < record.count; columns++)
                snprintf(names[columns], REPORT_COLUMN, "%s", record.field[columns]);
            continue;
        }
        if (record.count != columns) {
            error_at(error, path, record.line, "%d fields, the header has %d", record.count,
                     columns);
            status = CSV_ERROR;
            break;
        }
        cJSON *row = cJSON_CreateObject();
        cJSON_AddItemToArray(rows, row);
        for (int i = 0; i < columns; i++)
            cJSON_AddItemToObject(row, names[i], field(record.field[i]));
    }
    csv_close(reader);
    if (status != CSV_ERROR)
        return rows;
    cJSON_Delete(rows);
    return NULL;
}
