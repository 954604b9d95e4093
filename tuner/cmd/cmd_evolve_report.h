// SPDX-License-Identifier: GPL-3.0-or-later
// What `kagami evolve` says of its generations. Only cmd_*.c files include this.
#pragma once

#include "cmd_evolve_options.h"

// Writes history.csv, and evolve.json: the generations up to `last`.
bool evolve_write(const struct evolve_options *options, int last, struct error *error);
// Prints them, as a table or as the JSON; returns an exit code.
int evolve_report(const struct evolve_options *options, int last);
