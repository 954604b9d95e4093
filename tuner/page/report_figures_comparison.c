// SPDX-License-Identifier: GPL-3.0-or-later
// Rule settings: forest plots of arms, and of the effects of toggles.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_figures_internal.h"

static const char *const forest_metrics[] = {"first-score",  "decisive",    "draws",
                                             "length",       "branching",   "captures",
                                             "lead-changes", "first-moves", "strength"};

static const cJSON *metric_named(const cJSON *section, const char *name) {
    const cJSON *metric;
    cJSON_ArrayForEach(metric, figure_get(section, "metrics")) {
        if (strcmp(report_text(metric, "name"), name) == 0)
            return metric;
    }
    return NULL;
}

static struct dot difference_of(const cJSON *cell, double scale) {
    return (struct dot){.value = report_scaled(cell, "difference", scale),
                        .low = report_scaled(cell, "difference_lo95", scale),
                        .high = report_scaled(cell, "difference_hi95", scale),
                        .n = report_get(cell, "n")};
}

static bool forest_figure(const cJSON *section, const cJSON *metric, const struct taker *taker) {
    const cJSON *cells = figure_get(metric, "cells"), *cell, *arm;
    bool share = strcmp(report_text(metric, "unit"), "share") == 0;
    double scale = share ? 100 : 1, margin = 0, least = INFINITY;
    struct figure_rows rows = figure_rows_init(cJSON_GetArraySize(cells) +
                                               cJSON_GetArraySize(figure_get(section, "arms")));
    cJSON_ArrayForEach(arm, figure_get(section, "arms")) {
        const char *name = report_text(arm, "name");
        bool begun = false;
        cJSON_ArrayForEach(cell, cells) {
            if (strcmp(report_text(cell, "arm"), name) != 0 ||
                isnan(report_get(cell, "difference")))
                continue;
            struct dot_row *heading = begun ? NULL : figure_rows_add(&rows, "%s", name);
            if (heading)
                heading->heading = begun = true;
            struct dot_row *row = figure_rows_add(&rows, "%.0f nodes", report_get(cell, "nodes"));
            if (!row)
                break;
            char note[NOTE_TEXT];
            bool differs = report_get(cell, "p_holm") < 0.05;
            bool equal = report_get(cell, "p_equivalent_holm") < 0.05;
            row->dot[0] = difference_of(cell, scale);
            row->dot[0].hollow = !differs;
            margin = fmax(margin, report_scaled(cell, "margin", scale));
            least = fmin(least, row->dot[0].n);
            figure_note(&row->dot[0], 3, true, note);
            figure_rows_note(&rows, "%s%s", note, differs ? " \u2217" : equal ? " =" : "");
        }
    }
    char axis[96], caption[CAPTION_TEXT], file[80];
    struct dot_plot plot = no_dots;
    snprintf(axis, sizeof axis, "difference from the base arm%s",
             share ? ", percentage points" : "");
    snprintf(caption, sizeof caption,
             "%s. Difference from the base arm with 95%% intervals, n from %.0f games an arm. "
             "Filled: differs after Holm's correction (\u2217); = equivalent within the shaded "
             "margin; neither: these games do not tell.",
             report_text(metric, "definition"), least);
    caption[0] = caption[0] >= 'a' && caption[0] <= 'z' ? (char)(caption[0] - 32) : caption[0];
    snprintf(file, sizeof file, "forest-%.40s", report_text(metric, "name"));
    plot.axis = axis;
    if (margin > 0) {
        plot.band_low = -margin;
        plot.band_high = margin;
    }
    return figure_rows_end(&rows, taker, file, report_text(metric, "name"), caption, plot);
}

bool figures_comparison(const cJSON *section, const struct taker *taker) {
    bool done = true;
    for (int i = 0; done && i < ARRAY_LENGTH(forest_metrics); i++) {
        const cJSON *metric = metric_named(section, forest_metrics[i]);
        done = !metric || forest_figure(section, metric, taker);
    }
    return done;
}

static bool effects_figure(const cJSON *metric, const struct taker *taker) {
    const cJSON *effect;
    bool share = strcmp(report_text(metric, "unit"), "share") == 0;
    struct figure_rows rows = figure_rows_init(cJSON_GetArraySize(figure_get(metric, "effects")));
    cJSON_ArrayForEach(effect, figure_get(metric, "effects")) {
        struct dot dot = figure_dot(effect, share ? 100 : 1);
        if (isnan(dot.value))
            continue;
        struct dot_row *row = figure_rows_add(
            &rows, "%.50s, %.0f nodes", report_text(effect, "effect"), report_get(effect, "nodes"));
        if (!row)
            break;
        char note[NOTE_TEXT];
        bool differs = report_get(effect, "p_holm") < 0.05;
        dot.hollow = !differs;
        row->dot[0] = dot;
        figure_note(&dot, 3, true, note);
        figure_rows_note(&rows, "%s%s", note, differs ? " \u2217" : "");
    }
    char axis[96], caption[CAPTION_TEXT], file[80];
    struct dot_plot plot = no_dots;
    snprintf(axis, sizeof axis, "effect%s", share ? ", percentage points" : "");
    snprintf(caption, sizeof caption,
             "%s. What switching one toggle does on the mean of all settings of the others (A "
             "\u00d7 B: how much the one changes the effect of the other), with 95%% intervals. "
             "Filled: differs from 0 after Holm's correction (\u2217).",
             report_text(metric, "definition"));
    snprintf(file, sizeof file, "effects-%.40s", report_text(metric, "name"));
    plot.axis = axis;
    return figure_rows_end(&rows, taker, file, report_text(metric, "name"), caption, plot);
}

bool figures_effects(const cJSON *section, const struct taker *taker) {
    bool done = true;
    for (int i = 0; done && i < ARRAY_LENGTH(forest_metrics); i++) {
        const cJSON *metric = metric_named(section, forest_metrics[i]);
        done = !metric || effects_figure(metric, taker);
    }
    return done;
}
