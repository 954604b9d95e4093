// SPDX-License-Identifier: GPL-3.0-or-later
// Positions in which rules of ends and of Lions act: impasses, crowds of Lions, cycles of moves.
#pragma once

#include "attacks.h"
#include "notation.h"
#include "selftest_internal.h"

enum { CROWD = 14, REACH = 3 };

static inline Square random_square(const struct tables *tables, struct random *random) {
    int file = (int)random_below(random, (uint32_t)tables->files);
    int rank = (int)random_below(random, (uint32_t)tables->ranks);
    return square_at(file, rank);
}

// Puts the piece where it is neither stuck for ever nor a double Pawn; otherwise leaves it out.
static inline bool put(struct position *position, Type type, enum side side, Square square) {
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

static inline Square random_zone_square(const struct tables *tables, struct random *random) {
    int depth = tables->rules.value[RULE_ZONE];
    int file = (int)random_below(random, (uint32_t)tables->files);
    return square_at(file, tables->ranks - 1 - (int)random_below(random, (uint32_t)depth));
}

// Puts the piece in the zone of FIRST. False when eight draws found no room for it.
static inline bool put_in_zone(struct position *position, Type type, struct random *random) {
    for (int tries = 0; tries < 8; tries++)
        if (put(position, type, FIRST, random_zone_square(position->tables, random)))
            return true;
    return false;
}

// Deals out the pieces of both sides, majors first: to the zone until it is crowded, the others to
// the hand. Not those that would win by a drop, before anything is declared.
static inline void deal(struct position *position, const struct position *start,
                        struct random *random) {
    const struct tables *tables = position->tables;
    const struct variant *variant = &tables->variant;
    int there = 1, crowded = tables->files * tables->rules.value[RULE_ZONE]; // the King is there
    if (tables->drops)
        crowded = (crowded + tables->impasse_pieces) / 2;
    for (int i = 0; i < 2 * variant->base_count; i++) {
        Type base = variant->bases[i % variant->base_count];
        if (variant->piece[base].royal || tables->flag_types >> base & 1 ||
            variant->impasse_major[base] != (i < variant->base_count))
            continue;
        int pieces = start->hand[FIRST][base] + start->hand[SECOND][base];
        for (int square = 0; square < SQUARES; square++)
            pieces += tables->on_board[square] && piece_base(start->board[square]) == base;
        for (; pieces > 0; pieces--) {
            if (there < crowded && put_in_zone(position, base, random))
                there++;
            else if (tables->drops)
                position_set_hand(position, FIRST, base, position->hand[FIRST][base] + 1);
        }
    }
}

// SECOND to move with its King alone (and one piece more where a bare King may lose); FIRST has all
// pieces of the start position, its King and as many as fit in its zone, so that an impasse can be
// declared if the rules allow it at all. False when the pieces did not fall so this time: draw
// again.
static inline bool impasse_position(const struct tables *tables, struct random *random,
                                    struct position *position) {
    const struct variant *variant = &tables->variant;
    struct position start;
    position_clear(position, tables);
    if (tables->rules.value[RULE_ZONE] == 0 ||
        !fen_parse(variant_start_fen(variant, &tables->rules), tables, &start, NULL))
        return false;
    Type king = piece_type(start.board[start.royals[FIRST][0]]);
    position_put(position, piece_make(king, FIRST), random_zone_square(tables, random));
    Square square = random_square(tables, random);
    if (position->board[square] != PIECE_EMPTY)
        return false;
    position_put(position, piece_make(king, SECOND), square);
    deal(position, &start, random);
    // A bare King might lose at once.
    square = square_at(square_file(random_square(tables, random)), tables->ranks / 2);
    if (tables->rules.value[RULE_BARE_ROYAL] != BARE_ROYAL_OFF &&
        !put(position, variant->yardstick, SECOND, square))
        return false;
    struct undo undo;
    position_make_null(position, &undo);
    position->halfmoves = 0;
    return !position_side_in_check(position, FIRST);
}

// Crowds of Lions, for the rules of Lion-trading

// Pieces that meet in Lion-trading: Lions and who become Lions, who may be taken on the way, pieces
// that move twice; and any others.
static inline Type crowd_type(const struct tables *tables, struct random *random) {
    const struct variant *variant = &tables->variant;
    for (;;) {
        Type type = variant->bases[random_below(random, (uint32_t)variant->base_count)];
        bool kirin = variant->promotes[type] && variant->lion[type | TYPE_PROMOTED];
        if (variant->promotes[type] && random_below(random, 2))
            type |= TYPE_PROMOTED;
        bool wanted = variant->lion[type] || kirin || tables->lion_minor[piece_make(type, FIRST)] ||
                      tables->first_steps[piece_make(type, FIRST)];
        if (!variant->piece[type].royal && (wanted || random_below(random, 3) == 0))
            return type;
    }
}

// Any type for which the test holds, 0 when twenty draws found none.
static inline Type type_that(const struct tables *tables, const bool *holds,
                             struct random *random) {
    const struct variant *variant = &tables->variant;
    for (int tries = 0; tries < 20; tries++) {
        Type type = variant->bases[random_below(random, (uint32_t)variant->base_count)];
        if (holds[type])
            return type;
    }
    return 0;
}

// A Lion, an enemy that may be taken on the way, and the Lion in front of that: few would fall so.
static inline void put_chain(struct position *position, struct random *random) {
    const struct variant *variant = &position->tables->variant;
    Type lion = type_that(position->tables, variant->lion, random);
    Type minor = type_that(position->tables, variant->lion_minor, random);
    enum side side = random_below(random, 2) ? FIRST : SECOND;
    Square square = random_square(position->tables, random);
    int forward = side == FIRST ? square_delta(0, 1) : -square_delta(0, 1);
    int aside = square_delta((int)random_below(random, 3) - 1, 0);
    if (lion && minor && put(position, minor, side, square)) {
        put(position, lion, side, (Square)(square + forward));
        put(position, lion, !side, (Square)(square - forward + aside));
    }
}

// Kings anywhere and around one square a crowd of Lions, of who may become one or be taken on the
// way to one. False when the pieces did not fall so this time: draw again.
static inline bool crowd_position(const struct tables *tables, struct random *random,
                                  struct position *position) {
    const struct scatter kings = {.pieces = 2};
    if (!scatter_position(tables, &kings, random, position))
        return false;
    if (random_below(random, 4) == 0)
        put_chain(position, random);
    Square centre = random_square(tables, random);
    if (random_below(random, 2)) // at the edge of a zone, where Kirins promote
        centre = square_at(square_file(centre), tables->ranks - tables->rules.value[RULE_ZONE]);
    int pieces =
        3 + (int)random_below(random, CROWD - 2); // where there are few, some are unprotected
    int reach = pieces < CROWD / 2 ? 1 : REACH;
    for (int i = 0; i < pieces; i++) {
        int x = (int)random_below(random, 2 * (uint32_t)reach + 1) - reach;
        int y = (int)random_below(random, 2 * (uint32_t)reach + 1) - reach;
        enum side side = random_below(random, 2) ? FIRST : SECOND;
        put(position, crowd_type(tables, random), side, (Square)(centre + square_delta(x, y)));
    }
    return position_royals_attacked(position, !position->side) == 0 && movegen_any(position);
}

// A capture of a Lion by another piece, sooner one that promotes; MOVE_NONE when there is none.
static inline Move crowd_lion_falls(struct position *position, struct random *random) {
    Move list[MOVES_MAX], found = MOVE_NONE;
    const Move *end = movegen(position, MOVES_CAPTURES, list);
    const bool *lion = position->tables->lion;
    uint32_t count = 0;
    for (const Move *move = list; move < end; move++) {
        bool falls = lion[position_captured(position, *move)] ||
                     lion[position_captured_via(position, *move)];
        if (!falls || lion[position->board[move_from(*move)]])
            continue;
        count += 1 + 3 * move_is_promotion(*move);
        if (random_below(random, count) < 1 + 3u * move_is_promotion(*move))
            found = *move;
    }
    return found;
}

// Cycles

// Four moves that lead back to the position: one of either side, and both taken back.
struct cycle {
    Move moves[4];
};

static inline Move taken_back(Move move) {
    return move_make(move_to(move), move_from(move));
}

// A random quiet move that gives check, or gives none; MOVE_NONE when the draws found none.
static inline Move quiet_move(struct position *position, bool check, struct random *random) {
    Move list[MOVES_MAX];
    int count = (int)(movegen(position, MOVES_QUIETS, list) - list);
    for (int tries = 0; tries < 12 && count; tries++) {
        Move move = list[random_below(random, (uint32_t)count)];
        if (move_is_promotion(move))
            continue;
        struct undo undo;
        position_make(position, move, &undo);
        bool checks = position_in_check(position);
        position_unmake(position, move, &undo);
        if (checks == check)
            return move;
    }
    return MOVE_NONE;
}

// Looks for a cycle from `position`: with `checks` one of constant check (the side to move is in
// check, and so each time again), otherwise one without any check. The moves are chosen at random.
// False when there is none.
static inline bool cycle_find(struct position *position, bool checks, struct random *random,
                              struct cycle *cycle) {
    const struct position start = *position;
    bool found = position_in_check(position) == checks;
    struct undo undo;
    for (int i = 0; i < 4 && found; i++) {
        bool checker = i % 2; // the side to move answers
        Move move = i < 2 ? quiet_move(position, checks && checker, random)
                          : taken_back(cycle->moves[i - 2]);
        found = move && movegen_is_legal(position, move);
        if (!found)
            break;
        cycle->moves[i] = move;
        position_make(position, move, &undo);
        found = position_in_check(position) == (checks && checker);
    }
    found = found && position->key == start.key;
    *position = start;
    return found;
}
