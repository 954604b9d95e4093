// SPDX-License-Identifier: GPL-3.0-or-later
#include "web_document.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>

#include "diagram.h"
#include "game_image.h"
#include "json_file.h"
#include "notation.h"
#include "web_assets.h"

// Adds text as XML and HTML take it between tags and in quotes: markup escaped, control characters
// and what is no UTF-8 replaced by U+FFFD, so that no name of a player can break a page.
static void add_markup(struct buffer *out, const char *text) {
    uint32_t code;
    for (const char *at = text; *at;) {
        int length = text_character(at, &code);
        if (length == 0 || (code < ' ' && code != '\n' && code != '\t') || code == 0x7F)
            buffer_text(out, "\xEF\xBF\xBD");
        else if (*at == '<')
            buffer_text(out, "&lt;");
        else if (*at == '>')
            buffer_text(out, "&gt;");
        else if (*at == '&')
            buffer_text(out, "&amp;");
        else if (*at == '"')
            buffer_text(out, "&quot;");
        else if (*at == '\'')
            buffer_text(out, "&#39;");
        else
            buffer_add(out, at, (size_t)length);
        at += length ? length : 1;
    }
}

// Data of a page for its programs. Nothing of it can end the element that holds it.

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

static void add_data(struct buffer *out, const char *type, const char *id) {
    buffer_printf(out, "<script type=\"%s\" id=\"%s\">", type, id);
}

// Adds the JSON as an element that a program finds by its id. A '<' could end the element that
// holds the text; in JSON it stands in strings alone.
static void add_json(struct buffer *out, const char *id, const cJSON *json) {
    char *text = cJSON_PrintUnformatted(json);
    add_data(out, "application/json", id);
    for (const char *at = text; *at; at++)
        if (*at == '<')
            buffer_text(out, "\\u003c");
        else
            buffer_char(out, *at);
    buffer_text(out, "</script>\n");
    cJSON_free(text);
}

