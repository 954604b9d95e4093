// SPDX-License-Identifier: GPL-3.0-or-later
// The table at the end of a run of games. Only cmd_*.c files include this.
#pragma once

#include <stdio.h>

#include "diagram.h"
#include "summary.h"

void summary_print(const struct summary *summary, struct diagram_style style, FILE *out);
void summary_print_json(const struct summary *summary);
