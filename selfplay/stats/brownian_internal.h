// SPDX-License-Identifier: GPL-3.0-or-later
// Brownian motion that starts at 0 and ends at whichever of two barriers it meets first: the law of
// a log-likelihood ratio in a sequential test.
// Source: D. Siegmund, "Sequential Analysis" (1985), chapter III; D. Cox and H. Miller, "The Theory
// of Stochastic Processes" (1965), 5.7.
#pragma once

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
