// SPDX-License-Identifier: GPL-3.0-or-later
// Boards and moves drawn as text, for people.
#pragma once

#include "base.h"
#include "buffer.h"
#include "position.h"

// Draws the position: board with promotion zones and empty flag squares, hands, whose turn it is.
// Pieces stand by their IDs, promoted ones as + and the base ID, SECOND's in lower case. The
// squares of `last` (MOVE_NONE = none), a move that led here, are marked.
void diagram_board(const struct position *position, Move last, struct diagram_style style,
                   struct buffer *out);

// A piece's moves on a square grid seen from FIRST, the piece in the centre.
enum {
    DIAGRAM_RADIUS_MAX = 5,
    DIAGRAM_ROWS_MAX = 2 * DIAGRAM_RADIUS_MAX + 1,
    DIAGRAM_ROW_TEXT = 256, // bytes, the escape sequences included
};

struct diagram_moves {
    int rows, columns; // columns: visible characters of each row
    char row[DIAGRAM_ROWS_MAX][DIAGRAM_ROW_TEXT];
    uint64_t symbols; // kinds of symbols in it, for diagram_legend
};

// The smallest radius, 2 to DIAGRAM_RADIUS_MAX, at which no kind of move is hidden: a slide that
// goes on behind a square that the piece jumps to needs one more square, a rider shows two jumps.
int diagram_radius(const struct movement *movement);

// Draws a movement; 2 <= radius <= DIAGRAM_RADIUS_MAX.
void diagram_moves(const struct movement *movement, int radius, struct diagram_style style,
                   struct diagram_moves *diagram);

// Explains the symbols of the diagrams in as many lines as `columns` ask for, each with two blanks
// before it; `symbols` = the union of theirs.
void diagram_legend(uint64_t symbols, struct diagram_style style, int columns, struct buffer *out);
