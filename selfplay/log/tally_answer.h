// SPDX-License-Identifier: GPL-3.0-or-later
// What counts of games say: who won, how games ended, what happened in one.
#pragma once

#include "answer.h"
#include "tally.h"

// Adds a table of what each of two players won, drew and lost, as record: [{ name, won, drawn,
// lost, score }]. Nothing without games.
void record_answer(struct answer *answer, const struct tally *tally,
                   const char *const names[PLAYERS]);
// The same for people from JSON that has such a record, nothing where it has none.
void record_answer_from(struct answer *answer, const struct cJSON *json);

// What games of a player against itself come to, for the answer's summary: who is ahead by how
// much, draws, length.
void tally_summary(struct answer *answer, const struct tally *tally);

// Adds tables of results and endings, the first player's score, and means over games. JSON:
// results and endings: [{ name, count, n, value, lo95, hi95 }], a_game: { captures, ... },
// first_score in the style `interval`. Nothing without games.
void tally_answer(struct answer *answer, const struct tally *tally, enum answer_flag interval);
// The same for people from such JSON, first_score by ANSWER_OBJECT.
void tally_answer_from(struct answer *answer, const struct cJSON *json);
