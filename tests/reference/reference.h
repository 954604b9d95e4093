// SPDX-License-Identifier: GPL-3.0-or-later
// A second move generator, slow and obvious, written straight from the piece table: no tables, no
// incremental state, no shortcuts. Tests compare core with it. It shares nothing with core but the
// variant and the rules as data: not even the numbering of directions and leaps.
// Lion power and the Lion-trading rules are in reference_lion.c.
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
    int8_t lion_file, lion_rank; // where the last move took a Lion with another piece; -1 = nowhere
    bool declined[REFERENCE_BOARD][REFERENCE_BOARD]; // promotion on entry, where that is remembered
    bool lion_paths; // list every path of a two-step move, not each resulting position once
};

struct reference_move {
    Type drop; // base type, or 0 for a move on the board
    int8_t from_file, from_rank, to_file, to_rank;
    bool promotes;
    bool two_step; // through (via_file, via_rank), capturing what stands there
    int8_t via_file, via_rank;
};

// Where one piece may go: to empty squares, and to squares if an enemy stood there.
struct reference_reach {
    bool move[REFERENCE_BOARD][REFERENCE_BOARD];
    bool capture[REFERENCE_BOARD][REFERENCE_BOARD];
};

// Reads board, hands, side, counter-strike square and declined promotions of a FEN; the numbers are
// ignored. False when it makes no sense.
bool reference_fen(struct reference_position *position, const struct variant *variant,
                   const struct rules *rules, const char *fen);

// Writes the board part of a FEN and returns its end. Squares hold "", "P", "+p" ..., rank 1 first.
char *reference_board_text(char square[REFERENCE_BOARD][REFERENCE_BOARD][3], int files, int ranks,
                           char *text);

// True when nothing that decides about moves to come differs: board, hands, side to move,
// counter-strike square, declined promotions.
bool reference_same(const struct reference_position *a, const struct reference_position *b);

// Where the piece on the square may go; Lion-trading rules and the own King's safety ignored.
void reference_reach(const struct reference_position *position, int file, int rank,
                     struct reference_reach *reach);

// True when a piece of `by` could capture on the square, whatever stands there; pins ignored.
bool reference_attacked(const struct reference_position *position, int file, int rank,
                        enum side by);

// Royals of a side; `attacked` (may be NULL): how many of them could be captured.
int reference_royals(const struct reference_position *position, enum side side, int *attacked);

// True when the only royal of the side could be captured.
bool reference_in_check(const struct reference_position *position, enum side side);

// The position after `move`.
struct reference_position reference_make(const struct reference_position *position,
                                         struct reference_move move);

// Writes all legal moves to `list` (REFERENCE_MOVES) and returns their number.
int reference_moves(const struct reference_position *position, struct reference_move *list);

// True when there is a legal move.
bool reference_can_move(const struct reference_position *position);

// Writes "e3e4", "b2b7+", "P@e5", "f3g4h5" and returns `text` (REFERENCE_TEXT bytes).
char *reference_text(struct reference_move move, char *text);

// True when the move goes to a neighbour and back without capture.
bool reference_is_pass(const struct reference_position *position, struct reference_move move);

uint64_t reference_perft(const struct reference_position *position, int depth);

// True when the square lies in the promotion zone of `side`.
bool reference_in_zone(const struct reference_position *position, int rank, enum side side);

// reference_walks.c

// Adds where the walks of the piece on the square lead.
void reference_walks(const struct reference_position *position, int file, int rank,
                     struct reference_reach *reach);

// True when they lead anywhere, whatever stands on the squares around.
bool reference_walks_anywhere(const struct reference_position *position, int file, int rank);

// reference_lion.c

// The two-step moves of the piece on the square, as its pairs of steps make them, promotion and
// legality left open: room for 64. Returns how many.
int reference_two_steps(const struct reference_position *position, int file, int rank,
                        struct reference_move list[64]);

// True when the Lion-trading rules let the move capture what it captures.
bool reference_lion_allows(const struct reference_position *position, struct reference_move move);

// True when the move is one by which another piece than a Lion takes a Lion: writes where.
bool reference_starts_counterstrike(const struct reference_position *position,
                                    struct reference_move move, int8_t *file, int8_t *rank);
