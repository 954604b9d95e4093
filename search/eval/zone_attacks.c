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

// A move and the pieces that slide over its squares into a king zone: what is behind the squares
// opens or closes.
struct passing {
    const struct position *before, *after;
    Square mover, to;             // who stands there moves, SQUARE_NONE for a drop, or is captured
    Square known[2 * DIRECTIONS]; // they that have been followed
    int count;
};

// The slider on `from` attacks otherwise after it. Seldom called.
static __attribute__((noinline)) void follow_slider(struct passing *passing, Square from,
                                                    enum side side, struct zone_attacks *attacks) {
    for (int i = 0; i < passing->count; i++)
        if (passing->known[i] == from) // by another square of the move
            return;
    passing->known[passing->count++] = from;
    Square king = attacks->king[side];
    attacks->sum[piece_side(passing->after->board[from])][side] +=
        share(passing->after, from, king) - share(passing->before, from, king);
}

// Follows the nearest pieces around `square` that slide over it, as the board stood.
static inline void follow_slides(struct passing *passing, Square square, enum side side,
                                 struct zone_attacks *attacks) {
    const struct position *before = passing->before;
    unsigned towards =
        before->tables->king_zone_towards[king_zone_offset(square, attacks->king[side])];
    for (; towards; towards &= towards - 1) {
        Square from = lines_slider(before, square, __builtin_ctz(towards));
        if (from != SQUARE_NONE && from != passing->mover && from != passing->to)
            follow_slider(passing, from, side, attacks);
    }
}

// What a plain move on the board, which is yet to be made there, changes of it: nobody can stand in
// the way. A function of its own, as most games have drops.
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

void zone_attacks_move(const struct position *before, Move move, const struct position *after,
                       const struct zone_attacks *attacks, struct zone_attacks *next) {
    assert(attacks != next && move != MOVE_NONE && before->side != after->side);
    *next = *attacks;
    // A second step, or a lame leap or walk that a piece far away blocks, is too rare to be worth
    // more.
    bool recount = (move & MOVE_TWO_STEP) || before->tables->by_trial;
    enum side us = before->side;
    Square from = move_from(move), to = move_to(move);
    bool drop = move_is_drop(move), captures = before->board[to] != PIECE_EMPTY;
    if (!before->tables->drops && !recount)
        follow_nearness(before, from, to, next);
    struct passing passing = {before, after, drop ? SQUARE_NONE : from, to, .count = 0};
    for (enum side side = FIRST; side < SIDES; side++) {
        if (after->hand_types[side] != next->hand_types[side])
            follow_hand(after, side, next);
        Square king = attacks->king[side];
        if (recount || king != only_royal(after, side)) {
            count_on_one(after, side, next);
            continue;
        }
        if (king == SQUARE_NONE)
            continue;
        passing.count = 0;
        next->sum[us][side] += share(after, to, king);
        if (captures)
            next->sum[!us][side] -= share(before, to, king);
        else
            follow_slides(&passing, to, side, next);
        if (!drop) {
            next->sum[us][side] -= share(before, from, king);
            follow_slides(&passing, from, side, next);
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
