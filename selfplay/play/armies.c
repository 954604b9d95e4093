// SPDX-License-Identifier: GPL-3.0-or-later
#include "armies.h"

#include <assert.h>

#include "attacks.h"
#include "notation.h"
#include "outcome.h"
#include "random.h"
#include "values.h"

enum { TRIES = 1000 };

static bool can_change(const struct tables *tables, Piece piece) {
    return piece != PIECE_EMPTY && piece != PIECE_WALL && !tables->royal[piece];
}

static bool start_position(const struct tables *tables, struct position *start,
                           struct error *error) {
    return fen_parse(variant_start_fen(&tables->variant, &tables->rules), tables, start, error);
}

int army_pieces(const struct tables *tables, Type base) {
    struct position start;
    int count = 0;
    if (start_position(tables, &start, NULL))
        for (int square = 0; square < SQUARES; square++)
            count += can_change(tables, start.board[square]) &&
                     (!base || piece_type(start.board[square]) == base);
    return count;
}

// A piece of the start position, as it takes part. Always three random numbers, so that no piece
// depends on what became of another.
static void place(const struct army_settings *settings, Square square, struct random *random,
                  struct position *position) {
    const struct tables *tables = position->tables;
    Piece piece = position->board[square];
    Type base = piece_base(piece), other = settings->other[base];
    enum side side = piece_side(piece);
    bool replaced = random_unit(random) < 0.5;
    bool changed = random_unit(random) < settings->share;
    double drawn = random_unit(random);
    if (other && replaced && !piece_is_promoted(piece)) {
        base = other;
        piece = piece_make(other, side);
        position_remove(position, square);
        position_put(position, piece, square);
    }
    if (!changed)
        return;
    bool promotes = tables->promotes[piece];
    int hand = values_uses(tables, VALUE_HAND + base) ? ARMY_HAND : 0;
    drawn *= ARMY_ABSENT + hand + (promotes ? ARMY_PROMOTED : 0);
    position_remove(position, square);
    if (drawn >= ARMY_ABSENT + hand)
        position_put(position, piece_make(base | TYPE_PROMOTED, side), square);
    else if (drawn >= ARMY_ABSENT)
        position_set_hand(position, side, base, position->hand[side][base] + 1);
}

// False when the side to move wins at once.
static bool is_open(struct position *position, Move list[MOVES_MAX]) {
    enum result win = position->side == FIRST ? RESULT_FIRST : RESULT_SECOND;
    const Move *end = movegen(position, MOVES_ALL, list);
    for (const Move *move = list; move < end; move++) {
        struct undo undo;
        position_make(position, *move, &undo);
        struct outcome outcome = outcome_of(position, NULL, *move);
        position_unmake(position, *move, &undo);
        if (outcome.result == win)
            return false;
    }
    return end > list;
}

bool army_choose(const struct army_settings *settings, const struct tables *tables, uint64_t seed,
                 int64_t index, struct position *position, int *draws, struct error *error) {
    assert(settings->share > 0 && index >= 0);
    struct position start;
    struct random random = random_init(seed, (uint64_t)index, RANDOM_ARMY);
    Move list[MOVES_MAX];
    if (!start_position(tables, &start, error))
        return false;
    for (int try = 0; try < TRIES; try++) {
        *position = start;
        for (int square = 0; square < SQUARES; square++)
            if (can_change(tables, start.board[square]))
                place(settings, (Square)square, &random, position);
        if (!position_side_in_check(position, FIRST) && !position_side_in_check(position, SECOND) &&
            outcome_of(position, NULL, MOVE_NONE).result == RESULT_NONE &&
            is_open(position, list)) {
            if (draws)
                *draws = try + 1;
            return true;
        }
    }
    return error_set(error, "no game can start from any of %d armies", TRIES);
}

double army_redrawn(const struct army_settings *settings, const struct tables *tables,
                    uint64_t seed, int64_t armies) {
    int64_t all = 0, kept = 0;
    for (; kept < armies; kept++) {
        struct position position;
        int draws;
        if (!army_choose(settings, tables, seed, kept, &position, &draws, NULL))
            break;
        all += draws;
    }
    return all > 0 ? (double)(all - kept) / (double)all : 0;
}
