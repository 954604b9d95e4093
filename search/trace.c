// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace.h"

#include <string.h>

#include "king.h"
#include "place.h"

void trace_position(const struct tables *tables, const struct position *position,
                    struct trace *trace) {
    memset(trace, 0, sizeof *trace);
    int16_t *feature = trace->feature, *term = feature + VALUE_TERM;
    for (int rank = 0; rank < tables->ranks; rank++) {
        Square start = square_at(0, rank);
        const Piece *board = position->board + start;
        uint32_t men =
            (uint32_t)(position->men[FIRST][start / GRID] | position->men[SECOND][start / GRID]) >>
            start % GRID;
        for (; men; men &= men - 1) {
            int file = __builtin_ctz(men);
            Piece piece = board[file];
            int sign = piece_side(piece) == FIRST ? 1 : -1;
            struct place place = place_features(tables, piece, file, rank);
            for (int i = 0; i < PLACE_FEATURES; i++)
                feature[place.index[i]] += (int16_t)(sign * place.count[i]);
        }
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
