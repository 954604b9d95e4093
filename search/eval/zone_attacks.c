// SPDX-License-Identifier: GPL-3.0-or-later
#include "zone_attacks.h"

#include <assert.h>
#include <string.h>

#include "position.h"
#include "walks.h"

// What a piece that attacks these squares of a king zone adds to a sum.
#define SQUARE(bit) ((1ULL << ATTACK_SQUARES_SHIFT) + (1ULL << (bit)*ATTACK_SQUARE_BITS))
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
const AttackSum attack_sums[KING_ZONE_ALL + 1] = {SUMS_9(1ULL << ATTACK_PIECES_SHIFT)};

static inline AttackSum sum_of(unsigned attacked) {
    return attacked ? attack_sums[attacked] : 0;
}

static inline AttackSum share(const struct position *position, Square from, Square king) {
    return sum_of(from == king ? 0 : king_zone_attacked(position, from, king));
}

// What a piece on `from` adds to the nearness to an enemy King.
static inline int nearness(const struct position *position, Square from, Square king) {
    int steps = position->tables->king_zone_distance[king_zone_offset(from, king)];
    return GRID - 1 - steps;
}

static Square only_royal(const struct position *position, enum side side) {
    return position->royal_count[side] == 1 ? position->royals[side][0] : SQUARE_NONE;
}

static __attribute__((noinline)) int16_t all_nearness(const struct position *position,
                                                      enum side side, Square king) {
    int sum = 0;
    for (int word = 0; word < PIECES_WORDS; word++)
        for (uint64_t pieces = position_pieces_word(position, !side, word); pieces;
             pieces &= pieces - 1)
            sum += nearness(position, (Square)(word * PIECES_WORD + __builtin_ctzll(pieces)), king);
    return (int16_t)sum;
}

// The squares two steps around Kings, and of all pieces that slide or leap; walks may be longer.
static inline void find_reach(const struct position *position, const Square *king, int kings,
                              Line reach[GRID]) {
    if (position->tables->has_walks) {
        memset(reach, UINT8_MAX, GRID * sizeof *reach);
        return;
    }
    memcpy(reach, position->far, GRID * sizeof *reach);
    for (int i = 0; i < kings; i++)
        for (int rank = -2; rank <= 2 && king[i] != SQUARE_NONE; rank++)
            reach[king[i] / GRID + rank] |= (Line)(0x1F << (king[i] % GRID - 2));
}

// Counts anew what is attacked around the Kings of `sides` sides from `begin` on. Inlined, so that
// nothing is asked for one side that only two need.
static inline __attribute__((always_inline)) void count_on(const struct position *position,
                                                           enum side begin, int sides,
                                                           struct zone_attacks *attacks) {
    Square king[SIDES];
    uint32_t wanted[SIDES], any = 0; // all bits, or none
    for (int i = 0; i < sides; i++) {
        king[i] = attacks->king[begin + i] = only_royal(position, begin + i);
        any |= wanted[i] = king[i] != SQUARE_NONE ? UINT32_MAX : 0;
    }
    AttackSum sum[SIDES][SIDES] = {{0}}; // by whose King, whose pieces
    Line reach[GRID];                    // where pieces stand that may attack there
    find_reach(position, king, sides, reach);
    for (int word = any ? 0 : PIECES_WORDS; word < PIECES_WORDS; word++) {
        uint64_t pieces = (position_pieces_word(position, FIRST, word) |
                           position_pieces_word(position, SECOND, word)) &
                          ranks_word(reach, word);
        for (; pieces; pieces &= pieces - 1) {
            Square from = (Square)(word * PIECES_WORD + __builtin_ctzll(pieces));
            Piece piece = position->board[from];
            const uint32_t *entries = position->tables->king_zone_attacks[piece];
            for (int i = 0; i < sides; i++) {
                uint32_t entry = entries[king_zone_offset(from, king[i])] & wanted[i];
                if (entry && from != king[i])
                    sum[i][piece_side(piece)] +=
                        sum_of(king_zone_open(position, from, king[i], entry));
            }
        }
    }
    for (int i = 0; i < sides; i++)
        for (enum side by = FIRST; by < SIDES; by++)
            attacks->sum[by][begin + i] = sum[i][by];
    for (int i = 0; i < sides && !position->tables->drops; i++)
        if (king[i] != SQUARE_NONE)
            attacks->nearness[begin + i] = all_nearness(position, begin + i, king[i]);
}

// ... of one side: a function, as its registers would be saved for every move.
static __attribute__((noinline)) void count_on_one(const struct position *position, enum side side,
                                                   struct zone_attacks *attacks) {
    count_on(position, side, 1, attacks);
}

static void follow_hand(const struct position *position, enum side side,
                        struct zone_attacks *attacks) {
    const struct tables *tables = position->tables;
    uint32_t types = position->hand_types[side];
    for (uint32_t other = types ^ attacks->hand_types[side]; other; other &= other - 1) {
        int base = __builtin_ctz(other);
        Piece piece = piece_make((Type)base, side);
        AttackSum near = attack_sums[tables->zone_attacks_from[piece]];
        AttackSum far = attack_sums[tables->slides_from[piece]];
        bool more = types >> base & 1;
        attacks->near[side] += more ? near : 0 - near;
        attacks->far[side] += more ? far : 0 - far;
    }
    attacks->hand_types[side] = types;
}

