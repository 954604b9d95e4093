// SPDX-License-Identifier: GPL-3.0-or-later
// Generations: their matches, and where their values go.
#include <stdio.h>
#include <string.h>

#include "report_figures_internal.h"

static void strength_figure(const cJSON *section, struct taker *taker) {
    const cJSON *item;
    struct figure_rows rows = {0};
    const char *batch = "";
    int group = 0;
    cJSON_ArrayForEach(item, report_item(section, "rows")) {
        const char *before = batch, *verdict = json_text(item, "verdict");
        batch = json_text(item, "night");
        struct dot_row *row =
            figure_rows_add(&rows, "%.60s%s%.0f", batch, *batch ? " " : "generation ",
                            json_number(item, "generation"));
        group += strcmp(before, batch) != 0;
        row->group = group % 2 ? group : 0;
        row->dot[0] = (struct dot){.value = json_number(item, "elo"),
                                   .low = json_number(item, "elo_lo95"),
                                   .high = json_number(item, "elo_hi95"),
                                   .n = json_number(item, "match_games"),
                                   .hollow = strcmp(verdict, "accepted") != 0};
        snprintf(row->note, sizeof row->note, "%s, n = %.0f", verdict, row->dot[0].n);
    }
    struct dot_plot plot = no_dots;
    plot.axis = "Elo of the new values against those that played";
    figure_rows_end(
        &rows, taker, "strength", "Does each generation play better?",
        "Elo with 95% intervals that allow for the test's early end; n counts the games of the "
        "match. Open marks did not pass, and are not played with.",
        plot);
}

void figures_history(const cJSON *section, struct taker *taker) {
    static const char *const series[PANEL_SERIES] = {"board", "hand"};
    const cJSON *pieces = report_item(section, "pieces");
    strength_figure(section, taker);
    bool hand = cJSON_GetArraySize(pieces) > 0 && report_item(pieces->child, "hand");
    figure_panels(pieces, "name", series, taker, "convergence", "Values over the generations",
                  "Each generation's values with 95% intervals over games; 0 is what the first one "
                  "played by. Filled marks passed their match.",
                  (struct panels){.x_axis = "generation",
                                  .y_axis = "centi-values",
                                  .series = {"on the board", hand ? "in hand" : NULL}});
}
