// SPDX-License-Identifier: GPL-3.0-or-later
#include "flag_moves.h"

#include <string.h>

#include "movegen.h"

// Does the piece, alone on the board, get from there in one move to a square with so many moves?
static bool leads_to(const struct tables *tables, Piece piece, Square from, int moves) {
    struct position position;
    position_clear(&position, tables);
    if (piece_side(piece) == SECOND) {
        struct undo undo;
        position_make_null(&position, &undo);
    }
    position.kingless[piece_side(piece)] = true; // may move all the same
    position_put(&position, piece, from);
    Move list[MOVES_MAX];
    const Move *end = movegen(&position, MOVES_QUIETS, list);
    for (const Move *move = list; move < end; move++)
        if (tables->flag_moves[piece][move_to(*move)] == moves)
            return true;
    return false;
}

void flag_moves_fill(struct tables *tables) {
    if (tables->flag == FLAG_OFF)
        return;
    memset(tables->flag_moves, FLAG_NEVER, sizeof tables->flag_moves);
    for (int piece = 0; piece < PIECES; piece++) {
        if (!tables->flag_piece[piece])
            continue;
        uint8_t *moves = tables->flag_moves[piece];
        const Line *goals = tables->flag_squares[piece_side((Piece)piece)];
        for (int square = 0; square < SQUARES; square++)
            if (goals[square / GRID] >> square % GRID & 1)
                moves[square] = 0;
        bool found = true;
        for (int steps = 0; found; steps++) {
            found = false;
            for (int square = 0; square < SQUARES; square++)
                if (tables->on_board[square] && moves[square] == FLAG_NEVER &&
                    leads_to(tables, (Piece)piece, (Square)square, steps)) {
                    moves[square] = (uint8_t)(steps + 1);
                    found = true;
                }
        }
    }
}
