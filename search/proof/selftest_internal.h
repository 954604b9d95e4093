// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of the self-test share. Others use selftest.h.
#pragma once

#include "random.h"
#include "search.h"
#include "selftest.h"

// Positions to prove things on: random games and pieces scattered at random.

struct scatter {
    Type wanted;  // some pieces of this type on either side, 0 = none in particular
    int pieces;   // at most so many others
    int in_hand;  // at most so many a side, in games with drops
    bool lone;    // SECOND has nothing but its King
    bool besiege; // SECOND's King at its edge, the pieces around it; FIRST to move
};

// A random position of that kind: one royal a side, nobody's check that could be taken advantage
// of. False when the pieces did not fall so this time: draw again.
bool scatter_position(const struct tables *tables, const struct scatter *scatter,
                      struct random *random, struct position *position);

// The position after `plies` random legal moves (fewer when the game ends before), more captures
// and promotions among them than chance would bring. False when the start position does not read.
bool random_game_position(const struct tables *tables, struct random *random, int plies,
                          struct position *position);

// Proofs

// A self-test under way, and the subject that it is at.
struct proving {
    struct selftest *selftest;
    const struct tables *tables;
    struct values values;          // estimated: where every change starts from
    struct engine *engine, *other; // under `tables`; `other` has the values that are tried
    struct selftest_check at;      // its subject; no proof, verdict or text
};

// Adds a check of the subject. `where` may be NULL.
__attribute__((format(printf, 5, 6))) void prove(struct proving *proving, enum proof proof,
                                                 enum proof_verdict verdict,
                                                 const struct position *where, const char *format,
                                                 ...);

// A random number stream of this subject's own; `part` tells several of them apart.
struct random proving_random(const struct proving *proving, int part);

// Draws scattered positions until one has a legal move. False when none came.
bool proving_draw(const struct tables *tables, const struct scatter *scatter, struct random *random,
                  struct position *position);

// Gives the engine other values and makes it forget everything.
void proving_set_values(struct engine *engine, const struct values *values);

// Searches a position from scratch.
struct search_result proving_search(struct engine *engine, const struct position *position,
                                    const struct history *history, int depth);

bool results_differ(const struct search_result *before, const struct search_result *after);

// Adds the check that searches notice: with the results that differ, or, without `where`, that
// none did.
void prove_searches(struct proving *proving, const struct position *where,
                    const struct search_result *before, const struct search_result *after);

// The checks of proving->parameter.
void prove_value(struct proving *proving);
