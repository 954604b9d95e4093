// SPDX-License-Identifier: GPL-3.0-or-later
// Counts as parts of one bar.
#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "plot.h"

enum { TOP = 18, BAR = 30, KEY = 20, SWATCH = 11 };

static const char *class_of(const struct stack_plot *stack, int part) {
    static const char *const five[] = {"p1", "p2", "p3", "p4", "p5"};
    return stack->parts == 3 ? five[2 * part] : five[part];
}

static char *key_text(const struct stack_plot *stack, int part, char text[96]) {
    snprintf(text, 96, "%.60s %.0f", stack->name[part], stack->count[part]);
    return text;
}

// The keys from left to right, in as many rows as they need; returns how many. Drawn where `svg` is
// given.
static int draw_keys(struct svg *svg, const struct stack_plot *stack, double width, double top) {
    double x = 0;
    int rows = 1;
    char text[96], class[16];
    for (int i = 0; i < stack->parts; i++) {
        double wide = SWATCH + 5 + svg_text_width(key_text(stack, i, text));
        if (x > 0 && x + wide > width) {
            x = 0;
            rows++;
        }
        double y = top + KEY * (rows - 1);
        snprintf(class, sizeof class, "part %s", class_of(stack, i));
        if (svg) {
            svg_rect(svg, x, y, SWATCH, SWATCH, class, NULL);
            svg_text(svg, x + SWATCH + 5, y + 10, SVG_START, "legend", text);
        }
        x += wide + 12;
    }
    return rows;
}

void plot_stack(const struct plot_frame *frame, const void *plot, struct buffer *out) {
    const struct stack_plot *stack = plot;
    assert(frame->width > 0 && (stack->parts == 3 || stack->parts == STACK_MAX));
    double total = 0, x = 0, width = frame->width, top = TOP + BAR + 12;
    for (int i = 0; i < stack->parts; i++)
        total += stack->count[i];
    double height = top + KEY * draw_keys(NULL, stack, width, top);
    struct svg svg = svg_open(out, width, height, frame->label, frame->style);
    svg_text(&svg, 0, TOP - 6, SVG_START, "axis", stack->left);
    svg_text(&svg, width, TOP - 6, SVG_END, "axis", stack->right);
    for (int i = 0; i < stack->parts && total > 0; i++) {
        double wide = width * stack->count[i] / total;
        char tip[TIP_TEXT], class[16], text[TICK_TEXT];
        snprintf(class, sizeof class, "part %s", class_of(stack, i));
        snprintf(tip, sizeof tip, "%.60s: %.0f of %.0f %.40s, %.1f%%", stack->name[i],
                 stack->count[i], total, stack->unit, 100 * stack->count[i] / total);
        snprintf(text, sizeof text, "%.0f%%", 100 * stack->count[i] / total);
        if (stack->count[i] > 0)
            svg_rect(&svg, x, TOP, wide, BAR, class, tip);
        snprintf(class, sizeof class, "on %s", class_of(stack, i));
        if (wide > svg_text_width(text) + 6)
            svg_text(&svg, x + wide / 2, TOP + BAR / 2 + 4, SVG_MIDDLE, class, text);
        x += wide;
    }
    if (total > 0)
        svg_line(&svg, width / 2, TOP - 3, width / 2, TOP + BAR + 3, "ink");
    draw_keys(&svg, stack, width, top);
    svg_close(&svg);
}
