// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces and the terms of the evaluation as tables: what a values file says, and what pieces are
// worth.
#pragma once

#include "answer.h"
#include "tables.h"
#include "values.h"

// The words of a value without an interval: it was not tuned and keeps its starting value; of a
// worth: it was not measured, or it is the unit.
extern const char values_kept[], values_unmeasured[], values_unit[];

// A base type in the order in which tables of pieces show them: the most valuable first, those that
// mirror each other together, where the more valuable of the two stands.
struct valued {
    Type base;
    double key, value; // `key` orders: of a mirror pair the larger value
    int pair;          // above 0, and the same, for two that mirror each other
};
// `value` by base type: NAN of those that are left out, -INFINITY of those that are not measured.
// Returns how many there are.
int valued_sort(const struct variant *variant, const double value[BASE_TYPES],
                struct valued piece[BASE_TYPES]);

// Values that put the pieces into the order of the game's file, of those whose value is no NAN.
void valued_unsort(const struct variant *variant, double value[BASE_TYPES]);

// What to know of numbers of worth: a note is one of `marks` (ended by NULL), by parameter, or
// NULL.
struct values_notes {
    const char *const *marks;
    const char *of[VALUE_TERM];
    bool unordered; // no difference is significant: in the order of the game's file
};
// Adds the pieces for people, the most valuable first and mirror pairs beside each other: values in
// centi-values, or, with notes, worth in units. `cell` by parameter, `n` the games in which the
// sides differed in it; missing: not of this game.
void values_pieces_answer(struct answer *answer, const struct tables *tables,
                          const struct answer_cell cell[VALUES], const struct values_notes *notes);
// Adds the terms for people.
void values_terms_answer(struct answer *answer, const struct answer_cell cell[VALUES]);
