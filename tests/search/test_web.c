// SPDX-License-Identifier: GPL-3.0-or-later
// A game for a page: the functions that the WebAssembly module exports, here as the program has
// them, and the page's text. tests/browser/play.sh has the module itself, in a browser.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation.h"
#include "setup.h"
#include "variant.h"
#include "wasm_game.h"
#include "web_document.h"

enum { HASH = 1 << 20 };

static void add_image(const char *variant, struct buffer *out) {
    struct tables *tables = setup_tables(variant, "");
    struct values values;
    struct error error;
    values_default(tables, &values);
    assert_true(wasm_image_add(tables, &values, out, &error));
    free(tables);
}

static struct wasm_game *new_game(const char *variant) {
    struct buffer image = buffer_init();
    add_image(variant, &image);
    struct wasm_game *game = wasm_game_new(image.data, image.length, HASH);
    assert_non_null(game);
    buffer_destroy(&image);
    return game;
}

// Whether the last answer has that part.
static bool says(const struct wasm_game *game, const char *part) {
    return strstr(wasm_game_text(game), part);
}

// How many moves a position has; the whole is JSON.
static int moves(const struct wasm_game *game) {
    cJSON *json = cJSON_Parse(wasm_game_text(game));
    int count = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(json, "moves"));
    cJSON_Delete(json);
    return count;
}

static void test_images(void **state) {
    (void)state;
    struct buffer image = buffer_init(), again = buffer_init();
    add_image("minishogi", &image);
    add_image("minishogi", &again);
    assert_int_equal(image.length, again.length);
    assert_memory_equal(image.data, again.data, image.length);
    const size_t lengths[] = {0, 4, sizeof(struct wasm_image), image.length - 1, image.length + 1};
    for (int i = 0; i < ARRAY_LENGTH(lengths); i++) // the last one by the 0 behind each buffer
        assert_null(wasm_game_new(image.data, lengths[i], HASH));
    // A text that is none of its kind, and one without an end.
    again.data[sizeof(struct wasm_image)] ^= 1;
    assert_null(wasm_game_new(again.data, again.length, HASH));
    image.data[image.length - 1] = '1';
    assert_null(wasm_game_new(image.data, image.length, HASH));
    wasm_game_destroy(NULL);
    buffer_destroy(&image);
    buffer_destroy(&again);
}

static void test_moves(void **state) {
    (void)state;
    struct wasm_game *game = new_game("shogi");
    char start[1 << 12];
    wasm_game_state(game);
    snprintf(start, sizeof start, "%s", wasm_game_text(game));
    assert_int_equal(moves(game), 30);
    assert_true(says(game, "\"check\":false,\"result\":\"*\",\"ending\":\"none\"}"));
    assert_false(wasm_game_undo(game));
    assert_true(wasm_game_play(game, "c3c4"));
    assert_true(wasm_game_play(game, "g7g6"));
    assert_false(wasm_game_play(game, "a1a9"));
    assert_true(says(game, "a1a9"));
    assert_false(wasm_game_play(game, "what"));
    assert_true(wasm_game_play(game, "b2h8+"));
    wasm_game_state(game);
    assert_true(says(game, "[B] b"));
    for (int i = 0; i < 3; i++)
        assert_true(wasm_game_undo(game));
    wasm_game_state(game);
    assert_string_equal(wasm_game_text(game), start);
    wasm_game_destroy(game);
}

static void test_ends(void **state) {
    (void)state;
    struct wasm_game *game = new_game("shogi");
    assert_false(wasm_game_start(game, "9/9 w"));
    assert_true(wasm_game_start(game, "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1"));
    wasm_game_state(game);
    assert_true(says(game, ",\"G@e8\""));
    wasm_game_search(game, 1000);
    assert_string_equal(wasm_game_text(game), "{\"best\":\"G@e8\",\"mate\":1}");
    assert_true(wasm_game_play(game, "G@e8"));
    wasm_game_state(game);
    assert_true(
        says(game, "\"moves\":[],\"check\":true,\"result\":\"1-0\",\"ending\":\"checkmate\"}"));
    wasm_game_search(game, 1000);
    assert_string_equal(wasm_game_text(game), "{}");
    // To and fro: the position occurs for the fourth time.
    static const char *const round[] = {"e1e2", "e9d9", "e2e1", "d9e9"};
    assert_true(wasm_game_start(game, "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1"));
    for (int i = 0; i < 12; i++)
        assert_true(wasm_game_play(game, round[i % 4]));
    wasm_game_state(game);
    assert_true(says(game, "\"result\":\"1/2-1/2\",\"ending\":\"repetition\""));
    wasm_game_destroy(game);
}

