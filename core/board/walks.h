// SPDX-License-Identifier: GPL-3.0-or-later
// Walks (betza.h): riders, long leaps, hops and bends, which lines and leap tables do not tell.
// They are worked out square by square, so only games that have any ask for them
// (tables->has_walks).
#pragma once

#include "movegen.h"

// For `gone` below: no square is.
extern const Square walks_none_gone[2];

// Fills walk_count, walk_reach and has_walks of the tables from the variant.
void walks_fill(struct tables *tables);

// The squares from which a piece could be going by its walks from `from` as the board stands, but
// with the squares of `gone` (two, SQUARE_NONE for none) empty: `moves` where it may go if the
// square is empty, `captures` where it could capture whatever stands there. Pins ignored; the piece
// need not stand on `from`.
void walks_find(const struct position *position, Piece piece, Square from, const Square gone[2],
                struct squares *moves, struct squares *captures);

// True when a piece could so capture on `to` from `from`.
bool walks_capture(const struct position *position, Piece piece, Square from, Square to,
                   const Square gone[2]);

// True when some board lets the piece so capture at that distance (king_zone_offset of the two
// squares).
static inline bool walks_may_reach(const struct tables *tables, Piece piece, int offset) {
    return tables->walk_reach[piece][offset / 8] >> offset % 8 & 1;
}

// The pieces of `by` that could so capture on `to`, as a set; returns how many. Without a set: are
// there any?
int walks_attackers(const struct position *position, Square to, enum side by, const Square gone[2],
                    struct squares *from);

// Can the piece go anywhere from there on some board, the start square of an initial move included?
bool walks_lead_on(const struct tables *tables, Piece piece, Square from);
