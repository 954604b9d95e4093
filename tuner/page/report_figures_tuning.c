// SPDX-License-Identifier: GPL-3.0-or-later
// Worth by several methods, SPSA, verification.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_figures_internal.h"
#include "statistics.h"

void figures_worth(const cJSON *section, struct taker *taker) {
    const cJSON *item, *estimate, *series = report_item(section, "series");
    int names = cJSON_GetArraySize(series);
    struct figure_rows rows = {0};
    struct dot_plot plot = no_dots;
    double most = 0;
    for (int s = 0; s < names && s < DOT_SERIES; s++)
        plot.series[s] = names > 1 ? cJSON_GetStringValue(cJSON_GetArrayItem(series, s)) : NULL;
    cJSON_ArrayForEach(item, report_item(section, "rows")) {
        struct dot_row *row = figure_rows_add(&rows, "%s", json_text(item, "name"));
        int s = 0;
        cJSON_ArrayForEach(estimate, report_item(item, "estimates")) {
            if (s == DOT_SERIES)
                break;
            row->dot[s] = figure_dot(estimate, 1);
            most = fmax(most, row->dot[s++].value);
        }
    }
    char axis[96], caption[CAPTION_TEXT];
    bool odds = names < 3;
    snprintf(axis, sizeof axis, "worth, 1 = a %.40s on the board", json_text(section, "yardstick"));
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
    figure_rows_end(&rows, taker, odds ? "odds" : "worth",
                    odds ? "Worth by material odds" : "Worth by three methods", caption, plot);
}

// --- SPSA ----------------------------------------------------------------------------------------

static void movement_figure(const cJSON *section, struct taker *taker) {
    const cJSON *item;
    struct figure_rows rows = {0};
    double most = 0;
    cJSON_ArrayForEach(item, report_item(section, "parameters")) {
        double chance = NORMAL_975 * json_number(item, "chance_c_ends");
        struct dot_row *row = figure_rows_add(&rows, "%s", json_text(item, "parameter"));
        row->dot[0] = figure_dot(report_item(item, "way"), 1);
        row->dot[0].hollow = isnan(row->dot[0].low);
        row->dot[1] = (struct dot){.value = 0, .low = -chance, .high = chance, .n = NAN};
        most = fmax(most, fmax(fabs(row->dot[0].value), chance));
        snprintf(row->note, sizeof row->note, "%.4g \u2192 %.4g", json_number(item, "start"),
                 json_number(item, "value"));
    }
    struct dot_plot plot = no_dots;
    plot.axis = "way from the start, in the arms' distance at the end";
    plot.series[0] = "the answer";
    plot.series[1] = "chance alone, 95%";
    plot.limit_low = -1.5 * most;
    plot.limit_high = 1.5 * most;
    figure_rows_end(
        &rows, taker, "movement", "How far did each parameter go?",
        "Filled, with a bar: the games tell a best value, and its 95% interval. Open: they do not "
        "(a test at 5%, by Holm's correction over all). What stays within chance's reach may be "
        "chance; whether all of it together plays better is for a match to say.",
        plot);
}

void figures_spsa(const cJSON *section, struct taker *taker) {
    static const char *const series[PANEL_SERIES] = {"path"};
    char caption[CAPTION_TEXT];
    movement_figure(section, taker);
    snprintf(caption, sizeof caption,
             "Means over equal parts of the %.0f steps (n = %.0f games) so far; 0 is the start.",
             json_number(section, "steps_done"), json_number(section, "games"));
    figure_panels(report_item(section, "parameters"), "parameter", series, taker, "path",
                  "The way of the parameters", caption,
                  (struct panels){
                      .x_axis = "part of the steps",
                      .y_axis = "way from the start, in the arms' distance at the end",
                  });
}

// --- verification --------------------------------------------------------------------------------

void figures_verification(const cJSON *section, struct taker *taker) {
    const cJSON *item;
    struct figure_rows rows = {0};
    cJSON_ArrayForEach(item, report_item(section, "limits")) {
        const cJSON *test = report_item(item, "sprt"), *bounds = report_item(test, "elo_95");
        struct dot_row *row = figure_rows_add(&rows, "%.0f nodes", json_number(item, "nodes"));
        bool known = cJSON_GetArraySize(bounds) == 2;
        row->dot[0] = (struct dot){.value = json_number(test, "elo"),
                                   .low = known ? bounds->child->valuedouble : NAN,
                                   .high = known ? bounds->child->next->valuedouble : NAN,
                                   .n = json_number(item, "games"),
                                   .hollow = strcmp(json_text(test, "verdict"), "accept") != 0};
        snprintf(row->note, sizeof row->note, "%.40s, n = %.0f", json_text(test, "verdict"),
                 row->dot[0].n);
    }
    struct dot_plot plot = no_dots;
    plot.axis = "Elo of the new values against the old";
    figure_rows_end(
        &rows, taker, "verification", "Do the new values play better?",
        "Elo with 95% intervals that allow for the test's early end, by fresh games in pairs; n "
        "counts the games. Open marks did not pass; what does not pass ends the test.",
        plot);
}
