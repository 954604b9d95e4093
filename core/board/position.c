// SPDX-License-Identifier: GPL-3.0-or-later
#include "position.h"

#include <string.h>

#ifdef KAGAMI_CHECKS
#define CHECK(position) assert(position_check(position, NULL))
#else
#define CHECK(position) ((void)0)
#endif

void position_clear(struct position *position, const struct tables *tables) {
    memset(position, 0, sizeof *position);
    position->tables = tables;
    position->careful = tables->legality;
    memcpy(position->board, tables->empty_board, sizeof position->board);
    memcpy(position->occupied, tables->empty_lines, sizeof position->occupied);
}

void pieces_add_royal(struct position *position, enum side side, Square square) {
    assert(position->royal_count[side] < ROYALS_MAX);
    // Sorted by square, so that the same position looks the same however it came about.
    int i = position->royal_count[side]++;
    for (; i > 0 && position->royals[side][i - 1] > square; i--)
        position->royals[side][i] = position->royals[side][i - 1];
    position->royals[side][i] = square;
}

static void drop_royal(struct position *position, enum side side, Square square) {
    int i = 0, count = --position->royal_count[side];
    while (position->royals[side][i] != square)
        i++;
    for (; i < count; i++)
        position->royals[side][i] = position->royals[side][i + 1];
    position->royals[side][count] = SQUARE_NONE;
}

// Everything but the occupancy lines, which a capture leaves as they are.
static inline void place(struct position *position, Piece piece, Square square) {
    pieces_put(position, position->tables, piece, square % GRID, square / GRID);
}

// The same without the key, which unmake knows.
static inline void put_back(struct position *position, Piece piece, Square square) {
    pieces_put_back(position, position->tables, piece, square % GRID, square / GRID);
}

// Takes a piece off the board; lines, key and on_board stay as they are.
static inline void take_back(struct position *position, Square square) {
    const struct tables *tables = position->tables;
    Piece piece = position->board[square];
    enum side side = piece_side(piece);
    position->board[square] = PIECE_EMPTY;
    unsigned at = square;
    position->pieces[side][at / GRID] ^= (Line)(1u << at % GRID);
    unsigned traits = pieces_flip_traits(position, tables, piece, at % GRID, at / GRID);
    if (traits & TRAIT_NIFU)
        pieces_count_pawn(position, side, square % GRID, -1);
    if (traits & TRAIT_ROYAL)
        drop_royal(position, side, square);
}

static inline void displace(struct position *position, Square square) {
    position->key ^= position->tables->key_piece[position->board[square]][square];
    take_back(position, square);
}

void position_put(struct position *position, Piece piece, Square square) {
    assert(position->tables->on_board[square] && piece_base(piece) != 0);
    assert(position->board[square] == PIECE_EMPTY);
    lines_flip(position, square);
    pieces_enter(position, position->tables, piece, square % GRID, square / GRID);
}

void position_remove(struct position *position, Square square) {
    assert(position->tables->on_board[square] && position->board[square] != PIECE_EMPTY);
    position->on_board[piece_side(position->board[square])]--;
    displace(position, square);
    lines_flip(position, square);
}

// The key stays as it is.
static inline void return_hand(struct position *position, enum side side, Type base, int by) {
    int count = position->hand[side][base];
    position->hand[side][base] = (uint8_t)(count + by);
    position->hand_count[side] = (uint8_t)(position->hand_count[side] + by);
    uint32_t bit = 1u << base;
    position->hand_types[side] =
        count + by ? position->hand_types[side] | bit : position->hand_types[side] & ~bit;
}

static inline void change_hand(struct position *position, enum side side, Type base, int by) {
    uint64_t key = position->tables->key_hand[side][base];
    int count = position->hand[side][base];
    position->key ^= key * (uint64_t)count ^ key * (uint64_t)(count + by);
    return_hand(position, side, base, by);
}

void position_set_hand(struct position *position, enum side side, Type base, int count) {
    assert(base < BASE_TYPES && count >= 0 && count <= HANDS_MAX);
    change_hand(position, side, base, count - position->hand[side][base]);
}

