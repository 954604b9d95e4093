// SPDX-License-Identifier: GPL-3.0-or-later
// Which parameters the data can speak about, and why not the others.
#pragma once

#include "dataset.h"
#include "objective.h"

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

const char *verdict_name(enum verdict verdict);
const char *verdict_meaning(enum verdict verdict);

// Judges every parameter, a piece by its average worth (centre.h): what is known of that is not to
// hang on terms that are not known. `hessian` is that of the columns, prior included, `inverse`
// that of the free parameters' Hessian. Tied columns are judged together. Parameters without a
// column are UNSEEN.
void identify(const struct objective *objective, const struct reduction *reduction,
              const double *hessian, const double *inverse, struct identification *identification);
