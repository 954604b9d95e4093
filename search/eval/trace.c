// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace.h"

#include <assert.h>
#include <string.h>

#include "flag_moves.h"
#include "king_internal.h"
#include "piece_square_internal.h"

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
