// SPDX-License-Identifier: GPL-3.0-or-later
// What texts say of a board: sets of squares, and which notation a position is in.
#pragma once

#include <stdint.h>

#include "error.h"
#include "square.h"

// Sets of squares as variant files write them: a1 b2, *9 for a rank, c* for a file, - for none.

// Reads a set of squares of a board into bit `file` of each rank, both counted from 0. Errors name
// the word that is none.
bool squares_read(const char *text, int files, int ranks, uint16_t squares[BOARD_MAX],
                  struct error *error);

// Writes such a set, whole ranks as *N, and returns `text`.
enum { SQUARES_TEXT = 4 * BOARD_MAX * BOARD_MAX };
char *squares_print(const uint16_t squares[BOARD_MAX], int files, int ranks,
                    char text[SQUARES_TEXT]);

// Is it the same set seen from the other side of the board, turned by a half?
bool squares_turned(const uint16_t a[BOARD_MAX], const uint16_t b[BOARD_MAX], int files, int ranks);

// Two notations of positions that look alike. In a FEN `w` moves first and hands stand in brackets;
// in an SFEN, which USI programs and sites of shogi write, `b` moves first and hands are a field.
enum sfen_likeness {
    SFEN_NOT,      // a FEN, or neither
    SFEN_PERHAPS,  // "BOARD b -" is the beginning of either
    SFEN_CERTAINLY // "BOARD b - 1", "BOARD b 2Pb 1", "sfen ..."
};

// By its fields alone; `text` need not be a position otherwise.
enum sfen_likeness sfen_likeness(const char *text);

// Why the text is not taken where a FEN is expected; NULL for SFEN_NOT.
const char *sfen_refusal(const char *text);

// The pieces on the board of a FEN, one after another. What it has beside pieces, ranks and numbers
// of empty squares is passed over: others check it.
struct fen_walk {
    const char *at; // what is still to be read; at last the end of the board
    int file, rank; // of the piece, from 0; of a FEN of another board they may be off this one
    char letter;    // as the FEN has it
    bool promoted;
    int next_file;
};
struct fen_walk fen_walk(const char *fen, int ranks);
// False where there are no more.
bool fen_next(struct fen_walk *walk);
