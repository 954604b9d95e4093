// SPDX-License-Identifier: GPL-3.0-or-later
// A book: openings that a search finds balanced, no two the same, as a file that games start from.
#pragma once

#include "answer.h"
#include "config.h"
#include "observer.h"

struct book {
    const struct config *config; // not owned: game, rules, seed, random openings, player A's values
    uint64_t nodes;              // of the search that judges an opening
    int64_t wanted;              // openings
    int threads;                 // change nothing
    const char *path;
    const struct observer *observer; // not owned; may be NULL

    // Set by book_write.
    int64_t tried, unbalanced, repeated;
};

// Writes the file whole, when it is complete: CSV with variant, rules, seed, opening (from 0), fen,
// first_score. Candidate i is opening i of the seed (opening_choose), searched anew with `nodes`;
// taken are, in their order, those whose score lies within the configuration's bound and whose
// position (board, hands, side to move) no earlier one has. So the file is a pure function of game,
// rules, values, seed, the settings and `wanted`, and a shorter book is the beginning of a longer
// one. Errors: BOOK_PATIENCE candidates in a row bring nothing new; the file. WORK_STOPPED:
// nothing is written.
enum { BOOK_PATIENCE = 1000 };
enum work_end book_write(struct book *book, struct error *error);

// What was written, after WORK_DONE. To be destroyed by the caller.
struct answer book_answer(const struct book *book);
