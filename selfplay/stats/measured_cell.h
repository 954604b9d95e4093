// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates as cells of an answer.
#pragma once

#include "answer.h"
#include "statistics.h"

static inline struct answer_cell cell_measured(struct measured of) {
    struct answer_cell cell = cell_interval(of.value, of.low, of.high);
    cell.n = of.n;
    return cell;
}

static inline struct answer_cell cell_with_error(double value, double se) {
    return cell_interval(value, value - NORMAL_975 * se, value + NORMAL_975 * se);
}

// Missing where nothing was observed.
static inline struct answer_cell cell_observed(struct measured of) {
    return of.n > 0 ? cell_measured(of) : cell_missing();
}
