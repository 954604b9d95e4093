// SPDX-License-Identifier: GPL-3.0-or-later
#include "eval.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "flag_moves.h"
#include "king_zone.h"

// What stands around the Kings: the terms that depend on more than one piece.

enum { KING_TERM = TERM_KING_SHELTER, KING_TERMS_END = TERM_KING_HUNT + 1 }; // in terms.def
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

// Counts by term, each for FIRST less the same for SECOND; 0 for all others. A side without a
// royal, or with several, counts 0 around its own.
static void king_count(const struct position *position, const struct zone_attacks *attacks,
                       int *count) {
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

// Their sum, each times its value in term[TERMS].
static int king_score(const struct position *position, const struct zone_attacks *attacks,
                      const int *term, struct king_memory *memory, bool *drop_may_mate) {
    unsigned mates = 0;
    int sum = score_side(position, attacks, FIRST, term, memory, &mates) +
              score_side(position, attacks, SECOND, term, memory, &mates);
    *drop_may_mate = mates >> !position->side & 1;
    return sum;
}

// The terms that depend on one piece and its square alone: how far it has come and how far it is
// from the edge, each counted by its gait. Weights fold them into a table by square, a trace adds
// them up.

// The terms of a gait; a Pawn's file is none.
enum { PIECE_SQUARE_NO_TERM = TERMS };
static const struct piece_square_terms {
    uint8_t advance, centre;
} piece_square_terms[GAITS] = {
    [GAIT_STEP] = {TERM_ADVANCE_STEP, TERM_CENTRE_STEP},
    [GAIT_SLIDE] = {TERM_ADVANCE_SLIDE, TERM_CENTRE_SLIDE},
    [GAIT_PAWN] = {TERM_ADVANCE_PAWN, PIECE_SQUARE_NO_TERM},
    [GAIT_ROYAL] = {TERM_ADVANCE_ROYAL, TERM_CENTRE_ROYAL},
};

// Ranks from its owner's first, and files from the nearer edge.
static inline int piece_square_advance(const struct tables *tables, enum side side, Square square) {
    int rank = square_rank(square);
    return side == FIRST ? rank : tables->ranks - 1 - rank;
}
static inline int piece_square_centre(const struct tables *tables, Square square) {
    int left = square_file(square), right = tables->files - 1 - left;
    return left < right ? left : right;
}

// An only royal is worth no pieces: it cannot be lost.
static inline bool piece_square_is_valued(const struct tables *tables, Piece piece) {
    return !tables->royal[piece] || tables->several_royals;
}

// One piece more that bears on the King, and some more for everything else. Measured: margins that
// suit games with small King terms cut off what matters where they are large.
static int margin_unit(const struct values *values) {
    int unit = values->value[VALUE_PARAM + PARAM_UNIT];
    for (int term = 0; term < TERMS; term++)
        if (values_flags(VALUE_TERM + term) & TERM_BEARS)
            unit += abs(values->value[VALUE_TERM + term]);
    return unit;
}

static int piece_square_value(const struct tables *tables, Piece piece, Square square,
                              const struct values *values) {
    const int *term = values->value + VALUE_TERM;
    struct piece_square_terms terms = piece_square_terms[tables->gait[piece]];
    int sum = term[terms.advance] * piece_square_advance(tables, piece_side(piece), square);
    if (terms.centre != PIECE_SQUARE_NO_TERM)
        sum += term[terms.centre] * piece_square_centre(tables, square);
    sum += term[TERM_FLAG_NEAR] * flag_nearness(tables, piece, square);
    return piece_square_is_valued(tables, piece)
               ? sum + values->value[VALUE_BOARD + piece_type(piece)]
               : sum;
}

void weights_build(struct weights *weights, const struct tables *tables,
                   const struct values *values) {
    memset(weights, 0, sizeof *weights);
    weights->tables = tables;
    weights->values = *values;
    weights->unit = margin_unit(values);
    const struct variant *variant = &tables->variant;
    for (int type = 1; type < TYPES; type++) {
        int base = type & (BASE_TYPES - 1);
        bool promoted = type & TYPE_PROMOTED;
        if (promoted ? !variant->promotes[base] : !variant->exists[base])
            continue;
        for (enum side side = FIRST; side < SIDES; side++) {
            int sign = side == FIRST ? 1 : -1;
            Piece piece = piece_make((Type)type, side);
            for (int square = 0; square < SQUARES; square++)
                if (tables->on_board[square])
                    weights->piece_square[piece][square] =
                        sign * piece_square_value(tables, piece, (Square)square, values);
            if (!piece_square_is_valued(tables, piece))
                continue;
            bool kept = tables_may_drop(tables, !side, (Type)base); // by the one who captures it
            int hand = values->value[VALUE_HAND + base];
            int to_hand = kept && !tables->royal[piece] ? hand : 0;
            weights->to_hand[piece] = -sign * to_hand;
            weights->exchange[piece] = values->value[VALUE_BOARD + type] + to_hand;
            if (tables->promotes[piece])
                weights->promotion[piece] = values->value[VALUE_BOARD + (type | TYPE_PROMOTED)] -
                                            values->value[VALUE_BOARD + type];
            if (!promoted)
                weights->hand[side][base] =
                    tables_may_drop(tables, side, (Type)base) ? sign * hand : 0;
        }
    }
}

int eval_material(const struct weights *weights, const struct position *position) {
    assert(weights->tables == position->tables);
    int sum = 0;
    for (enum side side = FIRST; side < SIDES; side++) {
        for (int rank = 0; rank < GRID; rank++)
            for (uint32_t pieces = position->pieces[side][rank]; pieces; pieces &= pieces - 1) {
                int square = rank * GRID + __builtin_ctz(pieces);
                sum += weights->piece_square[position->board[square]][square];
            }
        for (uint32_t types = position->hand_types[side]; types; types &= types - 1) {
            int base = __builtin_ctz(types);
            sum += weights->hand[side][base] * position->hand[side][base];
        }
    }
    return sum;
}

int eval(const struct weights *weights, const struct position *position, int material,
         const struct zone_attacks *attacks, struct king_memory *memory, bool *drop_may_mate) {
    assert(weights->tables == position->tables);
    const int *term = weights->values.value + VALUE_TERM;
    int sum = material + term[TERM_FIRST_MOVER] +
              king_score(position, attacks, term, memory, drop_may_mate);
    if (position->tables->flag != FLAG_OFF)
        sum += term[TERM_FLAG_PATH] * flag_path_count(position);
    if (position->side == SECOND)
        sum = -sum;
    return sum + term[TERM_TEMPO];
}

int eval_position(const struct weights *weights, const struct position *position) {
    struct zone_attacks attacks;
    bool drop_may_mate;
    zone_attacks_count(position, &attacks);
    int material = eval_material(weights, position);
    if (weights->net) {
        struct net_sums sums;
        net_sum_up(weights->net, position, &sums);
        material += net_score(weights->net, position, &sums);
    }
    return eval(weights, position, material, &attacks, NULL, &drop_may_mate);
}

// Traces

// Adds a side's pieces with that sign. Inlined for each side: so neither is asked for with each
// piece.
static inline __attribute__((always_inline)) void add_pieces(const struct tables *tables,
                                                             const struct position *position,
                                                             enum side side, int sign,
                                                             int16_t *feature) {
    int advance[GAITS] = {0}, centre[GAITS] = {0}, near_flag = 0;
    for (int word = 0; word < PIECES_WORDS; word++)
        for (uint64_t pieces = position_pieces_word(position, side, word); pieces;
             pieces &= pieces - 1) {
            Square square = (Square)(word * PIECES_WORD + __builtin_ctzll(pieces));
            Piece piece = position->board[square];
            enum gait gait = tables->gait[piece];
            feature[VALUE_BOARD + piece_type(piece)] += (int16_t)sign;
            advance[gait] += piece_square_advance(tables, side, square);
            centre[gait] += piece_square_centre(tables, square);
            near_flag += flag_nearness(tables, piece, square);
        }
    feature[VALUE_TERM + TERM_FLAG_NEAR] += (int16_t)(sign * near_flag);
    for (enum gait gait = 0; gait < GAITS; gait++) {
        struct piece_square_terms terms = piece_square_terms[gait];
        feature[VALUE_TERM + terms.advance] += (int16_t)(sign * advance[gait]);
        if (terms.centre != PIECE_SQUARE_NO_TERM)
            feature[VALUE_TERM + terms.centre] += (int16_t)(sign * centre[gait]);
    }
}

void trace_position(const struct tables *tables, const struct position *position,
                    struct trace *trace) {
    assert(position->tables == tables);
    memset(trace, 0, sizeof *trace);
    int16_t *feature = trace->feature, *term = feature + VALUE_TERM;
    add_pieces(tables, position, FIRST, 1, feature);
    add_pieces(tables, position, SECOND, -1, feature);
    for (enum side side = FIRST; side < SIDES; side++)
        for (int i = 0; i < position->royal_count[side]; i++) {
            Piece royal = position->board[position->royals[side][i]];
            if (!piece_square_is_valued(tables, royal))
                feature[VALUE_BOARD + piece_type(royal)] = 0;
        }
    for (int base = 1; base < BASE_TYPES; base++)
        feature[VALUE_HAND + base] =
            (int16_t)(position->hand[FIRST][base] - position->hand[SECOND][base]);
    struct zone_attacks attacks;
    zone_attacks_count(position, &attacks);
    int count[TERMS];
    king_count(position, &attacks, count);
    for (int i = KING_TERM; i < KING_TERMS_END; i++)
        term[i] = (int16_t)count[i];
    if (tables->flag != FLAG_OFF)
        term[TERM_FLAG_PATH] = (int16_t)flag_path_count(position);
    term[TERM_FIRST_MOVER] = 1;
    term[TERM_TEMPO] = position->side == FIRST ? 1 : -1;
}
