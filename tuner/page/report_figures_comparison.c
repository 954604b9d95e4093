// SPDX-License-Identifier: GPL-3.0-or-later
// Rule settings: forest plots of arms, and of the effects of toggles; arms over node limits.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_figures_internal.h"

// A metric's plot in the making.
struct forest {
    const cJSON *section, *metric;
    double scale;
    struct figure_rows rows;
    struct dot_plot plot;
    char caption[CAPTION_TEXT];
};

// Differs from 0 after Holm's correction: filled, and marked.
static void fill(struct dot_row *row, const cJSON *item, struct dot dot, const char *else_mark) {
    bool differs = json_number(item, "p_holm") < 0.05;
    dot.hollow = !differs;
    row->dot[0] = dot;
    figure_note(row, true, differs ? " \u2217" : else_mark);
}

// " (51.2 % at 50 nodes, 52 % at 400)": what the base arm has itself.
static void base_values(const struct forest *forest, char *text, size_t size) {
    const cJSON *cell;
    const char *base =
        json_text(cJSON_GetArrayItem(report_item(forest->section, "arms"), 0), "name");
    size_t length = 0;
    *text = 0;
    cJSON_ArrayForEach(cell, report_item(forest->metric, "cells")) {
        char number[TICK_TEXT];
        double value = report_scaled(cell, "value", forest->scale);
        if (strcmp(json_text(cell, "arm"), base) != 0 || isnan(value) || length + 60 > size)
            continue;
        length += (size_t)snprintf(text + length, size - length, "%s%s%s at %.0f nodes",
                                   length ? ", " : " (", plot_number(value, 3, number),
                                   forest->scale == 100 ? "%" : "", json_number(cell, "nodes"));
    }
    if (length)
        snprintf(text + length, size - length, ")");
}

static void compare_arms(struct forest *forest) {
    const cJSON *cells = report_item(forest->metric, "cells"), *cell, *arm;
    double scale = forest->scale, margin = 0, least = INFINITY;
    cJSON_ArrayForEach(arm, report_item(forest->section, "arms")) {
        const char *name = json_text(arm, "name");
        bool begun = false;
        cJSON_ArrayForEach(cell, cells) {
            struct dot dot = {.value = report_scaled(cell, "difference", scale),
                              .low = report_scaled(cell, "difference_lo95", scale),
                              .high = report_scaled(cell, "difference_hi95", scale),
                              .n = json_number(cell, "n")};
            if (strcmp(json_text(cell, "arm"), name) != 0 || isnan(dot.value))
                continue;
            if (!begun)
                figure_rows_add(&forest->rows, "%s", name)->heading = begun = true;
            struct dot_row *row =
                figure_rows_add(&forest->rows, "%.0f nodes", json_number(cell, "nodes"));
            fill(row, cell, dot, json_number(cell, "p_equivalent_holm") < 0.05 ? " =" : "");
            margin = fmax(margin, report_scaled(cell, "margin", scale));
            least = fmin(least, dot.n);
        }
    }
    char base[160];
    base_values(forest, base, sizeof base);
    snprintf(forest->caption, CAPTION_TEXT,
             "%s. Difference from the base arm%s with 95%% intervals, n from %.0f games an arm. "
             "Filled: differs after Holm's correction (\u2217); = equivalent within the shaded "
             "margin; neither: these games do not tell.",
             json_text(forest->metric, "definition"), base, least);
    if (*forest->caption >= 'a' && *forest->caption <= 'z')
        *forest->caption = (char)(*forest->caption - 32);
    if (margin > 0) {
        forest->plot.band_low = -margin;
        forest->plot.band_high = margin;
    }
}

static void compare_effects(struct forest *forest) {
    const cJSON *effect;
    cJSON_ArrayForEach(effect, report_item(forest->metric, "effects")) {
        struct dot dot = figure_dot(effect, forest->scale);
        if (!isnan(dot.value))
            fill(figure_rows_add(&forest->rows, "%.50s, %.0f nodes", json_text(effect, "effect"),
                                 json_number(effect, "nodes")),
                 effect, dot, "");
    }
    snprintf(forest->caption, CAPTION_TEXT,
             "%s. What switching one toggle does on the mean of all settings of the others (A "
             "\u00d7 B: how much the one changes the effect of the other), with 95%% intervals. "
             "Filled: differs from 0 after Holm's correction (\u2217).",
             json_text(forest->metric, "definition"));
}

// A line for each arm over the node limits, the values themselves.
static void ladder_figure(const cJSON *section, const cJSON *metric, double scale,
                          struct taker *taker) {
    const cJSON *arm, *cell;
    struct figure_ladder *ladder =
        figure_ladder_create(report_item(section, "ladder"), NULL, taker);
    const char *name = json_text(metric, "name");
    char axis[96], file[96], title[96];
    snprintf(title, sizeof title, "%.50s over the strength of play", name);
    snprintf(axis, sizeof axis, "%.60s%s", name, scale == 100 ? ", %" : "");
    snprintf(file, sizeof file, "ladder-%.40s", name);
    cJSON_ArrayForEach(arm, report_item(section, "arms")) {
        struct plot_line *line = ladder ? figure_ladder_add(ladder, json_text(arm, "name")) : NULL;
        cJSON_ArrayForEach(cell, report_item(metric, "cells")) {
            struct dot *dot = line && strcmp(json_text(cell, "arm"), line->label) == 0
                                  ? figure_ladder_at(ladder, line, json_number(cell, "nodes"))
                                  : NULL;
            if (!dot)
                continue;
            *dot = figure_dot(cell, scale);
            line->strong |= !line->base && json_number(cell, "p_holm") < 0.05;
        }
    }
    if (ladder && ladder->steps > 1)
        figure_ladder_take(ladder, taker, file, title,
                           "Values with 95% intervals over the nodes a move, on a log scale. "
                           "Dark: the base arm; strong: arms that differ from it somewhere after "
                           "Holm's correction; faint: those that do not.",
                           axis);
    free(ladder);
}

static void add_forests(const cJSON *section, struct taker *taker, const char *file,
                        const char *axis, void (*compare)(struct forest *forest)) {
    const cJSON *metric;
    cJSON_ArrayForEach(metric, report_item(section, "metrics")) {
        const char *about = json_text(metric, "name");
        bool share = strcmp(json_text(metric, "unit"), "share") == 0;
        struct forest forest = {section, metric, share ? 100 : 1, .plot = no_dots};
        char label[96], name[80];
        if (!cJSON_IsTrue(report_item(metric, "plotted")))
            continue;
        compare(&forest);
        snprintf(label, sizeof label, "%s%s", axis, share ? ", percentage points" : "");
        snprintf(name, sizeof name, "%s-%.40s", file, about);
        forest.plot.axis = label;
        figure_rows_end(&forest.rows, taker, name, about, forest.caption, forest.plot);
        if (report_item(section, "arms"))
            ladder_figure(section, metric, forest.scale, taker);
    }
}

void figures_comparison(const cJSON *section, struct taker *taker) {
    add_forests(section, taker, "forest", "difference from the base arm", compare_arms);
}

void figures_effects(const cJSON *section, struct taker *taker) {
    add_forests(section, taker, "effects", "effect", compare_effects);
}
