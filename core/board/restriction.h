// SPDX-License-Identifier: GPL-3.0-or-later
// Restricted play: what a rule is worth to the side that lacks it (Jaffe, Miller, Andersen, Liu,
// Karlin, Popovic: "Evaluating Competitive Game Balance with Restricted Play", AIIDE 2012). A side
// without an ability does not have its moves: for it they are illegal, and both sides know it.
#pragma once

#include "buffer.h"
#include "tables.h"

enum ability {
    ABILITY_DROPS,     // pieces in hand stay there
    ABILITY_PROMOTION, // no move promotes; where a piece would be stranded it may not go
    ABILITY_TWO_STEPS, // moves of two steps, of pieces with lion power; jumps stay
    ABILITY_CAPTURES,  // of pieces of these types: none of the side's own pieces takes them
    ABILITIES
};

enum { RESTRICTION_TEXT = 192 }; // room for restriction_text

// For each ability the base types (bit 1 << type) that lack it, or are not captured, promoted or
// not. All 0: nothing is lacking.
struct restriction {
    uint32_t without[ABILITIES];
};

// Reads "drops+promotion:PL": abilities, each of all pieces or of the letters that follow. False:
// `error` says what was expected, of this game.
bool restriction_parse(struct restriction *restriction, const char *text,
                       const struct variant *variant, struct error *error);

// The same as text, "" for none. The same abilities give the same text.
char *restriction_text(const struct restriction *restriction, const struct variant *variant,
                       char text[RESTRICTION_TEXT]);

bool restriction_any(const struct restriction *restriction);

// Takes from one side what it lacks. Keys stay: positions of tables with and without compare.
void tables_restrict(struct tables *tables, enum side side, const struct restriction *restriction);
