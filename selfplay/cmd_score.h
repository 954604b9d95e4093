// SPDX-License-Identifier: GPL-3.0-or-later
// Shows what the counts of a match say. Only cmd_*.c files include this.
#pragma once

#include <stdio.h>

#include "diagram.h"
#include "sprt.h"

// Tables of the counts, of score, Elo and LOS, and of the test (NULL: none).
void score_print(const struct score_counts *counts, const struct sprt *sprt,
                 struct diagram_style style, FILE *out);
