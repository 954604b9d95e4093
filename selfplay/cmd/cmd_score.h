// SPDX-License-Identifier: GPL-3.0-or-later
// Shows what the counts of a match say. Only cmd_*.c files include this.
#pragma once

#include "diagram.h"
#include "sprt.h"

// Tables of the counts, of score, Elo and LOS, and of the test (NULL: none).
void score_print(const struct score_counts *counts, const struct sprt *sprt,
                 struct diagram_style style);

// "Elo +12.3 -+4.5  LOS 98.1%", with a test "  LLR +1.23 (-2.94..2.94)": for a progress line.
void score_line(const struct score_counts *counts, const struct sprt *sprt, char *text,
                size_t size);
