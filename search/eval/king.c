// SPDX-License-Identifier: GPL-3.0-or-later
#include "king_internal.h"

#include "king_zone.h"

enum { HAND_COUNTED = 8 };

static const uint32_t inside = 0x7 << 6 | 0x7 << 11 | 0x7 << 16; // the king zone

// The squares two away in each direction as the bits of a king zone.
static inline unsigned king_zone_beyond(uint32_t bits) {
    static const uint8_t ends[0x20] = {// bits 0, 2 and 4 as bits 0 to 2
                                       0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3,
                                       4, 5, 4, 5, 6, 7, 6, 7, 4, 5, 4, 5, 6, 7, 6, 7};
    return ends[bits & 0x1F] | (unsigned)ends[bits >> 10 & 0x1F] << 3 |
           (unsigned)ends[bits >> 20] << 6;
}

static inline int count_around(uint32_t bits) {
    return king_zone_count(bits) + king_zone_count(bits >> 9) + king_zone_count(bits >> 18);
}

// Ways for `by` to drop a piece that gives check: next to the King on one of the king zone's
// squares `open`, from afar along a line (`far`: squares of the king zone with another empty one
// behind them), by a leap from an empty one of the squares `around`. One way a kind of piece and
// direction.
static inline int drop_checks(const struct position *position, const struct zone_attacks *attacks,
                              enum side by, unsigned open, unsigned far, uint32_t around) {
    const struct tables *tables = position->tables;
    int ways = attack_on(attacks->near[by], open) + attack_on(attacks->far[by], far);
    for (uint32_t types = position->hand_types[by] & tables->leapers; types; types &= types - 1) {
        Piece piece = piece_make((Type)__builtin_ctz(types), by);
        ways += count_around(around & tables->leaps_from[piece]);
    }
    return ways;
}

// How near `by`'s pieces stand to the King of the other side, times the share that this side has
// lost of an army of a quarter of the board; 0 while it has no fewer. Without drops a game is won
// by an army that comes near, and pieces won are not enough: where the King alone is left, no
// other term says where to go.
static inline int hunt(const struct position *position, const struct zone_attacks *attacks,
                       enum side by) {
    const struct tables *tables = position->tables;
    int army = tables->variant.files * tables->variant.ranks / 4, left = position->on_board[!by];
    return left >= army ? 0 : attacks->nearness[!by] * (army - left) / army;
}

// What stands around a King, as far as its terms ask.
struct surroundings {
    Square king;
    uint32_t occupied, own; // king_zone_around; the rim counts as occupied
    int hand;               // pieces of the other side, those that count
};

static inline struct surroundings look_around(const struct position *position,
                                              const struct zone_attacks *attacks, enum side side) {
    Square king = attacks->king[side];
    int hand = position->hand_count[!side];
    return (struct surroundings){
        .king = king,
        .occupied = king_zone_around(position->occupied, king),
        .own = king_zone_around(position->pieces[side], king),
        .hand = hand < HAND_COUNTED ? hand : HAND_COUNTED,
    };
}

// The terms around one King but the hunt, seen from its side; what comes before them in `count`
// stays as it is. Always inlined: the score needs no array of counts.
static inline __attribute__((always_inline)) void
count_king(const struct position *position, const struct zone_attacks *attacks, enum side side,
           const struct surroundings *around, int *count) {
    uint32_t occupied = around->occupied, own = around->own;
    uint32_t board = position->tables->board_around[around->king];
    uint32_t enemy = occupied & board & ~own;
    unsigned neighbours = king_zone_inside(board) & ~KING_ZONE_CENTRE,
             full = king_zone_inside(occupied);
    unsigned inner = king_zone_inside(own);
    unsigned empty = ~full & neighbours;
    int hand = around->hand;
    AttackSum attack = attacks->sum[!side][side], defence = attacks->sum[side][side];
    unsigned attacked = attack_zone(attack), unguarded = attacked & ~attack_zone(defence);
    int attackers = attack_pieces(attack), squares = attack_squares(attack);
    int weak = king_zone_count(unguarded & neighbours);
    int escapes = king_zone_count(neighbours & ~inner & ~attacked);

    count[TERM_KING_SHELTER] = king_zone_count(inner & ~KING_ZONE_CENTRE);
    count[TERM_KING_NEAR] = count_around(own & ~inside);
    count[TERM_KING_ATTACK] = -king_zone_count(full & neighbours & ~inner);
    count[TERM_KING_APPROACH] = -count_around(enemy & ~inside);
    count[TERM_KING_DROPS] = -hand * king_zone_count(empty);
    count[TERM_KING_ATTACKERS] = -attackers;
    count[TERM_KING_STRIKES] = -squares;
    count[TERM_KING_DEFENDERS] = attack_pieces(defence);
    count[TERM_KING_WEAK] = -weak;
    count[TERM_KING_ESCAPES] = escapes;
    count[TERM_KING_WEAK_DROPS] = -hand * weak;
    count[TERM_KING_SIEGE] = -attackers * squares;
    count[TERM_KING_BREACH] = -attackers * weak;
    count[TERM_KING_SHUT] = -attackers * (8 - escapes);
    unsigned far = ~full & ~king_zone_beyond(occupied) & KING_ZONE_ALL & ~KING_ZONE_CENTRE;
    count[TERM_KING_CHECKS] =
        hand ? -drop_checks(position, attacks, !side, empty & unguarded, far, ~occupied) : 0;
}

