// SPDX-License-Identifier: GPL-3.0-or-later
// The tuned values that the program ships, compiled in from search/values/VARIANT.csv.
#pragma once

struct values_shipped {
    const char *variant, *parameter; // NULL in the last row
    double value;                    // centi-values
};

extern const struct values_shipped values_shipped[];
