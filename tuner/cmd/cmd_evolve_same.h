// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the loop in the folder is the one that is asked for. Only cmd_*.c files include this.
#pragma once

#include "cmd_evolve_options.h"
#include "runmeta.h"

// The record of a generation's games, or of a part of them; NULL where none is begun. Destroy with
// runmeta_destroy.
struct runmeta *evolve_record(const struct evolve_options *options, int generation);

// Holds the games that are there against `asked`, the record that generation 1 would begin with:
// EXIT_DONE where none are or they are the same, else the code of the difference that has been
// told.
int evolve_same(const struct evolve_options *options, const struct runmeta *asked);
