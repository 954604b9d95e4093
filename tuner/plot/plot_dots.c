// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of estimates with intervals.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot.h"

enum {
    TOP = 8,
    LEGEND = 22,
    AXIS = 40,
    ROW = 22,
    SPREAD = 9,
    MARK = 4,
    GAP = 10,
    EDGE = 24,
    NARROW = 500
};

static const char *const classes[] = {"s1", "s2", "s3", "s4", "s5", "s6"};

struct drawing {
    struct svg svg;
    const struct dot_plot *plot;
    struct plot_scale x;
    double top, bottom; // of the rows
    double labels, notes;
    int series;
    bool narrow;
};

static int series_count(const struct dot_plot *plot) {
    int count = 0;
    while (count < DOT_SERIES && plot->series[count])
        count++;
    return count ? count : 1;
}

static double row_height(const struct drawing *drawing) {
    return ROW + SPREAD * (drawing->series - 1);
}

static const char *row_label(const struct drawing *drawing, const struct dot_row *row) {
    return drawing->narrow && row->narrow ? row->narrow : row->label;
}

static double widest(const struct drawing *drawing, bool notes) {
    double width = 0;
    for (int i = 0; i < drawing->plot->count; i++) {
        const struct dot_row *row = &drawing->plot->rows[i];
        const char *text = notes ? row->note : row_label(drawing, row);
        if (!row->heading)
            width = fmax(width, svg_text_width(text));
    }
    return width;
}

static void include(double *low, double *high, double value) {
    if (isnan(value))
        return;
    *low = isnan(*low) ? value : fmin(*low, value);
    *high = isnan(*high) ? value : fmax(*high, value);
}

static struct plot_scale find_scale(const struct dot_plot *plot, double from, double to) {
    double low = NAN, high = NAN;
    for (int i = 0; i < plot->count; i++)
        for (int s = 0; s < DOT_SERIES && !plot->rows[i].heading; s++) {
            const struct dot *dot = &plot->rows[i].dot[s];
            if (isnan(dot->value))
                continue;
            include(&low, &high, dot->value);
            include(&low, &high, dot->low);
            include(&low, &high, dot->high);
        }
    include(&low, &high, plot->reference);
    include(&low, &high, plot->bars ? 0 : NAN);
    include(&low, &high, plot->axis_low);
    include(&low, &high, plot->axis_high);
    if (isnan(low))
        low = high = 0;
    if (!isnan(plot->limit_low))
        low = fmax(low, plot->limit_low);
    if (!isnan(plot->limit_high))
        high = fmin(high, plot->limit_high);
    return scale_nice(low, high, from, to, to - from < 260 ? 4 : 7);
}

static void draw_axis(struct drawing *drawing) {
    struct svg *svg = &drawing->svg;
    double value;
    char text[TICK_TEXT];
    for (int i = 0; scale_tick(&drawing->x, i, &value, text); i++) {
        double x = scale_at(&drawing->x, value);
        svg_line(svg, x, drawing->top, x, drawing->bottom, "grid");
        svg_text(svg, x, drawing->bottom + 15, SVG_MIDDLE, "tick", text);
    }
    svg_axis_text(svg, drawing->x.from, drawing->x.to, drawing->bottom + 33, drawing->plot->axis);
    if (!isnan(drawing->plot->reference)) {
        double x = scale_at(&drawing->x, drawing->plot->reference);
        svg_line(svg, x, drawing->top, x, drawing->bottom, "reference");
    }
}

static void draw_legend(struct drawing *drawing) {
    double x = drawing->labels;
    for (int s = 0; s < DOT_SERIES && drawing->plot->series[s]; s++) {
        const char *name = drawing->plot->series[s];
        char class[16];
        snprintf(class, sizeof class, "mark %s", classes[s]);
        svg_mark(&drawing->svg, (enum svg_shape)(s % SVG_SHAPES), x + MARK, TOP + 6, MARK, class,
                 NULL);
        svg_text(&drawing->svg, x + 3 * MARK, TOP + 10, SVG_START, "legend", name);
        x += svg_text_width(name) + 3 * MARK + 18;
    }
}

