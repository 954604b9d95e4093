// SPDX-License-Identifier: GPL-3.0-or-later
// fopencookie is glibc's own.
#define _GNU_SOURCE
#include "csv_file.h"

#include <assert.h>
#include <csv.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "file.h"
#include "memory.h"

struct zstd { // a compressed file, read as a stream of what it holds
    FILE *file;
    ZSTD_DStream *stream;
    ZSTD_inBuffer input;
    char *room; // owned: of the input
    size_t capacity;
    int64_t offset; // bytes of the file that have been read
    bool inside;    // a frame has begun and not ended
};

// More input; false at the end of the file or on a fault.
static bool zstd_refill(struct zstd *zstd) {
    size_t length = fread(zstd->room, 1, zstd->capacity, zstd->file);
    zstd->input = (ZSTD_inBuffer){zstd->room, length, 0};
    zstd->offset += (int64_t)length;
    return length > 0;
}

// fopencookie's reader: bytes, 0 at the end, -1 and errno on a fault.
static ssize_t zstd_read(void *cookie, char *bytes, size_t size) {
    struct zstd *zstd = cookie;
    ZSTD_outBuffer output = {bytes, size, 0};
    while (output.pos == 0) {
        // What the stream still holds comes out even without new input.
        if (zstd->input.pos == zstd->input.size && !zstd_refill(zstd) && !zstd->inside)
            return ferror(zstd->file) ? -1 : 0;
        size_t before = zstd->input.pos;
        size_t left = ZSTD_decompressStream(zstd->stream, &output, &zstd->input);
        bool stuck = output.pos == 0 && zstd->input.pos == before && zstd->input.size == 0;
        if (ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation)
            mem_fail();
        if (ZSTD_isError(left) || (left != 0 && stuck)) {
            if (!ferror(zstd->file))
                errno = EBADMSG;
            return -1;
        }
        zstd->inside = left != 0;
    }
    return (ssize_t)output.pos;
}

static int zstd_close(void *cookie) {
    struct zstd *zstd = cookie;
    int code = fclose(zstd->file);
    ZSTD_freeDStream(zstd->stream);
    free(zstd->room);
    free(zstd);
    return code;
}

// NULL and errno when it cannot be opened. Reading fails with EBADMSG where the file is damaged or
// ends too early. fclose closes all of it; `zstd` is valid until then.
static FILE *zstd_open(const char *path, struct zstd **zstd) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    struct zstd *opened = mem_alloc(sizeof *opened);
    *opened = (struct zstd){.file = file,
                            .stream = mem_need(ZSTD_createDStream()),
                            .room = mem_alloc(ZSTD_DStreamInSize()),
                            .capacity = ZSTD_DStreamInSize()};
    FILE *unpacked = mem_need(
        fopencookie(opened, "rb", (cookie_io_functions_t){.read = zstd_read, .close = zstd_close}));
    setvbuf(unpacked, NULL, _IOFBF, 1 << 17);
    *zstd = opened;
    return unpacked;
}

struct csv_reader {
    FILE *file;
    struct zstd *packed; // where the file is compressed; closed with it
    char *path;
    struct csv_parser parser;
    char *line; // getline's
    size_t line_capacity;
    int line_number; // of the last line read
    int64_t offset;  // behind it

    struct buffer text; // the fields of a record that the parser has read, each with its final 0
    size_t at[CSV_FIELDS_MAX];
    int count; // may exceed CSV_FIELDS_MAX: then the record is refused
    bool done; // the record is complete
};

// Only the carriage return of CRLF is taken off the ends of unquoted fields.
static int is_space(unsigned char character) {
    return character == CSV_CR;
}
static int is_line_end(unsigned char character) {
    return character == CSV_LF;
}

static void on_field(void *bytes, size_t length, void *context) {
    struct csv_reader *reader = context;
    if (reader->count < CSV_FIELDS_MAX)
        reader->at[reader->count] = reader->text.length;
    reader->count++;
    buffer_add(&reader->text, bytes, length);
    buffer_char(&reader->text, 0);
}

static void on_record(int character, void *context) {
    (void)character;
    struct csv_reader *reader = context;
    reader->done = true;
}