void zone_attacks_count(const struct position *position, struct zone_attacks *attacks) {
    *attacks = (struct zone_attacks){0};
    count_on(position, FIRST, SIDES, attacks);
    for (enum side side = FIRST; side < SIDES; side++)
        follow_hand(position, side, attacks);
}

// The piece on `from`, whose slide over a square of the move ends in the king zone of `side`, is
// pending, and so taken off: what is behind the square opens or closes. Seldom called.
static __attribute__((noinline)) void lift_slider(const struct position *position, Square from,
                                                  enum side side, struct zone_attacks *after,
                                                  struct zone_attacks_pending *pending) {
    for (int i = 0; i < pending->pieces[side]; i++)
        if (pending->piece[side][i] == from) // known by another square of the move
            return;
    pending->piece[side][pending->pieces[side]++] = from;
    after->sum[piece_side(position->board[from])][side] -= share(position, from, after->king[side]);
}

// Lifts the nearest pieces around `square` that slide over it, but the one on `mover`, which moves,
// and one that it captures.
static inline void lift_slides(const struct position *position, Square square, Square mover,
                               enum side side, struct zone_attacks *after,
                               struct zone_attacks_pending *pending) {
    unsigned towards =
        position->tables->king_zone_towards[king_zone_offset(square, after->king[side])];
    for (; towards; towards &= towards - 1) {
        Square from = lines_slider(position, square, __builtin_ctz(towards));
        if (from != SQUARE_NONE && from != mover && from != pending->to)
            lift_slider(position, from, side, after, pending);
    }
}

// What a plain move on the board, which is yet to be made, changes of it: nobody can stand in the
// way. A function of its own, as most games have drops.
static __attribute__((noinline)) void follow_nearness(const struct position *position, Square from,
                                                      Square to, struct zone_attacks *after) {
    enum side us = position->side;
    Square king = after->king[us];
    if (king != SQUARE_NONE && position->board[to] != PIECE_EMPTY)
        after->nearness[us] = (int16_t)(after->nearness[us] - nearness(position, to, king));
    king = after->king[!us];
    if (king != SQUARE_NONE)
        after->nearness[!us] = (int16_t)(after->nearness[!us] + nearness(position, to, king) -
                                         nearness(position, from, king));
}

void zone_attacks_lift(const struct position *position, Move move,
                       const struct zone_attacks *before, struct zone_attacks *after,
                       struct zone_attacks_pending *pending) {
    assert(before != after && move != MOVE_NONE);
    *after = *before;
    enum side us = position->side;
    Square from = move_from(move), to = pending->to = move_to(move);
    // A second step, or a lame leap or walk that a piece far away blocks, is too rare to be worth
    // more.
    pending->recount = (move & MOVE_TWO_STEP) || position->tables->by_trial;
    if (pending->recount)
        return;
    if (!position->tables->drops)
        follow_nearness(position, from, to, after);
    bool drop = move_is_drop(move), captures = position->board[to] != PIECE_EMPTY;
    for (enum side side = FIRST; side < SIDES; side++) {
        pending->pieces[side] = 0;
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

void zone_attacks_place(const struct position *position, const struct zone_attacks_pending *pending,
                        struct zone_attacks *after) {
    assert(pending->recount || position->board[pending->to] != PIECE_EMPTY);
    for (enum side side = FIRST; side < SIDES; side++) {
        if (position->hand_types[side] != after->hand_types[side])
            follow_hand(position, side, after);
        Square king = after->king[side];
        if (pending->recount || king != only_royal(position, side)) {
            count_on_one(position, side, after);
            continue;
        }
        if (king == SQUARE_NONE)
            continue;
        Square to = pending->to;
        after->sum[piece_side(position->board[to])][side] += share(position, to, king);
        for (int i = 0; i < pending->pieces[side]; i++) {
            Square from = pending->piece[side][i];
            after->sum[piece_side(position->board[from])][side] += share(position, from, king);
        }
    }
}

void direct_checks_find(const struct position *position, struct direct_checks *direct) {
    enum side them = !position->side;
    direct->king = position->royal_count[them] == 1 ? position->royals[them][0] : SQUARE_NONE;
    if (direct->king == SQUARE_NONE)
        return;
    for (int d = 0; d < DIRECTIONS; d++)
        direct->reach[d] = (uint8_t)lines_distance(position, direct->king, d);
}

bool direct_checks_unblocked(const struct position *position, const struct direct_checks *direct,
                             Piece piece, Square to) {
    const struct tables *tables = position->tables;
    int dx = square_file(to) - square_file(direct->king);
    int dy = square_rank(to) - square_rank(direct->king);
    int distance = tables->king_zone_distance[king_zone_offset(to, direct->king)];
    int d = direction_towards(dx, dy); // from the King to the piece
    if (d >= 0 && tables->capture_range[piece][direction_opposite(d)] >= distance &&
        distance <= direct->reach[d])
        return true;
    int leap = leap_towards(-dx, -dy);
    if (tables->walk_count[piece] && walks_capture(position, piece, to, direct->king,
                                                   (const Square[2]){SQUARE_NONE, SQUARE_NONE}))
        return true;
    return leap >= 0 && (tables->lame_capture_leaps[piece] >> leap & 1) &&
           !lines_occupied(position, lines_lame_square(to, leap));
}
