// SPDX-License-Identifier: GPL-3.0-or-later
// Lines with names at their ends: ladders and slopes.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "plot.h"

enum {
    TOP = 40,
    BOTTOM = 44,
    LEFT = 52,
    GAP = 8,     // between a line's end and its name
    LEADER = 16, // room for what ties a name to its line
    TEXT = 14,   // from one name to the next
    HEIGHT = 240,
    MARK = 3,
    NARROW = 500,
    END_TEXT = 256
};

struct drawing {
    struct svg svg;
    const struct line_plot *lines;
    struct plot_scale x, y;
    bool narrow;
};

static const char *name_of(const struct drawing *drawing, const struct plot_line *line) {
    return drawing->narrow && line->narrow ? line->narrow : line->label;
}

static double x_of(const struct line_plot *lines, int step) {
    return lines->x ? log2(lines->x[step]) : step;
}

static double place_of(const struct drawing *drawing, int step) {
    return scale_at(&drawing->x, x_of(drawing->lines, step));
}

// The first or the last step that a line has; -1: none.
static int end_of(const struct line_plot *lines, const struct plot_line *line, bool last) {
    for (int i = 0; i < lines->steps; i++) {
        int step = last ? lines->steps - 1 - i : i;
        if (!isnan(line->dot[step].value))
            return step;
    }
    return -1;
}

// A ladder has its names at the right, a slope names and values at both ends.
static char *end_text(const struct drawing *drawing, const struct plot_line *line, bool last,
                      char text[END_TEXT]) {
    char value[TICK_TEXT] = "";
    const char *name = name_of(drawing, line);
    int step = end_of(drawing->lines, line, last);
    if (step >= 0)
        plot_number(line->dot[step].value, 3, value);
    if (drawing->lines->x)
        snprintf(text, END_TEXT, "%.120s", last ? name : "");
    else
        snprintf(text, END_TEXT, "%.110s  %.110s", last ? value : name, last ? name : value);
    return text;
}

static double widest(const struct drawing *drawing, bool last) {
    double width = 0;
    char text[END_TEXT];
    for (int i = 0; i < drawing->lines->count; i++)
        width =
            fmax(width, svg_text_width(end_text(drawing, &drawing->lines->line[i], last, text)));
    return width;
}

static void find_range(const struct line_plot *lines, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 0; i < lines->count; i++)
        for (int s = 0; s < lines->steps; s++) {
            const struct dot *dot = &lines->line[i].dot[s];
            if (isnan(dot->value))
                continue;
            bool bounds = lines->x && !isnan(dot->low);
            *low = fmin(*low, bounds ? dot->low : dot->value);
            *high = fmax(*high, bounds ? dot->high : dot->value);
        }
    if (*low > *high)
        *low = *high = 0;
}

static void draw_axes(struct drawing *drawing) {
    const struct line_plot *lines = drawing->lines;
    struct svg *svg = &drawing->svg;
    double value, free = -INFINITY;
    char text[TICK_TEXT];
    for (int i = 0; lines->x && scale_tick(&drawing->y, i, &value, text); i++) {
        double y = scale_at(&drawing->y, value);
        svg_line(svg, drawing->x.from, y, drawing->x.to, y, "grid");
        svg_text(svg, drawing->x.from - 7, y + 4, SVG_END, "tick", text);
    }
    for (int s = 0; s < lines->steps; s++) {
        double x = place_of(drawing, s);
        svg_line(svg, x, drawing->y.from, x, lines->x ? drawing->y.from + 4 : drawing->y.to,
                 lines->x ? "ink" : "grid");
        if (!lines->x) {
            svg_text(svg, x, drawing->y.to - 9, s ? SVG_START : SVG_END, "heading", lines->ends[s]);
            continue;
        }
        snprintf(text, sizeof text, "%.10g", lines->x[s]);
        double half = svg_text_width(text) / 2;
        if (x - half < free)
            continue;
        svg_text(svg, x, drawing->y.from + 16, SVG_MIDDLE, "tick", text);
        free = x + half + 3;
    }
    if (lines->x_axis)
        svg_axis_text(svg, drawing->x.from, drawing->x.to, svg->height - 8, lines->x_axis);
    svg_text(svg, 0, 12, SVG_START, "axis", lines->y_axis);
}

// Of several lines at one step the intervals stand beside each other.
static double shift_of(const struct line_plot *lines, int number) {
    double room = lines->count > 1 ? fmin(5, 28.0 / (lines->count - 1)) : 0;
    return lines->x ? room * (number - (lines->count - 1) / 2.0) : 0;
}

