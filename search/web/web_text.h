// SPDX-License-Identifier: GPL-3.0-or-later
// What goes into a page beside its text: data for its programs. Nothing of it can end the element
// that holds it.
#pragma once

#include <cjson/cJSON.h>

#include "buffer.h"
#include "tables.h"

// What a board needs to be drawn: { files, ranks, zone: ["a1", ...], drops, order: ["B", ...],
// pieces: { "B": { id, name, royal }, "+B": ... } }. cJSON_Delete.
cJSON *web_board(const struct tables *tables);

// Adds the JSON as an element that a program finds by its id.
void web_add_json(struct buffer *out, const char *id, const cJSON *json);

// Adds bytes in base64 in such an element.
void web_add_bytes(struct buffer *out, const char *id, const void *bytes, size_t size);
