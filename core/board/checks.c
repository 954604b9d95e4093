// SPDX-License-Identifier: GPL-3.0-or-later
// Who checks the King and who is pinned before it, looking out from its square.
#include <assert.h>
#include <string.h>

#include "attacks.h"
#include "king_zone.h"
#include "movegen.h"
#include "movegen_internal.h"
#include "position.h"
#include "walks.h"

// Looks out from the King for pins and, unless `safe` says that there are none, for checkers.
INLINE void look_out(const struct position *position, struct checks *checks, bool safe) {
    const struct tables *tables = position->tables;
    enum side us = position->side;
    memset(checks, 0, sizeof *checks);
    checks->matters = position->careful && position->royal_count[us] == 1;
    if (!checks->matters)
        return;
    Square king = checks->king = position->royals[us][0];
    squares_add(&checks->apart, king);
    Piece enemy = (Piece)(PIECE_FIRST << !us), own = (Piece)(PIECE_FIRST << us);
    // Asked at most nodes: with constant directions each is a third shorter.
#pragma GCC unroll 8
    for (int d = 0; d < DIRECTIONS; d++) {
        int distance = lines_distance(position, king, d);
        Square at = (Square)(king + distance * direction_delta[d]);
        Piece piece = position->board[at];
        if (!safe && (piece & enemy)) {
            if (tables->capture_range[piece][direction_opposite(d)] >= distance) {
                checks->checkers++;
                squares_add_line(&checks->answers, king, d, distance);
            }
        } else if (piece & own) {
            int reach = distance + lines_distance(position, at, d);
            Piece beyond = position->board[king + reach * direction_delta[d]];
            if ((beyond & enemy) && tables->capture_range[beyond][direction_opposite(d)] >= reach) {
                checks->pins[checks->pin_count++] = (struct pin){at, (uint8_t)d, (uint8_t)reach};
                squares_add(&checks->apart, at);
            }
        }
    }
    uint32_t jumpers = safe ? 0 : king_zone_jumpers(position, king);
    for (; jumpers; jumpers &= jumpers - 1) {
        int leap = king_zone_leap(__builtin_ctz(jumpers));
        int from = king - leap_delta[leap];
        Piece piece = position->board[from];
        if (!(piece & enemy))
            continue;
        bool jumps = tables->capture_leaps[piece] >> leap & 1;
        bool lame = tables->lame_capture_leaps[piece] >> leap & 1;
        if (lame && lines_occupied(position, lines_lame_square(from, leap)))
            lame = false;
        if (!jumps && !lame)
            continue;
        if (squares_has(&checks->answers, from)) {
            // A slide of the same piece checks too: blocking it does not stop the jump.
            if (jumps)
                checks->answers.rank[(from + leap_delta[leap] / 2) / GRID] &=
                    (Line) ~(1 << (from + leap_delta[leap] / 2) % GRID);
            continue;
        }
        checks->checkers++;
        squares_add(&checks->answers, from);
        if (lame)
            squares_add(&checks->answers, lines_lame_square(from, leap));
    }
    // What answers them nobody asks: with walks every move is tried.
    if (!safe && tables->has_walks) {
        struct squares walkers;
        walks_attackers(position, king, !us, (const Square[2]){SQUARE_NONE, SQUARE_NONE}, &walkers);
        for (int rank = 0; rank < GRID; rank++)
            checks->checkers +=
                __builtin_popcount(walkers.rank[rank] & ~checks->answers.rank[rank]);
    }
}

void movegen_checks(const struct position *position, struct checks *checks) {
    look_out(position, checks, false);
}

void movegen_pins(const struct position *position, struct checks *checks) {
    assert(!position->careful || !position_in_check(position));
    look_out(position, checks, true);
}
