// SPDX-License-Identifier: GPL-3.0-or-later
#include "removal.h"

#include <string.h>

#include "notation.h"

// What is gone from the trace of the whole, as the owner sees it.
static void add_loss(const struct position *rest, const struct trace *whole, enum side owner,
                     int index, int pieces, struct removal *removal) {
    struct trace trace;
    trace_position(rest->tables, rest, &trace);
    int sign = owner == FIRST ? pieces : -pieces;
    removal->count[index] += pieces;
    for (int t = 0; t < TERMS; t++)
        removal->term[index][t] +=
            sign * (whole->feature[VALUE_TERM + t] - trace.feature[VALUE_TERM + t]);
}

void removal_count(struct position *position, const struct trace *trace, struct removal *removal) {
    const struct tables *tables = position->tables;
    memset(removal, 0, sizeof *removal);
    for (int at = 0; at < SQUARES; at++) {
        Square square = (Square)at;
        Piece piece = position->board[square];
        if (!tables->on_board[square] || piece == PIECE_EMPTY)
            continue;
        enum side side = piece_side(piece);
        if (tables->royal[piece] && position->royal_count[side] < 2)
            continue;
        position_remove(position, square);
        add_loss(position, trace, side, VALUE_BOARD + piece_type(piece), 1, removal);
        position_put(position, piece, square);
    }
    for (enum side side = FIRST; side < SIDES; side++)
        for (Type base = 1; base < BASE_TYPES; base++) {
            int held = position->hand[side][base];
            if (held == 0)
                continue;
            position_set_hand(position, side, base, held - 1);
            add_loss(position, trace, side, VALUE_HAND + base, held, removal);
            position_set_hand(position, side, base, held);
        }
}

void removal_mean_piece(const struct tables *tables, double share[TYPES]) {
    int count[TYPES] = {0}, all = 0;
    struct position position;
    memset(share, 0, TYPES * sizeof *share);
    if (!fen_parse(variant_start_fen(&tables->variant, &tables->rules), tables, &position, NULL))
        return;
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = position.board[square];
        if (!tables->on_board[square] || piece == PIECE_EMPTY || tables->royal[piece] ||
            piece_type(piece) == tables->variant.pawn)
            continue;
        count[piece_type(piece)]++;
        all++;
    }
    for (Type type = 0; type < TYPES; type++)
        share[type] = all ? (double)count[type] / all : 0;
}
