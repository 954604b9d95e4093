// SPDX-License-Identifier: GPL-3.0-or-later
// What the score of a match says of two players. Pure functions; no counts give NaN or infinity.
// The unit is a pair: one opening, colours swapped. Single games, for logs without pairs, are the
// case of three cells.
// Source: M. Van den Bergh, "Normalized Elo" (2021) and "Comparing the approximations for the
// generalized log likelihood ratio of a multinomial" (2020).
#pragma once

#include "statistics.h"

enum { SCORE_CELLS_MAX = 5 };
enum { PAIR_CELLS = 5, GAME_CELLS = 3 };

// From the first named player's side. 5 cells: pairs LL, LD, DD or WL, WD, WW; 3: games L, D, W.
struct score_counts {
    int cells; // PAIR_CELLS or GAME_CELLS
    int64_t count[SCORE_CELLS_MAX];
};

// The observed law: score x[i] = i / (cells - 1) with probability p[i]. Empty cells count as 0.001,
// so every p is positive; `total` is the number of units with those.
struct score_law {
    int cells;
    double x[SCORE_CELLS_MAX], p[SCORE_CELLS_MAX];
    double total, mean, variance;
};

struct score_law score_law(const struct score_counts *counts);

int64_t score_units(const struct score_counts *counts); // pairs, or games
int64_t score_games(const struct score_counts *counts); // single games in both cases

// The mean score with its 95% interval: Wilson's for a share, of so many units as would spread like
// these if each were lost or won whole. The spread is that of the counts with 1.96^2 / 2 units more
// at either end (as A. Agresti and B. Coull, The American Statistician 52 (1998), for shares), so
// that what has not shown yet has its part: a better result never lowers an end. No units: 0..1.
struct measured score_interval_95(const struct score_counts *counts);

// True when all units have one score.
bool score_one_sided(const struct score_counts *counts);

// Mean score by logistic Elo, the inverse of elo_of_score.
double score_of_elo(double elo);

// Normalized Elo: 800/ln(10) times what a game's mean score lies above 1/2 in standard deviations
// of a game; within +-NORMALIZED_LIMIT.
enum { NORMALIZED_LIMIT = 10000 };
#define NORMALIZED_ELO 347.43558552260146
// Standard deviation of a game's score: of a pair's times sqrt(2), so that openings do not count.
double score_game_deviation(const struct score_law *law);
// With its 95% interval, for which mean and deviation are both estimates: for a unit's
// t = (mean - 1/2) / deviation the delta method gives
//   var t = (1 - t g3 + t^2 (k - 1) / 4) / units,  g3 skewness, k kurtosis (3 for a normal law);
// it is laid around asinh t, which for units lost or won whole is half the logit of the score. In
// these moments a quarter of a unit more stands at either end. Where all units have one score, the
// ends are those that a share of 1.96^2 / (units + 1.96^2) of any other score would give. The
// interval has the sign that score_interval_95 has.
struct measured score_normalized_95(const struct score_counts *counts);
// The same for a score that was told otherwise, such as a sequential test's estimate: its interval,
// which takes the deviation as known, widened by the same factor.
struct measured score_normalized_elo(const struct score_counts *counts, struct measured score);

// Probability that the first player is the better one: by the normal law, and of less than 100
// units, which say little of how they spread, by a flat prior over all laws of a unit's score. It
// agrees with score_interval_95: within 2.5% to 97.5% where that holds 1/2, beyond where it does
// not. 0.5 for no units.
double likelihood_of_superiority(const struct score_counts *counts);
