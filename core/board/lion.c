// SPDX-License-Identifier: GPL-3.0-or-later
#include "movegen_internal.h"

#include <assert.h>

#include "attacks.h"
#include "king_zone.h"

// Could the side to move retake on `square`? Each such move takes a Lion away: the recursion ends.
static bool may_retake(struct position *position, Square square) {
    enum side us = position->side;
    if (!position->tables->lawful_protection)
        return attacks_on(position, square, us);
    for (int rank = 0; rank < GRID; rank++)
        for (uint32_t bits = position->pieces[us][rank]; bits; bits &= bits - 1) {
            Square from = (Square)(rank * GRID + __builtin_ctz(bits));
            if ((king_zone_attacked(position, from, square) & KING_ZONE_CENTRE) &&
                lion_capture_is_legal(position, move_make(from, square)))
                return true;
        }
    return false;
}

// Could the other side recapture on `square` after `move`? With midpoint protection a Pawn or
// Go-Between taken on the way still counts, besides those that see the square once it is gone.
static bool is_protected(struct position *position, Move move, Square square) {
    const struct tables *tables = position->tables;
    enum side them = !position->side;
    struct undo undo;
    if (tables_spares(tables, them, position->board[move_from(move)]))
        return false;
    position_make(position, move, &undo);
    bool attacked = may_retake(position, square);
    Piece via = undo.captured_via;
    if (!attacked && tables->midpoint_protection && tables->lion_minor[via] &&
        position->board[move_via(move)] == PIECE_EMPTY) {
        position_put(position, via, move_via(move));
        attacked = may_retake(position, square);
        position_remove(position, move_via(move));
    }
    position_unmake(position, move, &undo);
    return attacked;
}

// Does the counter-strike rule forbid taking the Lion on `square`?
static bool is_counterstrike(struct position *position, Move move, Square square) {
    const struct tables *tables = position->tables;
    if (position->lion == SQUARE_NONE || (tables->kirin_exception && square == position->lion))
        return false;
    return tables->counterstrike == LION_COUNTERSTRIKE_EDO || is_protected(position, move, square);
}

bool lion_capture_is_legal(struct position *position, Move move) {
    assert(!move_is_drop(move) && piece_of(position->board[move_from(move)], position->side));
    const struct tables *tables = position->tables;
    Square from = move_from(move), to = move_to(move);
    Piece captured = position_captured(position, move);
    Piece via = position_captured_via(position, move);
    bool at_end = tables->lion[captured], on_way = tables->lion[via];
    if (!at_end && !on_way)
        return true;
    bool by_lion = tables->lion[position->board[from]];
    bool far = square_distance(from, to) > 1;
    // Tsukegui: another piece is taken first, then the Lion two squares away.
    bool excused = by_lion && far && via != PIECE_EMPTY && !tables->lion_minor[via];
    bool kirin = tables->kirin_always && to == position->lion;
    if (by_lion && at_end && far && !excused && !kirin && is_protected(position, move, to))
        return false;
    if (by_lion && !tables->counterstrike_stops_lions)
        return true;
    return !(at_end && !excused && is_counterstrike(position, move, to)) &&
           !(on_way && is_counterstrike(position, move, move_via(move)));
}
