// SPDX-License-Identifier: GPL-3.0-or-later
// "Did you mean ...?": the known word nearest to one that is not known.
#pragma once

#include "error.h"

// The word with the smallest edit distance (insertions, deletions, substitutions and swaps of
// neighbours; Damerau, "A technique for computer detection and correction of spelling errors",
// 1964) to `text`, or NULL when none is near enough to be meant. `words` has `count` entries.
const char *nearest(const char *text, const char *const *words, int count);

// "; did you mean 'WORD'?" with that word, or "". Returns `hint`.
enum { NEAREST_TEXT = 80 };
const char *nearest_hint(const char *text, const char *const *words, int count,
                         char hint[NEAREST_TEXT]);

// Sets "no WHAT 'TEXT'; did you mean 'WORD'? there are WORDS" and `more` behind it. Returns false.
bool nearest_error(struct error *error, const char *what, const char *text,
                   const char *const *words, int count, const char *more);
