// SPDX-License-Identifier: GPL-3.0-or-later
// What `kagami spsa` prints: the plan before the games, the answer after them.
// Only cmd_*.c files include this.
#pragma once

#include <stdio.h>

#include "diagram.h"
#include "spsa.h"
#include "values_file.h"

// Steps, bounds and where chance would carry each parameter. `share`: moves that its c_end changes
// (NULL: not measured).
void spsa_report_plan(const struct spsa_plan *plan, const double *share, struct diagram_style style,
                      FILE *out);

// Where the run stands.
void spsa_report_text(const struct spsa *spsa, const char *title, struct diagram_style style);
// The same as JSON, with the origin of the run in `folder`. The caller frees it. NULL when memory
// is out.
char *spsa_report_json(const struct spsa *spsa, const char *folder);

// What moved most, for the progress line.
void spsa_report_line(const struct spsa *spsa, char *text, size_t size);

// Rows for values.csv: everything that the game has, and parameters of the search that are tuned or
// not by default.
void spsa_report_values(const struct spsa *spsa, const struct tables *tables,
                        const struct values *base, struct values_file *file);