// The same search as the program's own.
static void test_search(void **state) {
    (void)state;
    struct wasm_game *game = new_game("kagamigi");
    struct tables *tables = setup_tables("kagamigi", "");
    struct values values;
    struct position start;
    struct error error;
    struct search_result result;
    char move[MOVE_TEXT], answer[64];
    values_default(tables, &values);
    struct engine *engine = engine_create(tables, &values, HASH, &error);
    assert_non_null(engine);
    const char *fen = variant_start_fen(&tables->variant, &tables->rules);
    assert_true(fen_parse(fen, tables, &start, &error));
    engine_search(engine, &start, NULL, (struct limits){.nodes = 3000}, &result);
    wasm_game_search(game, 3000);
    snprintf(answer, sizeof answer, "{\"best\":\"%s\",\"expected\":%.4f}",
             move_print(result.best, move), engine_expected(engine, result.score));
    assert_string_equal(wasm_game_text(game), answer);
    engine_destroy(engine);
    free(tables);
    wasm_game_destroy(game);
}

static char *page_of(const struct tables *tables, bool engine) {
    struct buffer text = buffer_init();
    struct values values;
    struct error error;
    values_default(tables, &values);
    const struct web_page page = {tables, &values, "kagami <b>", engine};
    assert_true(web_page(&page, &text, &error));
    return text.data;
}

static void test_pages(void **state) {
    (void)state;
    for (int i = 0; variant_builtin_name(i); i++) {
        struct tables *tables = setup_tables(variant_builtin_name(i), "");
        char *shown = page_of(tables, false);
        assert_non_null(strstr(shown, "without the engine: it"));
        assert_null(strstr(shown, "id=\"module\""));
        // Of another place it knows a name alone, that of pictures.
        for (const char *at = shown; (at = strstr(at, "://")); at++)
            assert_memory_equal(at, "://www.w3.org/2000/svg", 22);
        free(shown);
        if (web_has_engine()) {
            char *played = page_of(tables, true);
            assert_null(strstr(played, "without the engine: it"));
            // What every module begins with, in base64: 0, "asm", version 1.
            assert_non_null(strstr(played, "id=\"module\">AGFzbQEAAA"));
            free(played);
        }
        free(tables);
    }
}

// A file of a stranger: all of its texts stand in the page as texts.
static void test_markup(void **state) {
    (void)state;
    struct tables *tables = setup_tables("minishogi", "");
    struct variant *variant = &tables->variant;
    static const char evil[] = "</script><img src=x onerror=alert(1)><!--&\x01\xff";
    snprintf(variant->title, sizeof variant->title, "%s", evil);
    snprintf(variant->about, sizeof variant->about, "%s\" onload=\"x", evil);
    snprintf(variant->author, sizeof variant->author, "%s", evil);
    snprintf(variant->url, sizeof variant->url, "https://a\" onload=\"x%s", evil);
    for (int type = 1; type < TYPES; type++) {
        snprintf(variant->piece[type].name, sizeof variant->piece[type].name, "%s", evil);
        snprintf(variant->piece[type].id, sizeof variant->piece[type].id, "<i>\"'&");
    }
    char *text = page_of(tables, false);
    assert_null(strstr(text, "<img"));
    assert_null(strstr(text, "<i>"));
    assert_null(strstr(text, "<b>"));
    assert_null(strstr(text, "\" onload"));
    assert_null(strchr(text, '\x01'));
    assert_non_null(strstr(text, "<p>By <a rel=\"noreferrer\" href=\"https://a&quot; onload"));
    int scripts = 0;
    for (const char *at = text; (at = strstr(at, "</script>")); at++)
        scripts++;
    assert_int_equal(scripts, 4); // the game, the board, the engine's side, the page
    free(text);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_images), cmocka_unit_test(test_moves), cmocka_unit_test(test_ends),
        cmocka_unit_test(test_search), cmocka_unit_test(test_pages), cmocka_unit_test(test_markup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
