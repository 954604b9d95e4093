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