void king_count(const struct position *position, const struct zone_attacks *attacks, int *count) {
    int of[SIDES][TERMS] = {0};
    for (enum side side = FIRST; side < SIDES; side++) {
        if (attacks->king[side] == SQUARE_NONE)
            continue;
        struct surroundings around = look_around(position, attacks, side);
        count_king(position, attacks, side, &around, of[side]);
        if (!position->tables->drops)
            of[side][TERM_KING_HUNT] = -hunt(position, attacks, !side);
    }
    for (int i = 0; i < TERMS; i++)
        count[i] = of[FIRST][i] - of[SECOND][i];
}

static inline int score_king(const struct position *position, const struct zone_attacks *attacks,
                             enum side side, const struct surroundings *around, const int *term) {
    int count[TERMS], score = 0;
    count_king(position, attacks, side, around, count);
    count[TERM_KING_HUNT] = 0; // asks the whole board: added by score_side
    for (int i = KING_TERM; i < KING_TERMS_END; i++)
        score += term[i] * count[i];
    return score;
}

// Is there a drop beside the King of `side`, on a square that only it guards, which attacks all
// that it may step to and the King itself? Without one no drop mates as mate_by_drop looks for it.
static bool may_mate(const struct position *position, const struct zone_attacks *attacks,
                     enum side side, const struct surroundings *around) {
    const struct tables *tables = position->tables;
    unsigned board = tables->board_zone[around->king] & ~KING_ZONE_CENTRE;
    unsigned attacked = attack_zone(attacks->sum[!side][side]);
    unsigned open = board & attacked & ~attack_zone(attacks->sum[side][side]) &
                    ~king_zone_inside(around->occupied);
    unsigned flights = board & ~attacked & ~king_zone_inside(around->own);
    uint32_t pawns = 1u << tables->mate_pawn | 1u << tables->rash_pawn; // theirs do not win
    uint32_t types = open ? position->hand_types[!side] & ~pawns : 0;
    for (; types; types &= types - 1) {
        Piece piece = piece_make((Type)__builtin_ctz(types), !side);
        for (unsigned at = open & tables->zone_attacks_from[piece]; at; at &= at - 1) {
            Square to = king_zone_square(around->king, __builtin_ctz(at));
            if (!(flights & ~tables->king_zone_attacks[piece][king_zone_offset(to, around->king)]))
                return true;
        }
    }
    return false;
}

// What is remembered of it; a function of its own, as it is seldom asked.
static __attribute__((noinline)) int32_t find_out(const struct position *position,
                                                  const struct zone_attacks *attacks,
                                                  enum side side, const struct surroundings *around,
                                                  const int *term) {
    return 2 * score_king(position, attacks, side, around, term) +
           may_mate(position, attacks, side, around);
}

static inline int32_t recall(const struct position *position, const struct zone_attacks *attacks,
                             enum side side, const struct surroundings *around, const int *term,
                             struct king_memory *memory) {
    enum { AROUND_BITS = 25 };
    _Static_assert(2 * AROUND_BITS + SQUARE_BITS + 4 + 1 <= 64 && HAND_COUNTED < 1 << 4,
                   "a word holds what stands around");
    uint64_t packed = ((uint64_t)(2 * around->hand + side) << SQUARE_BITS | around->king)
                          << 2 * AROUND_BITS |
                      (uint64_t)around->own << AROUND_BITS | around->occupied;
    AttackSum attack = attacks->sum[!side][side], defence = attacks->sum[side][side];
    uint32_t types = position->hand_types[!side];
    // Odd numbers from nowhere; the highest bits depend on all.
    uint64_t mixed = packed * 0x9E3779B97F4A7C15 + attack * 0xC2B2AE3D27D4EB4F +
                     defence * 0x165667B19E3779F9 + types * 0xD6E8FEB86659FD93;
    struct king_known *known = &memory->slot[mixed >> (64 - KING_MEMORY_BITS)];
    if (known->around != packed || known->attack != attack || known->defence != defence ||
        known->hand_types != types)
        *known = (struct king_known){packed, attack, defence, types,
                                     find_out(position, attacks, side, around, term)};
    return known->score_and_mate;
}

// The terms around the King of a side, as FIRST sees them; adds to `mates` whether a drop may mate.
static inline int score_side(const struct position *position, const struct zone_attacks *attacks,
                             enum side side, const int *term, struct king_memory *memory,
                             unsigned *mates) {
    if (attacks->king[side] == SQUARE_NONE)
        return 0;
    struct surroundings around = look_around(position, attacks, side);
    int32_t both = memory ? recall(position, attacks, side, &around, term, memory)
                          : find_out(position, attacks, side, &around, term);
    int score = both >> 1;
    *mates |= (both & 1u) << side;
    if (!position->tables->drops)
        score -= term[TERM_KING_HUNT] * hunt(position, attacks, !side);
    return side == FIRST ? score : -score;
}

int king_score(const struct position *position, const struct zone_attacks *attacks, const int *term,
               struct king_memory *memory, bool *drop_may_mate) {
    unsigned mates = 0;
    int sum = score_side(position, attacks, FIRST, term, memory, &mates) +
              score_side(position, attacks, SECOND, term, memory, &mates);
    *drop_may_mate = mates >> !position->side & 1;
    return sum;
}
