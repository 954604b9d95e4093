// SPDX-License-Identifier: GPL-3.0-or-later
// What the files compare_*.c share.
#pragma once

#include "answer.h"
#include "comparison.h"

// Says what decides, in sentences: first of all.
void compare_summary(struct answer *answer, const struct comparison *comparison);
