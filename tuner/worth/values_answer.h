// SPDX-License-Identifier: GPL-3.0-or-later
// What pieces and the terms of the evaluation are worth, as tables: of a fit, or of a file.
#pragma once

#include "answer.h"
#include "tables.h"
#include "values.h"

// The words of a value without an interval: it was not measured and keeps its starting value, or it
// was tuned all the same.
extern const char values_kept[], values_open[];

// Adds the pieces, the most valuable first and mirror pairs beside each other, and the terms.
// `cell`: centi-values by parameter, `n` the games in which the sides differed in it; missing: not
// of this game. `unit`: centi-values of a worth of 1, NAN: not known. `keys`: in JSON as "pieces"
// and "terms", see report_values.c; else for people alone.
void values_answer(struct answer *answer, const struct tables *tables,
                   const struct answer_cell cell[VALUES], double unit, bool keys);
// The same for people from such JSON.
void values_answer_from(struct answer *answer, const struct cJSON *section);