static inline void change_side(struct position *position) {
    position->side = !position->side;
    position->key ^= position->tables->key_side;
}

static inline void set_lion(struct position *position, Square square) {
    position->key ^=
        position->tables->key_lion[position->lion] ^ position->tables->key_lion[square];
    position->lion = square;
}

// A captured piece leaves the board; its base type goes to the captor's hand in drop games.
static inline Piece capture(struct position *position, Square square) {
    Piece captured = position->board[square];
    displace(position, square);
    position->on_board[!position->side]--;
    if (position->tables->drops && !position->tables->royal[captured])
        change_hand(position, position->side, piece_base(captured), 1);
    return captured;
}

static inline void uncapture(struct position *position, Piece captured, Square square) {
    if (position->tables->drops && !position->tables->royal[captured])
        return_hand(position, position->side, piece_base(captured), -1);
    put_back(position, captured, square);
    position->on_board[!position->side]++;
}

// Where promotion rights depend on it, marks pieces that enter the zone and decline, and forgets
// them when they move on (regain) or after their side's next turn (delay).
static void note_deferral(struct position *position, Piece before, Move move, struct undo *undo) {
    const struct tables *tables = position->tables;
    enum side side = position->side;
    Square from = move_from(move), to = move_to(move);
    memcpy(undo->deferred, position->deferred, sizeof undo->deferred);
    for (int rank = 0; rank < GRID; rank++) {
        Line gone = position->deferred[rank];
        Line stays = position->pieces[!side][rank]; // a captured piece takes its mark along
        if (!tables->deferral_passes)
            stays |= position->pieces[side][rank];
        gone &= (Line)~stays;
        if (rank == to / GRID)
            gone |= (Line)(position->deferred[rank] & 1 << to % GRID);
        for (uint32_t bits = gone; bits; bits &= bits - 1)
            position->key ^= tables->key_deferred[rank * GRID + __builtin_ctz(bits)];
        position->deferred[rank] &= (Line)~gone;
    }
    if (!move_is_drop(move) && tables->promotes[before] && !move_is_promotion(move) &&
        tables->in_zone[side][to] && !tables->in_zone[side][from]) {
        position->deferred[to / GRID] |= (Line)(1 << to % GRID);
        position->key ^= tables->key_deferred[to];
    }
}

void position_make(struct position *position, Move move, struct undo *undo) {
    assert(move != MOVE_NONE && position->tables->on_board[move_to(move)]);
    assert(move_is_drop(move) ? position->board[move_to(move)] == PIECE_EMPTY
                              : piece_of(position->board[move_from(move)], position->side));
    const struct tables *tables = position->tables;
    enum side side = position->side;
    Square to = move_to(move);
    Piece piece = PIECE_EMPTY;
    undo->key = position->key;
    undo->captured = undo->captured_via = PIECE_EMPTY;
    undo->lion = position->lion;
    undo->halfmoves = position->halfmoves;
    if (position->lion != SQUARE_NONE)
        set_lion(position, SQUARE_NONE);
    if (move_is_drop(move)) {
        Type base = move_dropped(move);
        change_hand(position, side, base, -1);
        pieces_enter(position, tables, piece_make(base, side), to % GRID, to / GRID);
        lines_flip(position, to);
        position->halfmoves = 0;
    } else {
        Square from = move_from(move);
        piece = position->board[from];
        position->halfmoves++;
        if (piece_type(piece) == tables->variant.pawn)
            position->halfmoves = 0;
        displace(position, from);
        lines_flip(position, from);
        if (move & MOVE_TWO_STEP && position->board[move_via(move)] != PIECE_EMPTY) {
            undo->captured_via = capture(position, move_via(move));
            lines_flip(position, move_via(move));
            position->halfmoves = 0;
        }
        if (position->board[to] != PIECE_EMPTY) {
            undo->captured = capture(position, to);
            position->halfmoves = 0;
        } else {
            lines_flip(position, to);
        }
        place(position, move_is_promotion(move) ? piece | TYPE_PROMOTED : piece, to);
        // A Lion taken by anything but a Lion starts the counter-strike rule for one move.
        if (tables->counterstrike && !tables->lion[piece]) {
            if (tables->lion[undo->captured])
                set_lion(position, to);
            else if (tables->lion[undo->captured_via])
                set_lion(position, move_via(move));
        }
    }
    if (tables->remembers_deferral)
        note_deferral(position, piece, move, undo);
    position->ply++;
    change_side(position);
    CHECK(position);
}

