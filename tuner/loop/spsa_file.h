// SPDX-License-Identifier: GPL-3.0-or-later
// What SPSA leaves on the disk: its state, complete in one file, and plans that people may edit.
#pragma once

#include "spsa.h"

// Writes the state as JSON, replacing the file whole. `identity` is the text that a run which goes
// on must agree with. Nothing else goes in: the bytes depend on the steps alone.
bool spsa_save(const struct spsa *spsa, const char *identity, const char *path,
               struct error *error);

// Reads a state back to the last bit. The caller frees `*identity`, and destroys the state in any
// case. Errors name the file: not JSON, not of this kind, numbers that are missing or out of range.
bool spsa_load(const char *path, struct spsa *spsa, char **identity, struct error *error);

// Adds a plan's parameters as CSV: parameter,scale,start,min,max,c_end,r_end.
void spsa_plan_print(const struct spsa_plan *plan, struct buffer *text);

// Reads the parameters of a plan; an empty r_end is 0. Errors name file and line: unknown
// parameters, those that the game has not, duplicates, what is no number, what spsa_param_check
// refuses.
bool spsa_plan_read(const char *path, const struct tables *tables, struct spsa_plan *plan,
                    struct error *error);
