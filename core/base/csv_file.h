// SPDX-License-Identifier: GPL-3.0-or-later
// CSV by RFC 4180: libcsv reads, one function writes a field. Knows no columns; see rows.h.
// Spaces belong to fields; CRLF and LF end a row; blank lines and a byte order mark are skipped.
#pragma once

#include <limits.h>

#include "buffer.h"
#include "error.h"

enum { CSV_FIELDS_MAX = 128 };

struct csv_record {     // valid until the next call for the same reader
    int line;           // of the file, where the record begins, from 1
    int64_t start, end; // its bytes in the file: [start, end)
    int count;          // fields
    const char *field[CSV_FIELDS_MAX];
};

enum csv_status {
    CSV_RECORD, // `record` holds the next one
    CSV_TORN, // the last line has no line end; `record` holds it, or has no fields if it is broken
    CSV_END,
    CSV_ERROR
};

struct csv_reader;

// The file of that kind beside another: "x.csv" and "covariance" make "x.covariance.csv" in `to`,
// which is returned.
char *csv_beside(const char *path, const char *what, char to[PATH_MAX]);

// The path of a file of a log's folder: `name`, or that compressed, "name.zst". False when there
// are both, or when the path is too long. Where there is neither, the path of the plain one.
bool csv_find(const char *folder, const char *name, char path[PATH_MAX], struct error *error);

// Opens a file for reading; one whose name ends in .zst is unpacked on the way. NULL and `error`
// when it cannot be. Close with csv_close.
struct csv_reader *csv_open(const char *path, struct error *error);
void csv_close(struct csv_reader *reader);
const char *csv_path(const struct csv_reader *reader);
// Bytes read so far of the file as it lies on the disk, which may be compressed.
int64_t csv_disk_offset(const struct csv_reader *reader);

// The next record. On CSV_ERROR, `error` names file and line; also where the first line separates
// names by something else than commas. After CSV_TORN or CSV_ERROR, stop.
enum csv_status csv_next(struct csv_reader *reader, struct csv_record *record, struct error *error);

// Every record of a file that people may have written: its last line may lack the line end. `take`
// returns false to end with its error. False also when the file cannot be read, or a quotation mark
// is not closed; the error names file and line.
typedef bool csv_take(void *context, const struct csv_record *record, const char *path,
                      struct error *error);
bool csv_each(const char *path, csv_take *take, void *context, struct error *error);

// Adds one field, in quotes only where it needs them. The caller adds ',' and '\n'.
void csv_field(struct buffer *buffer, const char *text);
