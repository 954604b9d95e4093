// SPDX-License-Identifier: GPL-3.0-or-later
// What the games of a run by `fit` (spsa.h) say: strength as a quadratic function of the directions
// that the values were drawn along, fitted to who won. Unlike the end of a way that SPSA has
// followed, which depends on its own noise, a fit to games whose values were drawn beforehand has
// intervals. The model: the logit of the one player's score is f(z) - f(z'), z and z' the players'
// places along all directions in c_end, f(z) = b'z + z'Qz with a full Q, since what grows together
// matters otherwise than alone. Logistic regression by step; sandwich covariance (H. White,
// Econometrica 50 (1982)) times N / (N - coefficients).
#pragma once

#include "spsa.h"
#include "statistics.h"

struct surface_direction { // or a parameter by itself
    struct measured slope; // at the start, Elo a c_end, everything else left alone; n: games
    // From the first to the last place along this direction alone that is not told to be worse than
    // another, in c_end: in 95% or more the best is among them. An end at SPSA_REACH is that of
    // what was tried, and says nothing of what is beyond.
    struct interval best;
    // 1: better with more than at the start, -1: with less, by the same test with all directions
    // together in 95%; 0: not told.
    int told;
    double answer; // the place along it of the best of all within reach, in c_end
};

struct surface {
    int directions, coefficients;
    int64_t needed;                                 // steps, before anything is said
    bool known;                                     // there are as many; else nothing below is
    struct surface_direction direction[PARAMETERS]; // by parameter: the parts of one have the same
    // What there is to gain, Elo over the start: each half of the steps chooses a place as all of
    // them choose the answer, and the other half says what it gains, free of the luck that chose
    // it. n: 0 where both stay at the start.
    struct measured gain;
};

// False when memory is out.
bool surface_fit(const struct spsa *spsa, struct surface *surface, struct error *error);

// The directions, coefficients and steps needed of a plan, and half the width of a slope's interval
// in Elo after all its steps, where the players are near each other.
struct surface surface_plan(const struct spsa_plan *plan, double *half_width);

// The value of a parameter at the answer.
double surface_value(const struct spsa *spsa, const struct surface *surface, int i);
