// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a game's page. tests/browser/play.sh has the page itself, in a browser.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "setup.h"
#include "variant.h"
#include "web_document.h"

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
        cmocka_unit_test(test_pages),
        cmocka_unit_test(test_markup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
