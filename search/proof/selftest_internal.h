// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of the self-test share. Others use selftest.h.
#pragma once

#include "search.h"
#include "selftest.h"
#include "selftest_positions_internal.h"

// A self-test under way, and the subject that it is at.
struct proving {
    struct selftest *selftest;
    const struct tables *tables;
    struct values values;          // estimated: where every change starts from
    struct engine *engine, *other; // under `tables`; `other` has the values that are tried
    int parameter;
    enum rule rule;
    int value;
    char subject[VALUE_NAME + 32];
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
