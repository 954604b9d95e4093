// SPDX-License-Identifier: GPL-3.0-or-later
// What counts of games say: who won, how games ended, what happened in one.
#pragma once

#include "answer.h"
#include "depths.h"
#include "first_move.h"
#include "runmeta.h"

// What the games of a log come to where each counts once: a game of deterministic players that is
// played again tells nothing new.

enum { OPENINGS_TEXT = 128 };
// Where the games of a run start, in words: "the start position".
char *distinct_openings(const struct runmeta *meta, char text[OPENINGS_TEXT]);
// They do so by a ladder, and one player plays both sides.
bool distinct_from_start(const struct runmeta *meta);

struct distinct {
    struct tally *tally; // owned: the distinct games; its pairs and players do not count
    bool from_start;     // distinct_from_start
    int plies;           // that are drawn there
    struct first_move first;
    char openings[OPENINGS_TEXT];
};

// Reads games.csv twice, in bounded memory but for 24 bytes a game of a ladder. Errors name file
// and line. End with distinct_destroy in any case.
bool distinct_read(const char *path, const struct runmeta *meta, struct distinct *distinct,
                   struct error *error);
void distinct_destroy(struct distinct *distinct);

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

// How deep the players of an answer saw.

#define DEPTHS_SHALLOW 0.1  // share of moves without a finished ply from which an answer warns
enum { DEPTHS_ENOUGH = 4 }; // median plies from which a number may stand in a headline

// Says for people "median 2 plies; 4% of the moves finished no ply", before it `name` (NULL: none).
// JSON has an object of the list `depth`: { name, moves, median_plies, without_ply }. Nothing where
// no depth is known.
void depths_answer(struct answer *answer, const char *name, const struct depths *depths);

// For the answer's summary: a warning from DEPTHS_SHALLOW on.
void depths_warn(struct answer *answer, const char *name, const struct depths *depths);
