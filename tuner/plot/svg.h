// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures as SVG text. Colours and strokes come from a style sheet by class: one drawing serves
// the page, light and dark, and a paper.
#pragma once

#include "text.h"

// Characters of a UTF-8 text, and about how wide it is at most in pixels at the plots' font size.
int svg_characters(const char *text);
double svg_text_width(const char *text);

struct svg {
    struct buffer *out; // not owned
    double width, height;
};

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };
enum svg_shape { SVG_CIRCLE, SVG_DIAMOND, SVG_TRIANGLE, SVG_SQUARE, SVG_SHAPES };

// Begins a picture. `label` says what it shows to those who cannot see it; `style` is a style sheet
// to carry along, or NULL where the page has it.
struct svg svg_open(struct buffer *out, double width, double height, const char *label,
                    const char *style);
void svg_close(struct svg *svg);

void svg_line(struct svg *svg, double x1, double y1, double x2, double y2, const char *class);
void svg_text(struct svg *svg, double x, double y, enum svg_anchor anchor, const char *class,
              const char *text);
// The name of an axis that goes from x1 to x2: in its middle, as far as the picture has room.
void svg_axis_text(struct svg *svg, double x1, double x2, double y, const char *text);
// `tip` (NULL: none) shows while the pointer rests on it.
void svg_rect(struct svg *svg, double x, double y, double width, double height, const char *class,
              const char *tip);
void svg_mark(struct svg *svg, enum svg_shape shape, double x, double y, double radius,
              const char *class, const char *tip);

// A line through points: svg_path, svg_point for each, svg_path_end.
void svg_path(struct svg *svg, const char *class);
void svg_point(struct svg *svg, bool first, double x, double y);
void svg_path_end(struct svg *svg, bool closed);
