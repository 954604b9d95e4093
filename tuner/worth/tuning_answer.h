// SPDX-License-Identifier: GPL-3.0-or-later
// What a tuning says.
#pragma once

#include "answer.h"
#include "tuning.h"

// After tuning_fit: the values to play by; `full`, all that the fit knows, with the keys of JSON
// that the report's "tuning" has. `command`: the line that asked for it, or NULL.
struct answer tuning_answer(const struct tuning *tuning, bool full, const char *command);

// Adds the warnings: what to know before trusting the numbers.
void tuning_warnings(const struct tuning *tuning, bool full, struct answer *answer);

// "LG", "LG in hand", "LG promoted", "king.near": a parameter as the tables name it.
enum { TUNING_LABEL = 40 };
const char *tuning_label(const struct tuning *tuning, int index, char text[TUNING_LABEL]);

// Adds the sentences to the answer's summary: how well the values to play by are known, whether the
// fit predicts, and where worth is measured. `full`: also how many average worths are usable,
// which are not measured, and how many games would mend that; the same as keys.
void tuning_summary(struct answer *answer, const struct tuning *tuning, bool full);

// Adds a sentence where the values to play by of mirror images differ significantly, or by a
// factor, and says why.
void tuning_mirrors(struct answer *answer, const struct tuning *tuning);
