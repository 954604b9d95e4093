// SPDX-License-Identifier: GPL-3.0-or-later
// A fit as the rows of a values.csv.
#pragma once

#include "fit.h"
#include "values_file.h"

// Every parameter of the evaluation that the variant has: measured values with their intervals, the
// others with their starting value and empty columns; then the starting values' parameters of the
// search.
void tuned_values(const struct fit *fit, const struct tables *tables, const struct values *start,
                  struct values_file *file);