// Adds bytes in base64 (RFC 4648, section 4) in such an element.
static void add_bytes(struct buffer *out, const char *id, const void *bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *byte = bytes;
    add_data(out, "text/plain", id);
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

// What a page is made of. It may run its own programs, and ask nothing of anybody.
static const struct page {
    const char *policy; // what it may do beside that
    const char *style[4], *program[7];
} pages[] = {
    [WEB_REPORT] = {"script-src 'unsafe-inline'; img-src blob:",
                    {web_plot_css, web_board_css, web_page_css},
                    {web_board_js, web_numbers_js, web_plot_js, web_figures_js, web_report_js}},
    [WEB_CARD] = {"script-src 'unsafe-inline'; img-src blob:",
                  {web_plot_css, web_card_css},
                  {web_board_js, web_numbers_js, web_plot_js, web_figures_js, web_report_js,
                   web_card_js}},
    [WEB_GAME] = {"script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:",
                  {web_board_css, web_game_css},
                  {web_board_js, web_engine_js, web_play_js}},
    [WEB_LAB] = {"script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; img-src blob:",
                 {web_plot_css, web_board_css, web_page_css, web_game_css},
                 {web_board_js, web_numbers_js, web_plot_js, web_figures_js, web_report_js,
                  web_engine_js, web_play_js}},
};

static void add_element(struct buffer *out, const char *open, const char *text, const char *close) {
    buffer_text(out, open);
    add_markup(out, text);
    buffer_text(out, close);
}

// All before the body's first element. `about` may be NULL.
static void add_head(enum web_document kind, const char *title, const char *about,
                     struct buffer *out) {
    const struct page *page = &pages[kind];
    buffer_printf(out,
                  "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src 'unsafe-inline'; %s; base-uri 'none'; form-action 'none'\">\n",
                  page->policy);
    if (about)
        add_element(out, "<meta name=\"description\" content=\"", about, "\">\n");
    add_element(out, "<title>", title, "</title>\n<style>\n");
    for (int i = 0; i < ARRAY_LENGTH(page->style) && page->style[i]; i++)
        buffer_text(out, page->style[i]);
    buffer_text(out, "</style>\n</head>\n<body>\n");
}

// All behind the page's data.
static void add_programs(enum web_document kind, struct buffer *out) {
    const struct page *page = &pages[kind];
    for (int i = 0; i < ARRAY_LENGTH(page->program) && page->program[i]; i++)
        buffer_printf(out, "<script>\n%s</script>\n", page->program[i]);
    buffer_text(out, "</body>\n</html>\n");
}

void web_document(enum web_document kind, const cJSON *document, const char *title,
                  struct buffer *out) {
    add_head(kind, title, NULL, out);
    buffer_printf(out,
                  "<div id=\"%s\"><noscript>This page draws itself with JavaScript, which is off "
                  "here.</noscript></div>\n",
                  kind == WEB_REPORT ? "report" : "card");
    add_json(out, "data", document);
    add_programs(kind, out);
}

// The page of a game

static const struct diagram_style drawn = {.unicode = true};

// Adds, escaped, what was drawn, and destroys it.
static void add_drawn(struct buffer *out, struct buffer *text) {
    add_markup(out, text->length ? text->data : "");
    buffer_destroy(text);
}

// Rules

// "King", "King or Crown Prince".
static void add_royals(const struct variant *variant, struct buffer *out) {
    int count = 0;
    for (int i = 0; i < 2 * variant->base_count; i++) {
        Type base = variant->bases[i / 2], type = i % 2 ? base | TYPE_PROMOTED : base;
        if ((type == base || variant->promotes[base]) && variant->piece[type].royal)
            add_element(out, count++ ? " or " : "", variant->piece[type].name, "");
    }
}

// "You also win by bringing your King to *9 ..."
static void add_flag(const struct tables *tables, struct buffer *out) {
    const struct variant *variant = &tables->variant;
    char pieces[PIECES_TEXT];
    add_element(out, "<li>You also win with a flag piece (", variant_flag_pieces(variant, pieces),
                ") on one of your flag squares, ");
    for (enum side side = FIRST; side < SIDES; side++) {
        buffer_text(out, side == FIRST ? "the first player on " : "; the second player on ");
        bool any = false;
        for (int rank = 0; rank < tables->ranks; rank++)
            if (variant->flag_squares[side][rank] == (1 << tables->files) - 1) {
                buffer_printf(out, "%srank %d", any ? ", " : "", rank + 1);
                any = true;
            } else
                for (int file = 0; file < tables->files; file++)
                    if (variant->flag_squares[side][rank] >> file & 1) {
                        buffer_printf(out, "%s%c%d", any ? ", " : "", 'a' + file, rank + 1);
                        any = true;
                    }
        buffer_text(out, any ? "" : "none");
    }
    buffer_text(out, tables->flag == FLAG_SAFE
                         ? ", where nothing attacks it: at once, or after the other side's "
                           "move.</li>\n"
                         : ".</li>\n");
}

static bool any_promotes(const struct variant *variant) {
    bool any = false;
    for (int i = 0; i < variant->base_count; i++)
        any |= variant->promotes[variant->bases[i]];
    return any;
}

static void add_prose(const struct tables *tables, struct buffer *out) {
    const struct variant *variant = &tables->variant;
    const struct rules *rules = &tables->rules;
    bool several = tables->several_royals;
    buffer_printf(
        out,
        "<ul>\n<li>Two players move in turn on a board of %d files and %d ranks. The "
        "first player's pieces stand below and point up; the second player's point "
        "down.</li>\n<li>A piece moves as its diagram shows, seen from its owner, onto "
        "an empty square or one with a piece of the other side, which is captured.</li>\n",
        tables->files, tables->ranks);
    buffer_text(out, rules->value[RULE_ROYAL] == ROYAL_CAPTURE
                         ? "<li>You win by capturing the other side's "
                         : "<li>You win by checkmate: by attacking the other side's ");
    add_royals(variant, out);
    buffer_text(out, rules->value[RULE_ROYAL] == ROYAL_CAPTURE
                         ? several ? ", the last one where it has several.</li>\n" : ".</li>\n"
                     : several ? ", the last one where it has several, so that no move saves it. "
                                 "Nobody may leave the last of their own attacked.</li>\n"
                               : " so that no move saves it. Nobody may leave their own "
                                 "attacked.</li>\n");
    if (tables->flag != FLAG_OFF)
        add_flag(tables, out);
    if (tables->drops)
        buffer_text(out, "<li>Captured pieces change sides: whoever captures one holds it in hand, "
                         "unpromoted, and may put it on an empty square instead of moving.</li>\n");
    int zone = rules->value[RULE_ZONE];
    if (any_promotes(variant) && zone > 0) {
        buffer_text(out, "<li>The promotion zone of each player is the farthest ");
        if (zone == 1)
            buffer_text(out, "rank");
        else
            buffer_printf(out, "%d ranks", zone);
        add_element(
            out, ". What may promote: ",
            rule_value_meaning(RULE_PROMOTION_TRIGGER, rules->value[RULE_PROMOTION_TRIGGER]),
            ". A promoted piece has red letters and moves by its other diagram.</li>\n");
    }
    buffer_text(out, "</ul>\n");
}

// Every rule that the game has a choice of, as `kagami show` asks and answers.
static void add_list(const struct tables *tables, struct buffer *out) {
    const struct variant *variant = &tables->variant;
    buffer_text(out, "<dl class=\"rules\">\n");
    for (enum rule rule = 0; rule < RULES; rule++) {
        int value = tables->rules.value[rule];
        if (rule_value_count(rule) == 0 || !variant->has_rule[rule])
            continue;
        char question[256];
        snprintf(question, sizeof question, "%s", rule_question(rule));
        *question = (char)toupper((unsigned char)*question);
        add_element(out, "<dt>", question, "</dt><dd>");
        add_element(out, "", rule_value_meaning(rule, value), "</dd>\n");
    }
    buffer_text(out, "</dl>\n");
}

static void add_rules(const struct position *start, struct buffer *out) {
    struct buffer board = buffer_init();
    buffer_text(out, "<section><h2>Rules</h2>\n");
    add_prose(start->tables, out);
    add_list(start->tables, out);
    buffer_text(out, "</section>\n<section><h2>Start position</h2>\n<pre class=\"start\">");
    diagram_board(start, MOVE_NONE, drawn, &board);
    add_drawn(out, &board);
    buffer_text(out, "</pre>\n</section>\n");
}

// Pieces

static uint64_t add_moves(const struct piece *piece, bool promoted, int radius,
                          struct buffer *out) {
    struct diagram_moves diagram;
    diagram_moves(&piece->movement, radius, drawn, &diagram);
    add_element(out,
                promoted ? "<pre class=\"moves-of\" data-promoted data-id=\""
                         : "<pre class=\"moves-of\" data-id=\"",
                piece->id, "\">");
    for (int row = 0; row < diagram.rows; row++)
        add_element(out, "", diagram.row[row], "\n");
    buffer_text(out, "</pre>");
    return diagram.symbols;
}

static int on_board(const struct position *start, Type base) {
    int count = 0;
    for (int square = 0; square < SQUARES; square++)
        count += start->board[square] == piece_make(base, FIRST);
    return count + start->hand[FIRST][base];
}

static uint64_t add_piece(const struct position *start, Type base, struct buffer *out) {
    const struct variant *variant = &start->tables->variant;
    const struct piece *piece = &variant->piece[base], *promoted = NULL;
    int radius = diagram_radius(&piece->movement), count = on_board(start, base);
    if (variant->promotes[base]) {
        promoted = &variant->piece[base | TYPE_PROMOTED];
        int other = diagram_radius(&promoted->movement);
        radius = other > radius ? other : radius;
    }
    add_element(out, "<div class=\"piece-card\"><h3>", piece->id, " ");
    add_element(out, "", piece->name, "</h3>\n<p>");
    if (count > 0)
        buffer_printf(out, "%d a side at the start. ", count);
    buffer_text(out, !promoted ? "Does not promote." : "");
    if (promoted) {
        add_element(out, "Becomes ", promoted->id, " ");
        add_element(out, "", promoted->name, ".");
    }
    add_element(out, "</p>\n<p>Betza <code>", piece->betza, "</code>");
    if (promoted)
        add_element(out, ", promoted <code>", promoted->betza, "</code>");
    buffer_text(out, "</p>\n<div class=\"forms\"><div>");
    uint64_t symbols = add_moves(piece, false, radius, out);
    buffer_text(out, "</div>");
    if (promoted) {
        buffer_text(out, "<div>");
        symbols |= add_moves(promoted, true, radius, out);
        buffer_text(out, "</div>");
    }
    buffer_text(out, "</div></div>\n");
    return symbols;
}

static void add_pieces(const struct position *start, struct buffer *out) {
    const struct variant *variant = &start->tables->variant;
    struct buffer cards = buffer_init(), legend = buffer_init();
    uint64_t symbols = 0;
    for (int i = 0; i < variant->base_count; i++)
        symbols |= add_piece(start, variant->bases[i], &cards);
    buffer_text(out, "<section><h2>Pieces</h2>\n<p>The letters of a piece, its moves, and to the "
                     "right those of its promoted form.</p>\n<pre class=\"legend\">");
    diagram_legend(symbols, drawn, INT_MAX / 2, &legend);
    add_drawn(out, &legend);
    buffer_text(out, "</pre>\n<div class=\"pieces\">\n");
    if (cards.data)
        buffer_add(out, cards.data, cards.length);
    buffer_text(out, "</div>\n</section>\n");
    buffer_destroy(&cards);
}

// The page

bool web_has_engine(void) {
    return web_module_size > 0;
}

// Whose game it is, with a link to its page.
static void add_author(const struct variant *variant, struct buffer *out) {
    buffer_text(out, *variant->author ? "<p>By " : "<p>");
    if (*variant->url)
        add_element(out, "<a rel=\"noreferrer\" href=\"", variant->url, "\">");
    add_element(out, "", *variant->author ? variant->author : variant->url, "");
    buffer_text(out, *variant->url ? "</a></p>\n" : "</p>\n");
}

static void add_header(const struct variant *variant, struct buffer *out) {
    add_element(out, "<header><h1>", variant->title, "</h1>\n");
    add_element(out, "<p>", variant->about, "</p>\n");
    if (*variant->author || *variant->url)
        add_author(variant, out);
    buffer_text(out, "</header>\n<main>\n");
}

static void add_play(bool engine, struct buffer *out) {
    if (engine)
        buffer_text(out, "<section><h2>Play</h2>\n<p>Click a piece, on the board or in hand, and "
                         "then a marked square, or pull it there. A piece that moves in two steps "
                         "takes one click more. The page's address is a link to the game.</p>\n");
    else
        buffer_text(out, "<section><h2>The board</h2>\n<p class=\"notice\">This page was made "
                         "without the engine: it shows the game and cannot be played on.</p>\n");
    buffer_text(out, "<div id=\"board\"><noscript>The board needs JavaScript.</noscript></div>\n"
                     "</section>\n");
}

// What was measured, in sentences; the report itself is the last of the page.
static void add_measured(const cJSON *report, struct buffer *out) {
    const cJSON *sentence;
    buffer_text(out, "<section><h2>What its games say</h2>\n");
    cJSON_ArrayForEach(sentence, cJSON_GetObjectItemCaseSensitive(report, "summary")) {
        if (cJSON_IsString(sentence))
            add_element(out, "<p class=\"answer\">", sentence->valuestring, "</p>\n");
    }
    buffer_text(out, "<p><a href=\"#report\">All measurements</a></p>\n</section>\n");
}

static void add_game(const struct web_page *page, const struct position *start,
                     struct buffer *out) {
    char fen[FEN_TEXT];
    cJSON *json = cJSON_CreateObject();
    json_add(json, "board", web_board(page->tables));
    json_add_text(json, "start", fen_print(start, fen));
    add_json(out, "game", json);
    cJSON_Delete(json);
}

// The rest of the page's data: what a worker runs, the engine, and the game that it is to know.
static bool add_engine(const struct web_page *page, struct buffer *out, struct error *error) {
    struct buffer image = buffer_init();
    bool done = game_image_add(page->tables, page->values, &image, error);
    add_data(out, "text/plain", "worker");
    buffer_printf(out, "\n%s%s</script>\n", web_library_js, web_worker_js);
    add_bytes(out, "image", image.data, image.length);
    add_bytes(out, "module", web_module, web_module_size);
    buffer_destroy(&image);
    return done;
}

bool web_page(const struct web_page *page, struct buffer *out, struct error *error) {
    assert(!page->engine || web_has_engine());
    const struct tables *tables = page->tables;
    struct position start;
    if (!fen_parse(NULL, tables, &start, error))
        return false;
    enum web_document kind = page->report ? WEB_LAB : WEB_GAME;
    add_head(kind, tables->variant.title, tables->variant.about, out);
    add_header(&tables->variant, out);
    add_play(page->engine, out);
    if (page->report)
        add_measured(page->report, out);
    add_rules(&start, out);
    add_pieces(&start, out);
    if (page->report)
        buffer_text(out, "<div id=\"report\" data-part></div>\n");
    add_element(out, "</main>\n<footer>Made by ", page->program,
                ". Board and engine are free software under the GNU General Public License, "
                "version 3 or later");
    buffer_text(out, !page->engine ? ".</footer>\n"
                                   : "; the engine contains parts of musl, &copy; 2005-2019 Rich "
                                     "Felker and others, under the MIT licence.</footer>\n");
    add_game(page, &start, out);
    if (page->report)
        add_json(out, "data", page->report);
    if (page->engine && !add_engine(page, out, error))
        return false;
    add_programs(kind, out);
    return true;
}
