// SPDX-License-Identifier: GPL-3.0-or-later
// The single changes of a game, each a game of its own: what `kagami design` races.
//
// In their order: the moves of each piece, promotions, the start position, rules.
//   pieces      a direction of a piece (left and right together of one that is its own mirror
//   image)
//               has no move, a step or a slide: each that it has not; a jump or a way that bends is
//               taken away
//   promotions  taken away; or given: to the own moves and all adjacent steps, or to what another
//               piece of the game promotes to
//   array       two neighbours of the first player's change places, a piece is left out, and the
//               same on the other side; where the armies differ, one becomes the other's image
//   rules       another value of a toggle that the game has
// Royals and what is not in the start position keep their moves. Pieces that are mirror images of
// each other change together.
#pragma once

#include "error.h"
#include "tables.h"

enum vary { VARY_PIECES = 1, VARY_PROMOTIONS = 2, VARY_ARRAY = 4, VARY_RULES = 8, VARY_ALL = 15 };
enum { EDIT_TEXT = 192, CANDIDATES_MAX = 2000 };

struct candidate {
    char edit[EDIT_TEXT]; // in a line: "Pawn fW -> fWfF"; of a file its path
    char *text;           // INI, owned
};

struct candidates {
    struct candidate *of; // owned
    int count, room;
    int same; // games that play as the base or another one
};

// All changes of the kinds in `vary`. Each reads back as a game whose start position is legal and
// has a move. Errors: more than CANDIDATES_MAX.
bool candidates_list(struct candidates *list, const struct tables *base, unsigned vary,
                     struct error *error);
// Adds the game of a file under the base's name, by which players find what ships for it. What
// cannot be played is an error, and what plays as the base.
bool candidates_add_file(struct candidates *list, const struct tables *base, const char *path,
                         struct error *error);
void candidates_destroy(struct candidates *list);

// The tables of an INI text with its own rules, to be freed. NULL and `error`: it cannot be played.
struct tables *candidate_tables(const char *text, const char *file, struct error *error);
