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

// Features of `piece` on that square, seen from its owner.
static inline struct place place_features(const struct tables *tables, Piece piece, int file,
                                          int rank) {
    enum { STEP, SLIDE, PAWN, ROYAL };
    static const uint8_t advances[] = {TERM_ADVANCE_STEP, TERM_ADVANCE_SLIDE, TERM_ADVANCE_PAWN,
                                       TERM_ADVANCE_ROYAL};
    static const uint8_t centres[] = {TERM_CENTRE_STEP, TERM_CENTRE_SLIDE, TERM_CENTRE_STEP,
                                      TERM_CENTRE_ROYAL};
    int advance = piece_side(piece) == FIRST ? rank : tables->ranks - 1 - rank;
    int edge = file < tables->files - 1 - file ? file : tables->files - 1 - file;
    Type type = piece_type(piece);
    bool royal = tables->royal[piece];
    int kind = royal                          ? ROYAL // by selection: branches are hard to guess
               : type == tables->variant.pawn ? PAWN
               : tables->slides[piece]        ? SLIDE
                                              : STEP;
    return (struct place){
        {VALUE_BOARD + type, VALUE_TERM + advances[kind], VALUE_TERM + centres[kind]},
        {!royal || tables->several_royals, advance, kind == PAWN ? 0 : edge}};
}
