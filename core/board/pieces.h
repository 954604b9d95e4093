// SPDX-License-Identifier: GPL-3.0-or-later
// A piece put on a position's board: all that follows from it but the occupancy lines. Inlined
// where pieces are put: as a move is made, and as a FEN is read, a quarter of the work of reading a
// log.
#pragma once

#include "position.h"

// Adds to the side's royals. A function: its registers would be saved for every piece.
void pieces_add_royal(struct position *position, enum side side, Square square);

static inline void pieces_count_pawn(struct position *position, enum side side, unsigned file,
                                     int by) {
    uint8_t count = position->pawns_on_file[side][file] =
        (uint8_t)(position->pawns_on_file[side][file] + by);
    Line bit = (Line)(1U << file);
    position->pawn_files[side] =
        count ? position->pawn_files[side] | bit : position->pawn_files[side] & (Line)~bit;
}

// Notes that such a piece comes or goes; what is left to note.
static inline unsigned pieces_flip_traits(struct position *position, const struct tables *tables,
                                          Piece piece, unsigned file, unsigned rank) {
    unsigned traits = tables->traits[piece];
    position->jumpers[rank] ^= (Line)((traits & TRAIT_JUMPER) << file);
    position->far[rank] ^= (Line)((traits / TRAIT_FAR & 1) << file);
    return traits & (TRAIT_NIFU | TRAIT_ROYAL);
}

// `file` and `rank` are the grid's; `tables` are the position's, which stores to its board would
// have fetched anew. Key and on_board stay as they are.
static inline void pieces_put_back(struct position *position, const struct tables *tables,
                                   Piece piece, unsigned file, unsigned rank) {
    unsigned square = rank * GRID + file;
    enum side side = piece_side(piece);
    position->board[square] = piece;
    position->pieces[side][rank] ^= (Line)(1U << file);
    unsigned traits = pieces_flip_traits(position, tables, piece, file, rank);
    if (traits & TRAIT_NIFU)
        pieces_count_pawn(position, side, file, 1);
    if (traits & TRAIT_ROYAL)
        pieces_add_royal(position, side, (Square)square);
}

// The same with the key: a piece that goes on.
static inline void pieces_put(struct position *position, const struct tables *tables, Piece piece,
                              unsigned file, unsigned rank) {
    position->key ^= tables->key_piece[piece][rank * GRID + file];
    pieces_put_back(position, tables, piece, file, rank);
}

// The same with on_board too: a piece that was not on the board.
static inline void pieces_enter(struct position *position, const struct tables *tables, Piece piece,
                                unsigned file, unsigned rank) {
    pieces_put(position, tables, piece, file, rank);
    position->on_board[piece_side(piece)]++;
}
