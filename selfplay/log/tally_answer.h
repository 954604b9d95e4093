// SPDX-License-Identifier: GPL-3.0-or-later
// What counts of games say: who won, how games ended, what happened in one.
#pragma once

#include "answer.h"
#include "distinct.h"

// Adds a table of what each of two players won, drew and lost, as record: [{ name, won, drawn,
// lost, score }]. Nothing without games.
void record_answer(struct answer *answer, const struct tally *tally,
                   const char *const names[PLAYERS]);

// What games of a player against itself come to, for the answer's summary: the first player's
// score and what was measured, draws, length. `games`: with copies.
void tally_summary(struct answer *answer, const struct distinct *distinct, int64_t games);

// Adds tables of results and endings, the first player's score, and means over games; all of
// distinct games. From the start position the score is the limit, and a table of its ladder
// follows. JSON: distinct_games, openings: where they start, results and endings: [{ name, count,
// n, value, lo95, hi95 }], a_game: { captures, ... }, first_score; ladder:
// [{ x, games, distinct, score }], slope, slope_se, chi_square, freedom, p. Nothing
// without games.
void tally_answer(struct answer *answer, const struct distinct *distinct);
