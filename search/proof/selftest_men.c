// SPDX-License-Identifier: GPL-3.0-or-later
#include "selftest_men.h"

#include <string.h>

bool man_reaches(const struct tables *tables, const Piece board[SQUARES], Square from,
                 Square target) {
    Piece piece = board[from];
    const struct movement *movement = &tables->variant.man[piece_type(piece)].movement;
    int sign = piece_side(piece) == FIRST ? 1 : -1; // SECOND sees the board turned
    for (int d = 0; d < DIRECTIONS; d++) {
        int at = from;
        for (int step = 1; step <= movement->capture_range[d]; step++) {
            at += sign * square_delta(direction_dx[d], direction_dy[d]);
            if (at == target)
                return true;
            if (board[at] != PIECE_EMPTY)
                break;
        }
    }
    for (int leap = 0; leap < LEAPS; leap++) {
        if (from + sign * square_delta(leap_dx[leap], leap_dy[leap]) != target)
            continue;
        if (movement->capture_leaps >> leap & 1)
            return true;
        int between = from + sign * square_delta(leap_dx[leap] / 2, leap_dy[leap] / 2);
        if ((movement->lame_capture_leaps >> leap & 1) && board[between] == PIECE_EMPTY)
            return true;
    }
    return false;
}

bool men_reach(const struct tables *tables, const Piece board[SQUARES], enum side by,
               Square target) {
    for (int from = 0; from < SQUARES; from++)
        if (piece_of(board[from], by) && from != target &&
            man_reaches(tables, board, (Square)from, target))
            return true;
    return false;
}

bool man_attacks(const struct position *position, Square from) {
    enum side them = !piece_side(position->board[from]);
    for (int square = 0; square < SQUARES; square++)
        if (piece_of(position->board[square], them) &&
            man_reaches(position->tables, position->board, from, (Square)square))
            return true;
    return false;
}

bool royal_in_danger(const struct position *position, enum side side) {
    const struct tables *tables = position->tables;
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = position->board[square];
        if (piece_of(piece, side) && tables->variant.man[piece_type(piece)].royal &&
            men_reach(tables, position->board, !side, (Square)square))
            return true;
    }
    return false;
}

bool royal_is_safe(const struct position *position, Move move) {
    struct position after = *position;
    struct undo undo;
    position_make(&after, move, &undo);
    return after.royal_count[position->side] != 1 || !royal_in_danger(&after, position->side);
}

void board_after(const struct position *position, Move move, Piece board[SQUARES]) {
    memcpy(board, position->board, sizeof position->board);
    if (move_is_drop(move)) {
        board[move_to(move)] = piece_make(move_dropped(move), position->side);
        return;
    }
    Piece mover = board[move_from(move)];
    board[move_from(move)] = PIECE_EMPTY;
    if (move & MOVE_TWO_STEP)
        board[move_via(move)] = PIECE_EMPTY;
    board[move_to(move)] = move_is_promotion(move) ? mover | TYPE_PROMOTED : mover;
}
