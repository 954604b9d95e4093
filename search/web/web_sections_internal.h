// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a page that are read: plain HTML, complete without its programs.
#pragma once

#include "buffer.h"
#include "position.h"

// Adds `text` as a page shows it between `open` and `close`, which are markup.
void web_element(struct buffer *out, const char *open, const char *text, const char *close);

// The rules in words, and the start position.
void web_rules(const struct position *start, struct buffer *out);

// Every piece: what it is called, how it moves, what it becomes.
void web_pieces(const struct position *start, struct buffer *out);
