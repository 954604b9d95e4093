// SPDX-License-Identifier: GPL-3.0-or-later
// "Did you mean ...?": the known word nearest to one that is not known.
#pragma once

#include "base.h"

// The word with the smallest edit distance (insertions, deletions, substitutions and swaps of
// neighbours; Damerau, "A technique for computer detection and correction of spelling errors",
// 1964) to `text`, or NULL when none is near enough to be meant. `words` has `count` entries.
const char *nearest(const char *text, const char *const *words, int count);
