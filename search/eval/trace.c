// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace.h"

#include <assert.h>
#include <string.h>

#include "king.h"
#include "place.h"

// Adds a side's men with that sign. Inlined for each side: so neither is asked for with each man.
static inline __attribute__((always_inline)) void add_men(const struct tables *tables,
                                                          const struct position *position,
                                                          enum side side, int sign,
                                                          int16_t *feature) {
    int advance[GAITS] = {0}, centre[GAITS] = {0};
    for (int word = 0; word < MEN_WORDS; word++)
        for (uint64_t men = position_men_word(position, side, word); men; men &= men - 1) {
            Square square = (Square)(word * MEN_WORD + __builtin_ctzll(men));
            Piece piece = position->board[square];
            enum gait gait = tables->gait[piece];
            feature[VALUE_BOARD + piece_type(piece)] += (int16_t)sign;
            advance[gait] += place_advance(tables, side, square);
            centre[gait] += place_centre(tables, square);
        }
    for (enum gait gait = 0; gait < GAITS; gait++) {
        struct place_terms terms = place_terms[gait];
        feature[VALUE_TERM + terms.advance] += (int16_t)(sign * advance[gait]);
        if (terms.centre != PLACE_NO_TERM)
            feature[VALUE_TERM + terms.centre] += (int16_t)(sign * centre[gait]);
    }
}

void trace_position(const struct tables *tables, const struct position *position,
                    struct trace *trace) {
    assert(position->tables == tables);
    memset(trace, 0, sizeof *trace);
    int16_t *feature = trace->feature, *term = feature + VALUE_TERM;
    add_men(tables, position, FIRST, 1, feature);
    add_men(tables, position, SECOND, -1, feature);
    for (enum side side = FIRST; side < SIDES; side++)
        for (int i = 0; i < position->royal_count[side]; i++) {
            Piece royal = position->board[position->royals[side][i]];
            if (!place_is_valued(tables, royal))
                feature[VALUE_BOARD + piece_type(royal)] = 0;
        }
    for (int base = 1; base < BASE_TYPES; base++)
        feature[VALUE_HAND + base] =
            (int16_t)(position->hand[FIRST][base] - position->hand[SECOND][base]);
    struct strikes strikes;
    strikes_count(position, &strikes);
    int count[TERMS];
    king_count(position, &strikes, count);
    for (int i = KING_TERM; i < TERMS; i++)
        term[i] = (int16_t)count[i];
    term[TERM_FIRST_MOVER] = 1;
    term[TERM_TEMPO] = position->side == FIRST ? 1 : -1;
}

int trace_dot(const struct trace *trace, const struct values *values) {
    int sum = 0;
    for (int i = 0; i < VALUES; i++)
        sum += trace->feature[i] * values->value[i];
    return sum;
}
