// SPDX-License-Identifier: GPL-3.0-or-later
#include "line_reader.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"

enum { CHUNK = 4096 };

struct line_reader {
    int descriptor;
    char *text;            // owned
    size_t from, to, room; // [from, to) is read and not yet given away
    size_t searched;       // up to here there is no line end
    bool skips;            // inside a line that is too long
    bool ended;
};

struct line_reader *line_reader_create(int descriptor) {
    struct line_reader *reader = mem_calloc(1, sizeof *reader);
    reader->descriptor = descriptor;
    return reader;
}

void line_reader_destroy(struct line_reader *reader) {
    free(reader->text);
    free(reader);
}

int line_reader_descriptor(const struct line_reader *reader) {
    return reader->descriptor;
}

// Room for CHUNK bytes and a final 0 behind `to`.
static void make_room(struct line_reader *reader) {
    if (reader->from > 0) {
        memmove(reader->text, reader->text + reader->from, reader->to - reader->from);
        reader->to -= reader->from;
        reader->searched -= reader->from;
        reader->from = 0;
    }
    if (reader->room > reader->to + CHUNK)
        return;
    reader->room = 2 * reader->room + CHUNK + 1;
    reader->text = mem_realloc(reader->text, reader->room);
}

// Reads what is there, without waiting. False when there is nothing (yet).
static bool fill(struct line_reader *reader) {
    struct pollfd watched = {.fd = reader->descriptor, .events = POLLIN};
    int ready = poll(&watched, 1, 0);
    if (ready == 0 || (ready < 0 && errno == EINTR))
        return false;
    ssize_t count = -1;
    if (ready > 0) {
        make_room(reader);
        count = read(reader->descriptor, reader->text + reader->to, CHUNK);
    }
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return false;
    if (count <= 0) {
        reader->ended = true;
        return false;
    }
    for (char *byte = reader->text + reader->to; byte < reader->text + reader->to + count; byte++)
        if (*byte == 0)
            *byte = ' ';
    reader->to += (size_t)count;
    return true;
}

// Gives away the text up to `end`; `next` is where the rest begins.
static enum line_status give(struct line_reader *reader, size_t end, size_t next, char **line) {
    *line = reader->text + reader->from;
    bool too_long = reader->skips || end - reader->from > LINE_LIMIT;
    if (end > reader->from && reader->text[end - 1] == '\r')
        end--;
    reader->text[end] = 0;
    reader->from = reader->searched = next;
    reader->skips = false;
    return too_long ? LINE_TOO_LONG : LINE_READY;
}

enum line_status line_reader_next(struct line_reader *reader, char **line) {
    do {
        char *end = reader->to > reader->searched ? memchr(reader->text + reader->searched, '\n',
                                                           reader->to - reader->searched)
                                                  : NULL;
        if (end) {
            size_t at = (size_t)(end - reader->text);
            return give(reader, at, at + 1, line);
        }
        reader->searched = reader->to;
        if (reader->to - reader->from > LINE_LIMIT) { // keeps no more of it than this
            reader->skips = true;
            reader->from = reader->to;
            return LINE_NONE; // who waits for the end of a line without one can do something else
        }
    } while (!reader->ended && fill(reader));
    if (!reader->ended)
        return LINE_NONE;
    if (reader->to > reader->from || reader->skips)
        return give(reader, reader->to, reader->to, line);
    return LINE_END;
}
