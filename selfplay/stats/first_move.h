// SPDX-License-Identifier: GPL-3.0-or-later
// The first player's score of the game itself: the limit x -> 0 of its score where both players
// begin with moves that are at most x centi-values worse than their best one.
//
// The score of game i of a rung with x_i is  y_i = a + b x_i + e_i;  a is the answer. Least squares
// over all games, so that a rung weighs by its games; each rung counts a game once. One game may
// stand on several rungs: the errors of one game go together, those of different ones are
// independent. With M = (X'X)^-1 and s_g = sum of x_i e_i over the rungs of game g
//   V = M (sum over g of s_g s_g') M  G / (G - 1)  (n - 1) / (n - 2),  G games, n of them by rung.
// Source: K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using generalized linear
// models", Biometrika 73 (1986); the factor: J. G. MacKinnon and H. White, J. Econometrics 29
// (1985). With c_g what game g weighs in the limit it varies as by K = (sum of c_g^2)^2 / sum of
// c_g^4 games (F. E. Satterthwaite, Biometrics Bulletin 2 (1946)): by those at small x where they
// are few, however many stand at the largest. The interval is Student's with K - 1 degrees of
// freedom, its variance drawn towards that of games won or lost, as in measured_score of K games.
//
// Does a line fit? The second divided differences of the rungs' means are 0 where it does: Wald's
// test of that, chi-square with rungs - 2 degrees of freedom, by the covariance of the means from
// the same errors.
//
// Games with the same number begin by the same draws, so two runs of one seed have limits that go
// together, most where rules differ that seldom count. Game g pulls the limit by m' s_g, m the
// first row of M, and has the number of its first copy; the correlation of two limits is the sum of
// the products of the pulls with one number, by the root of the product of the sums of squares,
// drawn towards 0 with the weight of 1.96^2 games: runs that are all alike may yet have games that
// are not.
#pragma once

#include "statistics.h"

// Fewer distinct games than FIRST_MOVE_LEAST below the largest x, each counted once, tell no limit.
enum { FIRST_MOVE_RUNGS = 8, FIRST_MOVE_FEW = 30, FIRST_MOVE_LEAST = 10 };

struct first_game { // a game as it stands on a rung
    uint64_t key;   // the same for copies
    int64_t number; // of the run
    int rung;
    double score; // of the first player: 0, 0.5 or 1
};

struct first_rung {
    double near;           // x
    int64_t games;         // with copies
    struct measured score; // of the distinct ones: their number is n
};

struct first_move {
    int rungs;
    struct first_rung rung[FIRST_MOVE_RUNGS];
    struct measured score;  // as x -> 0; n: distinct games of all rungs together, each once. 0..1
                            // where nothing is known: fewer than two rungs or three games
    double slope, slope_se; // of the score, for 100 centi-values of x
    double chi_square, p;   // of a line; p 1 where it cannot be tested
    int freedom;
    bool few; // the smallest x has fewer than FIRST_MOVE_FEW distinct games
};

struct first_pull { // of one game on the limit
    int64_t number;
    double pull;
};

// From `count` games in any order, which are sorted; `near` of each rung, falling. `pulls`, if not
// NULL, has room for `count` and gets those of the score.n distinct games, by number.
void first_move_fit(const double *near, int rungs, struct first_game *games, int64_t count,
                    struct first_pull *pulls, struct first_move *result);

// Of the limits of two runs, by their pulls.
double first_move_correlation(const struct first_pull *a, int64_t a_count,
                              const struct first_pull *b, int64_t b_count);

// How many times the games of a plain score it takes for the same interval of the limit, on a
// ladder with as many distinct games on each rung: 1 + mean(x)^2 / variance(x). INFINITY for one
// rung.
double first_move_cost(const double *near, int rungs);
