// SPDX-License-Identifier: GPL-3.0-or-later
// What a run of SPSA says: its plan before the games, the answer after them.
#pragma once

#include "answer.h"
#include "spsa.h"

enum { SPSA_WAY_TEXT = 32 };
// A way by the parameter's scale: "20%", or "1.5" in its own units; with its sign where asked for.
const char *spsa_way_text(const struct spsa_param *param, double x, bool sign,
                          char text[SPSA_WAY_TEXT]);

// Steps, bounds and where chance would carry each parameter, for people. `share`: moves that its
// c_end changes (NULL: not measured).
struct answer spsa_plan_answer(const struct spsa_plan *plan, const double *share);

// Where the run stands. JSON: seed, steps, steps_done, pairs_a_step, games, parameters: [...].
void spsa_answer(struct answer *answer, const struct spsa *spsa);
