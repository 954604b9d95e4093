// SPDX-License-Identifier: GPL-3.0-or-later
#include "svg.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "number.h"

int svg_characters(const char *text) {
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

double svg_text_width(const char *text) {
    return 7.3 * svg_characters(text);
}

static void coordinate(struct buffer *out, const char *name, double value) {
    buffer_printf(out, " %s=\"", name);
    number_print(out, fabs(value) < 1e7 ? value : 0, 1);
    buffer_char(out, '"');
}

// Ends an element, with a text that shows while the pointer rests on it.
static void end(struct svg *svg, const char *element, const char *tip) {
    if (!tip) {
        buffer_text(svg->out, "/>\n");
        return;
    }
    buffer_text(svg->out, "><title>");
    text_markup(svg->out, tip);
    buffer_printf(svg->out, "</title></%s>\n", element);
}

struct svg svg_open(struct buffer *out, double width, double height, const char *label,
                    const char *style) {
    assert(width > 0 && height > 0 && label);
    struct svg svg = {out, width, height};
    buffer_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                  "width=\"%.0f\" height=\"%.0f\" role=\"img\" aria-label=\"",
                  width, height, width, height);
    text_markup(out, label);
    buffer_text(out, "\">\n");
    if (style) {
        buffer_printf(out, "<style>\n%s</style>\n", style);
        svg_rect(&svg, 0, 0, width, height, "paper", NULL);
    }
    return svg;
}

void svg_close(struct svg *svg) {
    buffer_text(svg->out, "</svg>\n");
}

void svg_line(struct svg *svg, double x1, double y1, double x2, double y2, const char *class) {
    buffer_printf(svg->out, "<line class=\"%s\"", class);
    coordinate(svg->out, "x1", x1);
    coordinate(svg->out, "y1", y1);
    coordinate(svg->out, "x2", x2);
    coordinate(svg->out, "y2", y2);
    end(svg, "line", NULL);
}

void svg_text(struct svg *svg, double x, double y, enum svg_anchor anchor, const char *class,
              const char *text) {
    static const char *const anchors[] = {"start", "middle", "end"};
    buffer_printf(svg->out, "<text class=\"%s\" text-anchor=\"%s\"", class, anchors[anchor]);
    coordinate(svg->out, "x", x);
    coordinate(svg->out, "y", y);
    buffer_char(svg->out, '>');
    text_markup(svg->out, text);
    buffer_text(svg->out, "</text>\n");
}

void svg_axis_text(struct svg *svg, double x1, double x2, double y, const char *text) {
    double half = svg_text_width(text) / 2;
    double x = fmax(fmin((x1 + x2) / 2, svg->width - half), fmin(half, svg->width / 2));
    svg_text(svg, x, y, SVG_MIDDLE, "axis", text);
}

void svg_rect(struct svg *svg, double x, double y, double width, double height, const char *class,
              const char *tip) {
    buffer_printf(svg->out, "<rect class=\"%s\"", class);
    coordinate(svg->out, "x", x);
    coordinate(svg->out, "y", y);
    coordinate(svg->out, "width", fmax(width, 0));
    coordinate(svg->out, "height", fmax(height, 0));
    end(svg, "rect", tip);
}

void svg_path(struct svg *svg, const char *class) {
    buffer_printf(svg->out, "<path class=\"%s\" d=\"", class);
}

void svg_point(struct svg *svg, bool first, double x, double y) {
    buffer_char(svg->out, first ? 'M' : 'L');
    number_print(svg->out, x, 1);
    buffer_char(svg->out, ' ');
    number_print(svg->out, y, 1);
}

void svg_path_end(struct svg *svg, bool closed) {
    buffer_printf(svg->out, "%s\"/>\n", closed ? "Z" : "");
}

void svg_mark(struct svg *svg, enum svg_shape shape, double x, double y, double radius,
              const char *class, const char *tip) {
    assert(shape < SVG_SHAPES && radius >= 0);
    static const struct {
        int count;
        double point[4][2]; // in radii; sizes chosen so that the areas look alike
    } corners[SVG_SHAPES] = {
        [SVG_DIAMOND] = {4, {{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}}},
        [SVG_TRIANGLE] = {3, {{0, -1.25}, {1.2, 0.85}, {-1.2, 0.85}}},
        [SVG_SQUARE] = {4, {{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}}},
    };
    if (shape == SVG_CIRCLE) {
        buffer_printf(svg->out, "<circle class=\"%s\"", class);
        coordinate(svg->out, "cx", x);
        coordinate(svg->out, "cy", y);
        coordinate(svg->out, "r", radius);
        end(svg, "circle", tip);
        return;
    }
    svg_path(svg, class);
    for (int i = 0; i < corners[shape].count; i++)
        svg_point(svg, i == 0, x + radius * corners[shape].point[i][0],
                  y + radius * corners[shape].point[i][1]);
    buffer_text(svg->out, "Z\"");
    end(svg, "path", tip);
}
