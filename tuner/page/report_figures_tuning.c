// SPDX-License-Identifier: GPL-3.0-or-later
// SPSA.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_figures_internal.h"
#include "statistics.h"

static void movement_figure(const cJSON *section, struct taker *taker) {
    const cJSON *item;
    struct figure_rows rows = {0};
    double most = 0;
    cJSON_ArrayForEach(item, report_item(section, "parameters")) {
        double chance = NORMAL_975 * json_number(item, "chance_c_ends");
        struct dot_row *row = figure_rows_add(&rows, "%s", json_text(item, "parameter"));
        double way = json_number(item, "way");
        row->dot[0] = (struct dot){.value = way, .low = NAN, .high = NAN, .n = NAN};
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
        "An answer of games has no interval here. What stays within chance's reach, that of a "
        "parameter that does not matter, may be chance; whether all of it together plays better is "
        "for a match to say.",
        plot);
}

void figures_spsa(const cJSON *section, struct taker *taker) {
    static const char *const series[PANEL_SERIES] = {"path"};
    char caption[CAPTION_TEXT];
    movement_figure(section, taker);
    figures_spsa_slopes(section, taker);
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
