// SPDX-License-Identifier: GPL-3.0-or-later
// Values: the men, calibration, ties.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "holdout.h"
#include "report_figures_internal.h"
#include "statistics.h"

// Wide intervals must not hide the values: the axis goes a good way beyond these, no further.
static void limit_axis(const cJSON *men, const char *const forms[DOT_SERIES],
                       struct dot_plot *plot) {
    double least = 0, most = 0;
    const cJSON *man;
    cJSON_ArrayForEach(man, men) {
        for (int s = 0; s < DOT_SERIES; s++) {
            double value = report_get(figure_get(man, forms[s]), "value");
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
    const cJSON *men = figure_get(section, "men"), *man;
    int count = cJSON_GetArraySize(men), i = 0;
    struct dot_row *rows = calloc((size_t)count + 1, sizeof *rows);
    char(*labels)[80] = calloc((size_t)count + 1, sizeof *labels);
    bool there[DOT_SERIES] = {false}, kept = false, open = false;
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
            const cJSON *form = figure_get(man, forms[s]);
            rows[i].dot[s] = no_dot;
            if (!form)
                continue;
            rows[i].dot[s] = figure_dot(form, 1);
            rows[i].dot[s].n = report_get(form, "games");
            rows[i].dot[s].hollow = !report_flag(form, "measured");
            kept |= report_flag(form, "kept");
            open |= rows[i].dot[s].hollow && !report_flag(form, "kept");
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
    const cJSON *tuning = figure_get(section, "tuning");
    int length = snprintf(caption, sizeof caption,
                          "Bars are 95%% intervals over games. Rows on one ground are men that "
                          "mirror each other.");
    if (is_cut(&plot))
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
                           report_text(figure_get(section, "unit"), "man"), unit);
    if (tuning)
        snprintf(caption + length, sizeof caption - (size_t)length,
                 " From %.0f positions of n = %.0f games.", report_get(tuning, "positions_fitted"),
                 report_get(tuning, "games_fitted"));
    figure_dots(taker, "values", "What the men are worth", caption, &plot);
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
    struct figure_rows rows;
    bool done = figure_rows_init(&rows, cJSON_GetArraySize(list));
    cJSON_ArrayForEach(tie, list) {
        double difference = report_get(tie, "difference"), se = report_get(tie, "se");
        double p = report_get(tie, "p_holm");
        if (!done || isnan(difference))
            continue;
        char label[NOTE_TEXT];
        snprintf(label, sizeof label, "%.32s \u2212 %.32s", report_name(tie, "first_name", "first"),
                 report_name(tie, "second_name", "second"));
        struct dot_row *row = figure_rows_add(&rows, label);
        row->dot[0] = (struct dot){.value = difference,
                                   .low = difference - NORMAL_975 * se,
                                   .high = difference + NORMAL_975 * se,
                                   .n = NAN,
                                   .hollow = p >= 0.05};
        snprintf(rows.text[rows.count - 1].note, sizeof rows.text->note, "p = %.3f%s", p,
                 p < 0.05 ? " \u2217" : "");
    }
    if (done && rows.count > 0) {
        struct dot_plot plot = no_dots;
        plot.axis = "difference where both are fitted, centi-values";
        plot.rows = rows.row;
        plot.count = rows.count;
        plot.reference = 0;
        figure_dots(
            taker, "ties", "Do the games let these share a value?",
            "Wald's test of each tie, p by Holm's correction; bars are 95% intervals of the "
            "one difference. Filled (\u2217): the games refuse the tie.",
            &plot);
    }
    figure_rows_destroy(&rows);
    return done;
}

bool figures_values(const cJSON *section, const struct taker *taker) {
    bool done = values_figure(section, taker);
    calibration_figure(section, taker);
    return done && ties_figure(section, taker);
}
