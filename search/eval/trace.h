// SPDX-License-Identifier: GPL-3.0-or-later
// The evaluation's features: for every position
//     sum over i of values.value[i] * trace.feature[i] == eval, seen from FIRST.
#pragma once

#include "position.h"
#include "values.h"

struct trace {
    int16_t feature[VALUES];
};

// Counts every feature of the position (0 where the variant has none).
void trace_position(const struct tables *tables, const struct position *position,
                    struct trace *trace);

// Dot product: the evaluation in centi-values, seen from FIRST.
int trace_dot(const struct trace *trace, const struct values *values);
