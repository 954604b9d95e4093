// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of plots that a report has. Each is drawn for a given width, so that a narrow page gets
// one that is laid out for it. Numbers are plain; NAN means that there is none.
#pragma once

#include "svg.h"

struct plot_frame {
    double width;      // pixels
    const char *label; // what it shows, for those who cannot see it
    const char *style; // see svg_open
};

// Where values stand on an axis.
struct plot_scale {
    double low, high; // values at the ends
    double from, to;  // pixels there
    double step;      // between ticks, 1, 2 or 5 times a power of ten
    int decimals;     // of the ticks
};
enum { TICK_TEXT = 32 };

// An axis that begins and ends at ticks, about `ticks` of them. Any two finite values.
struct plot_scale scale_nice(double low, double high, double from, double to, int ticks);
double scale_at(const struct plot_scale *scale, double value); // pixels, held within the axis
// Tick i from 0; false past the last. Writes its value and label.
bool scale_tick(const struct plot_scale *scale, int i, double *value, char text[TICK_TEXT]);
// "-12.3", as short as `digits` significant digits allow. Returns `text`.
char *plot_number(double value, int digits, char text[TICK_TEXT]);

// Moves labels that would lie closer than `gap` apart as little as possible, by least squares, and
// into low..high as far as there is room: places in ascending order, in place.
void plot_spread(double *place, int count, double gap, double low, double high);

// Rows of estimates with intervals: dot plots, forest plots, bars.
enum { DOT_SERIES = 6 };
struct dot {
    double value, low, high; // value NAN: nothing there; low NAN: no interval
    double n;                // observations, NAN: not said
    bool hollow;             // not measured, or not what is played with
};
enum { TIP_TEXT = 256 };
// What shows while the pointer rests on a dot: what it is, value, interval, n.
__attribute__((format(printf, 3, 4))) void plot_tip(const struct dot *dot, char tip[TIP_TEXT],
                                                    const char *what, ...);
struct dot_row {
    char label[96], note[112]; // the note at the right, on wide plots
    const char *narrow;        // label there; NULL: the same
    bool heading;              // a row of text without dots
    int group; // rows beside each other with the same number above 0 share a background
    struct dot dot[DOT_SERIES];
};
struct dot_plot {
    const char *axis;
    const char *series[DOT_SERIES]; // names for the legend, NULL past the last; one needs none
    const struct dot_row *rows;
    int count;
    bool bars;                    // from 0, with intervals on them
    double reference;             // a line there; NAN: none
    double band_low, band_high;   // a band that means "no difference that matters"; NAN: none
    double axis_low, axis_high;   // at least this is shown; NAN: only what the values need
    double limit_low, limit_high; // never shown beyond these; NAN: no limit
};
// As all plots, so that whoever has one need not know its kind: `plot` is a struct dot_plot.
void plot_dots(const struct plot_frame *frame, const void *plot, struct buffer *out);

// Points with vertical intervals against the diagonal, both axes from 0 to 100%.
struct calibration_point {
    double predicted, scored, half_width, games; // shares of 1
};
struct calibration {
    struct calibration_point point[64];
    int count;
};
// Of a struct calibration.
void plot_calibration(const struct plot_frame *frame, const void *plot, struct buffer *out);

// Counts in bins of equal width, the first from `start`.
struct histogram {
    const char *axis, *unit; // "plies", "games"
    double start, bin_width;
    const double *counts;
    int count;
    double marker; // a line there; NAN: none
    const char *marker_text;
};
// Of a struct histogram.
void plot_histogram(const struct plot_frame *frame, const void *plot, struct buffer *out);

// Boards beside each other, each square as dark as its number is large among those of all boards.
enum { BOARDS_MAX = 4 };
struct board_map {
    int files, ranks, count;
    const char *title[BOARDS_MAX];
    const double *value[BOARDS_MAX]; // from the lowest rank upwards, from the left
    const char *unit;                // "a game"
};
// Of a struct board_map.
void plot_boards(const struct plot_frame *frame, const void *plot, struct buffer *out);

// A curve with two bounds.
struct curve {
    const char *x_axis, *y_axis;
    const struct curve_point { double x, y; } * points;
    int count;
    double lower, upper;
    const char *lower_text, *upper_text;
};
// Of a struct curve.
void plot_curve(const struct plot_frame *frame, const void *plot, struct buffer *out);

// Small panels that share their axes: values with intervals at steps.
enum { PANEL_SERIES = 3, PANELS_MAX = 60 };
struct panel {
    const char *title;
    const struct dot *dot[PANEL_SERIES]; // `steps` of them, or NULL
};
struct panels {
    const char *x_axis, *y_axis;
    const char *series[PANEL_SERIES];
    const struct panel *panel;
    int count, steps;
    const double *x; // of the steps, ascending, above 0: a log scale; NULL: whole numbers from 0
};
// Of a struct panels.
void plot_panels(const struct plot_frame *frame, const void *plot, struct buffer *out);

// Lines over steps, named at their ends: a ladder over node limits, or slopes from a start to now.
enum { PLOT_LINES_MAX = 96 };
struct plot_line {
    const char *label, *narrow; // narrow NULL: the same
    const struct dot *dot;      // `steps` of them
    bool strong;                // what the eye looks for; the others are faint
    bool base;                  // what the others are compared with: in ink
};
struct line_plot {
    const char *x_axis, *y_axis;
    const struct plot_line *line;
    int count, steps;
    const double *x; // of the steps, ascending, above 0: a log scale; NULL: slopes, of two steps
    const char *ends[2]; // of slopes: what the steps are; values stand with the labels then
};
// Of a struct line_plot.
void plot_lines(const struct plot_frame *frame, const void *plot, struct buffer *out);

// Counts as parts of one bar, from what is good for one side to what is good for the other.
enum { STACK_MAX = 5 };
struct stack_plot {
    const char *left, *right; // over the ends of the bar
    const char *name[STACK_MAX];
    double count[STACK_MAX];
    int parts; // 3 or 5
    const char *unit;
};
// Of a struct stack_plot.
void plot_stack(const struct plot_frame *frame, const void *plot, struct buffer *out);
