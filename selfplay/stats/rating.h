// SPDX-License-Identifier: GPL-3.0-or-later
// The strengths of several players from all matches between them, by one model: the first player i
// against j wins, draws, loses in proportion to exp(d/2), draw, exp(-d/2), where
// d = strength(i) - strength(j) + first. Strengths, the first player's advantage and the draws are
// fitted together.
// Sources: R. Bradley and M. Terry, Biometrika 39 (1952); R. Davidson, "On extending the
// Bradley-Terry model to accommodate ties", JASA 65 (1970); Davidson and Beaver, Biometrics 33
// (1977), for the order.
#pragma once

#include "error.h"
#include "statistics.h"

enum { RATING_PLAYERS_MAX = 32, RATING_MATCHES_MAX = RATING_PLAYERS_MAX * RATING_PLAYERS_MAX / 2 };

struct rating_match {
    int a, b;
    int64_t pairs[3][3]; // by half points of a: in the game it began, in the one that b began
};

struct rating {
    int players;
    double elo[RATING_PLAYERS_MAX]; // logistic; the first player's is 0
    // Covariance of these, of the first player's advantage and of log draws. Pairs of games are
    // what is independent: the sandwich of White, clustered by pair, where one pair a match that
    // spreads as the model says is added; that of log draws is never less than the model's.
    double covariance[RATING_PLAYERS_MAX + 2][RATING_PLAYERS_MAX + 2];
    struct measured first;  // Elo of moving first
    struct measured draws;  // share of draws between equals, the first move left out
    double misfit, p_value; // chi-square over matches of what the strengths leave unexplained
    int freedom;            // its degrees of freedom; 0: nothing to check, p_value 1
    // Of each match: how far a's score lies above the model's, the signed root of the deviance by
    // the model's own variance.
    double residual[RATING_MATCHES_MAX];
    double expected[RATING_MATCHES_MAX]; // a's score by the model
};

// Fits the model. A weak prior, worth a quarter of a game a player, keeps strengths finite. Errors:
// players or matches out of range, no pairs at all, none that determine ratings.
bool rating_fit(int players, const struct rating_match *matches, int count, struct rating *rating,
                struct error *error);

// Elo of player a less that of player b.
struct measured rating_difference(const struct rating *rating, int a, int b);
// Elo of a player less the mean of all.
struct measured rating_over_mean(const struct rating *rating, int player);
