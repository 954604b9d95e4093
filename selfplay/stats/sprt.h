// SPDX-License-Identifier: GPL-3.0-or-later
// The sequential test of a match: is the first player elo1 better, or only elo0? Pure functions of
// the counts; none gives NaN or infinity, none runs on and on.
// Sources: A. Wald, "Sequential Tests of Statistical Hypotheses" (1945); X. Li, J. Liu, Z. Ying,
// "Generalized sequential probability ratio test for separate families of hypotheses" (2014);
// M. Van den Bergh's notes named in pentanomial.h; D. Siegmund, "Sequential Analysis" (1985).
#pragma once

#include "error.h"
#include "pentanomial.h"

struct sprt {
    double elo0, elo1;  // the hypotheses in normalized Elo, elo0 < elo1
    double alpha, beta; // chance to accept at elo0, to reject at elo1
};

enum { SPRT_ELO_MAX = 400 }; // of elo0 and elo1, either sign

// What the bounds count in, as files name it: normalized Elo, the score in standard deviations of a
// game, so that one bound means the same effort whatever the share of draws.
#define SPRT_MODEL "normalized"

// Errors: bounds out of order or range, error rates not within 0.0001..0.4.
bool sprt_check(const struct sprt *sprt, struct error *error);

// Where the log-likelihood ratio rejects (negative) and accepts (positive).
double sprt_lower(const struct sprt *sprt);
double sprt_upper(const struct sprt *sprt);

// The generalized log-likelihood ratio: of the likeliest law of pairs under elo1 to that under
// elo0.
double sprt_llr(const struct sprt *sprt, const struct score_counts *counts);

enum sprt_verdict { SPRT_UNDECIDED, SPRT_ACCEPT, SPRT_REJECT };
const char *sprt_verdict_name(enum sprt_verdict verdict); // "undecided", "accept", "reject"
// No units are undecided.
enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct score_counts *counts);

// Games that the test takes on average where it takes longest: a player halfway between elo0 and
// elo1.
double sprt_games_worst(const struct sprt *sprt);

// Games still to come on average if the players are as strong as the counts say; 0 when decided.
double sprt_games_left(const struct sprt *sprt, const struct score_counts *counts);

// Chance that the test accepts within so many games, colours swapped, if the truth is `elo`
// (normalized): by the law of its ratio as Brownian motion.
double sprt_accept_chance(const struct sprt *sprt, double elo, double games);

// The Elo that so many games must show to be accepted by their last one, whose score spreads by
// `deviation`, or less where the mean leaves no room; INFINITY where even a side that all but wins
// all of them is not: a ratio of laws that lie close together ends at a bound.
double sprt_elo_to_accept(const struct sprt *sprt, double games, double deviation);

// What the test's end says of the strength: stopping when ahead flatters, this does not. The value
// is as often too high as too low, whatever the truth; the interval covers it in 95%. Where all
// units have one score: score_interval_95. `superiority` is the same for LOS.
struct sprt_estimate {
    struct measured score;
    double superiority;
};
struct sprt_estimate sprt_estimate(const struct sprt *sprt, const struct score_counts *counts);

// Brownian motion that starts at 0 and ends at whichever of two barriers it meets first: the law of
// a log-likelihood ratio in a sequential test.
// Source: D. Siegmund, "Sequential Analysis" (1985), chapter III; D. Cox and H. Miller, "The Theory
// of Stochastic Processes" (1965), 5.7.

struct brownian {
    double low, high;       // the barriers, low < 0 < high
    double drift, variance; // per unit of time; variance > 0
};

// Probability to have met the low barrier by `time`, the high one not before.
double brownian_low_by(const struct brownian *motion, double time);
// The same for the high barrier.
double brownian_high_by(const struct brownian *motion, double time);
// Probability to be below `level` at `time`, no barrier met before.
double brownian_below_at(const struct brownian *motion, double time, double level);

// Mean time until a barrier is met from `start` on, low <= start <= high.
double brownian_mean_time(const struct brownian *motion, double start);
