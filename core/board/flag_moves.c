// SPDX-License-Identifier: GPL-3.0-or-later
#include "flag_moves.h"

#include <string.h>

#include "attacks.h"
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

struct path {
    const struct position *position;
    Piece piece;
    bool arrives;    // the last step may end on a guarded square
    Line seen[GRID]; // squares from which the rest of the way was looked for
};

static bool leads_on(struct path *path, Square from);

// Is `to` a step of a shortest way from a square with so many moves, and the rest as open?
static bool goes_by(struct path *path, int moves, Square to, bool takes) {
    const struct position *position = path->position;
    const struct tables *tables = position->tables;
    enum side side = piece_side(path->piece);
    Line bit = (Line)(1 << to % GRID);
    if (tables->flag_moves[path->piece][to] != moves - 1 || (path->seen[to / GRID] & bit) ||
        (position->pieces[side][to / GRID] & bit) ||
        (takes && tables_spares(tables, side, position->board[to])))
        return false;
    path->seen[to / GRID] |= bit;
    return moves == 1 ? path->arrives || !attacks_on(position, to, !side)
                      : !attacks_on(position, to, !side) && leads_on(path, to);
}

static bool leads_on(struct path *path, Square from) {
    const struct position *position = path->position;
    const struct tables *tables = position->tables;
    Piece piece = path->piece;
    int moves = tables->flag_moves[piece][from];
    for (int d = 0; d < DIRECTIONS; d++) {
        bool takes = false;
        for (int step = 1; !takes; step++) {
            int to = from + step * direction_delta[d];
            takes = position->board[to] != PIECE_EMPTY; // the rim, too
            int range = takes ? tables->capture_range[piece][d] : tables->move_range[piece][d];
            if (step > range || !tables->on_board[to])
                break;
            if (goes_by(path, moves, (Square)to, takes))
                return true;
        }
    }
    for (uint32_t leaps = tables->move_leaps[piece] | tables->capture_leaps[piece]; leaps;
         leaps &= leaps - 1) {
        int leap = __builtin_ctz(leaps), to = from + leap_delta[leap];
        if (!tables->on_board[to])
            continue;
        bool takes = position->board[to] != PIECE_EMPTY;
        if (((takes ? tables->capture_leaps : tables->move_leaps)[piece] >> leap & 1) &&
            goes_by(path, moves, (Square)to, takes))
            return true;
    }
    return false;
}

// Moves of the nearest flag piece with an open way; FLAG_PATH + 1 when there is none.
static int nearest(const struct position *position, enum side side) {
    const struct tables *tables = position->tables;
    int best = FLAG_PATH + 1;
    for (int word = 0; word < PIECES_WORDS; word++)
        for (uint64_t pieces = position_pieces_word(position, side, word); pieces;
             pieces &= pieces - 1) {
            Square from = (Square)(word * PIECES_WORD + __builtin_ctzll(pieces));
            Piece piece = position->board[from];
            int moves = tables->flag_piece[piece] ? tables->flag_moves[piece][from] : FLAG_NEVER;
            if (moves == 0 || moves >= best)
                continue;
            struct path path = {
                position,
                piece,
                tables->flag == FLAG_REACH &&
                    !(tables->legality && tables->royal[piece] && position->royal_count[side] == 1),
                {0}};
            if (leads_on(&path, from))
                best = moves;
        }
    return best;
}

int flag_path_count(const struct position *position) {
    int count[SIDES] = {0};
    for (enum side side = FIRST; side < SIDES; side++) {
        int moves = nearest(position, side);
        if (moves <= FLAG_PATH)
            count[side] = 2 * FLAG_NEAR / (2 * moves - (position->side == side));
    }
    return count[FIRST] - count[SECOND];
}
