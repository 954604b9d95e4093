// SPDX-License-Identifier: GPL-3.0-or-later
#include "direct_checks.h"

#include "position.h"
#include "walks.h"

void direct_checks_find(const struct position *position, struct direct_checks *direct) {
    enum side them = !position->side;
    direct->king = position->royal_count[them] == 1 ? position->royals[them][0] : SQUARE_NONE;
    if (direct->king == SQUARE_NONE)
        return;
    for (int d = 0; d < DIRECTIONS; d++)
        direct->reach[d] = (uint8_t)lines_distance(position, direct->king, d);
}

bool direct_checks_unblocked(const struct position *position, const struct direct_checks *direct,
                             Piece piece, Square to) {
    const struct tables *tables = position->tables;
    int dx = square_file(to) - square_file(direct->king);
    int dy = square_rank(to) - square_rank(direct->king);
    int distance = tables->king_zone_distance[king_zone_offset(to, direct->king)];
    int d = direction_towards(dx, dy); // from the King to the piece
    if (d >= 0 && tables->capture_range[piece][direction_opposite(d)] >= distance &&
        distance <= direct->reach[d])
        return true;
    int leap = leap_towards(-dx, -dy);
    if (tables->walk_count[piece] && walks_capture(position, piece, to, direct->king,
                                                   (const Square[2]){SQUARE_NONE, SQUARE_NONE}))
        return true;
    return leap >= 0 && (tables->lame_capture_leaps[piece] >> leap & 1) &&
           !lines_occupied(position, lines_lame_square(to, leap));
}
