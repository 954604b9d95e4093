// SPDX-License-Identifier: GPL-3.0-or-later
// Plots with two axes: calibration, histogram, curve.
#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "plot.h"

enum { LEFT = 52, RIGHT = 24, TOP = 12, BOTTOM = 42, MARK = 4 };

struct axes {
    struct svg svg;
    struct plot_scale x, y;
};

static void draw_axes(struct axes *axes, const char *x_name, const char *y_name, bool x_grid) {
    struct svg *svg = &axes->svg;
    double value, bottom = axes->y.from, left = axes->x.from;
    char text[TICK_TEXT];
    for (int i = 0; scale_tick(&axes->x, i, &value, text); i++) {
        double x = scale_at(&axes->x, value);
        if (x_grid)
            svg_line(svg, x, axes->y.to, x, bottom, "grid");
        else
            svg_line(svg, x, bottom, x, bottom + 4, "ink");
        svg_text(svg, x, bottom + 16, SVG_MIDDLE, "tick", text);
    }
    for (int i = 0; scale_tick(&axes->y, i, &value, text); i++) {
        double y = scale_at(&axes->y, value);
        svg_line(svg, left, y, axes->x.to, y, "grid");
        svg_text(svg, left - 7, y + 4, SVG_END, "tick", text);
    }
    svg_axis_text(svg, left, axes->x.to, bottom + 34, x_name);
    svg_text(svg, 0, TOP, SVG_START, "axis", y_name);
}

static struct axes axes_open(const struct plot_frame *frame, double height, struct buffer *out) {
    return (struct axes){.svg = svg_open(out, frame->width, height, frame->label, frame->style)};
}

void plot_calibration(const struct plot_frame *frame, const void *plot, struct buffer *out) {
    const struct calibration *calibration = plot;
    assert(frame->width > 0 && calibration->count >= 0);
    double side = fmin(frame->width - LEFT - RIGHT, 380), top = TOP + 14;
    struct axes axes = axes_open(frame, top + side + BOTTOM, out);
    axes.x = scale_nice(0, 100, LEFT, LEFT + side, 5);
    axes.y = scale_nice(0, 100, top + side, top, 5);
    draw_axes(&axes, "predicted score, %", "scored, %", true);
    svg_line(&axes.svg, axes.x.from, axes.y.from, axes.x.to, axes.y.to, "reference");
    for (int i = 0; i < calibration->count; i++) {
        const struct calibration_point *point = &calibration->point[i];
        double x = scale_at(&axes.x, 100 * point->predicted);
        double low = scale_at(&axes.y, 100 * (point->scored - point->half_width));
        double high = scale_at(&axes.y, 100 * (point->scored + point->half_width));
        char tip[128];
        snprintf(tip, sizeof tip, "predicted %.1f%%, scored %.1f%% \u00b1 %.1f, %.0f games",
                 100 * point->predicted, 100 * point->scored, 100 * point->half_width,
                 point->games);
        svg_line(&axes.svg, x, low, x, high, "interval s1");
        svg_line(&axes.svg, x - 3, low, x + 3, low, "interval s1");
        svg_line(&axes.svg, x - 3, high, x + 3, high, "interval s1");
        svg_mark(&axes.svg, SVG_CIRCLE, x, scale_at(&axes.y, 100 * point->scored), MARK, "mark s1",
                 tip);
    }
    svg_close(&axes.svg);
}

void plot_histogram(const struct plot_frame *frame, const void *plot, struct buffer *out) {
    const struct histogram *histogram = plot;
    assert(frame->width > 0 && histogram->bin_width > 0);
    double height = 220, top = TOP + 26, most = 0;
    struct axes axes = axes_open(frame, height, out);
    for (int i = 0; i < histogram->count; i++)
        most = fmax(most, histogram->counts[i]);
    axes.x =
        scale_nice(histogram->start, histogram->start + histogram->bin_width * histogram->count,
                   LEFT, frame->width - RIGHT, frame->width < 500 ? 5 : 9);
    axes.y = scale_nice(0, fmax(most, 1), height - BOTTOM, top, most < 4 ? (int)most : 4);
    draw_axes(&axes, histogram->axis, histogram->unit, false);
    for (int i = 0; i < histogram->count; i++) {
        double from = histogram->start + i * histogram->bin_width;
        double x = scale_at(&axes.x, from), right = scale_at(&axes.x, from + histogram->bin_width);
        double y = scale_at(&axes.y, histogram->counts[i]);
        char tip[128];
        snprintf(tip, sizeof tip, "%.0f to %.0f %.40s: %.0f %.40s", from,
                 from + histogram->bin_width - 1, histogram->axis, histogram->counts[i],
                 histogram->unit);
        if (histogram->counts[i] > 0)
            svg_rect(&axes.svg, x + 0.5, y, right - x - 1, axes.y.from - y, "bar", tip);
    }
    if (!isnan(histogram->marker)) {
        double x = scale_at(&axes.x, histogram->marker);
        svg_line(&axes.svg, x, top - 6, x, axes.y.from, "reference");
        svg_text(&axes.svg, x + 5, top - 2, SVG_START, "note", histogram->marker_text);
    }
    svg_close(&axes.svg);
}

void plot_curve(const struct plot_frame *frame, const void *plot, struct buffer *out) {
    const struct curve *curve = plot;
    assert(frame->width > 0 && curve->count >= 0);
    double height = 240, top = TOP + 14;
    double low = curve->lower, high = curve->upper;
    struct axes axes = axes_open(frame, height, out);
    for (int i = 0; i < curve->count; i++) {
        low = fmin(low, curve->points[i].y);
        high = fmax(high, curve->points[i].y);
    }
    axes.x = scale_nice(0, curve->count ? curve->points[curve->count - 1].x : 1, LEFT,
                        frame->width - RIGHT, frame->width < 500 ? 5 : 9);
    axes.y = scale_nice(low, high, height - BOTTOM, top, 5);
    draw_axes(&axes, curve->x_axis, curve->y_axis, false);
    const struct {
        double value;
        const char *text, *class;
    } bounds[] = {{curve->upper, curve->upper_text, "bound s3"},
                  {curve->lower, curve->lower_text, "bound s2"}};
    for (int i = 0; i < 2; i++) {
        double y = scale_at(&axes.y, bounds[i].value);
        svg_line(&axes.svg, axes.x.from, y, axes.x.to, y, bounds[i].class);
        bool inside = i && y + 16 > axes.y.from; // else beyond the bound, where no curve goes on
        svg_text(&axes.svg, axes.x.to, i && !inside ? y + 14 : y - 5, SVG_END, "note",
                 bounds[i].text);
    }
    svg_path(&axes.svg, "curve s1");
    svg_point(&axes.svg, true, scale_at(&axes.x, 0), scale_at(&axes.y, 0));
    for (int i = 0; i < curve->count; i++)
        svg_point(&axes.svg, false, scale_at(&axes.x, curve->points[i].x),
                  scale_at(&axes.y, curve->points[i].y));
    svg_path_end(&axes.svg, false);
    if (curve->count) {
        int last = curve->count - 1;
        char tip[96];
        snprintf(tip, sizeof tip, "after %.0f: %.2f", curve->points[last].x, curve->points[last].y);
        svg_mark(&axes.svg, SVG_CIRCLE, scale_at(&axes.x, curve->points[last].x),
                 scale_at(&axes.y, curve->points[last].y), MARK, "mark s1", tip);
    }
    svg_close(&axes.svg);
}
