// SPDX-License-Identifier: GPL-3.0-or-later
#include "attacks.h"

#include <assert.h>
#include <string.h>

#include "king_zone.h"
#include "movegen_internal.h"
#include "walks.h"

bool attacks_on(const struct position *position, Square square, enum side by) {
    assert(position->tables->on_board[square]);
    assert(by < SIDES);
    const struct tables *tables = position->tables;
    Piece owner = (Piece)(PIECE_FIRST << by);
#pragma GCC unroll 8
    for (int d = 0; d < DIRECTIONS; d++) {
        int distance = lines_distance(position, square, d);
        Piece piece = position->board[square + distance * direction_delta[d]];
        if ((piece & owner) && tables->capture_range[piece][direction_opposite(d)] >= distance)
            return true;
    }
    for (uint32_t from = king_zone_jumpers(position, square); from; from &= from - 1) {
        int leap = king_zone_leap(__builtin_ctz(from));
        int at = square - leap_delta[leap];
        Piece piece = position->board[at];
        if (!(piece & owner))
            continue;
        if (tables->capture_leaps[piece] >> leap & 1)
            return true;
        if ((tables->lame_capture_leaps[piece] >> leap & 1) &&
            !lines_occupied(position, lines_lame_square(at, leap)))
            return true;
    }
    return tables->has_walks && walks_attackers(position, square, by, walks_none_gone, NULL) > 0;
}

// May the piece, were it its turn, take what stands on `to`? `lawful`: the Lion rules have a say.
static bool may_take(const struct position *position, Square from, Square to, bool lawful) {
    const struct tables *tables = position->tables;
    if (tables_spares(tables, piece_side(position->board[from]), position->board[to]))
        return false;
    if (!lawful || !tables->lion[position->board[to]])
        return true;
    struct position turned = *position;
    turned.side = piece_side(position->board[from]);
    if (turned.side != position->side)
        turned.key ^= tables->key_side;
    return lion_capture_is_legal(&turned, move_make(from, to));
}

bool attacks_from(const struct position *position, Square square, bool lawful) {
    assert(position->tables->on_board[square] && position->board[square] != PIECE_EMPTY);
    enum side them = !piece_side(position->board[square]);
    for (int word = 0; word < PIECES_WORDS; word++)
        for (uint64_t bits = position_pieces_word(position, them, word); bits; bits &= bits - 1) {
            Square to = (Square)(word * PIECES_WORD + __builtin_ctzll(bits));
            if ((king_zone_attacked(position, square, to) & KING_ZONE_CENTRE) &&
                may_take(position, square, to, lawful))
                return true;
        }
    return false;
}

int position_royals_attacked(const struct position *position, enum side side) {
    assert(side < SIDES);
    int attacked = 0;
    for (int i = 0; i < position->royal_count[side]; i++)
        attacked += attacks_on(position, position->royals[side][i], !side);
    return attacked;
}

bool position_move_attacks(const struct position *position, Move last) {
    assert(last != MOVE_NONE);
    Square to = move_to(last);
    const struct tables *tables = position->tables;
    bool lawful = tables->repetition.lion_rules && tables->lion[position->board[to]];
    return position_royals_attacked(position, position->side) > 0 ||
           attacks_from(position, to, lawful);
}

bool position_side_in_check(const struct position *position, enum side side) {
    return position->royal_count[side] == 1 &&
           attacks_on(position, position->royals[side][0], !side);
}

bool position_in_check(const struct position *position) {
    return position_side_in_check(position, position->side);
}

// Who checks the King and who is pinned before it, looking out from its square.

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
        walks_attackers(position, king, !us, walks_none_gone, &walkers);
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
