// SPDX-License-Identifier: GPL-3.0-or-later
// Lines from a descriptor (standard input, a pipe) without waiting for them: for who also has
// something else to watch.
#pragma once

#include "base.h"

enum { LINE_LIMIT = 1 << 20 }; // bytes; longer lines are refused whole

enum line_status {
    LINE_READY,    // `line` holds the next one
    LINE_NONE,     // none yet: poll the descriptor for reading and ask again
    LINE_TOO_LONG, // a line beyond LINE_LIMIT was left out
    LINE_END       // no more will come: end of file, or reading failed
};

struct line_reader;

// Reads from `descriptor`, which stays the caller's.
struct line_reader *line_reader_create(int descriptor);
void line_reader_destroy(struct line_reader *reader);

// The next line, 0-terminated, without its line end (LF or CRLF); valid until the next call, and
// the caller may write into it. Never waits. Bytes 0 become blanks. A last line without a line end
// counts.
enum line_status line_reader_next(struct line_reader *reader, char **line);