char *csv_beside(const char *path, const char *what, char to[PATH_MAX]) {
    int length = (int)strlen(path) - (file_ends(path, ".csv") ? 4 : 0);
    snprintf(to, PATH_MAX, "%.*s.%s.csv", length, path, what);
    return to;
}

bool csv_find(const char *folder, const char *name, char path[PATH_MAX], struct error *error) {
    char packed[PATH_MAX];
    int length = snprintf(packed, sizeof packed, "%s/%s.zst", folder, name);
    if (length < 0 || length >= (int)sizeof packed)
        return error_set(error, "%.100s...: the path is too long", folder);
    snprintf(path, PATH_MAX, "%s/%s", folder, name);
    if (access(packed, F_OK) != 0)
        return true;
    if (access(path, F_OK) == 0)
        return error_set(error, "%s: stands beside %s; remove one of them", packed, name);
    memcpy(path, packed, sizeof packed);
    return true;
}

struct csv_reader *csv_open(const char *path, struct error *error) {
    struct csv_reader *reader = mem_calloc(1, sizeof *reader);
    reader->path = mem_strdup(path);
    csv_init(&reader->parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL);
    csv_set_realloc_func(&reader->parser, mem_realloc);
    csv_set_space_func(&reader->parser, is_space);
    csv_set_term_func(&reader->parser, is_line_end);
    size_t length = strlen(path);
    bool packed = length > 4 && strcmp(path + length - 4, ".zst") == 0;
    reader->file = packed ? zstd_open(path, &reader->packed) : fopen(path, "rb");
    if (!reader->file) {
        mem_check_errno();
        error_errno(error, path);
        csv_close(reader);
        return NULL;
    }
    return reader;
}

void csv_close(struct csv_reader *reader) {
    if (!reader)
        return;
    if (reader->file)
        fclose(reader->file);
    csv_free(&reader->parser);
    buffer_destroy(&reader->text);
    free(reader->line);
    free(reader->path);
    free(reader);
}

const char *csv_path(const struct csv_reader *reader) {
    return reader->path;
}
int64_t csv_disk_offset(const struct csv_reader *reader) {
    return reader->packed ? reader->packed->offset : reader->offset;
}

// What the parser has read, or `cut` cut out.
static enum csv_status finish(const struct csv_reader *reader, struct csv_record *record,
                              enum csv_status status, struct error *error) {
    if (reader->count > CSV_FIELDS_MAX) {
        error_at(error, reader->path, record->line, "%d fields, more than %d", reader->count,
                 CSV_FIELDS_MAX);
        return CSV_ERROR;
    }
    for (int i = 0; i < reader->count && reader->text.length > 0; i++)
        record->field[i] = reader->text.data + reader->at[i];
    record->end = reader->offset;
    record->count = reader->count;
    return status;
}

// Most lines need no parser: without quotation marks and stray carriage returns the fields are cut
// out where they stand. False when the line is not such a one; it is untouched then.
static bool cut(struct csv_reader *reader, char *line, size_t length, struct csv_record *record) {
    char *end = line + length - (length > 1 && line[length - 2] == '\r' ? 2 : 1);
    size_t inside = (size_t)(end - line);
    if (inside == 0 || memchr(line, '"', inside) || memchr(line, '\r', inside))
        return false;
    *end = ',';
    for (char *at = line; at <= end; reader->count++) {
        if (reader->count < CSV_FIELDS_MAX)
            record->field[reader->count] = at;
        at = memchr(at, ',', (size_t)(end - at) + 1);
        *at++ = 0;
    }
    return true;
}

// The file has ended within a record.
static enum csv_status torn(struct csv_reader *reader, struct csv_record *record,
                            struct error *error) {
    if (csv_fini(&reader->parser, on_field, on_record, reader) != 0)
        reader->count = 0; // within quotation marks
    return finish(reader, record, CSV_TORN, error);
}

// What stands between the names of a first line without commas, as spreadsheets in many languages
// write CSV: ';' or a tab; 0 elsewhere. "sep=;" says it itself.
static char other_separator(const char *line, size_t length) {
    size_t at = 0;
    while (at < length && (isalnum((unsigned char)line[at]) || strchr("_\"=", line[at])))
        at++;
    bool other = at > 0 && at < length && (line[at] == ';' || line[at] == '\t');
    return other && !memchr(line, ',', length) ? line[at] : 0;
}

