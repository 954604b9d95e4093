// SPDX-License-Identifier: GPL-3.0-or-later
#include "web_page.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagram.h"
#include "json_file.h"
#include "memory.h"
#include "notation.h"
#include "text.h"
#include "wasm_game.h"
#include "web_assets.h"
#include "web_document.h"

static const struct diagram_style drawn = {.unicode = true};

static void add_element(struct buffer *out, const char *open, const char *text, const char *close) {
    buffer_text(out, open);
    text_markup(out, text);
    buffer_text(out, close);
}

// Adds, escaped, what was drawn, and destroys it.
static void add_drawn(struct buffer *out, struct buffer *text) {
    text_markup(out, text->length ? text->data : "");
    buffer_destroy(text);
}

static bool has_form(const struct variant *variant, Type type) {
    Type base = type & (BASE_TYPES - 1);
    return variant->exists[base] && (type == base || variant->promotes[base]);
}

// Rules

// "King", "King or Crown Prince".
static void add_royals(const struct variant *variant, struct buffer *out) {
    int count = 0;
    for (int i = 0; i < 2 * variant->base_count; i++) {
        Type type = variant->bases[i / 2] | (i % 2 ? TYPE_PROMOTED : 0);
        if (has_form(variant, type) && variant->piece[type].royal)
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

// The page may run its own programs and the engine, and ask nothing of anybody.
static const char policy[] =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; base-uri "
    "'none'; form-action 'none'\">\n";

// Whose game it is, with a link to its page.
static void add_author(const struct variant *variant, struct buffer *out) {
    buffer_text(out, *variant->author ? "<p>By " : "<p>");
    if (*variant->url)
        add_element(out, "<a rel=\"noreferrer\" href=\"", variant->url, "\">");
    add_element(out, "", *variant->author ? variant->author : variant->url, "");
    buffer_text(out, *variant->url ? "</a></p>\n" : "</p>\n");
}

static void add_head(const struct variant *variant, struct buffer *out) {
    buffer_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    buffer_text(out, policy);
    add_element(out, "<meta name=\"description\" content=\"", variant->about, "\">\n");
    add_element(out, "<title>", variant->title, "</title>\n<style>\n");
    buffer_text(out, web_game_css);
    buffer_text(out, web_board_css);
    buffer_text(out, "</style>\n</head>\n<body>\n");
    add_element(out, "<header><h1>", variant->title, "</h1>\n");
    add_element(out, "<p>", variant->about, "</p>\n");
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
    add_rules(&start, out);
    add_pieces(&start, out);
    add_element(out, "</main>\n<footer>Made by ", page->program,
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
