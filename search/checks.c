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

// The direction from (0,0) towards (dx,dy) on a ray: index by signs.
static const int8_t towards[3][3] = {{5, 4, 3}, {6, -1, 2}, {7, 0, 1}}; // [dy+1][dx+1]

static int sign(int x) {
    return (x > 0) - (x < 0);
}

bool checks_direct(const struct position *position, const struct checks *checks, Piece piece,
                   Square to) {
    if (checks->king == SQUARE_NONE)
        return false;
    const struct tables *tables = position->tables;
    int dx = square_file(to) - square_file(checks->king);
    int dy = square_rank(to) - square_rank(checks->king);
    int across = dx < 0 ? -dx : dx, along = dy < 0 ? -dy : dy;
    int distance = across > along ? across : along;
    if (dx == 0 || dy == 0 || across == along) {
        int d = towards[sign(dy) + 1][sign(dx) + 1]; // from the King to the man
        if (tables->capture_range[piece][direction_opposite(d)] >= distance &&
            distance <= checks->reach[d])
            return true;
    }
    if (distance != 2 || !(tables->capture_leaps[piece] | tables->lame_capture_leaps[piece]))
        return false;
    for (int leap = 0; leap < LEAPS; leap++)
        if (leap_dx[leap] == -dx && leap_dy[leap] == -dy)
            return (tables->capture_leaps[piece] >> leap & 1) ||
                   ((tables->lame_capture_leaps[piece] >> leap & 1) &&
                    !lines_occupied(position, lines_lame_square(to, leap)));
    return false;
}
