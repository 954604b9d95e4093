// SPDX-License-Identifier: GPL-3.0-or-later
// What the files compare_*.c share.
#pragma once

#include "answer.h"
#include "comparison.h"

// In compare_summary.c.

// Says what decides, in sentences: first of all.
void compare_summary(struct answer *answer, const struct comparison *comparison);
// All arms in one table, where there are several: what a reader wants first.
void compare_overview(struct answer *answer, const struct comparison *comparison);
// The ladders from the start position as a table, "first_move".
void compare_first_moves(struct answer *answer, const struct comparison *comparison);
