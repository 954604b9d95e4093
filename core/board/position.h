// SPDX-License-Identifier: GPL-3.0-or-later
// A position: plain data, copied by assignment. Make and unmake change it in place.
#pragma once

#include <assert.h>

#include "tables.h"

enum { HANDS_MAX = 250 }; // pieces in both hands together: fits a byte each and a FEN

struct position {
    const struct tables *tables; // not owned; outlives the position
    uint64_t key;                // board, hands, side to move, counter-strike square
    enum side side;              // to move
    Square royals[SIDES][ROYALS_MAX];
    uint8_t royal_count[SIDES];
    Square lion;          // counter-strike square, or SQUARE_NONE
    bool careful;         // leaving the only royal in check is illegal: by the rules, or because a
                          // search knows better than to do it
    bool kingless[SIDES]; // that side never had a royal and cannot lose one: a mate problem's
                          // attacker
    uint16_t halfmoves;   // plies since the last capture, Pawn move or drop
    uint16_t ply;         // plies since the start of a game: full move number and side

    Piece board[SQUARES];
    Line occupied[LINES];     // ranks, files, diagonals, antidiagonals; the rim counts as occupied
    Line pieces[SIDES][GRID]; // each side's pieces by rank of the grid
    uint8_t on_board[SIDES];  // how many they are
    Line jumpers[GRID];       // those of both with TRAIT_JUMPER: mostly few
    Line far[GRID];           // those of both with TRAIT_FAR
    uint8_t hand[SIDES][BASE_TYPES];
    uint32_t hand_types[SIDES];         // bit b: hand[side][b] > 0
    uint8_t hand_count[SIDES];          // pieces in hand
    uint8_t pawns_on_file[SIDES][GRID]; // unpromoted nifu Pawns; all 0 when nifu is off
    Line pawn_files[SIDES];             // files with one or more
    Line deferred[GRID];                // last: pieces that declined to promote, where that is
                                        // remembered
};

struct undo { // what unmake cannot work out
    uint64_t key;
    Piece captured, captured_via;
    Line deferred[GRID]; // set only where deferral is remembered
    Square lion;
    uint16_t halfmoves;
};

// No pieces, no hands, FIRST to move.
void position_clear(struct position *position, const struct tables *tables);

// Puts a piece on an empty square / takes one off, keeping every derived field right.
void position_put(struct position *position, Piece piece, Square square);
void position_remove(struct position *position, Square square);
void position_set_hand(struct position *position, enum side side, Type base, int count);

void position_make(struct position *position, Move move, struct undo *undo);
void position_unmake(struct position *position, Move move, const struct undo *undo);
void position_make_null(struct position *position, struct undo *undo);
void position_unmake_null(struct position *position, const struct undo *undo);

// Rebuilds keys, lines, lists and counts from board and hands and compares. False on any
// difference; `error` names the field. Asserted after each make and unmake in debug builds.
bool position_check(const struct position *position, struct error *error);

// The pieces of a side a word at a time, which takes fewer loops than by the rank: bit b of word w
// is square 64 w + b.
enum { PIECES_WORD = 64, PIECES_WORDS = SQUARES / PIECES_WORD };
static inline uint64_t ranks_word(const Line *ranks, int word) {
    return line_four(&ranks[word * (PIECES_WORD / GRID)]);
}
static inline uint64_t position_pieces_word(const struct position *position, enum side side,
                                            int word) {
    return ranks_word(position->pieces[side], word);
}

// Whether the side has lost its last royal.
static inline bool position_royals_lost(const struct position *position, enum side side) {
    return position->royal_count[side] == 0 && !position->kingless[side];
}

// The piece that a move captures on its final square, or PIECE_EMPTY.
static inline Piece position_captured(const struct position *position, Move move) {
    if (!(move & (MOVE_DROP | MOVE_TWO_STEP)))
        return position->board[move_to(move)];
    return move_is_drop(move) || move_to(move) == move_from(move) ? PIECE_EMPTY
                                                                  : position->board[move_to(move)];
}

// The piece that a two-step move captures on its way, or PIECE_EMPTY.
static inline Piece position_captured_via(const struct position *position, Move move) {
    return move & MOVE_TWO_STEP ? position->board[move_via(move)] : PIECE_EMPTY;
}

static inline bool position_is_capture(const struct position *position, Move move) {
    return position_captured(position, move) != PIECE_EMPTY ||
           position_captured_via(position, move) != PIECE_EMPTY;
}

// A piece put on a position's board: all that follows from it but the occupancy lines. Inlined
// where pieces are put: as a move is made, and as a FEN is read, a quarter of the work of reading a
// log.

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

// Occupancy along the four lines through each square: the nearest piece in a direction is one shift
// and one count of zeros instead of a walk. The rim counts as occupied, so every ray ends.

enum { LINES_FILES = GRID, LINES_DIAGONALS = 2 * GRID, LINES_ANTIDIAGONALS = 4 * GRID - 1 };

// Flips a square of LINES lines between empty and occupied; file and rank are the grid's.
static inline void lines_flip_at(Line *lines, size_t file, size_t rank) {
    lines[rank] ^= (Line)(1U << file);
    lines[LINES_FILES + file] ^= (Line)(1U << rank);
    lines[LINES_DIAGONALS + GRID - 1 + file - rank] ^= (Line)(1U << file);
    lines[LINES_ANTIDIAGONALS + file + rank] ^= (Line)(1U << file);
}
static inline void lines_flip_in(Line *lines, Square square) {
    lines_flip_at(lines, square % GRID, square / GRID);
}
static inline void lines_flip(struct position *position, Square square) {
    lines_flip_in(position->occupied, square);
}

static inline bool lines_occupied(const struct position *position, int square) {
    return position->occupied[square / GRID] >> (square % GRID) & 1;
}

// Steps from a square of the board to the nearest occupied one in a direction (1 = neighbour).
// Bits grow along directions 0..3 (N NE E SE); 4..7 go the other way.
static inline int lines_distance(const struct position *position, Square square, int direction) {
    assert(direction >= 0 && direction < DIRECTIONS);
    assert(position->tables->on_board[square]);
    const struct ray *ray = &position->tables->rays[square][(unsigned)direction];
    uint32_t line = position->occupied[ray->line];
    return direction < DIRECTIONS / 2 ? __builtin_ctz(line >> ray->shift) + 1
                                      : __builtin_clz(line << ray->shift) + 1;
}

// The nearest piece before `square` whose captures slide over it, or would if it were empty, in a
// direction; SQUARE_NONE where there is none.
static inline Square lines_slider(const struct position *position, Square square, int direction) {
    int distance = lines_distance(position, square, direction_opposite(direction));
    Square from = (Square)(square - distance * direction_delta[direction]);
    int range = position->tables->capture_range[position->board[from]][direction];
    return range > distance ? from : SQUARE_NONE;
}

// The square that a lame leap passes: between for D and A, the orthogonal neighbour for N.
static inline int lines_lame_square(int from, int leap) {
    assert(leap >= 0 && leap < LEAPS);
    return from + square_delta(leap_dx[leap] / 2, leap_dy[leap] / 2);
}
