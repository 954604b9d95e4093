// SPDX-License-Identifier: GPL-3.0-or-later
// Places of pieces around Kings as numbers for learning: which weight of a table (king_table.h) a
// piece on a square has a part in. SECOND's pieces are seen from their side; a piece that is its
// own mirror image shares the weights of left and right, one that is another's mirror image shares
// the other's.
#pragma once

#include "king_table.h"

enum { PLACE_NONE = UINT16_MAX, PLACES_MOST = 2 * PIECES_MAX };

struct place_index {
    int places;                                  // of one King
    uint16_t of[PIECES][KING_ZONE_OFFSETS];      // by piece and offset to the King; or PLACE_NONE
    uint16_t distance_of[UINT16_MAX], distances; // by place: those of one piece at one distance
    uint16_t offset_of[UINT16_MAX], offsets;     // by place: those of any piece at that offset
};

// Fills it. Royals have no places.
void place_index_fill(struct place_index *index, const struct tables *tables);

// The places of a position: for each piece that from the enemy King, then that from its own;
// FIRST's pieces before SECOND's.
struct place_list {
    uint16_t first, count; // entries of `place` of FIRST, of both
    uint16_t place[PLACES_MOST];
};
// Empty where the tables say nothing.
void place_list_fill(struct place_list *list, const struct place_index *index,
                     const struct position *position);
