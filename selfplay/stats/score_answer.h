// SPDX-License-Identifier: GPL-3.0-or-later
// What the counts of a match say.
#pragma once

#include "answer.h"
#include "sprt.h"

// Adds counts, score, Elo, superiority and the test (NULL: none); in JSON as members of the object
// that is open, the test as its "sprt".
void score_answer(struct answer *answer, const struct score_counts *counts,
                  const struct sprt *sprt);
// The same for people from such JSON.
void score_answer_from(struct answer *answer, const struct cJSON *match);

// The members of JSON that score_answer makes.
void score_json(struct cJSON *json, const struct score_counts *counts, const struct sprt *sprt);

// "Elo +12.3 (+8..+17)", with a test "  LLR +1.23 (-2.94..2.94)": for a progress line.
void score_line(const struct score_counts *counts, const struct sprt *sprt, char *text,
                size_t size);
