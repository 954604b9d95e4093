// SPDX-License-Identifier: GPL-3.0-or-later
// A JSON document as one page that draws itself (assets/report.js, assets/card.js): nothing but the
// document and its programs is in it, and nothing is asked of any network.
#pragma once

#include <cjson/cJSON.h>

#include "buffer.h"

enum web_document {
    WEB_REPORT, // sections of figures and tables
    WEB_CARD,   // one picture of a game
};

// Adds the page of a report's document (report.h). `title` stands until the page has drawn itself.
// All texts are escaped.
void web_document(enum web_document kind, const cJSON *document, const char *title,
                  struct buffer *out);
