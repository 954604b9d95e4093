// SPDX-License-Identifier: GPL-3.0-or-later
// Where walks lead, for diagrams of a piece's moves: on a board where nothing stands, or, for a
// hop, just one piece that lies in its way.
#pragma once

#include "diagram.h"

enum walk_kind { // in the order in which one of several on a square is drawn
    WALK_KIND_JUMP,
    WALK_KIND_RIDE,
    WALK_KIND_LAME,
    WALK_KIND_BEND,
    WALK_KIND_HOP,
    WALK_KIND_NEAR_HOP, // lands right behind what it hops over
    WALK_KIND_INITIAL,
    WALK_KINDS
};

struct diagram_walks { // [dy][dx] from the corner at -DIAGRAM_RADIUS_MAX: WALK_MOVES, WALK_CAPTURES
    uint8_t ends[DIAGRAM_ROWS_MAX][DIAGRAM_ROWS_MAX][WALK_KINDS];
};

void diagram_walks_find(const struct movement *movement, struct diagram_walks *walks);

// The radius at which they all show, 2 to DIAGRAM_RADIUS_MAX.
int diagram_walks_radius(const struct movement *movement);
