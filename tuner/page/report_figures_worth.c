// SPDX-License-Identifier: GPL-3.0-or-later
// Worth by randomised armies: the pieces, over limits, of changed pieces, beside other methods.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_figures_internal.h"
#include "worths.h"

static struct dot worth_of(const cJSON *form) {
    return (struct dot){.value = json_number(form, "worth"),
                        .low = json_number(form, "worth_lo95"),
                        .high = json_number(form, "worth_hi95"),
                        .n = json_number(form, "games")};
}

// Where the games fix no unit.
static struct dot elo_of(const cJSON *form) {
    return (struct dot){.value = json_number(form, "elo"),
                        .low = json_number(form, "elo_lo95"),
                        .high = json_number(form, "elo_hi95"),
                        .n = json_number(form, "games")};
}

static const cJSON *main_run(const cJSON *section) {
    const cJSON *run;
    cJSON_ArrayForEach(run, report_item(section, "runs")) {
        if (report_flag(run, "main"))
            return run;
    }
    return NULL;
}

static const char *axis_of(const cJSON *section, char text[96]) {
    const char *unit = json_text(section, "unit");
    snprintf(text, 96, "worth%s%.80s", *unit == '1' ? ", " : " in ", unit);
    return text;
}

// Wide intervals must not hide the worths.
static void limit_axis(const struct figure_rows *rows, struct dot_plot *plot) {
    double least = 0, most = 0;
    for (int i = 0; i < rows->count; i++)
        for (int s = 0; s < DOT_SERIES; s++) {
            least = fmin(least, rows->row[i].dot[s].value);
            most = fmax(most, rows->row[i].dot[s].value);
        }
    plot->limit_low = fmin(1.3 * least, -0.3 * most);
    plot->limit_high = 1.7 * most;
}

static void pieces_figure(const cJSON *section, struct taker *taker) {
    const cJSON *run = main_run(section), *piece;
    const cJSON *pieces = report_item(run, "pieces");
    struct figure_rows rows = {0};
    struct dot_plot plot = no_dots;
    bool pairs = false, hands = false, units = !isnan(json_number(run, "unit_elo"));
    int series = 0, of[WORTH_FORMS];
    for (int f = 0; f < WORTH_FORMS; f++) { // without drops what is left moves up
        bool there = false;
        cJSON_ArrayForEach(piece, pieces) there |= report_item(piece, worth_forms[f]) != NULL;
        if (!there)
            continue;
        plot.series[series] = worth_places[f];
        hands |= f == 1;
        of[series++] = f;
    }
    cJSON_ArrayForEach(piece, pieces) {
        struct dot_row *row =
            figure_rows_add(&rows, "%s  %s", json_text(piece, "name"), json_text(piece, "mark"));
        row->narrow = json_text(piece, "id");
        row->group = json_count(piece, "pair", INT_MAX);
        pairs |= row->group > 0;
        for (int s = 0; s < series; s++)
            row->dot[s] = units ? worth_of(report_item(piece, worth_forms[of[s]]))
                                : elo_of(report_item(piece, worth_forms[of[s]]));
    }
    char axis[96], caption[CAPTION_TEXT];
    plot.axis = units ? axis_of(section, axis) : "Elo";
    const cJSON *apart = report_find(report_item(run, "apart"), "where", worth_forms[0]);
    bool unordered = json_number(apart, "p") >= WORTHS_APART;
    if (!unordered) // an axis that cuts intervals makes much of small differences
        limit_axis(&rows, &plot);
    int length =
        snprintf(caption, sizeof caption,
                 "From n = %.0f games at %.0f nodes that began with pieces absent%s or promoted by "
                 "chance. Bars are 95%% intervals.%s",
                 json_number(run, "games"), json_number(run, "nodes"), hands ? ", in hand" : "",
                 pairs ? " Rows on one ground are pieces that mirror each other." : "");
    if (unordered)
        length +=
            snprintf(caption + length, sizeof caption - (size_t)length,
                     " The games do not tell them apart on the board: they stand in the order "
                     "of the game's file.");
    if (!isnan(json_number(run, "unit_elo")))
        snprintf(caption + length, sizeof caption - (size_t)length, " One unit is %.0f Elo.",
                 json_number(run, "unit_elo"));
    figure_rows_end(&rows, taker, "worth", "What the pieces are worth", caption, plot);
}

