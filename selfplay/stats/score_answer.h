// SPDX-License-Identifier: GPL-3.0-or-later
// What the counts of a match say.
#pragma once

#include "answer.h"
#include "sprt.h"

// How the number of games came about: it was fixed before the first; it was changed when some were
// played; it is not reached, because the match goes on or somebody stopped it. Intervals of score
// and Elo hold for the first; the answer says so of the others, and of a match with a test.
enum score_length { LENGTH_FIXED, LENGTH_CHANGED, LENGTH_OPEN };

// Adds counts, score, Elo, superiority and the test (NULL: none); in JSON as members of the object
// that is open, the test as its "sprt".
void score_answer(struct answer *answer, const struct score_counts *counts, const struct sprt *sprt,
                  enum score_length length);

// Says what such a length means for the intervals; nothing where it was fixed.
void score_answer_length(struct answer *answer, enum score_length length);

// The members of JSON that score_answer makes.
void score_json(struct cJSON *json, const struct score_counts *counts, const struct sprt *sprt,
                enum score_length length);

// What a test can do with at most so many games, of two or more, where that is less than it was
// made for; false, and no text, where it is not.
bool score_limit_text(const struct sprt *sprt, int64_t games, char *text, size_t size);

// "Elo +12.3 (+8..+17)", with a test "  LLR +1.23 (-2.94..2.94)": for a progress line.
void score_line(const struct score_counts *counts, const struct sprt *sprt, char *text,
                size_t size);
