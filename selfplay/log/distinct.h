// SPDX-License-Identifier: GPL-3.0-or-later
// What the games of a log come to where each counts once: a game of deterministic players that is
// played again tells nothing new.
#pragma once

#include "first_move.h"
#include "runmeta.h"

enum { OPENINGS_TEXT = 128 };
// Where the games of a run start, in words: "the start position".
char *distinct_openings(const struct runmeta *meta, char text[OPENINGS_TEXT]);
// They do so by a ladder, and one player plays both sides.
bool distinct_from_start(const struct runmeta *meta);

struct distinct {
    struct tally *tally; // owned: the distinct games; its pairs and players do not count
    bool from_start;     // distinct_from_start
    int plies;           // that are drawn there
    struct first_move first;
    char openings[OPENINGS_TEXT];
};

// Reads games.csv twice, in bounded memory but for 24 bytes a game of a ladder. Errors name file
// and line. End with distinct_destroy in any case.
bool distinct_read(const char *path, const struct runmeta *meta, struct distinct *distinct,
                   struct error *error);
void distinct_destroy(struct distinct *distinct);
