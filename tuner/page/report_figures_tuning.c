// SPDX-License-Identifier: GPL-3.0-or-later
// Worth by several methods, SPSA, verification.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_figures_internal.h"
#include "statistics.h"

bool figures_worth(const cJSON *section, const struct taker *taker) {
    const cJSON *item, *estimate, *series = figure_get(section, "series");
    int names = cJSON_GetArraySize(series);
    struct figure_rows rows = figure_rows_init(cJSON_GetArraySize(figure_get(section, "rows")));
    struct dot_plot plot = no_dots;
    double most = 0;
    for (int s = 0; s < names && s < DOT_SERIES; s++)
        plot.series[s] = names > 1 ? cJSON_GetStringValue(cJSON_GetArrayItem(series, s)) : NULL;
    cJSON_ArrayForEach(item, figure_get(section, "rows")) {
        struct dot_row *row = figure_rows_add(&rows, "%s", report_text(item, "name"));
        int s = 0;
        if (!row)
            break;
        cJSON_ArrayForEach(estimate, figure_get(item, "estimates")) {
            if (s == DOT_SERIES)
                break;
            row->dot[s] = figure_dot(estimate, 1);
            most = fmax(most, row->dot[s++].value);
        }
    }
    char axis[96], caption[CAPTION_TEXT];
    bool odds = names < 3;
    snprintf(axis, sizeof axis, "worth, 1 = a %.40s on the board",
             report_text(section, "yardstick"));
    snprintf(caption, sizeof caption, "%s Bars are 95%% intervals.",
             odds ? "From games that one side begins without the piece (or with it in the place of "
                    "another): its score over the yardstick's, taken as proportional, and in Elo."
                  : "Each method errs in its own way: the estimate knows no games, the regression "
                    "sees only the imbalances that the players like, odds games are unlike "
                    "others.");
    plot.axis = axis;
    // A yardstick that hardly scores makes intervals without an end.
    plot.limit_low = -0.5 * most;
    plot.limit_high = 2 * most;
    return figure_rows_end(&rows, taker, odds ? "odds" : "worth",
                           odds ? "Worth by material odds" : "Worth by three methods", caption,
                           plot);
}

// --- SPSA ----------------------------------------------------------------------------------------

static bool movement_figure(const cJSON *section, const struct taker *taker) {
    const cJSON *list = figure_get(section, "parameters"), *item;
    struct figure_rows rows = figure_rows_init(cJSON_GetArraySize(list));
    double most = 0;
    cJSON_ArrayForEach(item, list) {
        double chance = NORMAL_975 * report_get(item, "chance_c_ends");
        struct dot_row *row = figure_rows_add(&rows, "%s", report_text(item, "parameter"));
        if (!row)
            break;
        row->dot[0] = figure_dot(figure_get(item, "way"), 1);
        row->dot[0].hollow = isnan(row->dot[0].low);
        row->dot[1] = (struct dot){.value = 0, .low = -chance, .high = chance, .n = NAN};
        most = fmax(most, fmax(fabs(row->dot[0].value), chance));
        figure_rows_note(&rows, "%.4g \u2192 %.4g", report_get(item, "start"),
                         report_get(item, "value"));
    }
    struct dot_plot plot = no_dots;
    plot.axis = "way from the start, in the arms' distance at the end";
    plot.series[0] = "the answer";
    plot.series[1] = "chance alone, 95%";
    plot.limit_low = -1.5 * most;
    plot.limit_high = 1.5 * most;
    return figure_rows_end(
        &rows, taker, "movement", "How far did each parameter go?",
        "Filled, with a bar: the games tell a best value, and its 95% interval. Open: they do not "
        "(a test at 5%, by Holm's correction over all). What stays within chance's reach may be "
        "chance; whether all of it together plays better is for a match to say.",
        plot);
}

enum { POINTS = 20, PANELS_MAX = 60 };

static bool path_figure(const cJSON *section, const struct taker *taker) {
    const cJSON *list = figure_get(section, "parameters"), *item, *point;
    int count = cJSON_GetArraySize(list), used = 0, steps = 0;
    count = count < PANELS_MAX ? count : PANELS_MAX;
    struct panel *panel = calloc((size_t)count + 1, sizeof *panel);
    struct dot(*dots)[POINTS + 1] = calloc((size_t)count + 1, sizeof *dots);
    bool done = panel && dots;
    cJSON_ArrayForEach(item, list) {
        int i = 0;
        if (!done || used == count)
            break;
        cJSON_ArrayForEach(point, figure_get(item, "path")) {
            if (i <= POINTS)
                dots[used][i++] =
                    (struct dot){.value = point->valuedouble, .low = NAN, .high = NAN, .n = NAN};
        }
        steps = i;
        panel[used] = (struct panel){.title = report_text(item, "parameter"), .dot = {dots[used]}};
        used++;
    }
    if (done && used > 0 && steps > 1) {
        struct panels panels = {.x_axis = "part of the steps",
                                .y_axis = "way from the start, in the arms' distance at the end",
                                .panel = panel,
                                .count = used,
                                .steps = steps};
        char caption[CAPTION_TEXT];
        snprintf(caption, sizeof caption,
                 "Means over equal parts of the %.0f steps (n = %.0f games) so far; 0 is the "
                 "start.",
                 report_get(section, "steps_done"), report_get(section, "games"));
        figure_panels(taker, "path", "The way of the parameters", caption, &panels);
    }
    free(panel);
    free(dots);
    return done;
}

bool figures_spsa(const cJSON *section, const struct taker *taker) {
    return movement_figure(section, taker) && path_figure(section, taker);
}

// --- verification --------------------------------------------------------------------------------

bool figures_verification(const cJSON *section, const struct taker *taker) {
    const cJSON *list = figure_get(section, "limits"), *item;
    struct figure_rows rows = figure_rows_init(cJSON_GetArraySize(list));
    cJSON_ArrayForEach(item, list) {
        const cJSON *test = figure_get(item, "sprt"), *bounds = figure_get(test, "elo_95");
        struct dot_row *row = figure_rows_add(&rows, "%.0f nodes", report_get(item, "nodes"));
        bool known = cJSON_GetArraySize(bounds) == 2;
        if (!row)
            break;
        row->dot[0] = (struct dot){.value = report_get(test, "elo"),
                                   .low = known ? bounds->child->valuedouble : NAN,
                                   .high = known ? bounds->child->next->valuedouble : NAN,
                                   .n = report_get(item, "games"),
                                   .hollow = strcmp(report_text(test, "verdict"), "accept") != 0};
        figure_rows_note(&rows, "%.40s, n = %.0f", report_text(test, "verdict"), row->dot[0].n);
    }
    struct dot_plot plot = no_dots;
    plot.axis = "Elo of the new values against the old";
    return figure_rows_end(
        &rows, taker, "verification", "Do the new values play better?",
        "Elo with 95% intervals that allow for the test's early end, by fresh games in pairs; n "
        "counts the games. Open marks did not pass; what does not pass ends the test.",
        plot);
}
