// SPDX-License-Identifier: GPL-3.0-or-later
#include "web_text.h"
#include "json_file.h"

#include <stdio.h>

static void add_form(cJSON *pieces, const struct variant *variant, Type type) {
    const struct piece *form = &variant->piece[type];
    bool promoted = type & TYPE_PROMOTED;
    char key[3] = {'+', type_letter(type), 0};
    cJSON *piece = json_add_object(pieces, promoted ? key : key + 1);
    json_add_text(piece, "id", form->id);
    json_add_text(piece, "name", form->name);
    if (form->royal)
        json_add_flag(piece, "royal", true);
}

cJSON *web_board(const struct tables *tables) {
    const struct variant *variant = &tables->variant;
    cJSON *json = cJSON_CreateObject();
    json_add_number(json, "files", variant->files);
    json_add_number(json, "ranks", variant->ranks);
    cJSON *zone = json_add_array(json, "zone");
    for (int i = 0; i < tables->files * tables->ranks; i++) {
        char name[16];
        int file = i % tables->files, rank = i / tables->files;
        Square square = square_at(file, rank);
        snprintf(name, sizeof name, "%c%d", 'a' + file, rank + 1);
        if (tables->in_zone[FIRST][square] || tables->in_zone[SECOND][square])
            json_append(zone, cJSON_CreateString(name));
    }
    json_add_flag(json, "drops", tables->drops);
    cJSON *order = json_add_array(json, "order");
    cJSON *pieces = json_add_object(json, "pieces");
    for (int i = 0; i < variant->base_count; i++) {
        Type base = variant->bases[i];
        const char letter[2] = {type_letter(base), 0};
        json_append(order, cJSON_CreateString(letter));
        add_form(pieces, variant, base);
        if (variant->promotes[base])
            add_form(pieces, variant, base | TYPE_PROMOTED);
    }
    return json;
}

static void begin(struct buffer *out, const char *type, const char *id) {
    buffer_printf(out, "<script type=\"%s\" id=\"%s\">", type, id);
}

// A '<' could end the element that holds the text; in JSON it stands in strings alone.
void web_add_json(struct buffer *out, const char *id, const cJSON *json) {
    char *text = cJSON_PrintUnformatted(json);
    begin(out, "application/json", id);
    for (const char *at = text; *at; at++)
        if (*at == '<')
            buffer_text(out, "\\u003c");
        else
            buffer_char(out, *at);
    buffer_text(out, "</script>\n");
    cJSON_free(text);
}

// RFC 4648, section 4.
void web_add_bytes(struct buffer *out, const char *id, const void *bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *byte = bytes;
    begin(out, "text/plain", id);
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i < 3 ? size - i : 3;
        unsigned group = 0;
        for (size_t k = 0; k < 3; k++)
            group = group << 8 | (k < left ? byte[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            buffer_char(out, k <= left ? digits[group >> (18 - 6 * k) & 63] : '=');
    }
    buffer_text(out, "</script>\n");
}
