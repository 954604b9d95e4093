// SPDX-License-Identifier: GPL-3.0-or-later
// Where games start: random plies that a shallow search finds balanced, a list from a file, or
// randomised armies.
// Opening i is a pure function of the settings, the seed and i.
#pragma once

#include "armies.h"
#include "buffer.h"
#include "engine.h"

struct opening_list {
    int count;
    struct buffer text; // the FENs, each with its final 0
    struct buffer at;   // where each begins: size_t
    uint64_t hash;      // of the FENs in their order
};

struct opening_settings {
    const struct opening_list *list; // not owned; NULL: random plies
    int plies;                       // random plies from the start position, at least 1
    int bound;                       // centi-values: the search's score must lie within +-bound
    int nodes;                       // of that search
    int tries;                       // after so many the best balanced of them is taken
    struct army_settings army;       // with a share the rest does not count
};

struct opening {
    char fen[FEN_TEXT];
    int tries; // of random plies; 0 otherwise
    int score; // of the shallow search, for the side to move; 0 without one
};

// Reads a file of FENs: one a line ('#' begins a comment line), of EPD whose operations are passed
// over, or CSV with a column `fen`, and
// perhaps `variant`. Errors name file and line: no FEN, another game, one that is over already.
bool opening_list_load(const char *path, const struct tables *tables, struct opening_list *list,
                       struct error *error);
void opening_list_destroy(struct opening_list *list);

// Opening `index`. Random plies: a piece that can move is drawn first (each kind of piece in hand
// counts as one), then one of its moves, so that neither drops nor far-reaching pieces crowd out
// the rest. `judge` searches; it is put back to a new game first. False: every try ended the game.
bool opening_choose(const struct opening_settings *settings, const struct tables *tables,
                    uint64_t seed, int64_t index, struct engine *judge, struct opening *opening,
                    struct error *error);

// Place of `index` in a list of `count`: a permutation of 0..count-1 keyed by the seed, another one
// for each time through the list. So no opening comes twice before all have come once.
int opening_place(uint64_t seed, int64_t index, int count);
