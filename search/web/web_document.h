// SPDX-License-Identifier: GPL-3.0-or-later
// A JSON document as one page that draws itself (assets/report.js, assets/card.js): nothing but the
// document and its programs is in it, and nothing is asked of any network.
#pragma once

#include <cjson/cJSON.h>

#include "buffer.h"
#include "tables.h"

enum web_document {
    WEB_REPORT, // sections of figures and tables
    WEB_CARD,   // one picture of a game
};

// Adds the page of a report's document (report.h). `title` stands until the page has drawn itself.
// All texts are escaped.
void web_document(enum web_document kind, const cJSON *document, const char *title,
                  struct buffer *out);

// What goes into a page beside its text: data for its programs. Nothing of it can end the element
// that holds it.

// What a board needs to be drawn: { files, ranks, zone: ["a1", ...], drops, order: ["B", ...],
// pieces: { "B": { id, name, royal }, "+B": ... } }. cJSON_Delete.
cJSON *web_board(const struct tables *tables);

// Adds the JSON as an element that a program finds by its id.
void web_add_json(struct buffer *out, const char *id, const cJSON *json);

// Adds bytes in base64 in such an element.
void web_add_bytes(struct buffer *out, const char *id, const void *bytes, size_t size);
