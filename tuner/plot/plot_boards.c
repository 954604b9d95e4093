// SPDX-License-Identifier: GPL-3.0-or-later
// Boards whose squares are shaded by a number.
#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "plot.h"

enum { SHADES = 9, TOP = 24, LEFT = 18, BOTTOM = 18, GAP = 22, SQUARE_MOST = 30 };

// Square roots, so that the many squares with little are told from those with nothing.
static int shade(double value, double most) {
    return most > 0 ? (int)ceil(SHADES * sqrt(value / most)) : 0;
}

static void draw_board(struct svg *svg, const struct board_map *map, int board, double left,
                       double top, double size, double most) {
    char class[16], tip[TIP_TEXT], label[TICK_TEXT];
    svg_text(svg, left + LEFT, top + TOP - 8, SVG_START, "label", map->title[board]);
    for (int rank = 0; rank < map->ranks; rank++) {
        double y = top + TOP + size * (map->ranks - 1 - rank);
        snprintf(label, sizeof label, "%d", rank + 1);
        svg_text(svg, left + LEFT - 4, y + size / 2 + 4, SVG_END, "tick", label);
        for (int file = 0; file < map->files; file++) {
            double value = map->value[board][rank * map->files + file];
            snprintf(class, sizeof class, "heat h%d", shade(value, most));
            snprintf(tip, sizeof tip, "%c%d: %.3g %s", 'a' + file, rank + 1, value, map->unit);
            svg_rect(svg, left + LEFT + size * file, y, size, size, class, tip);
        }
    }
    for (int file = 0; file < map->files; file++) {
        snprintf(label, sizeof label, "%c", 'a' + file);
        svg_text(svg, left + LEFT + size * (file + 0.5), top + TOP + size * map->ranks + 13,
                 SVG_MIDDLE, "tick", label);
    }
}

void plot_boards(const struct plot_frame *frame, const void *plot, struct buffer *out) {
    const struct board_map *map = plot;
    assert(frame->width > 0 && map->count > 0 && map->count <= BOARDS_MAX);
    int columns = frame->width < 500 ? 1 : map->count;
    double room = (frame->width - GAP * (columns - 1)) / columns - LEFT;
    double size = fmin(SQUARE_MOST, floor(room / map->files)), most = 0;
    double width = LEFT + size * map->files, height = TOP + size * map->ranks + BOTTOM;
    for (int board = 0; board < map->count; board++)
        for (int i = 0; i < map->files * map->ranks; i++)
            most = fmax(most, map->value[board][i]);
    int rows = (map->count + columns - 1) / columns;
    struct svg svg = svg_open(out, frame->width, height * rows, frame->label, frame->style);
    for (int board = 0; board < map->count; board++)
        draw_board(&svg, map, board, (width + GAP) * (board % columns), height * (board / columns),
                   size, most);
    svg_close(&svg);
}
