// SPDX-License-Identifier: GPL-3.0-or-later
// What the counts of a match say.
#pragma once

#include "answer.h"
#include "sprt.h"

// How the number of games came about: it was fixed before the first; it was changed when some were
// played; it is not reached, because the match goes on or somebody stopped it. Intervals of score
// and Elo hold for the first; the answer says so of the others, and of a match with a test.
enum { SCORE_ELO_LIMIT = 1200 }; // what lies beyond is told as "> 1200"
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

// What a match comes to in one or two sentences.

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

// Who wins by the score that is to be quoted: its interval leaves out 0, or a test says that A
// is better (accepted, with a lower bound of 0 or more) or worse (rejected, with an upper bound of
// 0 or less).
enum score_winner score_winner(const struct score_counts *counts, const struct sprt *sprt);

// "+74 Elo [42, 106]".
enum { ELO_TEXT = 96 };
char *score_elo_text(struct measured elo, char text[ELO_TEXT]);

// How many games a match between the two must have to show who is ahead with 80% power, if their
// score is what it is here: two significant digits, rounded up. INFINITY at a score of 1/2.
double score_games_to_tell(const struct score_counts *counts);

// Adds the sentences to the answer's summary: that faults decided, or who wins, and what a test's
// end says, or what it takes where the difference is not significant.
void score_summary(struct answer *answer, const struct score_match *match);
