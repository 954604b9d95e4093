// SPDX-License-Identifier: GPL-3.0-or-later
#include "web_document.h"

#include <stdio.h>

#include "json_file.h"
#include "text.h"
#include "web_assets.h"

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

// The page may run its own programs and save its own pictures, and ask nothing of anybody.
static const char policy[] =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'; script-src 'unsafe-inline'; img-src blob:; base-uri 'none'; form-action "
    "'none'\">\n";

static const struct {
    const char *root; // where the page draws itself
    const char *style[3], *program[6];
} pages[] = {
    [WEB_REPORT] = {"report",
                    {web_plot_css, web_page_css, web_board_css},
                    {web_board_js, web_plot_js, web_numbers_js, web_figures_js, web_report_js}},
    [WEB_CARD] = {"card",
                  {web_plot_css, web_card_css},
                  {web_board_js, web_plot_js, web_numbers_js, web_figures_js, web_report_js,
                   web_card_js}},
};

void web_document(enum web_document kind, const cJSON *document, const char *title,
                  struct buffer *out) {
    buffer_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    buffer_text(out, policy);
    buffer_text(out, "<title>");
    text_markup(out, title);
    buffer_text(out, "</title>\n<style>\n");
    for (int i = 0; i < ARRAY_LENGTH(pages[kind].style) && pages[kind].style[i]; i++)
        buffer_text(out, pages[kind].style[i]);
    buffer_printf(out,
                  "</style>\n</head>\n<body>\n<div id=\"%s\"><noscript>This page draws itself with "
                  "JavaScript, which is off here.</noscript></div>\n",
                  pages[kind].root);
    web_add_json(out, "data", document);
    for (int i = 0; i < ARRAY_LENGTH(pages[kind].program) && pages[kind].program[i]; i++) {
        buffer_text(out, "<script>\n");
        buffer_text(out, pages[kind].program[i]);
        buffer_text(out, "</script>\n");
    }
    buffer_text(out, "</body>\n</html>\n");
}
