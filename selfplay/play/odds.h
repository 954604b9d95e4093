// SPDX-License-Identifier: GPL-3.0-or-later
// Material odds (after H. G. Muller): balanced openings in which one side then lacks a piece, or
// has one more in hand.
#pragma once

#include "position.h"
#include "random.h"

enum { ODDS_MAX = 2 * BASE_TYPES, ODDS_NAME = 24 };

struct odds {     // one side is ahead by `type`
    Type type;    // base type
    bool hand;    // it has one more in hand; otherwise the other side lacks one on the board
    Type against; // the side that is ahead lacks one of these on the board; 0: nothing
};

// "B", "hand-B", "B-for-S": names of folders; returns `name`.
char *odds_name(const struct odds *odds, char name[ODDS_NAME]);

// True when the start position has the pieces that the odds take away, and hands are in use where
// the odds speak of them; `error` says what is amiss.
bool odds_possible(const struct odds *odds, const struct tables *tables, struct error *error);

// Puts `ahead` ahead: the piece that is taken away is one drawn by `random`, or the next with which
// a game can start. False when there is none: all have gone, or a royal would stand en prise.
bool odds_give(const struct odds *odds, const struct position *even, enum side ahead,
               struct random random, struct position *uneven);
