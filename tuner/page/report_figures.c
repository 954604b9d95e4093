// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_figures.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "report_figures_internal.h"

const struct dot no_dot = {.value = NAN, .low = NAN, .high = NAN, .n = NAN};

const struct dot_plot no_dots = {.reference = 0,
                                 .band_low = NAN,
                                 .band_high = NAN,
                                 .axis_low = NAN,
                                 .axis_high = NAN,
                                 .limit_low = NAN,
                                 .limit_high = NAN};

struct dot figure_dot(const cJSON *estimate, double scale) {
    return (struct dot){.value = report_scaled(estimate, "value", scale),
                        .low = report_scaled(estimate, "lo95", scale),
                        .high = report_scaled(estimate, "hi95", scale),
                        .n = json_number(estimate, "n")};
}

struct dot_row *figure_rows_add(struct figure_rows *rows, const char *label, ...) {
    if (rows->count == rows->room) {
        int room = 2 * rows->room + 16;
        struct dot_row *grown = mem_realloc(rows->row, (size_t)room * sizeof *grown);
        rows->row = grown ? grown : rows->row;
        rows->room = grown ? room : rows->room;
        rows->failed |= !grown;
    }
    struct dot_row *row = rows->count < rows->room ? &rows->row[rows->count++] : &rows->spare;
    *row = (struct dot_row){.group = 0};
    for (int s = 0; s < DOT_SERIES; s++)
        row->dot[s] = no_dot;
    va_list arguments;
    va_start(arguments, label);
    vsnprintf(row->label, sizeof row->label, label, arguments);
    va_end(arguments);
    return row;
}

void figure_note(struct dot_row *row, bool sign, const char *mark) {
    const struct dot *dot = &row->dot[0];
    char value[TICK_TEXT], low[TICK_TEXT], high[TICK_TEXT], interval[2 * TICK_TEXT + 8] = "";
    if (!isnan(dot->low))
        snprintf(interval, sizeof interval, " (%s to %s)", plot_number(dot->low, 3, low),
                 plot_number(dot->high, 3, high));
    snprintf(row->note, sizeof row->note, "%s%s%s%s", sign && dot->value > 0 ? "+" : "",
             plot_number(dot->value, 3, value), interval, mark);
}

void figure_rows_end(struct figure_rows *rows, struct taker *taker, const char *name,
                     const char *title, const char *caption, struct dot_plot plot) {
    plot.rows = rows->row;
    plot.count = rows->count;
    if (rows->count > 0)
        taker->take(taker->context, &(struct figure){name, title, caption, plot_dots, &plot});
    taker->failed |= rows->failed;
    free(rows->row);
}

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

struct figure_ladder *figure_ladder_create(const cJSON *limits, const char *key,
                                           struct taker *taker) {
    const cJSON *limit;
    struct figure_ladder *ladder = mem_calloc(1, sizeof *ladder);
    taker->failed |= !ladder;
    cJSON_ArrayForEach(limit, limits) {
        double nodes = key ? json_number(limit, key) : limit->valuedouble;
        if (ladder && ladder->steps < LADDER_STEPS && nodes > 0)
            ladder->nodes[ladder->steps++] = nodes;
    }
    if (ladder && ladder->steps == 0) {
        free(ladder);
        ladder = NULL;
    }
    if (ladder)
        qsort(ladder->nodes, (size_t)ladder->steps, sizeof *ladder->nodes, by_size);
    return ladder;
}

struct plot_line *figure_ladder_add(struct figure_ladder *ladder, const char *label) {
    if (ladder->count == PLOT_LINES_MAX)
        return NULL;
    struct dot *dot = ladder->dot[ladder->count];
    struct plot_line *line = &ladder->line[ladder->count];
    *line = (struct plot_line){.label = label, .dot = dot, .base = ladder->count == 0};
    ladder->count++;
    for (int s = 0; s < ladder->steps; s++)
        dot[s] = no_dot;
    return line;
}

struct dot *figure_ladder_at(struct figure_ladder *ladder, const struct plot_line *line,
                             double nodes) {
    for (int s = 0; s < ladder->steps; s++)
        if (ladder->nodes[s] == nodes)
            return &ladder->dot[line - ladder->line][s];
    return NULL;
}

void figure_ladder_take(const struct figure_ladder *ladder, struct taker *taker, const char *name,
                        const char *title, const char *caption, const char *axis) {
    struct line_plot lines = {.x_axis = "nodes",
                              .y_axis = axis,
                              .line = ladder->line,
                              .count = ladder->count,
                              .steps = ladder->steps,
                              .x = ladder->nodes};
    taker->take(taker->context, &(struct figure){name, title, caption, plot_lines, &lines});
}

void figure_panels(const cJSON *items, const char *title_key,
                   const char *const series_keys[PANEL_SERIES], struct taker *taker,
                   const char *name, const char *title, const char *caption, struct panels panels) {
    const cJSON *item, *point;
    int count = cJSON_GetArraySize(items);
    size_t steps = items && items->child
                       ? (size_t)cJSON_GetArraySize(report_item(items->child, series_keys[0]))
                       : 0;
    if (count == 0 || steps <= 1)
        return;
    struct panel *panel = mem_calloc((size_t)count, sizeof *panel);
    struct dot *dots = mem_calloc((size_t)count * PANEL_SERIES * steps, sizeof *dots);
    panels.panel = panel;
    panels.steps = (int)steps;
    cJSON_ArrayForEach(item, items) {
        if (!panel || !dots || panels.count == PANELS_MAX)
            break;
        struct panel *of = &panel[panels.count++];
        of->title = json_text(item, title_key);
        for (int s = 0; s < PANEL_SERIES; s++) {
            const cJSON *list = series_keys[s] ? report_item(item, series_keys[s]) : NULL;
            struct dot *at = &dots[steps * (size_t)(PANEL_SERIES * (of - panel) + s)];
            of->dot[s] = list ? at : NULL;
            cJSON_ArrayForEach(point, list) {
                bool plain = cJSON_IsNumber(point);
                struct dot dot = plain ? no_dot : figure_dot(point, 1);
                if (plain)
                    dot.value = point->valuedouble;
                dot.hollow = !plain && !report_flag(point, "played");
                if (at < &dots[steps * (size_t)(PANEL_SERIES * (of - panel) + s + 1)])
                    *at++ = dot;
            }
        }
    }
    if (panel && dots)
        taker->take(taker->context, &(struct figure){name, title, caption, plot_panels, &panels});
    taker->failed |= !panel || !dots;
    free(panel);
    free(dots);
}

bool report_figures(const cJSON *section, bool full,
                    void (*take)(void *context, const struct figure *figure), void *context) {
    static const struct {
        const char *kind;
        void (*figures)(const cJSON *section, struct taker *taker);
    } kinds[] = {{"games", figures_games},     {"values", figures_values},
                 {"history", figures_history}, {"comparison", figures_comparison},
                 {"effects", figures_effects}, {"worth", figures_worth},
                 {"spsa", figures_spsa},       {"verification", figures_verification},
                 {"ratings", figures_ratings}};
    struct taker taker = {take, context, full, false};
    for (int i = 0; i < ARRAY_LENGTH(kinds); i++)
        if (strcmp(json_text(section, "kind"), kinds[i].kind) == 0)
            kinds[i].figures(section, &taker);
    return !taker.failed;
}
