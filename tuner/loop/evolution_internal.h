// SPDX-License-Identifier: GPL-3.0-or-later
// What the steps of a generation share. Only evolution_*.c files include this.
#pragma once

#include "beside.h"
#include "evolution.h"
#include "log_reader.h"

// Writes what a step tells people to a file of its generation, and destroys the answer.
bool evolution_tell(const struct evolution_run *run, int generation, const char *name,
                    struct answer *answer, struct error *error);

// Logs of generations `first` to `last`, to be destroyed.
struct log_folders evolution_logs(const char *folder, int first, int last);

// The first of the generations whose games are fitted to: all that the values in play have played
// (where they do not suffice, the next generation plays on with the same values), and those of the
// window, though other values played some of them.
int evolution_first_fitted(const struct evolution_run *run, int generation);

// --- What is learned beside values ---------------------------------------------------------------

// How likely moves are: from all games of the loop, since better values change little of that.
// Written before the values, with which they go, and which say that the step is done. Nothing is
// known of moves where all of them are captures.
bool evolution_learn_moves(const struct evolution_run *run, int generation, struct error *error);

// A network is learned on top of values that were chosen, and tried by matches in parts.

// The file of values with such a part beside them, FOLDER/G/steps/net-PERCENT.csv, and the name of
// its match among the scores and below "steps/".
char *evolution_part(const struct evolution_run *run, int generation, int percent,
                     char path[PATH_MAX]);
char *evolution_part_name(int percent, char name[EVOLUTION_NAME]);

// Learns, and writes all parts beside the values of the file `values`; does nothing where they are
// there. `*learned`: there are such; not where the games are too few, which was said.
bool evolution_learn_parts(const struct evolution_run *run, int generation, const char *values,
                           bool *learned, struct error *error);
