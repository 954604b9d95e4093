// SPDX-License-Identifier: GPL-3.0-or-later
// What a run of SPSA says: its plan before the games, the answer after them.
#pragma once

#include "answer.h"
#include "spsa.h"

enum { SPSA_WAY_TEXT = 32 };

// Steps, bounds and where chance would carry each parameter, for people. `share`: moves that its
// c_end changes (NULL: not measured).
struct answer spsa_plan_answer(const struct spsa_plan *plan, const double *share);

// Where the run stands. JSON: seed, steps, steps_done, pairs_a_step, games, parameters: [...].
void spsa_answer(struct answer *answer, const struct spsa *spsa);
