// SPDX-License-Identifier: GPL-3.0-or-later
// The terms that depend on one man and its square alone. Evaluation folds them into a table by
// square, the trace counts them one by one: both ask here.
#pragma once

#include "values.h"

enum { PLACE_FEATURES = 3 };

struct place {
    int index[PLACE_FEATURES]; // into struct values; features of an index are added up
    int count[PLACE_FEATURES];
};

// Features of `piece` on `square`, seen from its owner.
static inline struct place place_features(const struct tables *tables, Piece piece, Square square) {
    int file = square_file(square), rank = square_rank(square);
    int advance = piece_side(piece) == FIRST ? rank : tables->ranks - 1 - rank;
    int edge = file < tables->files - 1 - file ? file : tables->files - 1 - file;
    Type type = piece_type(piece);
    if (tables->royal[piece])
        return (struct place){
            {VALUE_BOARD + type, VALUE_TERM + TERM_ADVANCE_ROYAL, VALUE_TERM + TERM_CENTRE_ROYAL},
            {tables->several_royals, advance, edge}};
    if (type == tables->variant.pawn)
        return (struct place){
            {VALUE_BOARD + type, VALUE_TERM + TERM_ADVANCE_PAWN, VALUE_TERM + TERM_ADVANCE_PAWN},
            {1, advance, 0}};
    if (tables->slides[piece])
        return (struct place){
            {VALUE_BOARD + type, VALUE_TERM + TERM_ADVANCE_SLIDE, VALUE_TERM + TERM_CENTRE_SLIDE},
            {1, advance, edge}};
    return (struct place){
        {VALUE_BOARD + type, VALUE_TERM + TERM_ADVANCE_STEP, VALUE_TERM + TERM_CENTRE_STEP},
        {1, advance, edge}};
}
