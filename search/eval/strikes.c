// SPDX-License-Identifier: GPL-3.0-or-later
#include "strikes.h"

#include <assert.h>

#include "lines.h"

// What a man that strikes these squares of a ring adds to a sum.
#define SQUARE(bit) ((1ULL << STRIKE_SQUARES_SHIFT) + (1ULL << (bit)*STRIKE_SQUARE_BITS))
#define SUMS_0(sum) (sum)
#define SUMS_1(sum) SUMS_0(sum), SUMS_0((sum) + SQUARE(0))
#define SUMS_2(sum) SUMS_1(sum), SUMS_1((sum) + SQUARE(1))
#define SUMS_3(sum) SUMS_2(sum), SUMS_2((sum) + SQUARE(2))
#define SUMS_4(sum) SUMS_3(sum), SUMS_3((sum) + SQUARE(3))
#define SUMS_5(sum) SUMS_4(sum), SUMS_4((sum) + SQUARE(4))
#define SUMS_6(sum) SUMS_5(sum), SUMS_5((sum) + SQUARE(5))
#define SUMS_7(sum) SUMS_6(sum), SUMS_6((sum) + SQUARE(6))
#define SUMS_8(sum) SUMS_7(sum), SUMS_7((sum) + SQUARE(7))
#define SUMS_9(sum) SUMS_8(sum), SUMS_8((sum) + SQUARE(8))
const StrikeSum strike_sums[RING_ALL + 1] = {SUMS_9(1ULL << STRIKE_MEN_SHIFT)};

static inline StrikeSum sum_of(unsigned struck) {
    return struck ? strike_sums[struck] : 0;
}

static inline StrikeSum share(const struct position *position, Square from, Square king) {
    return sum_of(from == king ? 0 : ring_struck(position, from, king));
}

static Square only_royal(const struct position *position, enum side side) {
    return position->royal_count[side] == 1 ? position->royals[side][0] : SQUARE_NONE;
}

// Counts anew what is struck around the Kings of `sides` sides from `begin` on. Inlined, so that
// nothing is asked for one side that only two need.
static inline __attribute__((always_inline)) void
count_on(const struct position *position, enum side begin, int sides, struct strikes *strikes) {
    Square king[SIDES];
    uint32_t wanted[SIDES], any = 0; // all bits, or none
    for (int i = 0; i < sides; i++) {
        king[i] = strikes->king[begin + i] = only_royal(position, begin + i);
        any |= wanted[i] = king[i] != SQUARE_NONE ? UINT32_MAX : 0;
    }
    StrikeSum sum[SIDES][SIDES] = {{0}}; // by whose King, whose men
    for (int word = any ? 0 : MEN_WORDS; word < MEN_WORDS; word++) {
        uint64_t men =
            position_men_word(position, FIRST, word) | position_men_word(position, SECOND, word);
        for (; men; men &= men - 1) {
            Square from = (Square)(word * MEN_WORD + __builtin_ctzll(men));
            Piece piece = position->board[from];
            const uint32_t *entries = position->tables->ring_strikes[piece];
            for (int i = 0; i < sides; i++) {
                uint32_t entry = entries[ring_offset(from, king[i])] & wanted[i];
                if (entry && from != king[i])
                    sum[i][piece_side(piece)] += sum_of(ring_open(position, from, king[i], entry));
            }
        }
    }
    for (int i = 0; i < sides; i++)
        for (enum side by = FIRST; by < SIDES; by++)
            strikes->sum[by][begin + i] = sum[i][by];
}

static void follow_hand(const struct position *position, enum side side, struct strikes *strikes) {
    const struct tables *tables = position->tables;
    uint32_t types = position->hand_types[side];
    for (uint32_t other = types ^ strikes->hand_types[side]; other; other &= other - 1) {
        int base = __builtin_ctz(other);
        Piece piece = piece_make((Type)base, side);
        StrikeSum near = strike_sums[tables->strikes_from[piece]];
        StrikeSum far = strike_sums[tables->slides_from[piece]];
        bool more = types >> base & 1;
        strikes->near[side] += more ? near : 0 - near;
        strikes->far[side] += more ? far : 0 - far;
    }
    strikes->hand_types[side] = types;
}

void strikes_count(const struct position *position, struct strikes *strikes) {
    *strikes = (struct strikes){0};
    count_on(position, FIRST, SIDES, strikes);
    for (enum side side = FIRST; side < SIDES; side++)
        follow_hand(position, side, strikes);
}

// The nearest men around `square` whose slides over it end in the ring of `king` are pending, and
// so taken off: what is behind the square opens or closes. Not the man on `mover`, which moves, nor
// one that it captures.
static void lift_towards(const struct position *position, Square square, unsigned towards,
                         Square mover, enum side side, struct strikes *after,
                         struct strikes_pending *pending) {
    Square king = after->king[side];
    for (; towards; towards &= towards - 1) {
        Square from = lines_slider(position, square, __builtin_ctz(towards));
        if (from == SQUARE_NONE || from == mover || from == pending->to)
            continue;
        bool known = false; // by another square of the move
        for (int i = 0; i < pending->men[side]; i++)
            known |= pending->man[side][i] == from;
        if (known)
            continue;
        pending->man[side][pending->men[side]++] = from;
        after->sum[piece_side(position->board[from])][side] -= share(position, from, king);
    }
}

static inline void lift_slides(const struct position *position, Square square, Square mover,
                               enum side side, struct strikes *after,
                               struct strikes_pending *pending) {
    unsigned towards = position->tables->ring_towards[ring_offset(square, after->king[side])];
    if (towards)
        lift_towards(position, square, towards, mover, side, after, pending);
}

void strikes_lift(const struct position *position, Move move, const struct strikes *before,
                  struct strikes *after, struct strikes_pending *pending) {
    assert(before != after && move != MOVE_NONE);
    *after = *before;
    enum side us = position->side;
    Square from = move_from(move), to = pending->to = move_to(move);
    // A second step, or a lame leap that a man far away blocks, is too rare to be worth more.
    pending->recount = (move & MOVE_TWO_STEP) || position->tables->has_lame;
    if (pending->recount)
        return;
    bool drop = move_is_drop(move), captures = position->board[to] != PIECE_EMPTY;
    for (enum side side = FIRST; side < SIDES; side++) {
        pending->men[side] = 0;
        Square king = before->king[side];
        if (king == SQUARE_NONE || (!drop && king == from))
            continue;
        if (captures)
            after->sum[!us][side] -= share(position, to, king);
        else
            lift_slides(position, to, drop ? SQUARE_NONE : from, side, after, pending);
        if (!drop) {
            after->sum[us][side] -= share(position, from, king);
            lift_slides(position, from, from, side, after, pending);
        }
    }
}

void strikes_place(const struct position *position, const struct strikes_pending *pending,
                   struct strikes *after) {
    assert(pending->recount || position->board[pending->to] != PIECE_EMPTY);
    for (enum side side = FIRST; side < SIDES; side++) {
        if (position->hand_types[side] != after->hand_types[side])
            follow_hand(position, side, after);
        Square king = after->king[side];
        if (pending->recount || king != only_royal(position, side)) {
            count_on(position, side, 1, after);
            continue;
        }
        if (king == SQUARE_NONE)
            continue;
        Square to = pending->to;
        after->sum[piece_side(position->board[to])][side] += share(position, to, king);
        for (int i = 0; i < pending->men[side]; i++) {
            Square from = pending->man[side][i];
            after->sum[piece_side(position->board[from])][side] += share(position, from, king);
        }
    }
}
