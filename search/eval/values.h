// SPDX-License-Identifier: GPL-3.0-or-later
// The vector that is tuned: a value in centi-values for every piece on the board, promoted, in
// hand, and for every evaluation term; then the parameters that the search prunes and reduces by.
// The layout is the same for all variants; a variant uses a part.
#pragma once

#include "tables.h"

enum term {
#define TERM(id, name, value, low, high, flags, meaning) TERM_##id,
#include "terms.def"
#undef TERM
    TERMS
};

enum param {
#define PARAM(id, name, value, low, high, flags, meaning) PARAM_##id,
#include "params.def"
#undef PARAM
    PARAMS
};

enum {
    VALUE_BOARD = 0,                      // + type (promoted types included)
    VALUE_HAND = VALUE_BOARD + TYPES,     // + base type
    VALUE_TERM = VALUE_HAND + BASE_TYPES, // + term
    VALUES = VALUE_TERM + TERMS,          // those of the evaluation: what regression can tell
    VALUE_PARAM = VALUES,                 // + param
    PARAMETERS = VALUE_PARAM + PARAMS,
    FEATURES_MOST = 256, // room for VALUES to grow: a data set names a feature by a byte
    VALUE_LIMIT = 20000, // largest absolute value of a piece: 49 stay below mate scores
    VALUE_NAME = 32
};

_Static_assert((int)VALUES <= (int)FEATURES_MOST, "the index of a feature must fit a byte");

// What a player knows beside its values: how likely moves are (move_prior.h), and a network
// (net.h).
enum beside { BESIDE_MOVES, BESIDE_NET, BESIDES };
enum { BESIDE_PATH = 1024 };

struct values {
    int value[PARAMETERS]; // centi-values; 0 where the variant has no such parameter
    struct beside_file {
        char path[BESIDE_PATH]; // "": what the program ships, where there is a hash
        uint64_t hash;          // of its text; 0: it knows nothing of that kind
    } beside[BESIDES];
};

enum term_flags {      // of parameters of the search, too
    TERM_DROPS = 1,    // only in games with drops
    TERM_NO_DROPS = 2, // only in games without
    TERM_BEARS = 4,    // counts pieces that bear on the King
    PARAM_MARGIN = 8,  // hundredths of weights.unit
    TERM_FLAG = 16,    // only in games with the rule flag
    PARAM_SHOWN = 32   // does not play: people read scores by it
};
int values_flags(int index); // of a term or a parameter of the search

// True when the variant (under these rules) has the parameter: existing pieces that are not royal
// (or are where a side can have several royals), hands only of droppable pieces in games with
// drops, terms and parameters of the search that the rules of drops let it have.
bool values_uses(const struct tables *tables, int index);

// "board.B", "board.+B", "hand.B", "tempo", "search.null-margin"; returns `name`.
char *values_name(int index, char name[VALUE_NAME]);

// Are all values that play the same? What is known beside them: beside_same.
bool values_same(const struct values *a, const struct values *b);

// Index of a parameter's name, or -1 when no variant can have it. Ask values_uses as well.
int values_find(const char *name);

// Smallest and largest allowed value of a parameter.
void values_range(int index, int *low, int *high);

// One sentence on what an evaluation term counts or a parameter of the search does ("" for pieces).
const char *values_meaning(int index);

// The default of a term or a parameter of the search; 0 for pieces.
int values_default_of(int index);

// Values when nobody gives any: the tuned ones that the program ships for this variant (by name,
// from search/values/VARIANT.csv), the estimate for the rest.
void values_default(const struct tables *tables, struct values *values);

// Values estimated from the pieces's moves on that board, and the other defaults.
void values_estimate(const struct tables *tables, struct values *values);

// The defaults of terms and search, every piece 0.
void values_defaults(struct values *values);
