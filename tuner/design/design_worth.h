// SPDX-License-Identifier: GPL-3.0-or-later
// Terms of a wish about what pieces are worth, in mean pieces, from games of randomised armies: of
// pieces of the start position other than royals and the Pawn, those of the mean piece, on the
// board. Each term is the least or the largest of several numbers, chosen after the games, so that
// its interval holds for all of them together (Bonferroni).
#pragma once

#include "army_fit.h"

enum { WORTH_TERMS = 2 };
struct worth_term {
    const char *name, *definition;
    const char *of;                   // what it looks at, as an error says it
    bool mirrors;                     // differences between mirror images; else worths
    double (*choose)(double, double); // of two of these
};
extern const struct worth_term worth_terms[WORTH_TERMS];

// The term of that name, or -1.
int worth_term_find(const char *name);

// Error: the game has nothing that the term looks at.
bool worth_term_applies(const struct worth_term *term, const struct tables *tables,
                        struct error *error);

// The term by estimates in mean pieces of so many games. A piece that is not measured could be the
// one that is looked for: then the term is not measured either (n = 0).
struct measured worth_term_measure(const struct worth_term *term, const struct worths *worths,
                                   const struct worths_scaled *scaled, double games);

// Every term by the games; n = 0 where these do not suffice.
void worth_terms_measure(const struct army_games *games, struct measured value[WORTH_TERMS]);
