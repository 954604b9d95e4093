// SPDX-License-Identifier: GPL-3.0-or-later
// Occupancy along the four lines through each square: the nearest piece in a direction is one shift
// and one count of zeros instead of a walk. The rim counts as occupied, so every ray ends.
#pragma once

#include <assert.h>

#include "position.h"

enum { LINES_FILES = GRID, LINES_DIAGONALS = 2 * GRID, LINES_ANTIDIAGONALS = 4 * GRID - 1 };

// Flips a square of LINES lines between empty and occupied; file and rank are the grid's.
static inline void lines_flip_at(Line *lines, size_t file, size_t rank) {
    lines[rank] ^= (Line)(1U << file);
    lines[LINES_FILES + file] ^= (Line)(1U << rank);
    lines[LINES_DIAGONALS + GRID - 1 + file - rank] ^= (Line)(1U << file);
    lines[LINES_ANTIDIAGONALS + file + rank] ^= (Line)(1U << file);
}
static inline void lines_flip_in(Line *lines, Square square) {
    lines_flip_at(lines, square % GRID, square / GRID);
}
static inline void lines_flip(struct position *position, Square square) {
    lines_flip_in(position->occupied, square);
}

static inline bool lines_occupied(const struct position *position, int square) {
    return position->occupied[square / GRID] >> (square % GRID) & 1;
}

// Steps from a square of the board to the nearest occupied one in a direction (1 = neighbour).
// Bits grow along directions 0..3 (N NE E SE); 4..7 go the other way.
static inline int lines_distance(const struct position *position, Square square, int direction) {
    assert(direction >= 0 && direction < DIRECTIONS);
    assert(position->tables->on_board[square]);
    const struct ray *ray = &position->tables->rays[square][(unsigned)direction];
    uint32_t line = position->occupied[ray->line];
    return direction < DIRECTIONS / 2 ? __builtin_ctz(line >> ray->shift) + 1
                                      : __builtin_clz(line << ray->shift) + 1;
}

// The nearest piece before `square` whose captures slide over it, or would if it were empty, in a
// direction; SQUARE_NONE where there is none.
static inline Square lines_slider(const struct position *position, Square square, int direction) {
    int distance = lines_distance(position, square, direction_opposite(direction));
    Square from = (Square)(square - distance * direction_delta[direction]);
    int range = position->tables->capture_range[position->board[from]][direction];
    return range > distance ? from : SQUARE_NONE;
}

// The square that a lame leap passes: between for D and A, the orthogonal neighbour for N.
static inline int lines_lame_square(int from, int leap) {
    assert(leap >= 0 && leap < LEAPS);
    return from + square_delta(leap_dx[leap] / 2, leap_dy[leap] / 2);
}
