// SPDX-License-Identifier: GPL-3.0-or-later
// Do the shards of one run look alike? Games of one configuration are alike whoever plays them; a
// shard that differs beyond chance points to a machine or a build that plays otherwise.
// Source: K. Pearson (1900) for chi-square; S. J. Haberman, "The analysis of residuals in
// cross-classified tables", Biometrics 29 (1973).
#pragma once

#include "base.h"

enum { HOMOGENEITY_CELLS = 5 };

// One shard: how many games (or pairs) ended in each cell, cells in order of points; unused ones 0.
struct shard_counts {
    int64_t count[HOMOGENEITY_CELLS];
    double z; // result: its adjusted residual that is largest in size, in standard deviations; by
              // the exact tail where fewer than 5 are expected; bad shards beside all, good ones
              // beside the good
    bool bad; // result: |z| is beyond the limit
};

struct homogeneity {
    int shards;        // that have games
    int cells;         // after neighbours were put together until 5 are expected in each
    bool small;        // fewer than 5 are expected even so: chi-square is no more than a hint
    double chi_square; // 0 with fewer than two shards or two cells
    int freedom;       // its degrees of freedom
    double p;          // probability of so much or more by chance; 1 without freedom
    double limit;      // Bonferroni's at 5% over all residuals: |z| beyond it is bad
    int bad;           // how many shards are
};

// `cells` of each shard's counts are used (2..HOMOGENEITY_CELLS), and put together as in the
// result. Always finite.
struct homogeneity homogeneity_test(struct shard_counts *shards, int count, int cells);
