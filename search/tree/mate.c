// SPDX-License-Identifier: GPL-3.0-or-later
#include "search.h"

#include <assert.h>

#include "attacks.h"
#include "king_zone.h"
#include "movegen.h"
#include "position.h"

// Does a slide of `us` into the king zone of `king` pass `square`? A piece put there would shorten
// it.
static bool slide_passes(const struct position *position, Square square, enum side us,
                         Square king) {
    unsigned towards = position->tables->king_zone_towards[king_zone_offset(square, king)];
    for (; towards; towards &= towards - 1) {
        Square from = lines_slider(position, square, __builtin_ctz(towards));
        if (from != SQUARE_NONE && piece_of(position->board[from], us))
            return true;
    }
    return false;
}

// Steps are all that answers a drop that nobody but the King may take: no lion power of the King
// takes it in passing, nobody becomes a second royal, and no lame leap is blocked by it.
static bool only_steps(const struct tables *tables, Piece king) {
    return !tables->slides[king] && !tables->leaps[king] && !tables->first_steps[king] &&
           !tables->several_royals && !tables->by_trial;
}

// A drop beside the King on a square that only it guards: can the King then step to none of these
// squares of its king zone? Slides run through the square that it leaves.
static bool leaves_no_step(struct position *position, Move drop, Square king, unsigned squares) {
    enum side us = position->side;
    struct undo undo;
    bool escapes = false;
    position_make(position, drop, &undo);
    lines_flip(position, king);
    for (; squares && !escapes; squares &= squares - 1)
        escapes = !attacks_on(position, king_zone_square(king, __builtin_ctz(squares)), us);
    lines_flip(position, king);
    position_unmake(position, drop, &undo);
    return !escapes;
}

Move mate_by_drop(struct position *position, const struct zone_attacks *attacks) {
    assert(!position_in_check(position));
    const struct tables *tables = position->tables;
    enum side us = position->side;
    Square king = attacks->king[!us];
    if (position->hand_types[us] == 0 || king == SQUARE_NONE)
        return MOVE_NONE;
    unsigned board = tables->board_zone[king] & ~KING_ZONE_CENTRE;
    unsigned attacked = attack_zone(attacks->sum[us][!us]);
    unsigned open = board & attacked & ~attack_zone(attacks->sum[!us][!us]);
    if (!open)
        return MOVE_NONE;
    open &= ~king_zone_inside(king_zone_around(position->occupied, king));
    if (!open)
        return MOVE_NONE;
    unsigned steps = board & ~king_zone_inside(king_zone_around(position->pieces[!us], king));
    unsigned flights = steps & ~attacked; // squares that the King may step to
    const struct checks unchecked = {.checkers = 0};
    bool plain = only_steps(tables, position->board[king]);
    for (uint32_t types = position->hand_types[us]; types; types &= types - 1) {
        Type base = (Type)__builtin_ctz(types);
        Piece piece = piece_make(base, us);
        if (base == tables->mate_pawn || base == tables->rash_pawn)
            continue;
        for (unsigned at = open & tables->zone_attacks_from[piece]; at; at &= at - 1) {
            Square to = king_zone_square(king, __builtin_ctz(at));
            uint32_t covers = tables->king_zone_attacks[piece][king_zone_offset(to, king)];
            if (flights & ~covers)
                continue;
            Move drop = move_drop(base, to);
            if (!movegen_is_legal_with_checks(position, &unchecked, drop))
                continue;
            bool mates = true;
            if (!plain)
                mates = movegen_drop_mates(position, drop);
            else if ((flights & covers >> KING_ZONE_BLOCKABLE) ||
                     slide_passes(position, to, us, king))
                mates = leaves_no_step(position, drop, king, steps);
            if (mates)
                return drop;
        }
    }
    return MOVE_NONE;
}