static void draw_line(struct drawing *drawing, int number) {
    const struct line_plot *lines = drawing->lines;
    const struct plot_line *line = &lines->line[number];
    const char *kind = line->base ? "s6" : line->strong ? "s1 strong" : "s1 faint";
    double shift = shift_of(lines, number);
    char class[48], tip[TIP_TEXT];
    bool begun = false;
    snprintf(class, sizeof class, "interval %s", kind);
    svg_path(&drawing->svg, class);
    for (int s = 0; s < lines->steps; s++)
        if (!isnan(line->dot[s].value)) {
            svg_point(&drawing->svg, !begun, place_of(drawing, s) + shift,
                      scale_at(&drawing->y, line->dot[s].value));
            begun = true;
        }
    svg_path_end(&drawing->svg, false);
    for (int s = 0; s < lines->steps; s++) {
        const struct dot *dot = &line->dot[s];
        if (isnan(dot->value))
            continue;
        double x = place_of(drawing, s) + shift;
        if (lines->x)
            plot_tip(dot, tip, "%.80s, %.10g %.40s", line->label, lines->x[s], lines->x_axis);
        else
            plot_tip(dot, tip, "%.80s, %.40s", line->label, lines->ends[s]);
        if (lines->x && !isnan(dot->low))
            svg_line(&drawing->svg, x, scale_at(&drawing->y, dot->low), x,
                     scale_at(&drawing->y, dot->high), class);
        char mark[48];
        snprintf(mark, sizeof mark, "%s %s", dot->hollow ? "hollow" : "mark", kind);
        svg_mark(&drawing->svg, SVG_CIRCLE, x, scale_at(&drawing->y, dot->value), MARK, mark, tip);
    }
}

struct name {
    int line;
    double y;
};

static int by_height(const void *left, const void *right) {
    const struct name *a = left, *b = right;
    return a->y != b->y ? (a->y > b->y) - (a->y < b->y) : a->line - b->line;
}

// The names at one side, none over another.
static void draw_names(struct drawing *drawing, bool last) {
    const struct line_plot *lines = drawing->lines;
    struct name name[PLOT_LINES_MAX];
    double place[PLOT_LINES_MAX];
    int count = 0;
    for (int i = 0; i < lines->count; i++) {
        int step = end_of(lines, &lines->line[i], last);
        if (step >= 0)
            name[count++] = (struct name){i, scale_at(&drawing->y, lines->line[i].dot[step].value)};
    }
    qsort(name, (size_t)count, sizeof *name, by_height);
    for (int i = 0; i < count; i++)
        place[i] = name[i].y;
    plot_spread(place, count, TEXT, drawing->y.to, drawing->y.from);
    double end = last ? drawing->x.to : drawing->x.from, way = last ? 1 : -1;
    for (int i = 0; i < count; i++) {
        const struct plot_line *line = &lines->line[name[i].line];
        int step = end_of(lines, line, last);
        double from = place_of(drawing, step) + shift_of(lines, name[i].line) + way * (MARK + 2);
        char text[END_TEXT];
        svg_line(&drawing->svg, from, name[i].y, end + way * LEADER, place[i], "leader");
        svg_text(&drawing->svg, end + way * (LEADER + GAP / 2), place[i] + 4,
                 last ? SVG_START : SVG_END,
                 line->base     ? "label"
                 : line->strong ? "heading"
                                : "note",
                 end_text(drawing, line, last, text));
    }
}

void plot_lines(const struct plot_frame *frame, const void *plot, struct buffer *out) {
    const struct line_plot *lines = plot;
    assert(frame->width > 0 && lines->count >= 0 && lines->count <= PLOT_LINES_MAX);
    assert(lines->x ? lines->steps >= 1 : lines->steps == 2);
    struct drawing drawing = {.lines = lines, .narrow = frame->width < NARROW};
    double height = fmax(HEIGHT, TEXT * lines->count), low, high;
    double bottom = lines->x ? BOTTOM : GAP + MARK;
    double names = LEADER + GAP,
           right = frame->width - fmin(names + widest(&drawing, true), frame->width * 0.4);
    double left = lines->x ? LEFT : fmin(names + widest(&drawing, false), frame->width * 0.6);
    if (!lines->x) // a slope is no wider than its height
        right = fmin(right, left + height);
    find_range(lines, &low, &high);
    drawing.y = scale_nice(low, high, TOP + height, TOP, 5);
    if (!lines->x) { // without ticks nothing asks for round ends
        drawing.y.low = low;
        drawing.y.high = high > low ? high : low + 1;
    }
    double first = x_of(lines, 0), end = x_of(lines, lines->steps - 1);
    double edge = lines->x ? fmax(0.08 * (end - first), 0.2) : 0;
    drawing.x = (struct plot_scale){
        .low = first - edge, .high = end + edge, .from = left, .to = fmax(right, left + 40)};
    drawing.svg = svg_open(out, frame->width, TOP + height + bottom, frame->label, frame->style);
    draw_axes(&drawing);
    for (int strong = 0; strong < 2; strong++) // what matters lies on top
        for (int i = 0; i < lines->count; i++)
            if ((lines->line[i].strong || lines->line[i].base) == strong)
                draw_line(&drawing, i);
    if (!lines->x)
        draw_names(&drawing, false);
    draw_names(&drawing, true);
    svg_close(&drawing.svg);
}
