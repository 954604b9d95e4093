// SPDX-License-Identifier: GPL-3.0-or-later
// Small panels that share their axes.
#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "plot.h"

enum { WIDTH = 118, HEIGHT = 112, LEFT = 46, TOP = 34, BOTTOM = 24, INNER = 78, MARK = 3 };

static const char *const classes[] = {"s1", "s2", "s3"};

struct drawing {
    struct svg svg;
    const struct panels *panels;
    double low, high;
    int columns;
    double width; // of a panel
};

static void find_range(struct drawing *drawing) {
    const struct panels *panels = drawing->panels;
    drawing->low = 0;
    drawing->high = 0;
    double most = 0;
    for (int p = 0; p < panels->count; p++)
        for (int s = 0; s < PANEL_SERIES; s++)
            for (int i = 0; panels->panel[p].dot[s] && i < panels->steps; i++) {
                const struct dot *dot = &panels->panel[p].dot[s][i];
                if (isnan(dot->value))
                    continue;
                most = fmax(most, fabs(dot->value));
                drawing->low = fmin(drawing->low, isnan(dot->low) ? dot->value : dot->low);
                drawing->high = fmax(drawing->high, isnan(dot->high) ? dot->value : dot->high);
            }
    drawing->high = fmin(drawing->high, 1.6 * most); // wide intervals must not hide the values
    drawing->low = fmax(drawing->low, -1.6 * most);
}

// Where a step stands.
static double step_at(const struct panels *panels, int step) {
    return panels->x ? log2(panels->x[step]) : step;
}

static char *step_text(const struct panels *panels, int step, char text[TICK_TEXT]) {
    snprintf(text, TICK_TEXT, "%.10g", panels->x ? panels->x[step] : step);
    return text;
}

static double shift_of(const struct panels *panels, int series) {
    return panels->series[PANEL_SERIES - 1] ? 4 * (series - 1) : series ? 2.5 : -2.5;
}

static void draw_series(struct drawing *drawing, const struct panel *panel, int s,
                        const struct plot_scale *x, const struct plot_scale *y) {
    const struct dot *dots = panel->dot[s];
    const char *name = drawing->panels->series[s];
    char class[32], tip[TIP_TEXT], step[TICK_TEXT];
    bool begun = false;
    if (!dots)
        return;
    double shift = shift_of(drawing->panels, s);
    snprintf(class, sizeof class, "thin %s", classes[s]);
    svg_path(&drawing->svg, class);
    for (int i = 0; i < drawing->panels->steps; i++) {
        if (isnan(dots[i].value))
            continue;
        svg_point(&drawing->svg, !begun, scale_at(x, step_at(drawing->panels, i)) + shift,
                  scale_at(y, dots[i].value));
        begun = true;
    }
    svg_path_end(&drawing->svg, false);
    for (int i = 0; i < drawing->panels->steps; i++) {
        if (isnan(dots[i].value))
            continue;
        double at = scale_at(x, step_at(drawing->panels, i)) + shift;
        plot_tip(&dots[i], tip, "%.40s%s%.40s, %s", panel->title, name ? ", " : "",
                 name ? name : "", step_text(drawing->panels, i, step));
        if (!isnan(dots[i].low)) {
            snprintf(class, sizeof class, "interval %s", classes[s]);
            svg_line(&drawing->svg, at, scale_at(y, dots[i].low), at, scale_at(y, dots[i].high),
                     class);
        }
        snprintf(class, sizeof class, "%s %s", dots[i].hollow ? "hollow" : "mark", classes[s]);
        svg_mark(&drawing->svg, (enum svg_shape)s, at, scale_at(y, dots[i].value), MARK, class,
                 tip);
    }
}

static void draw_panel(struct drawing *drawing, int number) {
    const struct panels *panels = drawing->panels;
    struct svg *svg = &drawing->svg;
    int column = number % drawing->columns;
    double left = LEFT + column * drawing->width;
    double top = TOP + number / drawing->columns * HEIGHT + 16;
    double first = step_at(panels, 0), last = step_at(panels, panels->steps - 1);
    double edge = 0.4 * (last - first) / (panels->steps > 1 ? panels->steps - 1 : 1);
    struct plot_scale x = {.low = first - (edge > 0 ? edge : 0.4),
                           .high = last + (edge > 0 ? edge : 0.4),
                           .from = left,
                           .to = left + drawing->width - 14};
    struct plot_scale y = scale_nice(drawing->low, drawing->high, top + INNER, top, 3);
    double value;
    char text[TICK_TEXT];
    for (int i = 0; scale_tick(&y, i, &value, text); i++) {
        double at = scale_at(&y, value);
        svg_line(svg, x.from, at, x.to, at, "grid");
        if (column == 0)
            svg_text(svg, left - 6, at + 4, SVG_END, "tick", text);
    }
    bool last_row = number + drawing->columns >= panels->count;
    int every = panels->x ? 1 : (panels->steps + 5) / 6;
    double free = left - 8; // labels do not run into each other
    for (int i = 0; last_row && i < panels->steps; i += every) {
        double at = scale_at(&x, step_at(panels, i));
        double half = svg_text_width(step_text(panels, i, text)) / 2;
        if (panels->x && at - half < free)
            continue;
        svg_text(svg, at, top + INNER + 14, SVG_MIDDLE, "tick", text);
        free = at + half + 3;
    }
    svg_text(svg, left, top - 4, SVG_START, "label", panels->panel[number].title);
    for (int s = 0; s < PANEL_SERIES; s++)
        draw_series(drawing, &panels->panel[number], s, &x, &y);
}

void plot_panels(const struct plot_frame *frame, const void *plot, struct buffer *out) {
    const struct panels *panels = plot;
    assert(frame->width > 0 && panels->count >= 0 && panels->steps >= 0);
    struct drawing drawing = {.panels = panels};
    drawing.columns = (int)((frame->width - LEFT) / WIDTH);
    if (drawing.columns < 1)
        drawing.columns = 1;
    if (drawing.columns > panels->count)
        drawing.columns = panels->count ? panels->count : 1;
    drawing.width = fmin((frame->width - LEFT) / drawing.columns, 2 * WIDTH);
    int rows = (panels->count + drawing.columns - 1) / drawing.columns;
    find_range(&drawing);
    drawing.svg =
        svg_open(out, frame->width, TOP + rows * HEIGHT + BOTTOM, frame->label, frame->style);
    double at = LEFT;
    for (int s = 0; s < PANEL_SERIES; s++) {
        if (!panels->series[s])
            continue;
        char class[16];
        snprintf(class, sizeof class, "mark %s", classes[s]);
        svg_mark(&drawing.svg, (enum svg_shape)s, at + 4, 10, 4, class, NULL);
        svg_text(&drawing.svg, at + 13, 14, SVG_START, "legend", panels->series[s]);
        at += svg_text_width(panels->series[s]) + 34;
    }
    svg_text(&drawing.svg, at, 14, SVG_START, "axis", panels->y_axis);
    for (int i = 0; i < panels->count; i++)
        draw_panel(&drawing, i);
    svg_text(&drawing.svg, frame->width / 2, drawing.svg.height - 3, SVG_MIDDLE, "axis",
             panels->x_axis);
    svg_close(&drawing.svg);
}