// An interval; an arrow where it goes on beyond the axis.
static void draw_interval(struct drawing *drawing, const struct dot *dot, double y,
                          const char *class) {
    struct svg *svg = &drawing->svg;
    double low = scale_at(&drawing->x, dot->low), high = scale_at(&drawing->x, dot->high);
    svg_line(svg, low, y, high, y, class);
    const struct {
        bool beyond;
        double x, toward;
    } ends[] = {{dot->low < drawing->x.low - 1e-9, low, 5},
                {dot->high > drawing->x.high + 1e-9, high, -5}};
    for (int i = 0; i < 2; i++) {
        if (!ends[i].beyond) {
            svg_line(svg, ends[i].x, y - 3, ends[i].x, y + 3, class);
            continue;
        }
        svg_path(svg, class);
        svg_point(svg, true, ends[i].x + ends[i].toward, y - 3);
        svg_point(svg, false, ends[i].x, y);
        svg_point(svg, false, ends[i].x + ends[i].toward, y + 3);
        svg_path_end(svg, false);
    }
}

static void draw_dots(struct drawing *drawing, const struct dot_row *row, double middle) {
    for (int s = 0; s < drawing->series; s++) {
        const struct dot *dot = &row->dot[s];
        if (isnan(dot->value))
            continue;
        double y = middle + SPREAD * (s - (drawing->series - 1) / 2.0);
        double x = scale_at(&drawing->x, dot->value);
        char tip[TIP_TEXT], class[32];
        const char *name = drawing->plot->series[s];
        plot_tip(dot, tip, "%.80s%s%.40s", row->label, name ? ", " : "", name ? name : "");
        if (drawing->plot->bars) {
            double zero = scale_at(&drawing->x, 0);
            svg_rect(&drawing->svg, fmin(zero, x), y - 6, fabs(x - zero), 12, "bar", tip);
        }
        snprintf(class, sizeof class, "interval %s", drawing->plot->bars ? "ink" : classes[s]);
        if (!isnan(dot->low))
            draw_interval(drawing, dot, y, class);
        snprintf(class, sizeof class, "%s %s", dot->hollow ? "hollow" : "mark", classes[s]);
        if (!drawing->plot->bars)
            svg_mark(&drawing->svg, (enum svg_shape)(s % SVG_SHAPES), x, y, MARK, class, tip);
    }
}

static void draw_rows(struct drawing *drawing) {
    const struct dot_plot *plot = drawing->plot;
    double height = row_height(drawing);
    for (int i = 0; i < plot->count; i++) {
        const struct dot_row *row = &plot->rows[i];
        double y = drawing->top + i * height + height / 2;
        if (row->heading) {
            svg_text(&drawing->svg, 0, y + 6, SVG_START, "heading", row->label);
            continue;
        }
        svg_text(&drawing->svg, drawing->labels - GAP, y + 4, SVG_END, "label",
                 row_label(drawing, row));
        draw_dots(drawing, row, y);
        if (drawing->notes > 0)
            svg_text(&drawing->svg, drawing->svg.width, y + 4, SVG_END, "note", row->note);
    }
}

// Behind everything: the band, and what rows belong together.
static void draw_background(struct drawing *drawing) {
    const struct dot_plot *plot = drawing->plot;
    double height = row_height(drawing);
    for (int i = 0, end; i < plot->count; i = end) {
        for (end = i + 1; end < plot->count && plot->rows[end].group == plot->rows[i].group;)
            end++;
        if (plot->rows[i].group > 0)
            svg_rect(&drawing->svg, 0, drawing->top + i * height + 2, drawing->x.to,
                     (end - i) * height - 4, "group", NULL);
    }
    if (!isnan(plot->band_low)) {
        double low = scale_at(&drawing->x, plot->band_low);
        svg_rect(&drawing->svg, low, drawing->top, scale_at(&drawing->x, plot->band_high) - low,
                 drawing->bottom - drawing->top, "band", NULL);
    }
}

void plot_dots(const struct plot_frame *frame, const void *dots, struct buffer *out) {
    const struct dot_plot *plot = dots;
    assert(frame->width > 0 && plot->count >= 0);
    struct drawing drawing = {
        .plot = plot, .series = series_count(plot), .narrow = frame->width < NARROW};
    drawing.top = TOP + (plot->series[0] ? LEGEND : 0);
    drawing.bottom = drawing.top + plot->count * row_height(&drawing);
    drawing.labels = fmin(widest(&drawing, false) + GAP + 2, frame->width * 0.5);
    drawing.notes = drawing.narrow ? 0 : widest(&drawing, true);
    double right = frame->width - fmax(drawing.notes > 0 ? drawing.notes + GAP : 0, EDGE);
    drawing.x = find_scale(plot, drawing.labels, right);
    drawing.svg = svg_open(out, frame->width, drawing.bottom + AXIS, frame->label, frame->style);
    draw_background(&drawing);
    draw_axis(&drawing);
    if (plot->series[0])
        draw_legend(&drawing);
    draw_rows(&drawing);
    svg_close(&drawing.svg);
}
