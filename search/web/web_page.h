// SPDX-License-Identifier: GPL-3.0-or-later
// A game as one page to be put on the web: its rules in words, its start position, its pieces with
// their moves drawn, and a board to play on. Rules and engine are in the page; nothing is asked of
// any network.
#pragma once

#include "buffer.h"
#include "error.h"
#include "values.h"

// Has this program the engine for pages? Without it a page shows the game and cannot be played on.
bool web_has_engine(void);

struct web_page {
    const struct tables *tables;
    const struct values *values; // the engine's
    const char *program;         // what made the page: "kagami 1.0"
    bool engine;                 // to be put in; asks for web_has_engine
};

// Adds the page. All that comes from the variant is escaped. Errors: a start position that is none,
// memory.
bool web_page(const struct web_page *page, struct buffer *out, struct error *error);
