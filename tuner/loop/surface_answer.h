// SPDX-License-Identifier: GPL-3.0-or-later
// What a run of SPSA by `fit` says: its plan before the games, the answer after them.
#pragma once

#include "answer.h"
#include "spsa.h"

// How well it will know what, for people and as keys; the parameters are for spsa_plan_answer.
void surface_plan_answer(struct answer *answer, const struct spsa_plan *plan);

// Where the run stands. JSON: fit, coefficients, gain, directions: [...], and of each parameter its
// value in parameters: [...].
void surface_answer(struct answer *answer, const struct spsa *spsa);