enum csv_status csv_next(struct csv_reader *reader, struct csv_record *record,
                         struct error *error) {
    assert(reader && record);
    record->line = reader->line_number + 1; // its fields are not set to 0: they are many
    record->start = record->end = reader->offset;
    record->count = 0;
    reader->count = 0;
    reader->done = false;
    buffer_clear(&reader->text);
    bool begun = false; // some line of this record has been read
    for (;;) {
        ssize_t length = getline(&reader->line, &reader->line_capacity, reader->file);
        if (length < 0 && !ferror(reader->file) && feof(reader->file))
            return begun ? torn(reader, record, error) : CSV_END;
        char *line = reader->line;
        bool whole = length > 0 && line[length - 1] == '\n';
        // What comes before a fault reads as a line without an end.
        if (length < 0 || (!whole && ferror(reader->file))) {
            mem_check_errno();
            error_at(error, reader->path, 0, "%s",
                     errno == EBADMSG ? "damaged or cut short: not a whole zstd file"
                                      : strerror(errno));
            return CSV_ERROR;
        }
        reader->line_number++;
        reader->offset += length;
        if (memchr(line, 0, (size_t)length)) {
            if (!whole) // a tail of zeros, as a power cut leaves it
                return finish(reader, record, CSV_TORN, error);
            error_at(error, reader->path, reader->line_number, "a byte 0 in the text");
            return CSV_ERROR;
        }
        if (reader->line_number == 1 && length >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0) {
            line += 3;
            length -= 3;
        }
        char other = reader->line_number == 1 ? other_separator(line, (size_t)length) : 0;
        if (other) {
            error_at(error, reader->path, 1, "fields are separated by %s, expected ','",
                     other == ';' ? "';'" : "tabs");
            return CSV_ERROR;
        }
        if (!begun && whole && cut(reader, line, (size_t)length, record))
            return finish(reader, record, CSV_RECORD, error);
        if (csv_parse(&reader->parser, line, (size_t)length, on_field, on_record, reader) !=
            (size_t)length) {
            if (!whole) {
                reader->count = 0;
                return finish(reader, record, CSV_TORN, error);
            }
            error_at(error, reader->path, record->line, "%s",
                     csv_error(&reader->parser) == CSV_EPARSE
                         ? "misplaced quotation mark"
                         : csv_strerror(csv_error(&reader->parser)));
            return CSV_ERROR;
        }
        if (reader->done)
            return finish(reader, record, CSV_RECORD, error);
        if (!whole)
            return torn(reader, record, error);
        begun = reader->count > 0 || reader->parser.quoted;
        if (!begun) { // a blank line
            record->line = reader->line_number + 1;
            record->start = reader->offset;
        }
    }
}

static bool each(struct csv_reader *reader, csv_take *take, void *context, struct error *error) {
    for (;;) {
        struct csv_record record;
        enum csv_status status = csv_next(reader, &record, error);
        if (status == CSV_ERROR)
            return false;
        if (status == CSV_END)
            return true;
        const char *path = csv_path(reader);
        if (status == CSV_TORN && record.count == 0)
            return error_at(error, path, record.line, "a quotation mark is not closed");
        if (!take(context, &record, path, error))
            return false;
        if (status == CSV_TORN)
            return true;
    }
}

bool csv_each(const char *path, csv_take *take, void *context, struct error *error) {
    struct csv_reader *reader = csv_open(path, error);
    if (!reader)
        return false;
    bool done = each(reader, take, context, error);
    csv_close(reader);
    return done;
}

static bool needs_quotes(const char *text) {
    size_t length = strlen(text);
    // A carriage return at an end would be taken for half of a line end.
    return text[strcspn(text, ",\"\r\n")] != 0 ||
           (length > 0 && (text[0] == ' ' || text[length - 1] == ' '));
}

void csv_field(struct buffer *buffer, const char *text) {
    if (!needs_quotes(text)) {
        buffer_text(buffer, text);
        return;
    }
    buffer_char(buffer, '"');
    for (; *text; text++) {
        if (*text == '"')
            buffer_char(buffer, '"');
        buffer_char(buffer, *text);
    }
    buffer_char(buffer, '"');
}
