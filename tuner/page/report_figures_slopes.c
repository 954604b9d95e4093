// SPDX-License-Identifier: GPL-3.0-or-later
// Values against their start: a line each, from what it was to what it is.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_figures_internal.h"
#include "statistics.h"

enum { LABEL = 48 };

struct slopes {
    int count, changed;
    struct plot_line line[PLOT_LINES_MAX];
    struct dot dot[PLOT_LINES_MAX][2];
    char label[PLOT_LINES_MAX][LABEL];
};

static void add(struct slopes *slopes, const char *label, double start, double now, bool changed) {
    if (isnan(start) || isnan(now) || slopes->count == PLOT_LINES_MAX)
        return;
    int i = slopes->count++;
    snprintf(slopes->label[i], LABEL, "%.47s", label);
    slopes->dot[i][0] = slopes->dot[i][1] = no_dot;
    slopes->dot[i][0].value = start;
    slopes->dot[i][1].value = now;
    slopes->line[i] =
        (struct plot_line){.label = slopes->label[i], .dot = slopes->dot[i], .strong = changed};
    slopes->changed += changed;
}

// A line says nothing that a number does not.
static void take(const struct slopes *slopes, struct taker *taker, const char *now,
                 const char *how) {
    enum { LEAST = 2 };
    char caption[CAPTION_TEXT];
    struct line_plot lines = {.y_axis = "value in the evaluation, centi-values",
                              .line = slopes->line,
                              .count = slopes->count,
                              .steps = 2,
                              .ends = {"start", now}};
    if (slopes->count < LEAST || !taker->full)
        return;
    snprintf(caption, sizeof caption, "%s %d of %d %s.", how, slopes->changed, slopes->count,
             slopes->changed == 1 ? "has changed by that" : "have changed by that");
    taker->take(taker->context, &(struct figure){"slopes", "From where the values started", caption,
                                                 plot_lines, &lines});
}

static bool is_piece(const char *parameter) {
    return strncmp(parameter, "board.", 6) == 0 || strncmp(parameter, "hand.", 5) == 0;
}

void figures_fit_slopes(const cJSON *section, struct taker *taker) {
    const cJSON *value;
    struct slopes slopes = {.count = 0};
    cJSON_ArrayForEach(value, report_item(report_item(section, "tuning"), "values")) {
        double start = json_number(value, "start");
        bool measured = strcmp(json_text(value, "verdict"), "measured") == 0;
        if (measured && is_piece(json_text(value, "parameter")))
            add(&slopes, json_text(value, "name"), start, json_number(value, "value"),
                json_number(value, "lo95") > start || json_number(value, "hi95") < start);
    }
    take(&slopes, taker, "fitted",
         "Pieces that the games measured. Strong: the 95% interval leaves out the start.");
}

// The last generation that passed its match, else the last one.
static int last_step(const cJSON *steps) {
    const cJSON *step;
    int number = 0, last = 0, passed = 0;
    cJSON_ArrayForEach(step, steps) {
        if (number > 0 && !isnan(json_number(step, "value"))) {
            last = number;
            passed = report_flag(step, "played") ? number : passed;
        }
        number++;
    }
    return passed ? passed : last;
}

void figures_generation_slopes(const cJSON *section, struct taker *taker) {
    static const char *const forms[] = {"board", "hand"};
    const cJSON *piece, *pieces = report_item(section, "pieces");
    struct slopes slopes = {.count = 0};
    int last = pieces && pieces->child ? last_step(report_item(pieces->child, "board")) : 0;
    char now[32], how[160];
    for (int f = 0; f < ARRAY_LENGTH(forms) && last; f++)
        cJSON_ArrayForEach(piece, pieces) {
            const cJSON *steps = report_item(piece, forms[f]);
            const cJSON *begun = cJSON_GetArrayItem(steps, 0);
            const cJSON *end = cJSON_GetArrayItem(steps, last);
            double start = json_number(begun, "value");
            char label[LABEL];
            snprintf(label, sizeof label, "%.30s%s", json_text(piece, "id"), f ? " in hand" : "");
            if (steps)
                add(&slopes, label, start, json_number(end, "value"),
                    json_number(end, "lo95") > start || json_number(end, "hi95") < start);
        }
    snprintf(now, sizeof now, "generation %d", last);
    snprintf(how, sizeof how,
             "What the first generation played by, and what generation %d says. Strong: its 95%% "
             "interval leaves out the start.",
             last);
    take(&slopes, taker, now, how);
}

void figures_spsa_slopes(const cJSON *section, struct taker *taker) {
    const cJSON *item;
    struct slopes slopes = {.count = 0};
    cJSON_ArrayForEach(item, report_item(section, "parameters")) {
        const char *name = json_text(item, "parameter");
        if (is_piece(name))
            add(&slopes, name, json_number(item, "start"), json_number(item, "value"),
                fabs(json_number(item, "way")) > NORMAL_975 * json_number(item, "chance_c_ends"));
    }
    take(&slopes, taker, "now", "Pieces. Strong: farther than chance goes in 95%.");
}
