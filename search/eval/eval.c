// SPDX-License-Identifier: GPL-3.0-or-later
#include "eval.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "flag_moves.h"
#include "king_internal.h"

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
        if (values_term_flags((enum term)term) & TERM_BEARS)
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
    return eval(weights, position, eval_material(weights, position), &attacks, NULL,
                &drop_may_mate);
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

int trace_dot(const struct trace *trace, const struct values *values) {
    int sum = 0;
    for (int i = 0; i < VALUES; i++)
        sum += trace->feature[i] * values->value[i];
    return sum;
}
