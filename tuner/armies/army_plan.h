// SPDX-License-Identifier: GPL-3.0-or-later
// How many games of armies a wanted precision takes, from the fit of a pilot by the same design.
#pragma once

#include "army_fit.h"

enum { ARMY_PILOT_NEEDED = 10 }; // a pilot's piece needs a difference in so many

struct army_plan_form {
    const char *where;       // "board", "hand", "promoted"
    int pieces;              // measured by the pilot; 0: none, and the rest says nothing
    double half_width;       // of the median piece, 95%, mean pieces, as the pilot has it
    double games, low, high; // for the wanted one; 95% by how well the pilot knows the mean piece
};

struct army_plan {
    double wanted;
    struct army_plan_form form[WORTH_FORMS];
    double games, low, high; // for the form that takes most
    int open;                // pieces that the pilot has not seen enough of to say anything
};

// Games after which the median piece of each form has the half width `wanted`, 95%, in mean pieces:
// what the pilot has shrinks with the root of the number of games. The pilot is to be fitted with
// ARMY_PILOT_NEEDED. Errors: the pilot does not tell the mean piece from 0.
bool army_plan(const struct army_estimate *pilot, double wanted, struct army_plan *plan,
               struct error *error);
