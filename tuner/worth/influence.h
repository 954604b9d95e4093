// SPDX-License-Identifier: GPL-3.0-or-later
// The games that move a value most: what would become of it without them.
//
// To first order, leaving out game g moves the weights by A^-1 u_g, with A the Hessian and u_g the
// game's gradient (Cook and Weisberg, Residuals and Influence in Regression, 1982); the move of a
// ratio to the yardstick follows by its derivative.
#pragma once

#include "fit.h"

struct influence {
    size_t game;   // of the data set
    int parameter; // whose value it moves most, in standard errors
    double move;   // of that value when the game is left out, in centi-values
    double errors; // the same in standard errors of the value, absolute
};

// The `count` games with the largest `errors`, largest first, over all measured men; writes them
// and how many there are. Errors: memory.
bool influence_list(const struct fit *fit, const struct fit_options *options, int count,
                    struct influence *list, int *found, struct error *error);
