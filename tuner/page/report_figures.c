// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_figures.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_figures_internal.h"

const struct dot no_dot = {.value = NAN, .low = NAN, .high = NAN, .n = NAN};

const struct dot_plot no_dots = {.reference = 0,
                                 .band_low = NAN,
                                 .band_high = NAN,
                                 .axis_low = NAN,
                                 .axis_high = NAN,
                                 .limit_low = NAN,
                                 .limit_high = NAN};

static void draw_dots(const struct figure *figure, const struct plot_frame *frame,
                      struct buffer *out) {
    plot_dots(frame, figure->plot, out);
}

const cJSON *figure_get(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

struct dot figure_dot(const cJSON *estimate, double scale) {
    return (struct dot){.value = report_scaled(estimate, "value", scale),
                        .low = report_scaled(estimate, "lo95", scale),
                        .high = report_scaled(estimate, "hi95", scale),
                        .n = report_get(estimate, "n")};
}

void figure_note(const struct dot *dot, int digits, bool sign, char note[NOTE_TEXT]) {
    char value[TICK_TEXT], low[TICK_TEXT], high[TICK_TEXT];
    int length = snprintf(note, NOTE_TEXT, "%s%s", sign && dot->value > 0 ? "+" : "",
                          plot_number(dot->value, digits, value));
    if (!isnan(dot->low))
        snprintf(note + length, NOTE_TEXT - (size_t)length, " (%s to %s)",
                 plot_number(dot->low, digits, low), plot_number(dot->high, digits, high));
}

static void draw_panels(const struct figure *figure, const struct plot_frame *frame,
                        struct buffer *out) {
    plot_panels(frame, figure->plot, out);
}

void figure_panels(const struct taker *taker, const char *name, const char *title,
                   const char *caption, const struct panels *panels) {
    taker->take(taker->context, &(struct figure){name, title, caption, draw_panels, panels});
}

struct figure_rows figure_rows_init(int most) {
    struct figure_rows rows = {.most = most};
    rows.row = calloc((size_t)most + 1, sizeof *rows.row);
    rows.text = calloc((size_t)most + 1, sizeof *rows.text);
    return rows;
}

struct dot_row *figure_rows_add(struct figure_rows *rows, const char *label, ...) {
    if (!rows->row || !rows->text || rows->count == rows->most)
        return NULL;
    struct figure_text *text = &rows->text[rows->count];
    struct dot_row *row = &rows->row[rows->count++];
    va_list arguments;
    va_start(arguments, label);
    vsnprintf(text->label, sizeof text->label, label, arguments);
    va_end(arguments);
    *row =
        (struct dot_row){.label = text->label, .note = text->note, .dot = {no_dot, no_dot, no_dot}};
    return row;
}

void figure_rows_note(struct figure_rows *rows, const char *note, ...) {
    struct figure_text *text = &rows->text[rows->count - 1];
    va_list arguments;
    va_start(arguments, note);
    vsnprintf(text->note, sizeof text->note, note, arguments);
    va_end(arguments);
}

bool figure_rows_end(struct figure_rows *rows, const struct taker *taker, const char *name,
                     const char *title, const char *caption, struct dot_plot plot) {
    bool done = rows->row && rows->text;
    plot.rows = rows->row;
    plot.count = rows->count;
    if (done && rows->count > 0)
        taker->take(taker->context, &(struct figure){name, title, caption, draw_dots, &plot});
    free(rows->row);
    free(rows->text);
    return done;
}

static bool results_figure(const cJSON *section, const struct taker *taker) {
    static const char *const lists[] = {"results", "endings"};
    struct figure_rows rows = figure_rows_init(cJSON_GetArraySize(figure_get(section, lists[0])) +
                                               cJSON_GetArraySize(figure_get(section, lists[1])));
    char caption[CAPTION_TEXT];
    for (int list = 0; list < 2; list++) {
        const cJSON *item;
        cJSON_ArrayForEach(item, figure_get(section, lists[list])) {
            struct dot_row *row = figure_rows_add(&rows, "%s", report_text(item, "name"));
            if (!row)
                break;
            char note[NOTE_TEXT];
            row->group = list ? 0 : 1;
            row->dot[0] = figure_dot(item, 100);
            figure_note(&row->dot[0], 3, false, note);
            figure_rows_note(&rows, "%s", note);
        }
    }
    struct dot_plot plot = no_dots;
    plot.axis = "share of the games, %";
    plot.reference = NAN;
    plot.bars = true;
    plot.axis_low = 0;
    plot.axis_high = 100;
    const cJSON *score = figure_get(section, "first_score");
    snprintf(
        caption, sizeof caption,
        "How n = %.0f games ended, with 95%% intervals. The first player scores %.1f%% (%.1f to "
        "%.1f).",
        report_get(section, "games"), report_scaled(score, "value", 100),
        report_scaled(score, "lo95", 100), report_scaled(score, "hi95", 100));
    return figure_rows_end(&rows, taker, "results", "Results and endings", caption, plot);
}

static void draw_histogram(const struct figure *figure, const struct plot_frame *frame,
                           struct buffer *out) {
    plot_histogram(frame, figure->plot, out);
}

static void lengths_figure(const cJSON *section, const struct taker *taker) {
    const cJSON *plies = figure_get(section, "plies"), *bin;
    double counts[512];
    char marker[64], caption[CAPTION_TEXT];
    struct histogram histogram = {.axis = "plies",
                                  .unit = "games",
                                  .bin_width = report_get(plies, "bin_width"),
                                  .counts = counts,
                                  .marker = report_get(plies, "median"),
                                  .marker_text = marker};
    cJSON_ArrayForEach(bin, figure_get(plies, "bins")) {
        if (histogram.count < ARRAY_LENGTH(counts))
            counts[histogram.count++] = bin->valuedouble;
    }
    snprintf(marker, sizeof marker, "median %.0f", histogram.marker);
    snprintf(caption, sizeof caption,
             "Plies after the opening in n = %.0f games: mean %.1f, half of the games %.0f to "
             "%.0f, longest %.0f. Bins of %.0f plies.",
             report_get(section, "games"), report_get(plies, "mean"), report_get(plies, "q1"),
             report_get(plies, "q3"), report_get(plies, "most"), histogram.bin_width);
    taker->take(taker->context, &(struct figure){"lengths", "Length of the games", caption,
                                                 draw_histogram, &histogram});
}

static void draw_curve(const struct figure *figure, const struct plot_frame *frame,
                       struct buffer *out) {
    plot_curve(frame, figure->plot, out);
}

static bool sprt_figure(const cJSON *section, const struct taker *taker) {
    const cJSON *test = figure_get(figure_get(section, "match"), "sprt"), *point;
    int count = cJSON_GetArraySize(figure_get(section, "curve"));
    if (!test || count == 0)
        return true;
    double *x = calloc((size_t)count, sizeof *x), *y = calloc((size_t)count, sizeof *y);
    if (x && y) {
        int i = 0;
        cJSON_ArrayForEach(point, figure_get(section, "curve")) {
            x[i] = cJSON_GetArrayItem(point, 0)->valuedouble;
            y[i++] = cJSON_GetArrayItem(point, 1)->valuedouble;
        }
        char caption[CAPTION_TEXT], upper[64], lower[64];
        snprintf(upper, sizeof upper, "accept: %g rather than %g", report_get(test, "elo1"),
                 report_get(test, "elo0"));
        snprintf(lower, sizeof lower, "reject: %g rather than %g", report_get(test, "elo0"),
                 report_get(test, "elo1"));
        snprintf(caption, sizeof caption,
                 "Log-likelihood ratio over n = %.0f games in pairs; %s Elo, \u03b1 = %g, \u03b2 = "
                 "%g. Verdict: %s. Elo %+.1f (%+.0f to %+.0f), the early end allowed for.",
                 report_get(section, "games"), report_text(test, "model"),
                 report_get(test, "alpha"), report_get(test, "beta"), report_text(test, "verdict"),
                 report_get(test, "elo"),
                 cJSON_GetArrayItem(figure_get(test, "elo_95"), 0)->valuedouble,
                 cJSON_GetArrayItem(figure_get(test, "elo_95"), 1)->valuedouble);
        struct curve curve = {"games",
                              "log-likelihood ratio",
                              x,
                              y,
                              count,
                              report_get(test, "lower"),
                              report_get(test, "upper"),
                              lower,
                              upper};
        taker->take(taker->context,
                    &(struct figure){"sprt", "Sequential test", caption, draw_curve, &curve});
    }
    bool done = x && y;
    free(x);
    free(y);
    return done;
}

static bool figures_games(const cJSON *section, const struct taker *taker) {
    if (!figure_get(section, "results"))
        return true;
    bool done = results_figure(section, taker);
    lengths_figure(section, taker);
    return sprt_figure(section, taker) && done;
}

bool report_figures(const cJSON *section, void (*take)(void *context, const struct figure *figure),
                    void *context) {
    static const struct {
        const char *kind;
        bool (*figures)(const cJSON *section, const struct taker *taker);
    } kinds[] = {{"games", figures_games},     {"values", figures_values},
                 {"history", figures_history}, {"comparison", figures_comparison},
                 {"effects", figures_effects}, {"worth", figures_worth},
                 {"spsa", figures_spsa},       {"verification", figures_verification}};
    struct taker taker = {take, context};
    for (int i = 0; i < ARRAY_LENGTH(kinds); i++)
        if (strcmp(report_text(section, "kind"), kinds[i].kind) == 0)
            return kinds[i].figures(section, &taker);
    return true;
}
