// SPDX-License-Identifier: GPL-3.0-or-later
// A game as XBoard 4.9 is told of it: its name, and for a game that XBoard does not know the
// `setup` line (which picture stands for which piece, board and hands, start) and `piece` lines.
//
// Games of our own are made children of XBoard's Chu Shogi: of its variants that one alone lets
// every piece promote by `+`, in a zone that it leaves to the engine, and knows the pass.
#pragma once

#include "variant.h"

enum {
    // What XBoard has room for: ranks of the board, and of the columns of pieces in hand beside it,
    // one rank a type; files with those columns (4 files).
    XBOARD_RANKS_MAX = 15,
    XBOARD_FILES_MAX = 16,
    XBOARD_HAND_FILES = 4,
    XBOARD_RANKS_FROM_0 = 10, // ranks of the one board that it numbers from 0
    XBOARD_PLACES = 66 // pictures, in the order of its pieceToChar tables; the last is the King's
};

struct xboard_setup {
    const struct variant *variant; // not owned
    const struct rules *rules;     // not owned
    bool known;                    // XBoard has this game: board, pieces and start are its own
    uint8_t hand_count;
    uint8_t hand_rows;          // that XBoard is told of, hand_count or one more
    uint8_t height;             // ranks of its board, with those that only pieces in hand need
    uint8_t low_rank;           // what it calls the lowest rank: 1, or 0 where its board has ten
    Type hand[BASE_TYPES];      // the types in hand from their first rank on, in XBoard's order
    Type places[XBOARD_PLACES]; // the piece shown by each picture, 0 = none
};

// The name of the game in CECP: what its file says that XBoard calls it, else its own name without
// `-` (XBoard takes "chu-..." for its Chu Shogi). Returns `name`.
char *xboard_name(const struct variant *variant, char name[NAME_TEXT]);

// True when `name` means the variant: as above, its own name, or one with the size of a board in
// front ("12x12+0_chu").
bool xboard_names(const struct variant *variant, const char *name);

// Chooses pictures and places of the pieces in hand: pictures that the file chooses, then by name,
// by moves, by a word of the name, any. False when XBoard has no room for the board
// and its hands, when there is no single royal piece to stand for its King, or more pieces than
// pictures: then the game can be played, but XBoard cannot show it.
// Variant and rules must live as long as the setup.
bool xboard_setup_init(struct xboard_setup *setup, const struct variant *variant,
                       const struct rules *rules);

// Hands the lines that answer `variant` to `line`, one by one, without their ends.
void xboard_setup_print(const struct xboard_setup *setup,
                        void (*line)(void *context, const char *text), void *context);
