// SPDX-License-Identifier: GPL-3.0-or-later
#include "attacks.h"

#include <assert.h>

#include "king_zone.h"
#include "movegen_internal.h"
#include "position.h"
#include "walks.h"

bool attacks_on(const struct position *position, Square square, enum side by) {
    assert(position->tables->on_board[square]);
    assert(by < SIDES);
    const struct tables *tables = position->tables;
    Piece owner = (Piece)(PIECE_FIRST << by);
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
    return tables->has_walks && walks_attack(position, square, by);
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

// `lawful`: only what the Lion rules let it take counts.
static bool attacks_something(const struct position *position, Square square, bool lawful) {
    assert(position->tables->on_board[square] && position->board[square] != PIECE_EMPTY);
    const struct tables *tables = position->tables;
    Piece piece = position->board[square];
    Piece enemy = (Piece)(PIECE_FIRST << !piece_side(piece));
    for (int d = 0; d < DIRECTIONS; d++) {
        int range = tables->capture_range[piece][d];
        int distance = lines_distance(position, square, d);
        Square to = (Square)(square + distance * direction_delta[d]);
        if (range >= distance && (position->board[to] & enemy) &&
            may_take(position, square, to, lawful))
            return true;
    }
    for (int leap = 0; leap < LEAPS; leap++) {
        bool lame = (tables->lame_capture_leaps[piece] >> leap & 1) &&
                    !lines_occupied(position, lines_lame_square(square, leap));
        Square to = (Square)(square + leap_delta[leap]);
        if ((lame || (tables->capture_leaps[piece] >> leap & 1)) && (position->board[to] & enemy) &&
            may_take(position, square, to, lawful))
            return true;
    }
    if (!tables->walk_count[piece])
        return false;
    struct squares moves, captures;
    walks_find(position, piece, square, (const Square[2]){SQUARE_NONE, SQUARE_NONE}, &moves,
               &captures);
    for (int rank = 0; rank < GRID; rank++)
        for (uint32_t bits = captures.rank[rank] & position->pieces[!piece_side(piece)][rank]; bits;
             bits &= bits - 1)
            if (may_take(position, square, (Square)(rank * GRID + __builtin_ctz(bits)), lawful))
                return true;
    return false;
}

bool attacks_from(const struct position *position, Square square) {
    return attacks_something(position, square, false);
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
           attacks_something(position, to, lawful);
}

bool position_side_in_check(const struct position *position, enum side side) {
    return position->royal_count[side] == 1 &&
           attacks_on(position, position->royals[side][0], !side);
}

bool position_in_check(const struct position *position) {
    return position_side_in_check(position, position->side);
}
