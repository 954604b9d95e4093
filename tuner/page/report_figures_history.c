// SPDX-License-Identifier: GPL-3.0-or-later
// Generations: their matches, and where their values go.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_figures_internal.h"

static bool strength_figure(const cJSON *section, const struct taker *taker) {
    const cJSON *list = figure_get(section, "rows"), *item;
    size_t size = (size_t)cJSON_GetArraySize(list) + 1;
    struct dot_row *rows = calloc(size, sizeof *rows);
    char(*labels)[80] = calloc(size, sizeof *labels),
    (*notes)[NOTE_TEXT] = calloc(size, sizeof *notes);
    int count = 0;
    const char *night = "";
    int group = 0;
    bool done = rows && labels && notes;
    cJSON_ArrayForEach(item, list) {
        if (!done)
            break;
        struct dot dot = {.value = report_get(item, "elo"),
                          .low = report_get(item, "elo_lo95"),
                          .high = report_get(item, "elo_hi95"),
                          .n = report_get(item, "match_games"),
                          .hollow = strcmp(report_text(item, "verdict"), "accepted") != 0};
        if (strcmp(night, report_text(item, "night")) != 0)
            group++;
        night = report_text(item, "night");
        snprintf(labels[count], sizeof labels[count], "%s%s%.0f", night,
                 *night ? " " : "generation ", report_get(item, "generation"));
        snprintf(notes[count], sizeof notes[count], "%s, n = %.0f", report_text(item, "verdict"),
                 report_get(item, "match_games"));
        rows[count] = (struct dot_row){.label = labels[count],
                                       .note = notes[count],
                                       .group = group % 2 ? group : 0,
                                       .dot = {dot, no_dot, no_dot}};
        count++;
    }
    if (done) {
        struct dot_plot plot = no_dots;
        plot.axis = "Elo of the new values against those that played";
        plot.rows = rows;
        plot.count = count;
        plot.reference = 0;
        figure_dots(
            taker, "strength", "Does each generation play better?",
            "Elo with 95% intervals that allow for the test's early end; n counts the games "
            "of the match. Open marks did not pass, and are not played with.",
            &plot);
    }
    free(rows);
    free(labels);
    free(notes);
    return done;
}

static struct dot *series_of(const cJSON *man, const char *key, int steps) {
    const cJSON *list = figure_get(man, key), *item;
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
    const cJSON *men = figure_get(section, "men"), *man;
    int count = cJSON_GetArraySize(men), i = 0;
    if (count == 0)
        return true;
    int steps = (int)report_get(section, "steps") + 1;
    struct panel *panel = calloc((size_t)count, sizeof *panel);
    if (!panel)
        return false;
    cJSON_ArrayForEach(man, men) {
        panel[i].title = report_text(man, "name");
        panel[i].dot[0] = series_of(man, "board", steps);
        panel[i++].dot[1] = series_of(man, "hand", steps);
    }
    struct panels panels = {
        .x_axis = "generation",
        .y_axis = "centi-values",
        .series = {"on the board", figure_get(men->child, "hand") ? "in hand" : NULL},
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
