// SPDX-License-Identifier: GPL-3.0-or-later
// Values: the pieces, calibration, ties.
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "holdout.h"
#include "report_figures_internal.h"
#include "statistics.h"

// Wide intervals must not hide the values: the axis goes a good way beyond these, no further.
static void limit_axis(const cJSON *pieces, struct dot_plot *plot) {
    double least = 0, most = 0;
    const cJSON *piece;
    cJSON_ArrayForEach(piece, pieces) {
        for (int s = 0; s < WORTH_FORMS; s++) {
            double value = json_number(report_item(piece, worth_forms[s]), "value");
            if (isnan(value))
                continue;
            least = fmin(least, value);
            most = fmax(most, value);
        }
    }
    plot->limit_low = fmin(1.2 * least, -0.3 * most);
    plot->limit_high = 1.7 * most;
}

static bool is_cut(const struct figure_rows *rows, const struct dot_plot *plot) {
    for (int i = 0; i < rows->count; i++)
        for (int s = 0; s < WORTH_FORMS; s++)
            if (rows->row[i].dot[s].low < plot->limit_low ||
                rows->row[i].dot[s].high > plot->limit_high)
                return true;
    return false;
}

static void values_figure(const cJSON *section, struct taker *taker) {
    const cJSON *pieces = report_item(section, "pieces"), *piece;
    struct figure_rows rows = {0};
    struct dot_plot plot = no_dots;
    bool kept = false, open = false;
    int series = 0;
    for (int f = 0; f < WORTH_FORMS; f++) { // without drops what is left moves up
        bool there = false;
        cJSON_ArrayForEach(piece, pieces) there |= report_item(piece, worth_forms[f]) != NULL;
        if (there)
            plot.series[series++] = worth_places[f];
    }
    cJSON_ArrayForEach(piece, pieces) {
        struct dot_row *row =
            figure_rows_add(&rows, "%s  %s", json_text(piece, "name"), json_text(piece, "id"));
        row->narrow = json_text(piece, "id");
        row->group = json_count(piece, "pair", INT_MAX);
        for (int f = 0; f < WORTH_FORMS; f++) {
            const cJSON *form = report_item(piece, worth_forms[f]);
            for (int s = 0; s < series && form; s++)
                if (plot.series[s] == worth_places[f] && !isnan(json_number(form, "value"))) {
                    row->dot[s] = figure_dot(form, 1);
                    row->dot[s].n = json_number(form, "games");
                    row->dot[s].hollow = !report_flag(form, "measured");
                    kept |= report_flag(form, "kept");
                    open |= row->dot[s].hollow && !report_flag(form, "kept");
                }
        }
    }
    const cJSON *unit = report_item(section, "unit");
    const char *reference = json_text(unit, "piece");
    char axis[96];
    snprintf(axis, sizeof axis, "average worth, 1 = %.40s",
             *reference ? reference : "the mean piece");
    plot.axis = unit ? axis : "value in the evaluation, centi-values";
    bool unordered = report_flag(section, "unordered");
    if (!unordered) // an axis that cuts intervals makes much of small differences
        limit_axis(pieces, &plot);
    char caption[CAPTION_TEXT];
    const cJSON *tuning = report_item(section, "tuning");
    int length = snprintf(caption, sizeof caption,
                          "Bars are 95%% intervals over games. Rows on one ground are pieces that "
                          "mirror each other.");
    if (unordered)
        length += snprintf(caption + length, sizeof caption - (size_t)length,
                           " These games do not tell the pieces on the board apart: they stand in "
                           "the order of the game's file.");
    if (is_cut(&rows, &plot))
        length += snprintf(caption + length, sizeof caption - (size_t)length,
                           " An arrow: the interval goes on beyond the axis.");
    if (kept || open)
        length += snprintf(caption + length, sizeof caption - (size_t)length, " Open marks %s.",
                           !open   ? "were not measured: they keep the value that they had"
                           : !kept ? "were tuned, but the games tell no interval"
                                   : "have no interval: some were tuned, some keep the value that "
                                     "they had (the table says which)");
    if (unit)
        length += snprintf(caption + length, sizeof caption - (size_t)length,
                           " Average worth is what a player loses with the piece, in the mean over "
                           "the games; 1 is %.0f Elo. Players chose these imbalances: the known "
                           "difference from armies (kagami worth) is %.1f to %.1f of a mean piece.",
                           json_number(unit, "elo"), WORTH_BIAS_LEAST, WORTH_BIAS);
    else
        length += snprintf(caption + length, sizeof caption - (size_t)length,
                           " Values are for play, beside terms of place and King; they are no "
                           "worth.");
    if (tuning)
        snprintf(caption + length, sizeof caption - (size_t)length,
                 " From %.0f positions of n = %.0f games.", json_number(tuning, "positions_fitted"),
                 json_number(tuning, "games_fitted"));
    figure_rows_end(&rows, taker, "values",
                    unit ? "Average worth of the pieces" : "Values of the pieces", caption, plot);
}