void position_unmake(struct position *position, Move move, const struct undo *undo) {
    assert(move != MOVE_NONE);
    enum side side = position->side = !position->side;
    Square to = move_to(move);
    Piece piece = position->board[to];
    take_back(position, to);
    if (move_is_drop(move)) {
        lines_flip(position, to);
        return_hand(position, side, move_dropped(move), 1);
        position->on_board[side]--;
    } else {
        if (undo->captured != PIECE_EMPTY)
            uncapture(position, undo->captured, to);
        else
            lines_flip(position, to);
        if (undo->captured_via != PIECE_EMPTY) {
            uncapture(position, undo->captured_via, move_via(move));
            lines_flip(position, move_via(move));
        }
        Square from = move_from(move);
        put_back(position, move_is_promotion(move) ? piece & (Piece)~TYPE_PROMOTED : piece, from);
        lines_flip(position, from);
    }
    if (position->tables->remembers_deferral)
        memcpy(position->deferred, undo->deferred, sizeof position->deferred);
    position->ply--;
    position->lion = undo->lion;
    position->halfmoves = undo->halfmoves;
    position->key = undo->key;
    CHECK(position);
}

void position_make_null(struct position *position, struct undo *undo) {
    *undo = (struct undo){
        .key = position->key, .lion = position->lion, .halfmoves = position->halfmoves};
    set_lion(position, SQUARE_NONE);
    position->halfmoves++;
    position->ply++;
    change_side(position);
}

void position_unmake_null(struct position *position, const struct undo *undo) {
    change_side(position);
    position->ply--;
    position->lion = undo->lion;
    position->halfmoves = undo->halfmoves;
    position->key = undo->key;
}

bool position_check(const struct position *position, struct error *error) {
    const struct tables *tables = position->tables;
    struct position fresh;
    position_clear(&fresh, tables);
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = position->board[square];
        if (!tables->on_board[square]) {
            if (piece != PIECE_WALL)
                return error_set(error, "board: a piece on the rim");
        } else if (piece != PIECE_EMPTY) {
            position_put(&fresh, piece, (Square)square);
        }
    }
    for (enum side side = FIRST; side < SIDES; side++)
        for (int base = 0; base < BASE_TYPES; base++)
            position_set_hand(&fresh, side, (Type)base, position->hand[side][base]);
    if (position->side != FIRST)
        change_side(&fresh);
    set_lion(&fresh, position->lion);
    for (int square = 0; square < SQUARES; square++)
        if (position->deferred[square / GRID] >> (square % GRID) & 1) {
            Piece piece = position->board[square];
            if (!tables->promotes[piece] || !tables->in_zone[piece_side(piece)][square])
                return error_set(error, "deferred: no piece that could have declined");
            fresh.key ^= tables->key_deferred[square];
        }
    fresh.halfmoves = position->halfmoves;
    fresh.ply = position->ply;
#define COMPARE(field)                                                                             \
    if (memcmp(&fresh.field, &position->field, sizeof fresh.field) != 0)                           \
    return error_set(error, #field " differs from a fresh count")
    COMPARE(board);
    COMPARE(occupied);
    COMPARE(pieces);
    COMPARE(on_board);
    COMPARE(jumpers);
    COMPARE(far);
    COMPARE(hand);
    COMPARE(hand_types);
    COMPARE(hand_count);
    COMPARE(pawns_on_file);
    COMPARE(pawn_files);
    COMPARE(royal_count);
    COMPARE(royals);
    COMPARE(key);
#undef COMPARE
    return true;
}
