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
struct place place_features(const struct tables *tables, Piece piece, Square square);
