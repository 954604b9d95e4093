// SPDX-License-Identifier: GPL-3.0-or-later
// Generations: their matches, and where their values go.
#include <math.h>
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

static const char *const opponents[] = {"estimate", "shipped", "start"};

static bool is_played(const cJSON *rows, const char *opponent) {
    const cJSON *item;
    cJSON_ArrayForEach(item, rows) {
        if (isfinite(json_number(item, opponent)))
            return true;
    }
    return false;
}

// Elo of the values to begin with and of those that beat the ones before them, against opponents
// that stay the same.
static void panel_figure(const cJSON *section, struct taker *taker) {
    const cJSON *item, *generations = report_item(section, "rows");
    const cJSON *start = report_item(section, "start");
    struct figure_rows rows = {0};
    struct dot_plot plot = no_dots;
    int series = 0;
    const char *shown[DOT_SERIES] = {NULL};
    for (int i = 0; i < ARRAY_LENGTH(opponents); i++)
        if (is_played(generations, opponents[i]))
            shown[series++] = opponents[i];
    for (int i = 0; i < DOT_SERIES; i++)
        plot.series[i] = shown[i];
    struct dot_row *row = start && series ? figure_rows_add(&rows, "start") : NULL;
    for (int i = 0; row && i < series; i++)
        row->dot[i] = figure_dot(report_item(start, shown[i]), 1);
    cJSON_ArrayForEach(item, generations) {
        bool any = false;
        for (int i = 0; i < series; i++)
            any |= isfinite(json_number(item, shown[i]));
        row =
            any ? figure_rows_add(&rows, "generation %.0f", json_number(item, "generation")) : NULL;
        for (int i = 0; row && i < series; i++) {
            char low[32], high[32];
            snprintf(low, sizeof low, "%s_lo95", shown[i]);
            snprintf(high, sizeof high, "%s_hi95", shown[i]);
            row->dot[i] = (struct dot){.value = json_number(item, shown[i]),
                                       .low = json_number(item, low),
                                       .high = json_number(item, high),
                                       .n = NAN,
                                       .hollow = strcmp(json_text(item, "verdict"), "accepted")};
        }
        if (row)
            snprintf(row->note, sizeof row->note, "%s", json_text(item, "verdict"));
    }
    plot.axis = "Elo against the panel";
    figure_rows_end(&rows, taker, "panel", "How strong has it become?",
                    "Elo with 95% intervals against opponents that stay the same for the whole "
                    "loop, by openings drawn anew for each generation, all node limits together. "
                    "Generations that did not beat the values they came from are not measured.",
                    plot);
}

void figures_history(const cJSON *section, struct taker *taker) {
    static const char *const series[PANEL_SERIES] = {"board", "hand"};
    const cJSON *pieces = report_item(section, "pieces");
    panel_figure(section, taker);
    strength_figure(section, taker);
    figures_generation_slopes(section, taker);
    bool hand = cJSON_GetArraySize(pieces) > 0 && report_item(pieces->child, "hand");
    figure_panels(pieces, "name", series, taker, "convergence", "Values over the generations",
                  "Each generation's values with 95% intervals over games; 0 is what the first one "
                  "played by. Filled marks passed their match.",
                  (struct panels){.x_axis = "generation",
                                  .y_axis = "centi-values",
                                  .series = {"on the board", hand ? "in hand" : NULL}});
}
