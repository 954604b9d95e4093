// SPDX-License-Identifier: GPL-3.0-or-later
// Worth by randomised armies: the pieces, over limits, beside logs.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_figures_internal.h"

static const char *const forms[DOT_SERIES] = {"board", "hand", "promoted"};
static const char *const places[DOT_SERIES] = {"on the board", "in hand", "promoted"};

static struct dot worth_of(const cJSON *form) {
    return (struct dot){.value = json_number(form, "worth"),
                        .low = json_number(form, "worth_lo95"),
                        .high = json_number(form, "worth_hi95"),
                        .n = json_number(form, "games")};
}

static const cJSON *main_run(const cJSON *section) {
    const cJSON *run;
    cJSON_ArrayForEach(run, report_item(section, "runs")) {
        if (report_flag(run, "main"))
            return run;
    }
    return NULL;
}

static const char *axis_of(const cJSON *section, char text[96]) {
    const char *unit = json_text(section, "unit");
    snprintf(text, 96, "worth%s%.80s", *unit == '1' ? ", " : " in ", unit);
    return text;
}

// Wide intervals must not hide the worths.
static void limit_axis(const struct figure_rows *rows, struct dot_plot *plot) {
    double least = 0, most = 0;
    for (int i = 0; i < rows->count; i++)
        for (int s = 0; s < DOT_SERIES; s++) {
            least = fmin(least, rows->row[i].dot[s].value);
            most = fmax(most, rows->row[i].dot[s].value);
        }
    plot->limit_low = fmin(1.3 * least, -0.3 * most);
    plot->limit_high = 1.7 * most;
}

static void pieces_figure(const cJSON *section, struct taker *taker) {
    const cJSON *run = main_run(section), *piece;
    const cJSON *pieces = report_item(run, "pieces");
    struct figure_rows rows = {0};
    struct dot_plot plot = no_dots;
    int series = 0, of[DOT_SERIES];
    for (int f = 0; f < DOT_SERIES; f++) { // without drops what is left moves up
        bool there = false;
        cJSON_ArrayForEach(piece, pieces) there |= report_item(piece, forms[f]) != NULL;
        if (!there)
            continue;
        plot.series[series] = places[f];
        of[series++] = f;
    }
    cJSON_ArrayForEach(piece, pieces) {
        struct dot_row *row =
            figure_rows_add(&rows, "%s  %s", json_text(piece, "name"), json_text(piece, "mark"));
        row->narrow = json_text(piece, "id");
        row->group = json_count(piece, "pair", INT_MAX);
        for (int s = 0; s < series; s++)
            row->dot[s] = worth_of(report_item(piece, forms[of[s]]));
    }
    char axis[96], caption[CAPTION_TEXT];
    plot.axis = axis_of(section, axis);
    limit_axis(&rows, &plot);
    int length = snprintf(
        caption, sizeof caption,
        "From n = %.0f games at %.0f nodes that began with pieces absent, in hand or promoted by "
        "chance. Bars are 95%% intervals. Rows on one ground are pieces that mirror each other.",
        json_number(run, "games"), json_number(run, "nodes"));
    if (!isnan(json_number(run, "unit_elo")))
        snprintf(caption + length, sizeof caption - (size_t)length, " One unit is %.0f Elo.",
                 json_number(run, "unit_elo"));
    figure_rows_end(&rows, taker, "worth", "What the pieces are worth", caption, plot);
}

static void limits_figure(const cJSON *section, struct taker *taker) {
    static const char *const keys[PANEL_SERIES] = {"board", "hand"};
    const cJSON *steps = report_item(section, "steps"), *nodes;
    char axis[96], list[160] = "";
    int count = 0;
    if (!steps)
        return;
    cJSON_ArrayForEach(nodes, report_item(section, "limits")) {
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%d: %.0f", count ? ", " : "", count,
                 nodes->valuedouble);
        count++;
    }
    char caption[CAPTION_TEXT];
    snprintf(caption, sizeof caption,
             "Nodes a move, from left to right: %s. Bars are 95%% intervals; worths are ratios to "
             "their mean, so that some fall where others rise.",
             list);
    bool hands = steps->child && report_item(steps->child, "hand");
    const struct panels panels = {.x_axis = "limit",
                                  .y_axis = axis_of(section, axis),
                                  .series = {places[0], hands ? places[1] : NULL}};
    const char *const own[PANEL_SERIES] = {keys[0], hands ? keys[1] : NULL};
    figure_panels(steps, "name", own, taker, "worth-limits", "Does worth depend on the player?",
                  caption, panels);
}

// Armies, logs and, where they agree, their mean.
static void logs_figure(const cJSON *section, struct taker *taker) {
    const cJSON *run = main_run(section), *piece;
    const cJSON *logs = report_item(report_item(section, "logs"), "pieces");
    const cJSON *pooled = report_item(report_item(section, "pooled"), "pieces");
    struct figure_rows rows = {0};
    struct dot_plot plot = no_dots;
    if (!logs)
        return;
    plot.series[0] = "armies";
    plot.series[1] = "logs";
    plot.series[2] = pooled ? "mean of both" : NULL;
    for (int f = 0; f < DOT_SERIES; f++) {
        bool any = false;
        cJSON_ArrayForEach(piece, report_item(run, "pieces")) {
            const cJSON *form = report_item(piece, forms[f]);
            if (!form)
                continue;
            if (!any)
                figure_rows_add(&rows, "%s", places[f])->heading = true;
            any = true;
            const char *id = json_text(piece, "id");
            struct dot_row *row = figure_rows_add(&rows, "%s  %s", json_text(piece, "name"), id);
            row->narrow = id;
            row->dot[0] = worth_of(form);
            row->dot[1] = worth_of(report_item(report_find(logs, "id", id), forms[f]));
            if (pooled)
                row->dot[2] = worth_of(report_item(report_find(pooled, "id", id), forms[f]));
        }
    }
    char axis[96], caption[CAPTION_TEXT];
    plot.axis = axis_of(section, axis);
    limit_axis(&rows, &plot);
    snprintf(caption, sizeof caption,
             "Armies: games that begin so by chance. Logs: average worth by regression on games "
             "from the start position. Bars are 95%% intervals.%s",
             pooled ? " No test tells the two apart: the mean weighs each by its precision."
                    : " They differ by more than chance somewhere: see the table.");
    figure_rows_end(&rows, taker, "worth-logs", "Armies beside logs", caption, plot);
}

void figures_worth(const cJSON *section, struct taker *taker) {
    pieces_figure(section, taker);
    limits_figure(section, taker);
    logs_figure(section, taker);
}
