// SPDX-License-Identifier: GPL-3.0-or-later
#include "web_document.h"

#include "text.h"
#include "web_assets.h"
#include "web_text.h"

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
