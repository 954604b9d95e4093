// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core against the reference at one position, and makes positions to hold them against.
#pragma once

#include "notation.h"
#include "random.h"
#include "reference.h"

// A game in both representations, and what has been compared so far.
struct comparison {
    const struct tables *tables;
    struct position position;
    struct reference_position reference;
    struct random random;
    struct error error;             // the first disagreement, with the FEN
    long positions, moves, largest; // compared; `largest` number of moves of one position
    long promoted, in_hand;         // positions with a promoted piece, with a full dozen in hand
};

// Puts `fen` on both boards. False when core refuses it.
bool compare_start(struct comparison *c, const struct tables *tables, const char *fen);

// Compares everything that can be asked of the position: legal moves in all kinds, captures on each
// square, counts, legality of any 32 bits, make and unmake, keys, FEN, move text, attacks on every
// square. False when something differs; c->error says what.
bool compare_all(struct comparison *c);

// Compares the list of legal moves alone, as counted by tables->lion_paths.
bool compare_moves(struct comparison *c);

// Plays one of the legal moves on both boards and compares what comes of it. False when something
// differs, or, with an empty c->error, when there is no move.
// `taste` 0: any move; 1: rather captures and board moves, so that hands fill; 2: rather promotions
// and drops.
bool compare_step(struct comparison *c, int taste);

// Writes the FEN of a position with the pieces of the start position scattered over board and
// hands, in either form and of either side; the Kings stay single.
void compare_scatter(const struct tables *tables, struct random *random, char text[FEN_TEXT]);

// Writes the FEN of a Chu Shogi position with few pieces, many of them with lion power and in
// contact, with any number of royals, and with a counter-strike square and declined promotions
// where the rules know them.
void compare_scatter_lions(const struct tables *tables, struct random *random, char text[FEN_TEXT]);
