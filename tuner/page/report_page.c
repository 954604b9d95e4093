// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_page.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "report_assets_internal.h"
#include "report_figures.h"
#include "report_sections.h"
#include "report_tables.h"
#include "web_assets.h"
#include "web_text.h"

enum { WIDE = 760, NARROW = 360, PAPER = 640 };

static void element(struct buffer *out, const char *open, const char *text, const char *close) {
    buffer_text(out, open);
    text_markup(out, text);
    buffer_text(out, close);
}

// What a section is called: "Kagamigi: values".
static void section_title(const cJSON *section, char title[256]) {
    static const char *const titles[][3] = {
        // of a kind: behind the game; without one
        {"values", ": values", ": values"},
        {"history", ": generations", "Generations"},
        {"spsa", ": SPSA", "SPSA"},
        {"comparison", ": rule settings compared", "Rule settings compared"},
        {"effects", NULL, "What each toggle does"},
        {"orders", NULL, "Do larger searches order the settings alike?"},
        {"worth", ": worth by armies", "Worth by armies"},
        {"verification", ": verification", "Verification"},
        {"ratings", ": round robin", "Round robin"},
    };
    const char *kind = json_text(section, "kind"), *game = json_text(section, "title");
    const cJSON *players = report_item(section, "players");
    if (cJSON_GetArraySize(players) > 1)
        snprintf(title, 256, "%.80s: %.60s against %.60s", game,
                 cJSON_GetStringValue(cJSON_GetArrayItem(players, 0)),
                 cJSON_GetStringValue(cJSON_GetArrayItem(players, 1)));
    else
        snprintf(title, 256, "%.80s: self-play", game);
    for (int i = 0; i < ARRAY_LENGTH(titles); i++)
        if (strcmp(kind, titles[i][0]) == 0) {
            bool of_game = *game && titles[i][1];
            snprintf(title, 256, "%.80s%s", of_game ? game : "", titles[i][of_game ? 1 : 2]);
        }
    if (*json_text(section, "lacking"))
        snprintf(title, 256, "%.80s: %.160s", game, json_text(section, "lacking"));
}

// Of a comparison, whose section stands before it.
static bool is_part(const cJSON *section) {
    const char *kind = json_text(section, "kind");
    return strcmp(kind, "effects") == 0 || strcmp(kind, "orders") == 0;
}

struct figures {
    struct buffer *out;
    int count;
};

// Drawn twice: a window shows the one that fits.
static void add_figure(void *context, const struct figure *figure) {
    struct figures *figures = context;
    struct plot_frame frame = {.label = figure->title};
    figures->count++;
    element(figures->out, "<figure><h4>", figure->title, "</h4>\n<div class=\"wide\">");
    frame.width = WIDE;
    figure->draw(&frame, figure->plot, figures->out);
    buffer_text(figures->out, "</div><div class=\"narrow\">");
    frame.width = NARROW;
    figure->draw(&frame, figure->plot, figures->out);
    element(figures->out, "</div>\n<figcaption>", figure->caption, "</figcaption></figure>\n");
}

static void add_viewer(const cJSON *section, int folder, int number, struct buffer *out) {
    int shown = cJSON_GetArraySize(report_item(section, "shown"));
    if (shown == 0)
        return;
    buffer_printf(
        out,
        "<h4>Games</h4>\n<p>%d of %.0f games are in this page; <code>--game NUMBER</code> "
        "puts in others. The curve is what a short search by the game's own values thinks of each "
        "position.</p>\n<div class=\"viewer\" data-folder=\"%d\" "
        "data-section=\"%d\"><noscript>Stepping through games needs "
        "JavaScript.</noscript></div>\n",
        shown, json_number(section, "games"), folder, number);
}

// How it was made, folded away.
static void add_origin(const cJSON *section, struct buffer *out) {
    buffer_text(out, "<details><summary>How it was made</summary>\n");
    report_origin_html(section, out);
    if (*json_text(section, "command"))
        element(out, "<pre class=\"command\"><code>", json_text(section, "command"),
                "</code></pre>\n");
    if (*json_text(section, "command") && json_number(section, "parts") > 1)
        buffer_printf(out,
                      "<p class=\"caption\">the first of %.0f parts, put together by "
                      "<code>kagami log merge</code></p>\n",
                      json_number(section, "parts"));
    buffer_text(out, "</details>\n");
}

static bool add_section(const cJSON *section, int folder, int number, bool full,
                        struct buffer *out) {
    char title[256];
    const cJSON *sentence;
    struct figures figures = {.out = out};
    section_title(section, title);
    buffer_printf(out, "<section id=\"s%d-%d\">", folder, number);
    element(out, "<h3>", title, "</h3>\n");
    cJSON_ArrayForEach(sentence, report_item(section, "summary")) {
        element(out, "<p class=\"answer\">", cJSON_GetStringValue(sentence), "</p>\n");
    }
    report_overview_html(section, out);
    report_identity_html(section, out);
    bool done = report_figures(section, full, add_figure, &figures);
    // What has a picture, or is a part of another section, stays folded.
    bool folded = figures.count > 0 || is_part(section);
    if (folded)
        buffer_text(out, "<details><summary>Tables</summary>\n");
    report_tables_html(section, out);
    if (folded)
        buffer_text(out, "</details>\n");
    add_viewer(section, folder, number, out);
    add_origin(section, out);
    buffer_text(out, "</section>\n");
    return done;
}

