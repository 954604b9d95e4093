// SPDX-License-Identifier: GPL-3.0-or-later
// Text as terminals, XML and HTML take it.
#pragma once

#include "buffer.h"

// Columns that a UTF-8 text takes on a terminal: ideographs two, combining marks none.
int text_width(const char *text);
int text_width_of(const char *text, size_t length); // of its first bytes

// Adds text as XML and HTML take it between tags and in quotes: markup escaped, control characters
// and what is no UTF-8 replaced by U+FFFD, so that no name of a player can break a page.
void text_markup(struct buffer *out, const char *text);
