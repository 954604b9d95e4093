// SPDX-License-Identifier: GPL-3.0-or-later
#include "selftest_internal.h"

#include "attacks.h"
#include "notation.h"

static Square random_square(const struct tables *tables, struct random *random) {
    int file = (int)random_below(random, (uint32_t)tables->files);
    int rank = (int)random_below(random, (uint32_t)tables->ranks);
    return square_at(file, rank);
}

// A square at most two steps from `centre` and on the board, or anywhere when chance has it so.
static Square square_near(const struct tables *tables, struct random *random, Square centre) {
    for (int tries = 0; tries < 8; tries++) {
        int dx = (int)random_below(random, 5) - 2, dy = (int)random_below(random, 5) - 2;
        Square square = (Square)(centre + square_delta(dx, dy));
        if (tables->on_board[square])
            return square;
    }
    return random_square(tables, random);
}

// A type that is not royal, promoted or not; 0 when the draw hits none.
static Type random_type(const struct tables *tables, struct random *random) {
    const struct variant *variant = &tables->variant;
    Type type = variant->bases[random_below(random, (uint32_t)variant->base_count)];
    if (variant->promotes[type] && random_below(random, 3) == 0)
        type |= TYPE_PROMOTED;
    return variant->piece[type].royal ? 0 : type;
}

// Puts the piece where it is neither stuck for ever nor a double Pawn; otherwise leaves it out.
static bool put(struct position *position, Type type, enum side side, Square square) {
    const struct tables *tables = position->tables;
    Piece piece = piece_make(type, side);
    bool doubled =
        type == tables->nifu_pawn && type && (position->pawn_files[side] >> (square % GRID) & 1);
    if (!type || !tables->on_board[square] || position->board[square] != PIECE_EMPTY ||
        tables->stranded[piece][square] || doubled)
        return false;
    position_put(position, piece, square);
    return true;
}

static void put_somewhere(struct position *position, Type type, enum side side,
                          struct random *random) {
    for (int tries = 0; tries < 8; tries++)
        if (put(position, type, side, random_square(position->tables, random)))
            return;
}

static bool put_kings(struct position *position, const struct scatter *scatter,
                      struct random *random) {
    const struct tables *tables = position->tables;
    const struct variant *variant = &tables->variant;
    for (int i = 0; i < variant->base_count; i++) {
        if (!variant->piece[variant->bases[i]].royal)
            continue;
        for (enum side side = FIRST; side < SIDES; side++) {
            Square square = random_square(tables, random);
            if (scatter->besiege && side == SECOND)
                square = square_at(square_file(square),
                                   tables->ranks - 1 - (int)random_below(random, 2));
            if (position->board[square] != PIECE_EMPTY)
                return false;
            position_put(position, piece_make(variant->bases[i], side), square);
        }
    }
    return position->royal_count[FIRST] == 1 && position->royal_count[SECOND] == 1;
}

static void fill_hands(struct position *position, const struct scatter *scatter,
                       struct random *random) {
    const struct tables *tables = position->tables;
    for (enum side side = FIRST; side < SIDES; side++) {
        if (scatter->lone && side == SECOND)
            continue;
        int pieces = (int)random_below(random, (uint32_t)scatter->in_hand + 1);
        for (int i = 0; i < pieces; i++) {
            bool wanted = scatter->wanted && random_below(random, 2);
            Type type = wanted ? scatter->wanted : random_type(tables, random);
            Type base = type & (BASE_TYPES - 1);
            if (base && !tables->variant.piece[base].royal)
                position_set_hand(position, side, base, position->hand[side][base] + 1);
        }
    }
}

bool scatter_position(const struct tables *tables, const struct scatter *scatter,
                      struct random *random, struct position *position) {
    position_clear(position, tables);
    if (!put_kings(position, scatter, random))
        return false;
    for (enum side side = FIRST; scatter->wanted && side < SIDES; side++)
        for (int more = 1 + (int)random_below(random, 2); more > 0; more--)
            put_somewhere(position, scatter->wanted, side, random);
    int pieces = scatter->pieces / 2 + (int)random_below(random, (uint32_t)scatter->pieces / 2 + 1);
    for (int i = 0; i < pieces; i++) {
        Type type = random_type(tables, random);
        enum side side = !scatter->lone && random_below(random, 2) ? SECOND : FIRST;
        if (scatter->besiege)
            put(position, type, side, square_near(tables, random, position->royals[SECOND][0]));
        else
            put_somewhere(position, type, side, random);
    }
    if (tables->drops)
        fill_hands(position, scatter, random);
    if (!scatter->besiege && random_below(random, 2)) {
        struct undo undo;
        position_make_null(position, &undo);
        position->halfmoves = 0;
    }
    return !position_side_in_check(position, !position->side);
}

// Any move, captures and promotions twice as likely to be looked at.
static Move random_move(const struct position *position, const Move *list, int count,
                        struct random *random) {
    Move move = MOVE_NONE;
    for (int tries = 0; tries < 3; tries++) {
        move = list[random_below(random, (uint32_t)count)];
        if (position_is_capture(position, move) || move_is_promotion(move))
            break;
    }
    return move;
}

bool random_game_position(const struct tables *tables, struct random *random, int plies,
                          struct position *position) {
    Move list[MOVES_MAX];
    const char *fen = variant_start_fen(&tables->variant, &tables->rules);
    if (!fen_parse(fen, tables, position, NULL))
        return false;
    for (int ply = 0; ply < plies; ply++) {
        int count = (int)(movegen(position, MOVES_ALL, list) - list);
        if (count == 0)
            break;
        struct undo undo;
        Move move = random_move(position, list, count, random);
        position_make(position, move, &undo);
        if (!movegen_any(position)) { // stop where there is still something to do
            position_unmake(position, move, &undo);
            break;
        }
    }
    return true;
}