static void calibration_figure(const cJSON *section, struct taker *taker) {
    const cJSON *holdout = report_item(report_item(section, "tuning"), "holdout"), *bin;
    struct calibration calibration = {.count = 0};
    cJSON_ArrayForEach(bin, report_item(holdout, "calibration")) {
        double games = json_number(bin, "games");
        if (calibration.count < ARRAY_LENGTH(calibration.point) && games > 0)
            calibration.point[calibration.count++] = (struct calibration_point){
                json_number(bin, "predicted"), json_number(bin, "scored"),
                student_975(games) * json_number(bin, "se"), games};
    }
    if (calibration.count == 0)
        return;
    char caption[CAPTION_TEXT];
    snprintf(caption, sizeof caption,
             "Positions of n = %.0f games that the fit has not seen, in tenths of the prediction; "
             "on the dashed line the two agree. Log-loss %.4f, of a constant %.4f: better by %.4f "
             "\u00b1 %.4f.",
             json_number(holdout, "games"), json_number(holdout, "log_loss"),
             json_number(holdout, "constant_log_loss"), json_number(holdout, "gain"),
             NORMAL_975 * json_number(holdout, "gain_se"));
    taker->take(taker->context, &(struct figure){"calibration", "Do the values predict results?",
                                                 caption, plot_calibration, &calibration});
}

// --- ties, distance ------------------------------------------------------------------------------

static void ties_figure(const cJSON *section, struct taker *taker) {
    const cJSON *tie;
    struct figure_rows rows = {0};
    cJSON_ArrayForEach(tie, report_item(report_item(section, "tuning"), "ties")) {
        double difference = json_number(tie, "difference"), p = json_number(tie, "p_holm");
        double half = NORMAL_975 * json_number(tie, "se");
        if (isnan(difference))
            continue;
        struct dot_row *row =
            figure_rows_add(&rows, "%.32s \u2212 %.32s", json_text(tie, "first_name"),
                            json_text(tie, "second_name"));
        row->dot[0] = (struct dot){.value = difference,
                                   .low = difference - half,
                                   .high = difference + half,
                                   .n = NAN,
                                   .hollow = p >= 0.05};
        snprintf(row->note, sizeof row->note, "p = %.3f%s", p, p < 0.05 ? " \u2217" : "");
    }
    struct dot_plot plot = no_dots;
    plot.axis = "difference where both are fitted, centi-values";
    figure_rows_end(
        &rows, taker, "ties", "Do the games let these share a value?",
        "Wald's test of each tie, p by Holm's correction; bars are 95% intervals of the one "
        "difference. Filled (\u2217): the games refuse the tie.",
        plot);
}

void figures_values(const cJSON *section, struct taker *taker) {
    values_figure(section, taker);
    figures_fit_slopes(section, taker);
    calibration_figure(section, taker);
    ties_figure(section, taker);
}
