// SPDX-License-Identifier: GPL-3.0-or-later
// Generations: their matches, and where their values go.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_figures_internal.h"

static bool strength_figure(const cJSON *section, const struct taker *taker) {
    const cJSON *list = figure_get(section, "rows"), *item;
    struct figure_rows rows = figure_rows_init(cJSON_GetArraySize(list));
    const char *batch = "";
    int group = 0;
    cJSON_ArrayForEach(item, list) {
        const char *before = batch;
        batch = report_text(item, "night");
        struct dot_row *row =
            figure_rows_add(&rows, "%.60s%s%.0f", batch, *batch ? " " : "generation ",
                            report_get(item, "generation"));
        if (!row)
            break;
        group += strcmp(before, batch) != 0;
        row->group = group % 2 ? group : 0;
        row->dot[0] = (struct dot){.value = report_get(item, "elo"),
                                   .low = report_get(item, "elo_lo95"),
                                   .high = report_get(item, "elo_hi95"),
                                   .n = report_get(item, "match_games"),
                                   .hollow = strcmp(report_text(item, "verdict"), "accepted") != 0};
        figure_rows_note(&rows, "%s, n = %.0f", report_text(item, "verdict"), row->dot[0].n);
    }
    struct dot_plot plot = no_dots;
    plot.axis = "Elo of the new values against those that played";
    return figure_rows_end(
        &rows, taker, "strength", "Does each generation play better?",
        "Elo with 95% intervals that allow for the test's early end; n counts the games of the "
        "match. Open marks did not pass, and are not played with.",
        plot);
}

static struct dot *series_of(const cJSON *piece, const char *key, int steps) {
    const cJSON *list = figure_get(piece, key), *item;
    struct dot *dots = list ? calloc((size_t)steps + 1, sizeof *dots) : NULL;
    int i = 0;
    if (!dots)
        return NULL;
    cJSON_ArrayForEach(item, list) {
        if (i < steps) {
            dots[i] = figure_dot(item, 1);
            dots[i].hollow = !report_flag(item, "played");
            i++;
        }
    }
    return dots;
}

static bool convergence_figure(const cJSON *section, const struct taker *taker) {
    const cJSON *pieces = figure_get(section, "pieces"), *piece;
    int count = cJSON_GetArraySize(pieces), i = 0;
    if (count == 0)
        return true;
    int steps = (int)report_get(section, "steps") + 1;
    struct panel *panel = calloc((size_t)count, sizeof *panel);
    if (!panel)
        return false;
    cJSON_ArrayForEach(piece, pieces) {
        panel[i].title = report_text(piece, "name");
        panel[i].dot[0] = series_of(piece, "board", steps);
        panel[i++].dot[1] = series_of(piece, "hand", steps);
    }
    struct panels panels = {
        .x_axis = "generation",
        .y_axis = "centi-values",
        .series = {"on the board", figure_get(pieces->child, "hand") ? "in hand" : NULL},
        .panel = panel,
        .count = count,
        .steps = steps};
    figure_panels(taker, "convergence", "Values over the generations",
                  "Each generation's values with 95% intervals over games; 0 is what the first one "
                  "played by. Filled marks passed their match.",
                  &panels);
    for (i = 0; i < count; i++)
        for (int s = 0; s < PANEL_SERIES; s++)
            free((void *)panel[i].dot[s]);
    free(panel);
    return true;
}

bool figures_history(const cJSON *section, const struct taker *taker) {
    return strength_figure(section, taker) && convergence_figure(section, taker);
}
