// SPDX-License-Identifier: GPL-3.0-or-later
// What a verification says.
#pragma once

#include "answer.h"
#include "verification.h"

// JSON: as verification_json.
struct answer verification_answer(const struct verification *verification);
// For people, from such JSON: the verdict, the test, and a row for each node limit played.
void verification_answer_from(struct answer *answer, const struct cJSON *json);
