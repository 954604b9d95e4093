// SPDX-License-Identifier: GPL-3.0-or-later
// What a run of SPSA tunes: directions, and parameters by name.
#pragma once

#include "base.h"
#include "spsa.h"

struct spsa_choice {                     // not owned
    const struct option_texts *tune;     // patterns of names
    const struct option_texts *together; // lists of them with commas between, each a direction
    bool directions;                     // the usual ones
    double share;                        // that arms differ by; 0: a tenth
    double way; // most that a part of a direction goes, a factor of its value (or a unit where that
                // is more); 0: the bounds that suit it
};

// Adds directions, and then what `tune` names, to an empty plan, each with what suits its value in
// `base`. False: a name that the game does not have, or that stands twice.
bool spsa_choose(const struct spsa_choice *choice, const struct tables *tables,
                 const struct values *base, struct spsa_plan *plan, struct error *error);