static void limits_figure(const cJSON *section, struct taker *taker) {
    enum { LIMITS_MAX = 32 };
    const cJSON *steps = report_item(section, "steps"), *item, *limit;
    const char *own[PANEL_SERIES] = {NULL};
    double nodes[LIMITS_MAX];
    char axis[96];
    int count = 0, series = 0;
    struct panels panels = {.x_axis = "nodes a move", .y_axis = axis_of(section, axis), .x = nodes};
    if (!steps)
        return;
    cJSON_ArrayForEach(limit, report_item(section, "limits")) if (count < LIMITS_MAX)
        nodes[count++] = limit->valuedouble;
    for (int f = 0; f < WORTH_FORMS; f++) { // without drops what is left moves up
        bool there = false;
        cJSON_ArrayForEach(item, steps) there |= report_item(item, worth_forms[f]) != NULL;
        if (!there)
            continue;
        panels.series[series] = worth_places[f];
        own[series++] = worth_forms[f];
    }
    figure_panels(steps, "name", own, taker, "worth-limits", "Does worth depend on the player?",
                  "Nodes a move are on a log scale. Bars are 95% intervals; worths are ratios to "
                  "their mean, so that some fall where others rise.",
                  panels);
}

static void replaced_figure(const cJSON *section, struct taker *taker) {
    const cJSON *run = main_run(section), *row;
    struct figure_rows rows = {0};
    struct dot_plot plot = no_dots;
    char axis[96], caption[CAPTION_TEXT];
    bool units = !isnan(json_number(run, "unit_elo"));
    cJSON_ArrayForEach(row, report_item(run, "replaced")) {
        struct dot_row *of = figure_rows_add(&rows, "%s", json_text(row, "piece"));
        of->dot[0] = units ? worth_of(row) : elo_of(row);
        of->dot[0].hollow = !(json_number(row, "p_holm") < 0.05);
        figure_note(of, true, of->dot[0].hollow ? " \u00b7 not shown to differ" : "");
    }
    plot.axis = units ? axis_of(section, axis) : "Elo";
    snprintf(caption, sizeof caption,
             "What the new piece is worth more than the old one in whose place it stands by lot, "
             "from n = %.0f games at %.0f nodes. Bars are 95%% intervals; 0: no difference. Open "
             "marks are not shown to differ from it (Holm's correction).",
             json_number(run, "games"), json_number(run, "nodes"));
    figure_rows_end(&rows, taker, "worth-replaced", "What the change does", caption, plot);
}

// Armies, other methods and, where some agree, their mean: as many as there are colours.
static int methods_of(const cJSON *side, const char *method[DOT_SERIES]) {
    int count = 0;
    const cJSON *row;
    cJSON_ArrayForEach(row, side) {
        const char *name = json_text(row, "method");
        if (count > 0 && strcmp(method[count - 1], name) == 0)
            continue;
        if (count < DOT_SERIES)
            method[count++] = name;
        else if (strcmp(name, "mean") == 0)
            method[count - 1] = name;
    }
    return count;
}

static void beside_figure(const cJSON *section, struct taker *taker) {
    const cJSON *side = report_item(section, "side"), *row;
    const char *method[DOT_SERIES];
    struct figure_rows rows = {0};
    struct dot_plot plot = no_dots;
    int methods = methods_of(side, method);
    for (int m = 0; m < methods; m++)
        plot.series[m] = method[m];
    for (int f = 0; f < WORTH_FORMS; f++) {
        int first = rows.count;
        cJSON_ArrayForEach(row, side) {
            const char *name = json_text(row, "method"), *id = json_text(row, "id");
            int m = 0;
            while (m < methods && strcmp(method[m], name) != 0)
                m++;
            if (m == methods || strcmp(json_text(row, "where"), worth_forms[f]) != 0)
                continue;
            if (m == 0) { // the armies come first and name the rows
                if (rows.count == first)
                    figure_rows_add(&rows, "%s", worth_places[f])->heading = true;
                figure_rows_add(&rows, "%s  %s", json_text(row, "name"), id)->narrow = id;
            }
            for (int i = first; i < rows.count && rows.row; i++)
                if (rows.row[i].narrow && strcmp(rows.row[i].narrow, id) == 0) {
                    rows.row[i].dot[m] = worth_of(row);
                    rows.row[i].dot[m].hollow = *json_text(row, "mark") != 0;
                }
        }
    }
    char axis[96];
    plot.axis = axis_of(section, axis);
    limit_axis(&rows, &plot);
    figure_rows_end(
        &rows, taker, "worth-beside", "Other methods beside armies",
        "Armies: games that begin so by chance. Bars are 95% intervals; what has none "
        "is what players count for the piece. Hollow marks lean on a prior, and are left "
        "out of the tests in the table.",
        plot);
}

void figures_worth(const cJSON *section, struct taker *taker) {
    pieces_figure(section, taker);
    replaced_figure(section, taker);
    limits_figure(section, taker);
    beside_figure(section, taker);
}
