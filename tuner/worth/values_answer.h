// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces and the terms of the evaluation as tables: what a values file says, and what pieces are
// worth. The most valuable pieces come first, those that mirror each other together.
#pragma once

#include "worths.h"

// The word of a value without an interval: it was not tuned and keeps its starting value.
extern const char values_kept[];

// Adds the pieces for people, in centi-values. `cell` by parameter, `n` the games in which the
// sides differed in it; missing: not of this game.
void values_pieces_answer(struct answer *answer, const struct tables *tables,
                          const struct answer_cell cell[VALUES]);
// Adds the terms for people.
void values_terms_answer(struct answer *answer, const struct answer_cell cell[VALUES]);

// The table `key` (NULL: for people alone): Elo, then worths in units, without royals; in the order
// of the game's file where no difference on the board is significant. `scaled` NULL: no unit;
// `mirrors` may be NULL.
void worths_pieces_add(struct answer *answer, const char *key, const char *unit,
                       const struct worths *worths, const struct worths_scaled *scaled,
                       const struct contrasts *mirrors);
// Places in the order of that table, form by form; returns how many.
int worths_places(const struct worths *worths, int place[WORTHS_MAX]);
// "Rook", "Rook in hand", "Dragon King".
const char *worths_name(const struct worths *worths, int place, char text[WORTH_NAME]);
// "mean pieces", or what a piece is told in.
const char *worths_unit_name(const struct tables *tables, Type reference, char text[WORTH_NAME]);
