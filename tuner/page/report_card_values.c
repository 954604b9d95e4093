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

// The name of a piece from the first section that has its ID; the ID where none does.
static const char *name_of(const cJSON *report, const char *id) {
    const cJSON *folder, *section, *piece;
    cJSON_ArrayForEach(folder, report_item(report, "folders")) {
        cJSON_ArrayForEach(section, report_item(folder, "sections")) {
            const cJSON *runs = report_item(section, "runs"); // of worth
            piece = report_find(report_item(runs ? runs->child : section, "pieces"), "id", id);
            if (*json_text(piece, "name"))
                return json_text(piece, "name");
        }
    }
    return id;
}

// The piece as it starts: "board.+R" is a form of what "board.R" is.
static const char *base_of(const cJSON *rows, const cJSON *line) {
    const char *name = strstr(json_text(line, "parameter"), ".+");
    const cJSON *row;
    cJSON_ArrayForEach(row, rows) {
        const char *own = strchr(json_text(row, "parameter"), '.');
        if (name && own && strcmp(own + 1, name + 2) == 0)
            return json_text(row, "piece");
    }
    return json_text(line, "piece");
}

static const char *method_of(const cJSON *rows) {
    return json_text(rows ? rows->child : NULL, "method");
}

// What worth by a method is called, and how to read it.
static const struct {
    const char *method, *heading, *remark;
} methods[] = {
    {"", "What its pieces are worth", "The file of values does not say its method."},
    {"armies", "What its pieces are worth",
     "Values by randomised armies: what having the piece changes in results."},
    {"mean", "What its pieces are worth", "Values are the weighted mean of methods that agree."},
    {"regression", "Average worth of its pieces", "Values by regression."},
    {"temporal differences", "Average worth of its pieces", "Values by temporal differences."},
};

static void say_method(const char *method, bool elo, const char *open, struct card *card) {
    int m = ARRAY_LENGTH(methods) - 1;
    while (m > 0 && strcmp(methods[m].method, method) != 0)
        m--;
    bool average = strncmp(methods[m].heading, "Average", 7) == 0;
    card->heading = methods[m].heading;
    int length = snprintf(card->remarks, sizeof card->remarks, "%s", methods[m].remark);
    if (average)
        length += snprintf(card->remarks + length, sizeof card->remarks - (size_t)length,
                           " Players chose the imbalances: armies differ by %.1f to %.1f "
                           "mean pieces.",
                           WORTH_BIAS_LEAST, WORTH_BIAS);
    snprintf(card->remarks + length, sizeof card->remarks - (size_t)length, "%s%s",
             elo ? " Elo: on the board." : "", open);
}

// Rows of a table with columns parameter, piece, where, elo, elo_se, worth, se, lo95, hi95, games,
// mark, method.
static void read_worth(const cJSON *report, const cJSON *rows, struct card *card) {
    const cJSON *line;
    bool open = false;
    cJSON_ArrayForEach(line, rows) {
        int place = 0;
        while (place < WORTH_FORMS && strcmp(json_text(line, "where"), worth_forms[place]) != 0)
            place++;
        double value = json_number(line, "worth");
        if (place == WORTH_FORMS || isnan(value))
            continue;
        struct dot_row *row = row_of(&card->values, name_of(report, base_of(rows, line)));
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
    if (card->values.count)
        say_method(method_of(rows), true, open ? " Open marks: the games say little." : "", card);
    finish(card, "mean pieces of the start position");
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
    const char *open = kept ? " Open marks were not measured." : "";
    card->heading = "Values that its players count";
    if (unit)
        say_method("regression", true, open, card);
    else
        snprintf(
            card->remarks, sizeof card->remarks,
            "Values that the evaluation counts beside its terms of place and King: no worth.%s",
            open);
    snprintf(axis, sizeof axis, "%s",
             unit && *json_text(unit, "piece") ? json_text(unit, "piece")
                                               : "mean pieces of the start position");
    finish(card, axis);
}

bool card_values(const cJSON *report, const char *variant, struct card *card, struct error *error) {
    const cJSON *folder, *section, *best = NULL;
    cJSON *worth = NULL; // the first one, or the first one of armies
    cJSON_ArrayForEach(folder, report_item(report, "folders")) {
        char path[PATH_MAX];
        if (snprintf(path, sizeof path, "%s/worth.csv", json_text(folder, "folder")) <
                (int)sizeof path &&
            access(path, R_OK) == 0) {
            cJSON *rows = report_csv_rows(path, error);
            bool better = !worth || (strcmp(method_of(rows), "armies") == 0 &&
                                     strcmp(method_of(worth), "armies") != 0);
            cJSON_Delete(better ? worth : rows);
            worth = better ? rows : worth;
            if (!rows) {
                cJSON_Delete(worth);
                return false;
            }
        }
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
    if (worth)
        read_worth(report, worth, card);
    else if (best)
        read_section(best, card);
    cJSON_Delete(worth);
    return true;
}
