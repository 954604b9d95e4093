// SPDX-License-Identifier: GPL-3.0-or-later
// Pages: a JSON document that draws itself (assets/report.js, assets/card.js), and a game. Nothing
// but data and programs of its own is in a page, and nothing is asked of any network.
#pragma once

#include <cjson/cJSON.h>

#include "buffer.h"
#include "error.h"
#include "values.h"

enum web_document {
    WEB_REPORT, // sections of figures and tables
    WEB_CARD,   // one picture of a game
    WEB_GAME,   // web_page
    WEB_LAB,    // web_page with a report
};

// Adds the page of a report's document (report.h), WEB_REPORT or WEB_CARD. `title` stands until the
// page has drawn itself. All texts are escaped.
void web_document(enum web_document kind, const cJSON *document, const char *title,
                  struct buffer *out);

// What a board needs to be drawn: { files, ranks, zone: ["a1", ...], drops, order: ["B", ...],
// pieces: { "B": { id, name, royal }, "+B": ... } }. cJSON_Delete.
cJSON *web_board(const struct tables *tables);

// Has this program the engine for pages? Without it a page shows the game and cannot be played on.
bool web_has_engine(void);

struct web_page {
    const struct tables *tables;
    const struct values *values; // the engine's
    const char *program;         // what made the page: "kagami 1.0"
    bool engine;                 // to be put in; asks for web_has_engine
    // A report's document (report.h) to be drawn as the last part, with "summary", an array of
    // sentences that stand below the board; or NULL.
    const cJSON *report;
};

// Adds the page of a game: its rules in words, its start position, its pieces with their moves
// drawn, and a board to play on, with rules and engine in the page. All that comes from the variant
// is escaped. Errors: a start position that is none.
bool web_page(const struct web_page *page, struct buffer *out, struct error *error);
