// SPDX-License-Identifier: GPL-3.0-or-later
// What the program ships for a game, compiled in: its tuned values from search/values/VARIANT.csv,
// how likely its moves are from search/moves/VARIANT.csv, and its network from
// search/net/VARIANT.csv.
#pragma once

struct values_shipped {
    const char *variant, *parameter; // NULL in the last row
    double value;                    // centi-values
};

extern const struct values_shipped values_shipped[];

struct shipped {
    const char *variant, *text; // NULL in the last row
};

extern const struct shipped moves_shipped[], net_shipped[];
