// SPDX-License-Identifier: GPL-3.0-or-later
// One grid for every board. A board of up to BOARD_MAX x BOARD_MAX squares sits in a GRID x GRID
// square with a rim of RIM on each side, so that no jump of up to RIM leaves the array and every
// slide ends at a wall. This is the only file that may know how big the grid is.
#pragma once

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"

enum {
    GRID = 16,
    RIM = 2,
    BOARD_MAX = GRID - 2 * RIM,
    SQUARES = GRID * GRID,
    SQUARE_BITS = 8,
    DIRECTIONS = 8, // clockwise from straight ahead: N NE E SE S SW W NW
    LEAPS = 16,     // squares at distance exactly 2, clockwise from (0,2); leap 2*d lies on ray d
    AXES = 4,       // lines through a square: d & 3
    SQUARE_TEXT = 8 // room for a square as text, with the final 0
};

_Static_assert((1 << SQUARE_BITS) >= (int)SQUARES, "a square must fit its bits");
_Static_assert(BOARD_MAX == 12, "12x12 fills the grid exactly");

typedef uint8_t Square;
typedef uint16_t Line; // one bit for each square of a rank, file or diagonal of the grid

_Static_assert(sizeof(Line) * 8 >= GRID, "a line must hold a whole rank");

enum { SQUARE_NONE = 0 }; // a corner of the rim, never on a board

// Four lines in one word, the first one lowest. One load where that is how memory has them:
// compilers see it of the shifts, too, but not in unrolled loops.
static inline uint64_t line_four(const Line *line) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t four;
    memcpy(&four, line, sizeof four);
    return four;
#else
    return line[0] | (uint64_t)line[1] << GRID | (uint64_t)line[2] << 2 * GRID |
           (uint64_t)line[3] << 3 * GRID;
#endif
}

static inline Square square_at(int file, int rank) {
    assert(file >= 0 && file < BOARD_MAX && rank >= 0 && rank < BOARD_MAX);
    return (Square)((rank + RIM) * GRID + file + RIM);
}

static inline int square_file(Square square) {
    return square % GRID - RIM;
}
static inline int square_rank(Square square) {
    return square / GRID - RIM;
}

// Difference of two squares that lie dx files and dy ranks apart.
static inline int square_delta(int dx, int dy) {
    return dy * GRID + dx;
}

// Here, so that where a direction is constant its delta is, too.
// clang-format off
static const int8_t direction_dx[DIRECTIONS] = {0, 1, 1,  1,  0, -1, -1, -1};
static const int8_t direction_dy[DIRECTIONS] = {1, 1, 0, -1, -1, -1,  0,  1};
static const int16_t direction_delta[DIRECTIONS] = {
    GRID, GRID + 1, 1, -GRID + 1, -GRID, -GRID - 1, -1, GRID - 1};
static const int8_t leap_dx[LEAPS] = {0, 1, 2, 2, 2,  2,  2,  1,  0, -1, -2, -2, -2, -2, -2, -1};
static const int8_t leap_dy[LEAPS] = {2, 2, 2, 1, 0, -1, -2, -2, -2, -2, -2, -1,  0,  1,  2,  2};
static const int16_t leap_delta[LEAPS] = {
     2 * GRID,  2 * GRID + 1,  2 * GRID + 2,  GRID + 2,  2, -GRID + 2, -2 * GRID + 2, -2 * GRID + 1,
    -2 * GRID, -2 * GRID - 1, -2 * GRID - 2, -GRID - 2, -2,  GRID - 2,  2 * GRID - 2,  2 * GRID - 1};
// clang-format on

// The direction from a square to the one dx files and dy ranks on where both lie on one of the
// eight rays, else -1.
static inline int direction_towards(int dx, int dy) {
    static const int8_t towards[3][3] = {{5, 4, 3}, {6, -1, 2}, {7, 0, 1}}; // [dy+1][dx+1], signs
    if (dx && dy && dx != dy && dx != -dy)
        return -1;
    return towards[(dy > 0) - (dy < 0) + 1][(dx > 0) - (dx < 0) + 1];
}
// The leap dx files and dy ranks on, or -1 where that is not at distance 2.
static inline int leap_towards(int dx, int dy) {
    static const int8_t towards[5][5] = {{10, 9, 8, 7, 6}, // [dy+2][dx+2]
                                         {11, -1, -1, -1, 5},
                                         {12, -1, -1, -1, 4},
                                         {13, -1, -1, -1, 3},
                                         {14, 15, 0, 1, 2}};
    return dx < -2 || dx > 2 || dy < -2 || dy > 2 ? -1 : towards[dy + 2][dx + 2];
}

static inline int direction_opposite(int direction) {
    assert(direction >= 0 && direction < DIRECTIONS);
    return direction ^ (DIRECTIONS / 2);
}

// King steps, of a distance and between two squares.
static inline int king_steps(int dx, int dy) {
    return abs(dx) > abs(dy) ? abs(dx) : abs(dy);
}
static inline int square_distance(Square a, Square b) {
    return king_steps(square_file(a) - square_file(b), square_rank(a) - square_rank(b));
}

// Writes "e4" and returns `text` (at least SQUARE_TEXT bytes).
char *square_text(Square square, char *text);

// Reads "e4" at *text for a board of that size and advances *text.
// Returns SQUARE_NONE and leaves *text alone when no square of the board stands there.
Square square_parse(const char **text, int files, int ranks);
