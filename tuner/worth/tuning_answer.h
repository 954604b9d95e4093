// SPDX-License-Identifier: GPL-3.0-or-later
// What a tuning says.
#pragma once

#include "answer.h"
#include "tuning.h"

// After tuning_fit. `command`: the line that asked for it, or NULL. The keys of JSON are those of
// the report's "tuning".
struct answer tuning_answer(const struct tuning *tuning, const char *command);
// Ties and warnings for people, from such JSON.
void tuning_answer_from(struct answer *answer, const struct cJSON *json);

// Adds the warnings: what to know before trusting the numbers.
void tuning_warnings(const struct tuning *tuning, struct answer *answer);
