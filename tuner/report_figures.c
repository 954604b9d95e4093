// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holdout.h"
#include "report_sections.h"

struct taker {
    void (*take)(void *context, const struct figure *figure);
    void *context;
};

enum { NOTE_TEXT = 80, CAPTION_TEXT = 600 };

static const struct dot no_dot = {.value = NAN, .low = NAN, .high = NAN, .n = NAN};

static const struct dot_plot no_dots = {.reference = NAN,
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

static void take_dots(const struct taker *taker, const char *name, const char *title,
                      const char *caption, const struct dot_plot *plot) {
    taker->take(taker->context, &(struct figure){name, title, caption, draw_dots, plot});
}

static const cJSON *get(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static struct dot dot_of(const cJSON *estimate, double scale) {
    return (struct dot){.value = scale * report_get(estimate, "value"),
                        .low = scale * report_get(estimate, "lo95"),
                        .high = scale * report_get(estimate, "hi95"),
                        .n = report_get(estimate, "n")};
}

// "12.3 (10.1 to 14.5)"
static void note_of(const struct dot *dot, int digits, bool sign, char note[NOTE_TEXT]) {
    char value[TICK_TEXT], low[TICK_TEXT], high[TICK_TEXT];
    int length = snprintf(note, NOTE_TEXT, "%s%s", sign && dot->value > 0 ? "+" : "",
                          plot_number(dot->value, digits, value));
    if (!isnan(dot->low))
        snprintf(note + length, NOTE_TEXT - (size_t)length, " (%s to %s)",
                 plot_number(dot->low, digits, low), plot_number(dot->high, digits, high));
}

// --- values --------------------------------------------------------------------------------------

// Wide intervals must not hide the values: the axis goes a good way beyond these, no further.
static void limit_axis(const cJSON *men, const char *const forms[DOT_SERIES],
                       struct dot_plot *plot) {
    double least = 0, most = 0;
    const cJSON *man;
    cJSON_ArrayForEach(man, men) {
        for (int s = 0; s < DOT_SERIES; s++) {
            double value = report_get(get(man, forms[s]), "value");
            least = fmin(least, value);
            most = fmax(most, value);
        }
    }
    plot->limit_low = fmin(1.2 * least, -0.3 * most);
    plot->limit_high = 1.7 * most;
}

static bool is_cut(const struct dot_plot *plot) {
    for (int i = 0; i < plot->count; i++)
        for (int s = 0; s < DOT_SERIES; s++)
            if (plot->rows[i].dot[s].low < plot->limit_low ||
                plot->rows[i].dot[s].high > plot->limit_high)
                return true;
    return false;
}

static bool values_figure(const cJSON *section, const struct taker *taker) {
    static const char *const forms[] = {"board", "hand", "promoted"};
    const cJSON *men = get(section, "men"), *man;
    int count = cJSON_GetArraySize(men), i = 0;
    struct dot_row *rows = calloc((size_t)count + 1, sizeof *rows);
    char(*labels)[80] = calloc((size_t)count + 1, sizeof *labels);
    bool there[DOT_SERIES] = {false}, kept = false;
    if (!rows || !labels) {
        free(rows);
        free(labels);
        return false;
    }
    cJSON_ArrayForEach(man, men) {
        snprintf(labels[i], sizeof labels[i], "%s  %s", report_text(man, "name"),
                 report_text(man, "id"));
        rows[i] = (struct dot_row){.label = labels[i],
                                   .narrow = report_text(man, "id"),
                                   .group = (int)report_get(man, "pair")};
        for (int s = 0; s < DOT_SERIES; s++) {
            const cJSON *form = get(man, forms[s]);
            rows[i].dot[s] = no_dot;
            if (!form)
                continue;
            rows[i].dot[s] = dot_of(form, 1);
            rows[i].dot[s].n = report_get(form, "games");
            rows[i].dot[s].hollow = !report_flag(form, "measured");
            kept |= rows[i].dot[s].hollow;
            there[s] = true;
        }
        i++;
    }
    struct dot_plot plot = no_dots;
    plot.axis = "value, centi-values";
    plot.rows = rows;
    plot.count = count;
    plot.series[0] = "on the board";
    plot.series[1] = "in hand";
    plot.series[2] = there[2] ? "promoted" : NULL;
    if (!there[1]) { // a game without drops: what is left moves up
        plot.series[1] = plot.series[2];
        plot.series[2] = NULL;
        for (i = 0; i < count; i++) {
            rows[i].dot[1] = rows[i].dot[2];
            rows[i].dot[2] = no_dot;
        }
    }
    plot.reference = 0;
    limit_axis(men, forms, &plot);
    char caption[CAPTION_TEXT];
    const cJSON *tuning = get(section, "tuning");
    int length = snprintf(caption, sizeof caption,
                          "Bars are 95%% intervals over games. Rows on one ground are men that "
                          "mirror each other.");
    if (is_cut(&plot))
        length += snprintf(caption + length, sizeof caption - (size_t)length,
                           " An arrow: the interval goes on beyond the axis.");
    if (kept)
        length += snprintf(caption + length, sizeof caption - (size_t)length,
                           " Open marks were not measured: they keep the value that they had.");
    double unit = report_get(get(section, "unit"), "value");
    if (!isnan(unit))
        length += snprintf(caption + length, sizeof caption - (size_t)length,
                           " A %.40s on the board is %.0f.",
                           report_text(get(section, "unit"), "man"), unit);
    if (tuning)
        snprintf(caption + length, sizeof caption - (size_t)length,
                 " From %.0f positions of n = %.0f games.", report_get(tuning, "positions_fitted"),
                 report_get(tuning, "games_fitted"));
    take_dots(taker, "values", "What the men are worth", caption, &plot);
    free(rows);
    free(labels);
    return true;
}

struct calibration {
    struct calibration_point point[64];
    int count;
};

static void draw_calibration(const struct figure *figure, const struct plot_frame *frame,
                             struct buffer *out) {
    const struct calibration *calibration = figure->plot;
    plot_calibration(frame, calibration->point, calibration->count, out);
}

static void calibration_figure(const cJSON *section, const struct taker *taker) {
    const cJSON *holdout = get(get(section, "tuning"), "holdout"), *bin;
    struct calibration calibration = {.count = 0};
    cJSON_ArrayForEach(bin, get(holdout, "calibration")) {
        double games = report_get(bin, "games");
        if (calibration.count < ARRAY_LENGTH(calibration.point) && games > 0)
            calibration.point[calibration.count++] =
                (struct calibration_point){report_get(bin, "predicted"), report_get(bin, "scored"),
                                           student_975(games) * report_get(bin, "se"), games};
    }
    if (calibration.count == 0)
        return;
    char caption[CAPTION_TEXT];
    snprintf(caption, sizeof caption,
             "Positions of n = %.0f games that the fit has not seen, in tenths of the prediction; "
             "on the dashed line the two agree. Log-loss %.4f, of a constant %.4f: better by %.4f "
             "\u00b1 %.4f.",
             report_get(holdout, "games"), report_get(holdout, "log_loss"),
             report_get(holdout, "constant_log_loss"), report_get(holdout, "gain"),
             NORMAL_975 * report_get(holdout, "gain_se"));
    taker->take(taker->context, &(struct figure){"calibration", "Do the values predict results?",
                                                 caption, draw_calibration, &calibration});
}

// --- games ---------------------------------------------------------------------------------------

enum { SHARES_MAX = 40 };

static void results_figure(const cJSON *section, const struct taker *taker) {
    static const char *const lists[] = {"results", "endings"};
    struct dot_row rows[SHARES_MAX];
    char notes[SHARES_MAX][NOTE_TEXT], caption[CAPTION_TEXT];
    int count = 0;
    for (int list = 0; list < 2; list++) {
        const cJSON *item;
        cJSON_ArrayForEach(item, get(section, lists[list])) {
            if (count == SHARES_MAX)
                break;
            struct dot dot = dot_of(item, 100);
            note_of(&dot, 3, false, notes[count]);
            rows[count] = (struct dot_row){.label = report_text(item, "name"),
                                           .note = notes[count],
                                           .group = list ? 0 : 1,
                                           .dot = {dot, no_dot, no_dot}};
            count++;
        }
    }
    struct dot_plot plot = no_dots;
    plot.axis = "share of the games, %";
    plot.rows = rows;
    plot.count = count;
    plot.bars = true;
    plot.axis_low = 0;
    plot.axis_high = 100;
    snprintf(
        caption, sizeof caption,
        "How n = %.0f games ended, with 95%% intervals. The first mover scores %.1f%% (%.1f to "
        "%.1f).",
        report_get(section, "games"), 100 * report_get(get(section, "first_score"), "value"),
        100 * report_get(get(section, "first_score"), "lo95"),
        100 * report_get(get(section, "first_score"), "hi95"));
    take_dots(taker, "results", "Results and endings", caption, &plot);
}

static void draw_histogram(const struct figure *figure, const struct plot_frame *frame,
                           struct buffer *out) {
    plot_histogram(frame, figure->plot, out);
}

static void lengths_figure(const cJSON *section, const struct taker *taker) {
    const cJSON *plies = get(section, "plies"), *bin;
    double counts[512];
    char marker[64], caption[CAPTION_TEXT];
    struct histogram histogram = {.axis = "plies",
                                  .unit = "games",
                                  .bin_width = report_get(plies, "bin_width"),
                                  .counts = counts,
                                  .marker = report_get(plies, "median"),
                                  .marker_text = marker};
    cJSON_ArrayForEach(bin, get(plies, "bins")) {
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
    const cJSON *test = get(get(section, "match"), "sprt"), *point;
    int count = cJSON_GetArraySize(get(section, "curve"));
    if (!test || count == 0)
        return true;
    double *x = calloc((size_t)count, sizeof *x), *y = calloc((size_t)count, sizeof *y);
    if (x && y) {
        int i = 0;
        cJSON_ArrayForEach(point, get(section, "curve")) {
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
                 report_get(test, "elo"), cJSON_GetArrayItem(get(test, "elo_95"), 0)->valuedouble,
                 cJSON_GetArrayItem(get(test, "elo_95"), 1)->valuedouble);
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

// --- history -------------------------------------------------------------------------------------

static bool strength_figure(const cJSON *section, const struct taker *taker) {
    const cJSON *list = get(section, "rows"), *item;
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
        take_dots(taker, "strength", "Does each generation play better?",
                  "Elo with 95% intervals that allow for the test's early end; n counts the games "
                  "of the match. Open marks did not pass, and are not played with.",
                  &plot);
    }
    free(rows);
    free(labels);
    free(notes);
    return done;
}

static void draw_panels(const struct figure *figure, const struct plot_frame *frame,
                        struct buffer *out) {
    plot_panels(frame, figure->plot, out);
}

static struct dot *series_of(const cJSON *man, const char *key, int steps) {
    const cJSON *list = get(man, key), *item;
    struct dot *dots = list ? calloc((size_t)steps + 1, sizeof *dots) : NULL;
    int i = 0;
    if (!dots)
        return NULL;
    cJSON_ArrayForEach(item, list) {
        if (i < steps) {
            dots[i] = dot_of(item, 1);
            dots[i].hollow = !report_flag(item, "played");
            i++;
        }
    }
    return dots;
}

static bool convergence_figure(const cJSON *section, const struct taker *taker) {
    const cJSON *men = get(section, "men"), *man;
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
    struct panels panels = {.x_axis = "generation",
                            .y_axis = "centi-values",
                            .series = {"on the board", get(men->child, "hand") ? "in hand" : NULL},
                            .panel = panel,
                            .count = count,
                            .steps = steps};
    taker->take(
        taker->context,
        &(struct figure){"convergence", "Values over the generations",
                         "Each generation's values with 95% intervals over games; 0 is what "
                         "the first one played by. Filled marks passed their match.",
                         draw_panels, &panels});
    for (i = 0; i < count; i++)
        for (int s = 0; s < PANEL_SERIES; s++)
            free((void *)panel[i].dot[s]);
    free(panel);
    return true;
}

// --- comparison ----------------------------------------------------------------------------------

static const char *const forest_metrics[] = {"first-score",  "decisive",    "draws",
                                             "length",       "branching",   "captures",
                                             "lead-changes", "first-moves", "strength"};

static const cJSON *metric_named(const cJSON *section, const char *name) {
    const cJSON *metric;
    cJSON_ArrayForEach(metric, get(section, "metrics")) {
        if (strcmp(report_text(metric, "name"), name) == 0)
            return metric;
    }
    return NULL;
}

static struct dot difference_of(const cJSON *cell, double scale) {
    return (struct dot){.value = scale * report_get(cell, "difference"),
                        .low = scale * report_get(cell, "difference_lo95"),
                        .high = scale * report_get(cell, "difference_hi95"),
                        .n = report_get(cell, "n")};
}

static bool forest_figure(const cJSON *section, const cJSON *metric, const struct taker *taker) {
    const cJSON *cells = get(metric, "cells"), *cell, *arm;
    bool share = strcmp(report_text(metric, "unit"), "share") == 0;
    double scale = share ? 100 : 1, margin = 0, least = INFINITY;
    size_t size =
        (size_t)cJSON_GetArraySize(cells) + (size_t)cJSON_GetArraySize(get(section, "arms")) + 1;
    struct dot_row *rows = calloc(size, sizeof *rows);
    char(*texts)[2][NOTE_TEXT + 16] = calloc(size, sizeof *texts);
    int count = 0;
    bool done = rows && texts;
    cJSON_ArrayForEach(arm, get(section, "arms")) {
        const char *name = report_text(arm, "name");
        int heading = count;
        if (!done)
            break;
        cJSON_ArrayForEach(cell, cells) {
            if (strcmp(report_text(cell, "arm"), name) != 0 ||
                isnan(report_get(cell, "difference")))
                continue;
            if (count == heading) {
                rows[count] = (struct dot_row){.label = name, .heading = true};
                count++;
            }
            struct dot dot = difference_of(cell, scale);
            bool differs = report_get(cell, "p_holm") < 0.05;
            bool equal = report_get(cell, "p_equivalent_holm") < 0.05;
            margin = fmax(margin, scale * report_get(cell, "margin"));
            least = fmin(least, dot.n);
            snprintf(texts[count][0], sizeof texts[count][0], "%.0f nodes",
                     report_get(cell, "nodes"));
            note_of(&dot, 3, true, texts[count][1]);
            strcat(texts[count][1], differs ? " \u2217" : equal ? " =" : "");
            dot.hollow = !differs;
            rows[count] = (struct dot_row){
                .label = texts[count][0], .note = texts[count][1], .dot = {dot, no_dot, no_dot}};
            count++;
        }
    }
    if (done && count > 0) {
        char axis[96], caption[CAPTION_TEXT], file[80];
        snprintf(axis, sizeof axis, "difference from the base arm%s",
                 share ? ", percentage points" : "");
        snprintf(caption, sizeof caption,
                 "%s. Difference from the base arm with 95%% intervals, n from %.0f games an arm. "
                 "Filled: differs after Holm's correction (\u2217); = equivalent within the shaded "
                 "margin; neither: these games do not tell.",
                 report_text(metric, "definition"), least);
        caption[0] = caption[0] >= 'a' && caption[0] <= 'z' ? (char)(caption[0] - 32) : caption[0];
        snprintf(file, sizeof file, "forest-%.40s", report_text(metric, "name"));
        struct dot_plot plot = no_dots;
        plot.axis = axis;
        plot.rows = rows;
        plot.count = count;
        plot.reference = 0;
        if (margin > 0) {
            plot.band_low = -margin;
            plot.band_high = margin;
        }
        take_dots(taker, file, report_text(metric, "name"), caption, &plot);
    }
    free(rows);
    free(texts);
    return done;
}

bool report_figures(const cJSON *section, void (*take)(void *context, const struct figure *figure),
                    void *context) {
    struct taker taker = {take, context};
    const char *kind = report_text(section, "kind");
    bool done = true;
    if (strcmp(kind, "values") == 0) {
        done = values_figure(section, &taker);
        calibration_figure(section, &taker);
    } else if (strcmp(kind, "games") == 0 && get(section, "results")) {
        results_figure(section, &taker);
        lengths_figure(section, &taker);
        done = sprt_figure(section, &taker);
    } else if (strcmp(kind, "history") == 0) {
        done = strength_figure(section, &taker) && convergence_figure(section, &taker);
    } else if (strcmp(kind, "comparison") == 0) {
        for (int i = 0; done && i < ARRAY_LENGTH(forest_metrics); i++) {
            const cJSON *metric = metric_named(section, forest_metrics[i]);
            done = !metric || forest_figure(section, metric, &taker);
        }
    }
    return done;
}
