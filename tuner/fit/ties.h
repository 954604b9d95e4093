// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters that share one value: which, and whether the games let them.
#pragma once

#include "fit.h"

enum { TIES_MAX = VALUES / 2 };

struct ties {
    int count, pairs; // of parameters; of pieces
    struct tie tie[TIES_MAX];
};

// Ties all pairs of pieces that mirror each other: on the board, in hand, promoted.
void ties_add_mirrors(struct ties *ties, const struct tables *tables);

// Ties what "LG=RG" names: two pieces (letter, ID or name) in all their forms, or two parameters
// ("board.+S=board.G"). What is tied already is left so. Errors: no such piece, not in this game.
bool ties_add(struct ties *ties, const struct tables *tables, const char *text,
              struct error *error);

// Whether these two parameters are tied.
bool ties_hold(const struct ties *ties, int first, int second);

struct tie_test { // are the two equal? From a fit that lets them differ.
    struct tie tie;
    double difference, se; // first - second in centi-values
    double p, p_holm;      // Wald, two-sided; adjusted over all ties. 1 where one is not measured
    bool known;
};

// Fits without the ties and tests each. `tests` has room for ties->count. The unit of the
// differences is that of `full`, the fit with them.
bool ties_test(const struct fit *full, const struct dataset *data,
               const struct fit_options *options, struct tie_test *tests, struct error *error);
