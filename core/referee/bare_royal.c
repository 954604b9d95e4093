// SPDX-License-Identifier: GPL-3.0-or-later
#include "bare_royal.h"

#include "attacks.h"
#include "movegen.h"

struct force {
    int pieces;   // royals and other pieces that count against a bare royal
    int near;     // ... of these, next to the other side's royal
    Square extra; // one of them that is no royal, or a second royal
};

// One royal and nothing else that can ever move?
static bool is_bare(const struct position *position, enum side side) {
    const struct tables *tables = position->tables;
    int alive = 0;
    if (position->royal_count[side] != 1)
        return false;
    if (tables->bare_royal == BARE_ROYAL_PLAIN)
        return position->on_board[side] == 1;
    for (int word = 0; word < PIECES_WORDS; word++)
        for (uint64_t bits = position_pieces_word(position, side, word); bits; bits &= bits - 1) {
            int square = word * PIECES_WORD + __builtin_ctzll(bits);
            alive += !tables->dead[position->board[square]][square];
            if (alive > 1)
                return false;
        }
    return true;
}

static struct force force_of(const struct position *position, enum side side) {
    const struct tables *tables = position->tables;
    struct force force = {0};
    Square other = position->royals[!side][0];
    for (int rank = 0; rank < GRID; rank++)
        for (uint32_t bits = position->pieces[side][rank]; bits; bits &= bits - 1) {
            Square square = (Square)(rank * GRID + __builtin_ctz(bits));
            Piece piece = position->board[square];
            if (tables->bare_royal != BARE_ROYAL_PLAIN &&
                (tables->dead[piece][square] || tables->lion_minor[piece]))
                continue;
            force.pieces++;
            force.near += square_distance(square, other) == 1;
            if (square != position->royals[side][0])
                force.extra = square;
        }
    return force;
}

static bool royal_attacked(const struct position *position, enum side side) {
    return position_royals_attacked(position, side) > 0;
}

// `side` is bare: does it lose to what the other side has?
static bool loses_lishogi(const struct position *position, enum side side, struct force other) {
    return other.pieces > 1 && !royal_attacked(position, !side) &&
           (other.pieces > 2 || other.near == 0);
}

static bool can_take(struct position *position, Square square) {
    Move list[MOVES_MAX];
    const Move *end = movegen(position, MOVES_CAPTURES, list);
    for (const Move *move = list; move < end; move++)
        if (move_to(*move) == square || ((*move & MOVE_TWO_STEP) && move_via(*move) == square))
            return true;
    return false;
}

static bool loses_jcsa(struct position *position, enum side side, struct force other) {
    bool single = position->royal_count[!side] == 1;
    if (other.pieces < 2 || (single && royal_attacked(position, !side)))
        return false;
    bool levels =
        position->side == side && (can_take(position, other.extra) ||
                                   (!single && can_take(position, position->royals[!side][0])));
    return other.pieces > 2 || !levels;
}

// Too late where the bare side has made its move.
static bool loses_plain(struct position *position, enum side side, struct force other) {
    return other.pieces > 1 && (position->side != side || loses_jcsa(position, side, other));
}

struct outcome bare_royal_outcome(struct position *position) {
    const struct outcome none = {RESULT_NONE, TERMINATION_NONE};
    int rule = position->tables->bare_royal;
    if (!bare_royal_in_sight(position) || !position->royal_count[FIRST] ||
        !position->royal_count[SECOND])
        return none;
    bool bare[SIDES] = {is_bare(position, FIRST), is_bare(position, SECOND)};
    for (enum side side = FIRST; side < SIDES; side++) {
        if (!bare[side])
            continue;
        struct force other = force_of(position, !side);
        if (rule == BARE_ROYAL_LISHOGI ? loses_lishogi(position, side, other)
            : rule == BARE_ROYAL_PLAIN ? loses_plain(position, side, other)
                                       : loses_jcsa(position, side, other))
            return (struct outcome){side == FIRST ? RESULT_SECOND : RESULT_FIRST,
                                    TERMINATION_BARE_ROYAL};
    }
    if (bare[FIRST] && bare[SECOND] && !royal_attacked(position, FIRST) &&
        !royal_attacked(position, SECOND))
        return (struct outcome){RESULT_DRAW, TERMINATION_BARE_ROYAL};
    return none;
}
