// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison of rule settings answers. The same columns serve its files, its text and the
// tables of a report.
#pragma once

#include "answer.h"
#include "comparison.h"

// Of the runs in `folder`. Takes over `origin`: members of the JSON that say how the answer was
// made. Of CSV there are the tables "cells" (a row a metric, node limit and arm), "effects" (of the
// toggles, if there are any) and, from the start position, "first_move". To be destroyed by the
// caller.
struct answer compare_answer(const struct comparison *comparison, const char *folder,
                             struct cJSON *origin);

// How deep the players of all arms saw, by node limit; with depths_answer or depths_warn. Each
// arm's own stands in the files.
void compare_depths(struct answer *answer, const struct comparison *comparison,
                    void (*add)(struct answer *, const char *, const struct depths *));

// Its beginning, in compare_summary.c.

// Says what decides, in sentences: first of all.
void compare_summary(struct answer *answer, const struct comparison *comparison);
// All arms in one table, where there are several: what a reader wants first.
void compare_overview(struct answer *answer, const struct comparison *comparison);
// The ladders from the start position as a table, "first_move".
void compare_first_moves(struct answer *answer, const struct comparison *comparison);
