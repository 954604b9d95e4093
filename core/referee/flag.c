// SPDX-License-Identifier: GPL-3.0-or-later
#include "flag.h"

#include "attacks.h"
#include "movegen.h"

// Has the side a flag piece on one of its squares, by the rule an unattacked one?
static bool reached(const struct position *position, enum side side) {
    const struct tables *tables = position->tables;
    for (int rank = 0; rank < GRID; rank++)
        for (uint32_t bits = position->pieces[side][rank] & tables->flag_squares[side][rank]; bits;
             bits &= bits - 1) {
            Square square = (Square)(rank * GRID + __builtin_ctz(bits));
            if (tables->flag_piece[position->board[square]] &&
                (tables->flag == FLAG_REACH || !attacks_on(position, square, !side)))
                return true;
        }
    return false;
}

struct outcome flag_outcome(const struct position *position) {
    const struct outcome none = {RESULT_NONE, TERMINATION_NONE};
    enum side us = position->side;
    if (position->tables->flag == FLAG_OFF)
        return none;
    bool ours = position->tables->flag == FLAG_SAFE && reached(position, us);
    bool theirs = reached(position, !us);
    if (!ours && !theirs)
        return none;
    enum result win = (ours ? us : !us) == FIRST ? RESULT_FIRST : RESULT_SECOND;
    return (struct outcome){ours && theirs ? RESULT_DRAW : win, TERMINATION_FLAG};
}

static bool might_reach(const struct position *position, enum side us) {
    const struct tables *tables = position->tables;
    if (tables->flag_types & position->hand_types[us])
        return true;
    for (int rank = 0; rank < GRID; rank++)
        for (uint32_t bits = position->pieces[us][rank] & tables->flag_near[us][rank]; bits;
             bits &= bits - 1) {
            Piece piece = position->board[rank * GRID + __builtin_ctz(bits)];
            if (tables->flag_piece[piece] ||
                (tables->promotes[piece] && tables->flag_piece[piece | TYPE_PROMOTED]))
                return true;
        }
    return false;
}

bool flag_at_hand(struct position *position) {
    enum side us = position->side;
    if (position->tables->flag == FLAG_OFF || !might_reach(position, us))
        return false;
    const Line *squares = position->tables->flag_squares[us];
    Move list[MOVES_MAX];
    const Move *end = movegen(position, MOVES_ALL, list);
    for (const Move *move = list; move < end; move++) {
        Square to = move_to(*move);
        if (!(squares[to / GRID] >> to % GRID & 1))
            continue;
        struct undo undo;
        position_make(position, *move, &undo);
        struct outcome outcome = flag_outcome(position);
        position_unmake(position, *move, &undo);
        if (outcome.result == (us == FIRST ? RESULT_FIRST : RESULT_SECOND))
            return true;
    }
    return false;
}

bool flag_threatened(struct position *position) {
    if (position->tables->flag == FLAG_OFF || !might_reach(position, !position->side))
        return false;
    struct undo undo;
    position_make_null(position, &undo);
    bool threatened = flag_at_hand(position);
    position_unmake_null(position, &undo);
    return threatened;
}
