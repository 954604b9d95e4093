// SPDX-License-Identifier: GPL-3.0-or-later
// The progress line of `kagami spsa`, and its values.
// Only cmd_*.c files include this.
#pragma once

#include "spsa.h"
#include "values_file.h"

// What moved most, for the progress line.
void spsa_report_line(const struct spsa *spsa, char *text, size_t size);

// Rows for values.csv: everything that the game has, and parameters of the search that are tuned or
// not by default.
void spsa_report_values(const struct spsa *spsa, const struct tables *tables,
                        const struct values *base, struct values_file *file);
