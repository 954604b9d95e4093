// SPDX-License-Identifier: GPL-3.0-or-later
// What games of randomised armies answer: worths first, then the checks, then how it was made.
#pragma once

#include "answer.h"
#include "army_study.h"
#include "values_answer.h"

struct cJSON;

// Takes over `origin`: members of the JSON that say how the answer was made. For people: the main
// run's table, its checks, what changes from run to run; JSON has every run in "runs", each with
// "pieces", "checks", "mirrors", "hands", "pairs", and the joint tests in "ladders" and "sets".
// CSV: the table "pieces" of all runs one after the other. To be destroyed by the caller.
struct answer army_answer(const struct army_study *study, uint64_t seed, struct cJSON *origin);

// Adds other methods beside the armies: what they say, the tests, the mean, all side by side.
void army_beside_add(struct answer *answer, const struct army_study *study);
