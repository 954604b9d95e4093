// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of places: what a piece is worth more, or less, by its place from the enemy King and from
// its own. Linear, on top of values and terms; learned from games by tuner/kings.
//
// A place is a distance in ranks and files between two squares, as king_zone_offset has it. While a
// side has no royal, or more than one, the tables say nothing: it cannot be told which one matters.
#pragma once

#include "beside.h"
#include "buffer.h"
#include "error.h"
#include "king_zone.h"
#include "values.h"

enum king_of { ENEMY_KING, OWN_KING, KINGS_OF };

enum { KING_TABLE_LIMIT = 8191 };

struct king_table {
    // Centi-values for FIRST less SECOND, as weights.piece_square has them; 0 for royals.
    int16_t value[KINGS_OF][PIECES][KING_ZONE_OFFSETS];
};

// SECOND's half from FIRST's: the board turned, the sign changed.
void king_table_turn(struct king_table *table);

// Whether they say anything of the position.
static inline bool king_table_speaks(const struct position *position) {
    return position->royal_count[FIRST] == 1 && position->royal_count[SECOND] == 1;
}

// What is kept up move by move: the sum of all places around either side's King, for FIRST. 0 and 0
// where the tables say nothing.
struct king_sums {
    int of[SIDES];
};

// Adds a piece on a square `sign` times.
static inline void king_sums_add(struct king_sums *sums, const struct king_table *table,
                                 const struct position *position, Piece piece, Square square,
                                 int sign) {
    enum side side = piece_side(piece);
    sums->of[side] +=
        sign * table->value[OWN_KING][piece][king_zone_offset(square, position->royals[side][0])];
    sums->of[!side] +=
        sign *
        table->value[ENEMY_KING][piece][king_zone_offset(square, position->royals[!side][0])];
}

// The sum around one side's King, and both, from nothing.
int king_table_around(const struct king_table *table, const struct position *position,
                      enum side king);
static inline struct king_sums king_table_sums(const struct king_table *table,
                                               const struct position *position) {
    return (struct king_sums){
        {king_table_around(table, position, FIRST), king_table_around(table, position, SECOND)}};
}

// Changes the sums by a move that is about to be made. Returns the sides around whose King all is
// to be counted again afterwards, bit 1 << side: it moves, or royals come or go.
static inline unsigned king_sums_move(struct king_sums *sums, const struct king_table *table,
                                      const struct position *position, Move move) {
    enum side us = position->side;
    Square to = move_to(move);
    if (!king_table_speaks(position))
        return 3;
    if (move_is_drop(move)) {
        king_sums_add(sums, table, position, piece_make(move_dropped(move), us), to, 1);
        return 0;
    }
    const bool *royal = position->tables->royal;
    Piece mover = position->board[move_from(move)];
    Piece arrives = move_is_promotion(move) ? mover | TYPE_PROMOTED : mover;
    Piece captured = position_captured(position, move), via = position_captured_via(position, move);
    if (royal[captured] || royal[via] || royal[mover] != royal[arrives])
        return 3;
    if (captured != PIECE_EMPTY)
        king_sums_add(sums, table, position, captured, to, -1);
    if (via != PIECE_EMPTY)
        king_sums_add(sums, table, position, via, move_via(move), -1);
    if (royal[mover])
        return 1U << us;
    king_sums_add(sums, table, position, arrives, to, 1);
    king_sums_add(sums, table, position, mover, move_from(move), -1);
    return 0;
}

// The tables as text and back. One line for each piece and King that is not all 0:
//   piece,king,ahead,right,values
// `king` is enemy or own; `values` in centi-values, rows of squares as in files of likelihoods
// (move_prior.h). A piece that the variant does not have, or that is royal, is an error, or passed
// over where `lenient`. Errors name `file` and line.
void king_table_print(const struct king_table *table, const struct tables *tables,
                      struct buffer *out);
// Writes them; replaces what is there.
bool king_table_write(const char *path, const struct tables *tables, const struct king_table *table,
                      struct error *error);
bool king_table_parse(const char *text, const char *file, const struct tables *tables, bool lenient,
                      struct king_table *table, struct error *error);
