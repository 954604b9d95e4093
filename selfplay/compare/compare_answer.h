// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison of rule settings answers. The same columns serve its files, its text and the
// tables of a report.
#pragma once

#include "answer.h"
#include "comparison.h"

struct compare_context { // what the games were played with, one line each
    const char *folder, *values, *openings;
    uint64_t seed;
};

// Takes over `origin`: members of the JSON that say how the answer was made. Of CSV there are the
// tables "cells" (a row a metric, node limit and arm), "effects" (of the toggles, if there are any)
// "orders" (of the arms, against their order at the highest limit) and, from the start position,
// "first_move". To be destroyed by the caller.
struct answer compare_answer(const struct comparison *comparison,
                             const struct compare_context *context, struct cJSON *origin);

// The tables from a report's sections: from the list of metrics with the rows that CSV has, under
// the keys "cells" (all arms in one table, then each metric's own), "effects" and "orders".
void compare_cells_from(struct answer *answer, const struct cJSON *list);
void compare_overview_from(struct answer *answer, const struct cJSON *list);
void compare_effects_from(struct answer *answer, const struct cJSON *list);
void compare_orders_from(struct answer *answer, const struct cJSON *list);
