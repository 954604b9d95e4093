// SPDX-License-Identifier: GPL-3.0-or-later
#include "line_reader.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "memory.h"

enum { CHUNK = 4096 };

struct line_reader {
    int descriptor;
    struct buffer text; // from `from` on it is not yet given away
    size_t from;
    size_t searched; // up to here there is no line end
    bool skips;      // inside a line that is too long
    bool ended;
};

struct line_reader *line_reader_create(int descriptor) {
    struct line_reader *reader = mem_calloc(1, sizeof *reader);
    reader->descriptor = descriptor;
    reader->text = buffer_init();
    return reader;
}

void line_reader_destroy(struct line_reader *reader) {
    buffer_destroy(&reader->text);
    free(reader);
}

// Reads what is there, without waiting. False when there is nothing (yet).
static bool fill(struct line_reader *reader) {
    struct buffer *text = &reader->text;
    struct pollfd watched = {.fd = reader->descriptor, .events = POLLIN};
    char chunk[CHUNK];
    int ready = poll(&watched, 1, 0);
    if (ready == 0)
        return false;
    ssize_t count = ready > 0 ? read(reader->descriptor, chunk, sizeof chunk) : -1;
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return false;
    if (count <= 0) {
        reader->ended = true;
        return false;
    }
    for (ssize_t i = 0; i < count; i++)
        if (chunk[i] == 0)
            chunk[i] = ' ';
    if (reader->from > 0)
        memmove(text->data, text->data + reader->from, text->length - reader->from);
    text->length -= reader->from;
    reader->searched -= reader->from;
    reader->from = 0;
    buffer_add(text, chunk, (size_t)count);
    return true;
}

// Gives away the text up to `end`; `next` is where the rest begins.
static enum line_status give(struct line_reader *reader, size_t end, size_t next, char **line) {
    *line = reader->text.data + reader->from;
    bool too_long = reader->skips || end - reader->from > LINE_LIMIT;
    if (end > reader->from && reader->text.data[end - 1] == '\r')
        end--;
    reader->text.data[end] = 0;
    reader->from = reader->searched = next;
    reader->skips = false;
    return too_long ? LINE_TOO_LONG : LINE_READY;
}

enum line_status line_reader_next(struct line_reader *reader, char **line) {
    const struct buffer *text = &reader->text;
    do {
        const char *end =
            text->length > reader->searched
                ? memchr(text->data + reader->searched, '\n', text->length - reader->searched)
                : NULL;
        if (end) {
            size_t at = (size_t)(end - text->data);
            return give(reader, at, at + 1, line);
        }
        reader->searched = text->length;
        if (text->length - reader->from > LINE_LIMIT) { // keeps no more of it than this
            reader->skips = true;
            reader->from = text->length;
            return LINE_NONE; // who waits for the end of a line without one can do something else
        }
    } while (!reader->ended && fill(reader));
    if (!reader->ended)
        return LINE_NONE;
    if (text->length > reader->from || reader->skips)
        return give(reader, text->length, text->length, line);
    return LINE_END;
}
