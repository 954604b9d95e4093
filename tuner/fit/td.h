// SPDX-License-Identifier: GPL-3.0-or-later
// Values by temporal differences: a third opinion beside regression and armies, from equal values.
//
// After each game, with P_t the predicted score of FIRST at its t-th position and P_T its result,
//     w += rate x mean over t of (P_{t+1} - P_t) e_t,   e_t = trace^plies e_{t-1} + dP_t/dw
// (Sutton, Machine Learning 3, 1988; for the values of shogi's pieces: Beal and Smith, "First
// results from using temporal difference learning in shogi", Computers and Games 1998). A
// prediction learns from the next one, not from the result alone: an early position is not credited
// with all that happens later. Here the positions are the quiet ones of a log, which is gone
// through several times; each game counts the same. The rate of a weight is a share of its Newton
// step, and the weights of the last half of all games are averaged (Polyak and Juditsky, SIAM J.
// Control Optim. 30, 1992).
//
// Errors come from a jackknife that leaves out one group of the games after the other (Kott,
// Journal of Official Statistics 17, 2001), so the game stays the unit.
#pragma once

#include "fit.h"

enum { TD_GROUPS = 20 };

struct td_options {
    double trace; // what is left of a trace a ply later, 0 to 1; Beal and Smith: 0.95
    int passes;   // through all games
};

struct td {
    double weight[VALUES];              // by column, in logits
    double value[VALUES], se[VALUES];   // by column, in centi-values, by the yardstick of the fit
    double covariance[VALUES * VALUES]; // columns x columns, of `value`
    double logits[VALUES * VALUES];     // of `weight`
    double tau;   // Kendall's, of the pieces's order here and in the regression
    bool too_few; // td_run failed because the games do not suffice
};

// Learns from the games of `full`, whose yardstick, ties and kept values hold here too. All pieces
// begin with the same weight, the terms with 0. Errors: memory; a yardstick that is not positive.
bool td_run(const struct fit *full, const struct fit_options *options, struct td_options settings,
            struct td *td, struct error *error);

// The weights (by column, in logits) that the games with a `train` above 0 teach: for a check by
// the others. Errors: memory.
bool td_learn(const struct fit *full, const struct fit_options *options, struct td_options settings,
              const double *train, double *weight, struct error *error);

// Puts the values and their 95% intervals in the place of the regression's, where that measured
// any.
void td_apply(const struct td *td, const struct fit_options *options, struct fit *fit);
