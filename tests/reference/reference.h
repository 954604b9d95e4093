// SPDX-License-Identifier: GPL-3.0-or-later
// A second move generator, slow and obvious, written straight from the piece table: no tables, no
// incremental state, no shortcuts. Tests compare core with it. It shares nothing with core but the
// variant and the rules as data: not even the numbering of directions and leaps.
// It knows drop games with one royal a side.
#pragma once

#include "rules.h"
#include "variant.h"

enum {
    REFERENCE_BOARD = 12,
    REFERENCE_MOVES = 4096, // room for the moves of any position
    REFERENCE_TEXT = 16     // room for a move as text
};

struct reference_position {
    const struct variant *variant;                   // not owned
    const struct rules *rules;                       // not owned
    enum side side;                                  // to move
    Type type[REFERENCE_BOARD][REFERENCE_BOARD];     // [rank][file], 0 = empty
    uint8_t owner[REFERENCE_BOARD][REFERENCE_BOARD]; // enum side, 0 where empty
    uint8_t hand[SIDES][BASE_TYPES];
};

struct reference_move {
    Type drop; // base type, or 0 for a move on the board
    int8_t from_file, from_rank, to_file, to_rank;
    bool promotes;
};

// Reads board, hands and side of a FEN; the rest is ignored. False when it makes no sense.
bool reference_fen(struct reference_position *position, const struct variant *variant,
                   const struct rules *rules, const char *fen);

// Writes the board part of a FEN and returns its end. Squares hold "", "P", "+p" ..., rank 1 first.
char *reference_board_text(char square[REFERENCE_BOARD][REFERENCE_BOARD][3], int files, int ranks,
                           char *text);

// True when board, hands and side to move are the same.
bool reference_same(const struct reference_position *a, const struct reference_position *b);

// True when a man of `by` could capture on the square, whatever stands there; pins ignored.
bool reference_attacked(const struct reference_position *position, int file, int rank,
                        enum side by);

bool reference_in_check(const struct reference_position *position, enum side side);

// The position after `move`.
struct reference_position reference_make(const struct reference_position *position,
                                         struct reference_move move);

// Writes all legal moves to `list` (REFERENCE_MOVES) and returns their number.
int reference_moves(const struct reference_position *position, struct reference_move *list);

// True when there is a legal move.
bool reference_can_move(const struct reference_position *position);

// Writes "e3e4", "b2b7+", "P@e5" and returns `text` (REFERENCE_TEXT bytes).
char *reference_text(struct reference_move move, char *text);

uint64_t reference_perft(const struct reference_position *position, int depth);

// True when the square lies in the promotion zone of `side`.
bool reference_in_zone(const struct reference_position *position, int rank, enum side side);
