// SPDX-License-Identifier: GPL-3.0-or-later
// Standard errors that respect what the data are: positions of one game share its result, so the
// game is the unit (the cluster). An error that counts positions as independent is not offered.
//
//   V = A^-1 (G/(G-1) sum over games u u' + P) A^-1,  A = H + P
//
// u = the game's summed score, H = Hessian of the loss, P = precision of the Gaussian prior (0
// without one). The prior enters the bread because it holds the estimate, and the filling because
// it is itself one uncertain observation, centred on the starting value: where there are no data V
// is the prior's own variance and not 0. (Liang and Zeger, Biometrika 73, 1986, for the sandwich.)
// Where columns are not fitted freely all of it is that of the free parameters.
#pragma once

#include "dataset.h"
#include "objective.h"

// At the fit: the Hessian A of the columns and the covariance of the weights, both columns x
// columns, and the inverse of the Hessian of the free parameters. False when that is singular,
// which is only possible without a prior.
bool uncertainty_covariance(struct objective *objective, const struct reduction *reduction,
                            const double *weight, double *hessian, double *inverse,
                            double *covariance, struct error *error);

// How much more than one position's worth a game tells: the factor by which the loss, counted in
// games, is to be multiplied for a Gaussian prior to weigh against it as against a true likelihood,
// p / tr(H^-1 J) with J the sum over games of u u' (Pauli, Racugno, Ventura, Statistica Sinica 21,
// 2011), over those of the p directions that the games tell: tr(B^-1 H) / tr(B^-1 J) with
// B = factor H + P, found by iteration. At least 1 (all positions of a game say the same) and at
// most the mean number of positions of a game (each says something new). 1 without a prior, where
// no factor changes anything. One factor for all: a direction of which a game tells more than
// of the mean one leans more on the prior than it need, and its error says so.
double uncertainty_temper(struct objective *objective, const struct reduction *reduction,
                          const double *weight);

// Which parameters the data can speak about, and why not the others.

// What became of a parameter: VERDICT(ID, "name in --json", "why its value is not measured").
// clang-format off
#define VERDICTS(VERDICT) \
    VERDICT(MEASURED,   "measured",     "") \
    VERDICT(UNSEEN,     "unseen",       "no difference between the sides in these positions") \
    VERDICT(RARE,       "rare",         "a difference in fewer than 30 games") \
    VERDICT(SEPARATED,  "separated",    "every game with a difference is decided by it") \
    VERDICT(CONFOUNDED, "confounded",   "no telling it from other parameters") \
    VERDICT(PRIOR,      "prior",        "the games say next to nothing beside the prior") \
    VERDICT(FROZEN,     "frozen",       "kept as asked") \
    VERDICT(RANGE,      "out-of-range", "the fit is beyond the allowed range")
// clang-format on

enum verdict {
#define VERDICT(id, name, meaning) VERDICT_##id,
    VERDICTS(VERDICT)
#undef VERDICT
        VERDICT_COUNT
};

enum { GAMES_NEEDED = 30 }; // with an imbalance, before a value is stated

// Share of the information that must come from the games for a value to be stated at all, and the
// share below which it leans on the prior.
#define SHARE_STATED 0.2
#define SHARE_LEANING 0.5

// From this condition number on the games hardly tell some combination of parameters apart.
#define CONDITION_NOTABLE 1e4

struct identification {
    enum verdict verdict[VALUES]; // by parameter
    double share[VALUES]; // by column: part of the information that comes from the games, 0..1
    double
        condition; // largest / smallest eigenvalue of the centred Hessian, its diagonal scaled to 1
    double weakest[VALUES]; // by column: the direction of the smallest eigenvalue, length 1
};

extern const char *const verdict_names[VERDICT_COUNT], *const verdict_meanings[VERDICT_COUNT];

// Judges every parameter, a piece by its average worth (centre.h): what is known of that is not to
// hang on terms that are not known. `hessian` is that of the columns, prior included, `inverse`
// that of the free parameters' Hessian. Tied columns are judged together. Parameters without a
// column are UNSEEN.
void identify(const struct objective *objective, const struct reduction *reduction,
              const double *hessian, const double *inverse, struct identification *identification);
