// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and matches: results, lengths, the sequential test.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "memory.h"
#include "report_figures_internal.h"

static void results_figure(const cJSON *section, struct taker *taker) {
    static const char *const lists[] = {"results", "endings"};
    struct figure_rows rows = {0};
    char caption[CAPTION_TEXT];
    for (int list = 0; list < 2; list++) {
        const cJSON *item;
        cJSON_ArrayForEach(item, report_item(section, lists[list])) {
            struct dot_row *row = figure_rows_add(&rows, "%s", json_text(item, "name"));
            row->group = list ? 0 : 1;
            row->dot[0] = figure_dot(item, 100);
            figure_note(row, false, "");
        }
    }
    struct dot_plot plot = no_dots;
    plot.axis = "share of the games, %";
    plot.reference = NAN;
    plot.bars = true;
    plot.axis_low = 0;
    plot.axis_high = 100;
    struct dot score = figure_dot(report_item(section, "first_score"), 100);
    snprintf(caption, sizeof caption,
             "How n = %.0f distinct games ended, with 95%% intervals. The first player scores "
             "%.1f%% (%.1f to %.1f) from %s%s.",
             json_number(section, "distinct_games"), score.value, score.low, score.high,
             json_text(section, "openings"),
             report_item(section, "ladder") ? ", as x falls to 0" : "");
    figure_rows_end(&rows, taker, "results", "Results and endings", caption, plot);
}

static void lengths_figure(const cJSON *section, struct taker *taker) {
    const cJSON *plies = report_item(section, "plies"), *bin;
    double counts[512];
    char marker[64], caption[CAPTION_TEXT];
    struct histogram histogram = {.axis = "plies",
                                  .unit = "games",
                                  .bin_width = json_number(plies, "bin_width"),
                                  .counts = counts,
                                  .marker = json_number(plies, "median"),
                                  .marker_text = marker};
    cJSON_ArrayForEach(bin, report_item(plies, "bins")) {
        if (histogram.count < ARRAY_LENGTH(counts))
            counts[histogram.count++] = bin->valuedouble;
    }
    snprintf(marker, sizeof marker, "median %.0f", histogram.marker);
    snprintf(
        caption, sizeof caption,
        "Plies after the opening in n = %.0f distinct games: mean %.1f, half of the games %.0f to "
        "%.0f, longest %.0f. Bins of %.0f plies.",
        json_number(section, "distinct_games"), json_number(plies, "mean"),
        json_number(plies, "q1"), json_number(plies, "q3"), json_number(plies, "most"),
        histogram.bin_width);
    taker->take(taker->context, &(struct figure){"lengths", "Length of the games", caption,
                                                 plot_histogram, &histogram});
}

static void heat_figure(const cJSON *section, struct taker *taker) {
    static const char *const keys[] = {"moves", "captures", "drops"};
    static const char *const titles[] = {"Moves to a square", "Captures there", "Drops there"};
    const cJSON *heat = report_item(section, "heat"), *item;
    double values[ARRAY_LENGTH(keys)][BOARD_MAX * BOARD_MAX];
    char caption[CAPTION_TEXT];
    if (!cJSON_IsNumber(report_item(heat, "files")) || !cJSON_IsNumber(report_item(heat, "ranks")))
        return;
    struct board_map map = {.files = (int)json_number(heat, "files"),
                            .ranks = (int)json_number(heat, "ranks"),
                            .unit = "a game"};
    if (map.files < 1 || map.files > BOARD_MAX || map.ranks < 1 || map.ranks > BOARD_MAX)
        return;
    for (int kind = 0; kind < ARRAY_LENGTH(keys); kind++) {
        int count = 0;
        double sum = 0;
        cJSON_ArrayForEach(item, report_item(heat, keys[kind])) {
            if (count < map.files * map.ranks)
                sum += values[kind][count++] = item->valuedouble;
        }
        if (count < map.files * map.ranks || sum <= 0)
            continue; // a game without drops
        map.title[map.count] = titles[kind];
        map.value[map.count++] = values[kind];
    }
    snprintf(caption, sizeof caption,
             "Where moves of both players end, on average over n = %.0f games, each seen by the "
             "player who makes it: its own side is below. Darker is more, on one scale.",
             json_number(heat, "games"));
    if (map.count > 0)
        taker->take(taker->context,
                    &(struct figure){"squares", "Where pieces go", caption, plot_boards, &map});
}

static void sprt_figure(const cJSON *section, struct taker *taker) {
    const cJSON *test = report_item(report_item(section, "match"), "sprt"), *point;
    const cJSON *points = report_item(section, "curve"), *elo = report_item(test, "elo_95");
    int count = cJSON_GetArraySize(points);
    if (!test || count == 0)
        return;
    struct curve_point *curve_points = mem_calloc((size_t)count, sizeof *curve_points);
    if (!curve_points) {
        taker->failed = true;
        return;
    }
    char caption[CAPTION_TEXT], upper[64], lower[64];
    double elo0 = json_number(test, "elo0"), elo1 = json_number(test, "elo1");
    struct curve curve = {.x_axis = "games",
                          .y_axis = "log-likelihood ratio",
                          .points = curve_points,
                          .lower = json_number(test, "lower"),
                          .upper = json_number(test, "upper"),
                          .lower_text = lower,
                          .upper_text = upper};
    cJSON_ArrayForEach(point, points) curve_points[curve.count++] =
        (struct curve_point){point->child->valuedouble, point->child->next->valuedouble};
    snprintf(upper, sizeof upper, "accept: %g rather than %g", elo1, elo0);
    snprintf(lower, sizeof lower, "reject: %g rather than %g", elo0, elo1);
    snprintf(caption, sizeof caption,
             "Log-likelihood ratio over n = %.0f games in pairs; %s Elo, \u03b1 = %g, \u03b2 = "
             "%g. Verdict: %s. Elo %+.1f (%+.0f to %+.0f), the early end allowed for.",
             json_number(section, "games"), json_text(test, "model"), json_number(test, "alpha"),
             json_number(test, "beta"), json_text(test, "verdict"), json_number(test, "elo"),
             cJSON_GetArrayItem(elo, 0)->valuedouble, cJSON_GetArrayItem(elo, 1)->valuedouble);
    taker->take(taker->context,
                &(struct figure){"sprt", "Sequential test", caption, plot_curve, &curve});
    free(curve_points);
}

void figures_games(const cJSON *section, struct taker *taker) {
    if (!report_item(section, "results"))
        return;
    figures_match(section, taker);
    sprt_figure(section, taker);
    results_figure(section, taker);
    lengths_figure(section, taker);
    heat_figure(section, taker);
}
