// SPDX-License-Identifier: GPL-3.0-or-later
// What a match comes to in one or two sentences.
#pragma once

#include "answer.h"
#include "score_answer.h"

// Of A: games won, drawn and lost where those are known.
struct score_match {
    struct score_counts counts;
    bool known;
    int64_t won, drawn, lost;
    int64_t faults; // games that one player lost by a fault: time, crash, hang, illegal move
    const struct sprt *sprt; // NULL: without a test
    enum score_length length;
    bool capped;            // a test has had all games that it was allowed
    const char *without[2]; // what A and B lack (restriction.h); NULL, "": nothing
};

// "B without drops", "A without drops, B without promotion:P"; "" where nothing is lacking.
enum { WITHOUT_TEXT = 480 };
char *score_without_text(const char *const without[2], char text[WITHOUT_TEXT]);

// Where a fault decided one game in so many or more, the score is no measure of strength: nobody
// tells an Elo of it.
enum { SCORE_FAULTS_IN = 10 };
static inline bool score_faulty(int64_t faults, int64_t games) {
    return faults > 0 && faults * SCORE_FAULTS_IN >= games;
}
// "Faults decided 12 of 12 games (time, crashes, hangs, illegal moves). ..."
void score_say_faults(struct answer *answer, int64_t faults, int64_t games);

enum score_winner { WINNER_OPEN, WINNER_A, WINNER_B };

// The score that is to be quoted: of a test the unbiased one.
struct measured score_estimate(const struct score_counts *counts, const struct sprt *sprt);

// Who wins by that estimate: the interval leaves out 0, or a test says that A
// is better (accepted, with a lower bound of 0 or more) or worse (rejected, with an upper bound of
// 0 or less).
enum score_winner score_winner(const struct score_counts *counts, const struct sprt *sprt);

// "+74 Elo [42, 106]".
enum { ELO_TEXT = 96 };
char *score_elo_text(struct measured elo, char text[ELO_TEXT]);

// How many games a match between the two must have to tell them apart four times in five, if their
// score is what it is here: two significant digits, rounded up. INFINITY at a score of 1/2.
double score_games_to_tell(const struct score_counts *counts);

// Adds the sentences to the answer's summary: that faults decided, or who wins, and what a test's
// end says, or what it takes where the two are not told apart.
void score_summary(struct answer *answer, const struct score_match *match);
