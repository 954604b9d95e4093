// SPDX-License-Identifier: GPL-3.0-or-later
// What the games of a log come to where each counts once: a game of deterministic players that is
// played again tells nothing new.
#pragma once

#include "first_move.h"
#include "runmeta.h"

struct distinct {
    struct tally *tally; // owned: the distinct games; its pairs and players do not count
    bool from_start;     // the openings are a ladder from the start position, of one player:
    int plies;           // drawn
    struct first_move first;
    char openings[128]; // where the games start, in words: "the start position"
};

// Reads games.csv twice, in bounded memory but for 24 bytes a game of a ladder. Errors name file
// and line. End with distinct_destroy in any case.
bool distinct_read(const char *path, const struct runmeta *meta, struct distinct *distinct,
                   struct error *error);
void distinct_destroy(struct distinct *distinct);
