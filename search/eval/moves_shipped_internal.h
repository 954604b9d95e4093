// SPDX-License-Identifier: GPL-3.0-or-later
// The likelihoods of moves that the program ships, compiled in from search/moves/VARIANT.csv.
#pragma once

struct moves_shipped {
    const char *variant, *text; // NULL in the last row
};

extern const struct moves_shipped moves_shipped[];
