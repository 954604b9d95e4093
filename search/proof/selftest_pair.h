// SPDX-License-Identifier: GPL-3.0-or-later
// A toggle that acts on endings under two of its values, side by side.
#pragma once

#include "outcome.h"
#include "selftest_internal.h"

enum {
    FLAT = 10,     // what every man is worth where only the end of the game should count
    WITNESSES = 6, // positions in which the rule acts
    TRIES = 60000
};

// The two sets of rules that are compared: [0] in force, [1] with the other value.
struct pair {
    struct proving *proving;
    const struct tables *tables[2];
    struct engine *engine[2];
    struct random random;
    bool noticed; // searches differ, in `at`, with `result`
    struct position at;
    struct search_result result[2];
};

// Adds a failed ending under tables[which]: "VALUE: what".
void pair_fail(struct pair *pair, const struct position *where, int which, const char *what);

// Adds that the other value cannot matter.
void pair_no_effect(struct pair *pair, enum proof proof, const char *why);

// Adds the ending and the searches, from so many witnesses: `what` they are.
void pair_conclude(struct pair *pair, int witnesses, const char *what);

// The same position under both rules. False when it is none under one of them.
bool pair_boards(const struct pair *pair, const struct position *position,
                 struct position boards[2]);

// Searches under both rules and keeps the first results that differ.
void pair_search(struct pair *pair, const struct position boards[2], const struct history *history,
                 struct search_result result[2]);

// Every man worth the same, terms nothing.
struct values flat_values(const struct tables *tables, int worth);

enum result win_of(enum side side);
bool outcome_is(struct outcome outcome, enum result result, enum termination termination);

void prove_repetition(struct pair *pair);
void prove_royal(struct pair *pair);
void prove_bare_royal(struct pair *pair);