static bool add_folder(const cJSON *folder, int number, bool full, struct buffer *out) {
    const cJSON *item;
    int i = 0;
    bool done = true;
    buffer_printf(out, "<article id=\"f%d\">", number);
    element(out, "<h2><code>", json_text(folder, "folder"), "</code></h2>\n");
    if (*json_text(folder, "command"))
        element(out, "<pre class=\"command\"><code>", json_text(folder, "command"),
                "</code></pre>\n");
    cJSON_ArrayForEach(item, report_item(folder, "sections")) {
        done &= add_section(item, number, i++, full, out);
    }
    if (*json_text(folder, "notes"))
        element(out, "<details><summary>Finding</summary><pre class=\"notes\">",
                json_text(folder, "notes"), "</pre></details>\n");
    if (cJSON_GetArraySize(report_item(folder, "missing")) > 0) {
        buffer_text(out, "<h3>What is missing</h3>\n<ul class=\"missing\">\n");
        cJSON_ArrayForEach(item, report_item(folder, "missing")) {
            element(out, "<li><b>", json_text(item, "what"), "</b>: ");
            element(out, "", json_text(item, "how"), "</li>\n");
        }
        buffer_text(out, "</ul>\n");
    }
    buffer_text(out, "</article>\n");
    return done;
}

static void add_contents(const cJSON *folders, struct buffer *out) {
    const cJSON *folder, *section;
    int f = 0;
    buffer_text(out, "<nav><details><summary>Contents</summary><ul>\n");
    cJSON_ArrayForEach(folder, folders) {
        int s = 0;
        buffer_printf(out, "<li><a href=\"#f%d\">", f);
        element(out, "<code>", json_text(folder, "folder"), "</code></a>\n<ul>\n");
        cJSON_ArrayForEach(section, report_item(folder, "sections")) {
            char title[256];
            section_title(section, title);
            buffer_printf(out, "<li><a href=\"#s%d-%d\">", f, s++);
            element(out, "", title, "</a></li>\n");
        }
        buffer_text(out, "</ul></li>\n");
        f++;
    }
    buffer_text(out, "</ul></details></nav>\n");
}

// The first section's title, and how many more there are.
static void page_title(const cJSON *folders, char title[320]) {
    const cJSON *folder, *section;
    int count = 0;
    char first[256] = "Kagami report";
    cJSON_ArrayForEach(folder, folders) {
        cJSON_ArrayForEach(section, report_item(folder, "sections")) {
            if (!is_part(section) && count++ == 0)
                section_title(section, first);
        }
    }
    if (count > 1)
        snprintf(title, 320, "%s, and %d more", first, count - 1);
    else
        snprintf(title, 320, "%s", first);
}

bool report_page(const cJSON *report, const char *command, struct buffer *out,
                 struct error *error) {
    const cJSON *folders = report_item(report, "folders"), *folder;
    int number = 0;
    bool done = true;
    char title[320];
    page_title(folders, title);
    buffer_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                     "<title>");
    text_markup(out, title);
    buffer_text(out, "</title>\n<style>\n");
    buffer_text(out, report_asset_plot_css);
    buffer_text(out, report_asset_page_css);
    buffer_text(out, web_board_css);
    buffer_text(out, "</style>\n</head>\n<body>\n<header><h1>");
    text_markup(out, title);
    buffer_text(out, "</h1></header>\n");
    add_contents(folders, out);
    buffer_text(out, "<main>\n");
    bool full = report_flag(report, "full");
    cJSON_ArrayForEach(folder, folders) done &= add_folder(folder, number++, full, out);
    buffer_text(out, "</main>\n<footer>\n");
    element(out, "<p>made by ", json_text(report, "program"), "</p>\n");
    element(out, "<pre class=\"command\"><code>", command, "</code></pre>\n</footer>\n");
    done &= web_add_json(out, "report", report);
    buffer_text(out, "<script>\n");
    buffer_text(out, web_board_js);
    buffer_text(out, "</script>\n<script>\n");
    buffer_text(out, report_asset_viewer_js);
    buffer_text(out, "</script>\n</body>\n</html>\n");
    return (done && !out->failed) || error_set(error, "out of memory");
}

// --- Files ---------------------------------------------------------------------------------------

struct files {
    const char *folder;
    bool overwrite;
    int count; // -1: failed
    struct error *error;
};

static void write_figure(void *context, const struct figure *figure) {
    struct files *files = context;
    char path[PATH_MAX];
    if (files->count < 0)
        return;
    int number = files->count + 1;
    files->count = -1;
    if (snprintf(path, sizeof path, "%s/%02d-%s.svg", files->folder, number, figure->name) >=
        (int)sizeof path - 64) {
        error_set(files->error, "the folder's name is too long");
        return;
    }
    if (!files->overwrite && access(path, F_OK) == 0) {
        error_at(files->error, path, 0, "exists already; --force overwrites it");
        return;
    }
    struct buffer text = buffer_init();
    struct plot_frame frame = {
        .width = PAPER, .label = figure->title, .style = report_asset_plot_css};
    buffer_text(&text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    figure->draw(&frame, figure->plot, &text);
    if (text.failed)
        error_set(files->error, "out of memory");
    else if (file_replace(path, text.data, text.length, files->error))
        files->count = number;
    buffer_destroy(&text);
}

int report_svg_files(const cJSON *report, const char *folder, bool overwrite, struct error *error) {
    struct files files = {folder, overwrite, 0, error};
    const cJSON *item, *section;
    bool full = report_flag(report, "full");
    if (!file_make_folder(folder, error))
        return -1;
    cJSON_ArrayForEach(item, report_item(report, "folders")) {
        cJSON_ArrayForEach(section, report_item(item, "sections")) {
            if (files.count >= 0 && !report_figures(section, full, write_figure, &files)) {
                error_set(error, "out of memory");
                files.count = -1;
            }
        }
    }
    return files.count;
}
