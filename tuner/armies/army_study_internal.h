// SPDX-License-Identifier: GPL-3.0-or-later
// What army_study.c has of army_checks.c.
#pragma once

#include "army_study.h"

// Tests every other method against a run that has been fitted.
void army_compare_others(const struct army_study *study, struct army_run *run);
// After the last run: all in one unit, differences from the main run, the mean with what agrees
// with it.
void army_side_by_side(struct army_study *study);
