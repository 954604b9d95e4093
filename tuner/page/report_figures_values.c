// SPDX-License-Identifier: GPL-3.0-or-later
// Values: the pieces, calibration, ties.
#include <math.h>
#include <stdio.h>

#include "holdout.h"
#include "report_figures_internal.h"
#include "statistics.h"

// Wide intervals must not hide the values: the axis goes a good way beyond these, no further.
static void limit_axis(const cJSON *pieces, const char *const forms[DOT_SERIES],
                       struct dot_plot *plot) {
    double least = 0, most = 0;
    const cJSON *piece;
    cJSON_ArrayForEach(piece, pieces) {
        for (int s = 0; s < DOT_SERIES; s++) {
            double value = report_get(figure_get(piece, forms[s]), "value");
            least = fmin(least, value);
            most = fmax(most, value);
        }
    }
    plot->limit_low = fmin(1.2 * least, -0.3 * most);
    plot->limit_high = 1.7 * most;
}

static bool is_cut(const struct figure_rows *rows, const struct dot_plot *plot) {
    for (int i = 0; i < rows->count; i++)
        for (int s = 0; s < DOT_SERIES; s++)
            if (rows->row[i].dot[s].low < plot->limit_low ||
                rows->row[i].dot[s].high > plot->limit_high)
                return true;
    return false;
}

static bool values_figure(const cJSON *section, const struct taker *taker) {
    static const char *const forms[] = {"board", "hand", "promoted"};
    static const char *const names[] = {"on the board", "in hand", "promoted"};
    const cJSON *pieces = figure_get(section, "pieces"), *piece;
    struct figure_rows rows = figure_rows_init(cJSON_GetArraySize(pieces));
    struct dot_plot plot = no_dots;
    bool kept = false, open = false;
    int series = 0;
    for (int f = 0; f < DOT_SERIES; f++) { // without drops what is left moves up
        bool there = false;
        cJSON_ArrayForEach(piece, pieces) there |= figure_get(piece, forms[f]) != NULL;
        if (there)
            plot.series[series++] = names[f];
    }
    cJSON_ArrayForEach(piece, pieces) {
        struct dot_row *row =
            figure_rows_add(&rows, "%s  %s", report_text(piece, "name"), report_text(piece, "id"));
        if (!row)
            break;
        row->narrow = report_text(piece, "id");
        row->group = (int)report_get(piece, "pair");
        for (int f = 0; f < DOT_SERIES; f++) {
            const cJSON *form = figure_get(piece, forms[f]);
            for (int s = 0; s < series && form; s++)
                if (plot.series[s] == names[f]) {
                    row->dot[s] = figure_dot(form, 1);
                    row->dot[s].n = report_get(form, "games");
                    row->dot[s].hollow = !report_flag(form, "measured");
                    kept |= report_flag(form, "kept");
                    open |= row->dot[s].hollow && !report_flag(form, "kept");
                }
        }
    }
    plot.axis = "value, centi-values";
    limit_axis(pieces, forms, &plot);
    char caption[CAPTION_TEXT];
    const cJSON *tuning = figure_get(section, "tuning");
    int length = snprintf(caption, sizeof caption,
                          "Bars are 95%% intervals over games. Rows on one ground are pieces that "
                          "mirror each other.");
    if (is_cut(&rows, &plot))
        length += snprintf(caption + length, sizeof caption - (size_t)length,
                           " An arrow: the interval goes on beyond the axis.");
    if (kept || open)
        length += snprintf(caption + length, sizeof caption - (size_t)length, " Open marks %s.",
                           !open   ? "were not measured: they keep the value that they had"
                           : !kept ? "were tuned, but the games tell no interval"
                                   : "have no interval: some were tuned, some keep the value that "
                                     "they had (the table says which)");
    double unit = report_get(figure_get(section, "unit"), "value");
    if (!isnan(unit))
        length += snprintf(caption + length, sizeof caption - (size_t)length,
                           " A %.40s on the board is %.0f.",
                           report_text(figure_get(section, "unit"), "piece"), unit);
    if (tuning)
        snprintf(caption + length, sizeof caption - (size_t)length,
                 " From %.0f positions of n = %.0f games.", report_get(tuning, "positions_fitted"),
                 report_get(tuning, "games_fitted"));
    return figure_rows_end(&rows, taker, "values", "What the pieces are worth", caption, plot);
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
    const cJSON *holdout = figure_get(figure_get(section, "tuning"), "holdout"), *bin;
    struct calibration calibration = {.count = 0};
    cJSON_ArrayForEach(bin, figure_get(holdout, "calibration")) {
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

// --- ties, distance ------------------------------------------------------------------------------

static bool ties_figure(const cJSON *section, const struct taker *taker) {
    const cJSON *list = figure_get(figure_get(section, "tuning"), "ties"), *tie;
    struct figure_rows rows = figure_rows_init(cJSON_GetArraySize(list));
    cJSON_ArrayForEach(tie, list) {
        double difference = report_get(tie, "difference"), p = report_get(tie, "p_holm");
        double half = NORMAL_975 * report_get(tie, "se");
        if (isnan(difference))
            continue;
        struct dot_row *row =
            figure_rows_add(&rows, "%.32s \u2212 %.32s", report_text(tie, "first_name"),
                            report_text(tie, "second_name"));
        if (!row)
            break;
        row->dot[0] = (struct dot){.value = difference,
                                   .low = difference - half,
                                   .high = difference + half,
                                   .n = NAN,
                                   .hollow = p >= 0.05};
        figure_rows_note(&rows, "p = %.3f%s", p, p < 0.05 ? " \u2217" : "");
    }
    struct dot_plot plot = no_dots;
    plot.axis = "difference where both are fitted, centi-values";
    return figure_rows_end(
        &rows, taker, "ties", "Do the games let these share a value?",
        "Wald's test of each tie, p by Holm's correction; bars are 95% intervals of the one "
        "difference. Filled (\u2217): the games refuse the tie.",
        plot);
}

bool figures_values(const cJSON *section, const struct taker *taker) {
    bool done = values_figure(section, taker);
    calibration_figure(section, taker);
    return done && ties_figure(section, taker);
}
