// SPDX-License-Identifier: GPL-3.0-or-later
// The evaluation in centi-values, seen from FIRST, as its trace has it (eval.h).
#pragma once

#include "eval.h"

static inline int trace_dot(const struct trace *trace, const struct values *values) {
    int sum = 0;
    for (int i = 0; i < VALUES; i++)
        sum += trace->feature[i] * values->value[i];
    return sum;
}
