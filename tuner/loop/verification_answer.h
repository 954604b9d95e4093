// SPDX-License-Identifier: GPL-3.0-or-later
// What a verification says, by its verify.json.
#pragma once

#include "answer.h"

// For people: the verdict, the test, and a row for each node limit played.
void verification_answer_from(struct answer *answer, const struct cJSON *json);
