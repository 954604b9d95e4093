// SPDX-License-Identifier: GPL-3.0-or-later
// Proves that every value and every rule toggle of a game reaches the search. Each value is
// changed, and what should change must change, by the right amount; each toggle, and searches must
// differ where legal moves do. Positions come from keyed random numbers: the same on every machine.
#pragma once

#include "engine.h"

enum proof { // what is proved of a parameter or a rule
    PROOF_EVALUATION,
    PROOF_EXCHANGE,
    PROOF_PROMOTION,
    PROOF_ORDER,
    PROOF_MOVES,
    PROOF_SEARCH,
    PROOFS
};

enum proof_verdict {
    VERDICT_PASSED,
    VERDICT_FAILED,
    VERDICT_IMPOSSIBLE // it cannot matter here, or was not met, as `text` says
};

struct selftest_check {
    char subject[VALUE_NAME + 32]; // "board.B", "stranded=allow"
    int parameter;                 // index into struct values; -1: a rule
    enum rule rule;                // RULES: a parameter
    int value;                     // of the rule
    enum proof proof;
    enum proof_verdict verdict;
    char text[160];     // what was seen, what failed, or why it cannot matter
    char fen[FEN_TEXT]; // where, "" when nowhere in particular
};

struct selftest {                  // zeros: nothing was tested
    struct selftest_check *checks; // owned: those of a subject together, in the order of its proofs
    int count, capacity;
    int passed, failed; // what cannot matter is in neither
};

void selftest_destroy(struct selftest *selftest);

// Appends the checks of all parameters and toggles of the game under its rules, each toggle changed
// alone. False when it could not be done at all (a start position that does not read):
// `error` says why.
bool selftest_run(struct selftest *selftest, const struct tables *tables, struct error *error);

extern const struct proof_words { const char *name, *meaning; } proofs[PROOFS];
