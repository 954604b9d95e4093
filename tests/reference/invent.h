// SPDX-License-Identifier: GPL-3.0-or-later
// Games that nobody plays: random boards, pieces and rules as the text of a variant file.
#pragma once

#include "random.h"

enum { INVENT_TEXT = 8192 };

// Writes a random Betza move set that betza.h allows, of at most 60 characters.
void invent_betza(struct random *random, char text[64]);

// Writes a random variant: a board of 3x3 to 12x12, a King, a Pawn and some other pieces with move
// sets of every kind (move only, capture only, lame, ranged, forward only), rules and start
// position.
void invent_variant(struct random *random, char text[INVENT_TEXT]);

// Writes a random variant of the same kind in which pieces have lion power, count as Lions, promote
// to royals, and in which the rules of Chu Shogi have random values.
void invent_lion_variant(struct random *random, char text[INVENT_TEXT]);
