// SPDX-License-Identifier: GPL-3.0-or-later
#include "web_page.h"
#include "json_file.h"

#include <assert.h>
#include <stdlib.h>

#include "memory.h"
#include "notation.h"
#include "wasm_game.h"
#include "web_assets.h"
#include "web_module_internal.h"
#include "web_sections_internal.h"
#include "web_text.h"

bool web_has_engine(void) {
    return web_module_size > 0;
}

// The page may run its own programs and the engine, and ask nothing of anybody.
static const char policy[] =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; base-uri "
    "'none'; form-action 'none'\">\n";

// Whose game it is, with a link to its page.
static void add_author(const struct variant *variant, struct buffer *out) {
    buffer_text(out, *variant->author ? "<p>By " : "<p>");
    if (*variant->url)
        web_element(out, "<a rel=\"noreferrer\" href=\"", variant->url, "\">");
    web_element(out, "", *variant->author ? variant->author : variant->url, "");
    buffer_text(out, *variant->url ? "</a></p>\n" : "</p>\n");
}

static void add_head(const struct variant *variant, struct buffer *out) {
    buffer_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    buffer_text(out, policy);
    web_element(out, "<meta name=\"description\" content=\"", variant->about, "\">\n");
    web_element(out, "<title>", variant->title, "</title>\n<style>\n");
    buffer_text(out, web_game_css);
    buffer_text(out, web_board_css);
    buffer_text(out, "</style>\n</head>\n<body>\n");
    web_element(out, "<header><h1>", variant->title, "</h1>\n");
    web_element(out, "<p>", variant->about, "</p>\n");
    if (*variant->author || *variant->url)
        add_author(variant, out);
    buffer_text(out, "</header>\n<main>\n");
}

static void add_play(bool engine, struct buffer *out) {
    if (engine)
        buffer_text(out, "<section><h2>Play</h2>\n<p>Click a piece and then a marked square; a "
                         "piece that moves in two steps takes one click more. A piece in hand is "
                         "clicked and then put on a marked square.</p>\n");
    else
        buffer_text(out, "<section><h2>The board</h2>\n<p class=\"notice\">This page was made "
                         "without the engine: it shows the game and cannot be played on.</p>\n");
    buffer_text(out, "<div id=\"board\"><noscript>The board needs JavaScript.</noscript></div>\n"
                     "</section>\n");
}

static void add_game(const struct web_page *page, const struct position *start,
                     struct buffer *out) {
    char fen[FEN_TEXT];
    cJSON *json = cJSON_CreateObject();
    json_add(json, "board", web_board(page->tables));
    json_add_text(json, "start", fen_print(start, fen));
    web_add_json(out, "game", json);
    cJSON_Delete(json);
}

// The rest of the page's data: what a worker runs, the engine, and the game that it is to know.
static void add_engine(const struct web_page *page, struct buffer *out) {
    struct wasm_image *image = mem_alloc(sizeof *image);
    wasm_image_fill(image, page->tables, page->values);
    buffer_text(out, "<script type=\"text/plain\" id=\"worker\">\n");
    buffer_text(out, web_worker_js);
    buffer_text(out, "</script>\n");
    web_add_bytes(out, "image", image, sizeof *image);
    web_add_bytes(out, "module", web_module, web_module_size);
    free(image);
}

bool web_page(const struct web_page *page, struct buffer *out, struct error *error) {
    assert(!page->engine || web_has_engine());
    const struct tables *tables = page->tables;
    struct position start;
    if (!fen_parse(variant_start_fen(&tables->variant, &tables->rules), tables, &start, error))
        return false;
    add_head(&tables->variant, out);
    add_play(page->engine, out);
    web_rules(&start, out);
    web_pieces(&start, out);
    web_element(out, "</main>\n<footer>Made by ", page->program,
                ". Board and engine are free software under the GNU General Public License, "
                "version 3 or later");
    buffer_text(out, !page->engine ? ".</footer>\n"
                                   : "; the engine contains parts of musl, &copy; 2005-2019 Rich "
                                     "Felker and others, under the MIT licence.</footer>\n");
    add_game(page, &start, out);
    if (page->engine)
        add_engine(page, out);
    buffer_text(out, "<script>\n");
    buffer_text(out, web_board_js);
    buffer_text(out, "</script>\n<script>\n");
    buffer_text(out, web_engine_js);
    buffer_text(out, "</script>\n<script>\n");
    buffer_text(out, web_play_js);
    buffer_text(out, "</script>\n</body>\n</html>\n");
    return true;
}
