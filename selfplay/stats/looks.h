// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that look several times: after shares of the observations that are fixed beforehand, and
// that end with the first look that decides. Pure functions.
// Sources: P. Armitage, C. McPherson, B. Rowe, JRSS A 132 (1969): what looking again and again does
// to the level, and the recursion; K. Lan, D. DeMets, Biometrika 70 (1983): levels spent look by
// look; C. Jennison, B. Turnbull, JRSS B 51 (1989): intervals that hold at every look.
#pragma once

enum { LOOKS_MAX = 8 };

// Bounds of `count` looks: how many standard errors an estimate must lie on one side of the truth
// for a look to decide. That some look decides though the estimate has no bias has the chance
// `level`, of which 2 - 2 Phi(z / sqrt(share)), z the quantile of 1 - level / 2, by each look: next
// to nothing early on, so that the last bound is hardly above that of a single look (Lan and
// DeMets's spending after O'Brien and Fleming). `share`: of all observations, rising, the last 1.
// Estimates of means over independent games, and differences of such, fulfil what this asks: what
// comes after a look does not depend on what it saw.
void looks_bounds(const double *share, int count, double level, double *bound);

// The share of the observations that are made on average until a look decides, where the estimate
// lies `drift` standard errors from the truth of the test at the last look, on average.
double looks_mean_share(const double *share, const double *bound, int count, double drift);

// The chance that some look decides.
double looks_power(const double *share, const double *bound, int count, double drift);
