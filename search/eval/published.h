// SPDX-License-Identifier: GPL-3.0-or-later
// The measured worth of the pieces of games that ship, compiled in: of each row of
// results/published.csv the worth.csv that it names, with its covariance.
#pragma once

#include "buffer.h"
#include "tables.h"

struct published_row {
    const char *parameter; // "board.+B", as values_name has it
    double elo;
    double worth, low, high; // mean pieces, 95%
    double games;
};

struct published {
    const char *variant; // its name; NULL in the last
    int nodes, depth;    // the players' limit a move, and how deep they see by it in the median
    const char *program; // a commit: players are by its values
    const char *finding; // results/NAME/finding.md
    const char *source;  // the games, as worths.h has them
    int count;
    const struct published_row *row;
    const double *covariance; // count x count, Elo^2
};
extern const struct published published_tables[];

// The table of the game, or NULL. It is of the game that ships, by its default rules: a file of the
// user's by the same name has it as long as both print alike.
const struct published *published_find(const struct tables *tables);

// Its row of a parameter of struct values, or NULL: not measured.
const struct published_row *published_row(const struct published *published, int index);

// Adds the sentences that say by what games and players it was measured.
void published_origin(const struct published *published, struct buffer *out);
