// SPDX-License-Identifier: GPL-3.0-or-later
#include "checks.h"

#include "lines.h"

void checks_find(const struct position *position, struct checks *checks) {
    enum side them = !position->side;
    checks->king = position->royal_count[them] == 1 ? position->royals[them][0] : SQUARE_NONE;
    if (checks->king == SQUARE_NONE)
        return;
    for (int d = 0; d < DIRECTIONS; d++)
        checks->reach[d] = (uint8_t)lines_distance(position, checks->king, d);
}

bool checks_unblocked(const struct position *position, const struct checks *checks, Piece piece,
                      Square to) {
    const struct tables *tables = position->tables;
    int dx = square_file(to) - square_file(checks->king);
    int dy = square_rank(to) - square_rank(checks->king);
    int distance = tables->ring_distance[ring_offset(to, checks->king)];
    int d = direction_towards(dx, dy); // from the King to the man
    if (d >= 0 && tables->capture_range[piece][direction_opposite(d)] >= distance &&
        distance <= checks->reach[d])
        return true;
    int leap = leap_towards(-dx, -dy);
    return leap >= 0 && (tables->lame_capture_leaps[piece] >> leap & 1) &&
           !lines_occupied(position, lines_lame_square(to, leap));
}
