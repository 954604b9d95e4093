// SPDX-License-Identifier: GPL-3.0-or-later
// Values on a card, in mean pieces and in Elo: from worth.csv, or from a fit.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report_card_internal.h"
#include "statistics.h"

static struct dot_row *row_of(struct figure_rows *rows, const char *name) {
    for (int i = 0; i < rows->count; i++)
        if (strcmp(rows->row[i].label, name) == 0)
            return &rows->row[i];
    return figure_rows_add(rows, "%.60s", name);
}

static double worth_of(const struct dot_row *row) {
    for (int i = 0; i < WORTH_FORMS; i++)
        if (!isnan(row->dot[i].value))
            return row->dot[i].value;
    return -INFINITY;
}

static int by_worth(const void *left, const void *right) {
    double a = worth_of(left), b = worth_of(right);
    int order = (a < b) - (a > b);
    return order ? order
                 : strcmp(((const struct dot_row *)left)->label,
                          ((const struct dot_row *)right)->label);
}

static void note_elo(struct dot_row *row, double elo, double half) {
    if (!isfinite(elo))
        return;
    if (half > 0 && isfinite(half))
        snprintf(row->note, sizeof row->note, "%.0f \u00b1 %.0f Elo", elo, half);
    else
        snprintf(row->note, sizeof row->note, "%.0f Elo", elo);
}

static void finish(struct card *card, const char *axis) {
    snprintf(card->axis, sizeof card->axis, "%s", axis);
    if (card->values.row)
        qsort(card->values.row, (size_t)card->values.count, sizeof *card->values.row, by_worth);
    card->values_plot = no_dots;
    int series = 0;
    for (int place = 0; place < WORTH_FORMS; place++)
        for (int i = 0; i < card->values.count; i++)
            if (!isnan(card->values.row[i].dot[place].value)) {
                series = place + 1;
                break;
            }
    for (int place = 0; place < series && series > 1; place++)
        card->values_plot.series[place] = worth_places[place];
}

// Rows of a table with columns piece, where, elo, elo_se, worth, se, lo95, hi95, games, mark.
static bool read_worth(const char *path, struct card *card, struct error *error) {
    cJSON *rows = report_csv_rows(path, error);
    const cJSON *line;
    bool open = false;
    cJSON_ArrayForEach(line, rows) {
        int place = 0;
        while (place < WORTH_FORMS && strcmp(json_text(line, "where"), worth_forms[place]) != 0)
            place++;
        double value = json_number(line, "worth");
        if (place == WORTH_FORMS || isnan(value))
            continue;
        struct dot_row *row = row_of(&card->values, json_text(line, "piece"));
        bool marked = *json_text(line, "mark") != 0;
        row->dot[place] = (struct dot){.value = value,
                                       .low = json_number(line, "lo95"),
                                       .high = json_number(line, "hi95"),
                                       .n = json_number(line, "games"),
                                       .hollow = marked};
        open |= marked;
        if (place == 0)
            note_elo(row, json_number(line, "elo"), NORMAL_975 * json_number(line, "elo_se"));
    }
    cJSON_Delete(rows);
    if (card->values.count)
        snprintf(
            card->remarks, sizeof card->remarks,
            "Values by randomised armies: what having the piece changes in results. Elo: of one on "
            "the board.%s",
            open ? " Open marks: the games say little." : "");
    finish(card, "mean pieces of the start position");
    return rows != NULL;
}

// Of a fit: in units of worth, whose Elo it says. Of a file: centi-values, of which the mean piece
// of the start position becomes 1; they say no Elo.
static void read_section(const cJSON *section, struct card *card) {
    const cJSON *unit = report_item(section, "unit");
    double elo = json_number(unit, "elo"), one = unit ? 1 : json_number(section, "mean_piece");
    char axis[96];
    const cJSON *piece;
    bool kept = false;
    cJSON_ArrayForEach(piece, report_item(section, "pieces")) {
        struct dot_row *row = NULL;
        for (int place = 0; place < WORTH_FORMS; place++) {
            const cJSON *form = report_item(piece, worth_forms[place]);
            if (!form || isnan(json_number(form, "value")))
                continue;
            row = row ? row : row_of(&card->values, json_text(piece, "name"));
            row->dot[place] = figure_dot(form, 1 / one);
            row->dot[place].n = json_number(form, "games");
            row->dot[place].hollow = !report_flag(form, "measured");
            kept |= row->dot[place].hollow;
            if (place == 0)
                note_elo(row, elo * json_number(form, "value"),
                         elo * (json_number(form, "hi95") - json_number(form, "lo95")) / 2);
        }
    }
    snprintf(card->remarks, sizeof card->remarks, "%s%s",
             unit ? "Values by regression on the games. Elo: of one on the board."
                  : "Values that the evaluation counts.",
             kept ? " Open marks were not measured." : "");
    snprintf(axis, sizeof axis, "%s",
             unit && *json_text(unit, "piece") ? json_text(unit, "piece")
                                               : "mean pieces of the start position");
    finish(card, axis);
}

bool card_values(const cJSON *report, const char *variant, struct card *card, struct error *error) {
    const cJSON *folder, *section, *best = NULL;
    cJSON_ArrayForEach(folder, report_item(report, "folders")) {
        char path[PATH_MAX];
        if (snprintf(path, sizeof path, "%s/worth.csv", json_text(folder, "folder")) <
                (int)sizeof path &&
            access(path, R_OK) == 0)
            return read_worth(path, card, error);
        cJSON_ArrayForEach(section, report_item(folder, "sections")) {
            if (strcmp(json_text(section, "kind"), "values") != 0 ||
                strcmp(json_text(section, "variant"), variant) != 0 ||
                (!report_item(section, "unit") && !(json_number(section, "mean_piece") > 0)))
                continue;
            // A fit says more than a file of values.
            if (!best || (report_item(section, "tuning") && !report_item(best, "tuning")))
                best = section;
        }
    }
    if (best)
        read_section(best, card);
    return true;
}
