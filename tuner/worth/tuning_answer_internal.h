// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of tuning_answer.h share.
#pragma once

#include "tuning_answer.h"

// "LG", "LG in hand", "LG promoted", "king.near": a parameter as the tables name it.
enum { TUNING_LABEL = 40 };
const char *tuning_label(const struct tuning *tuning, int index, char text[TUNING_LABEL]);

// Adds the sentences to the answer's summary: how well the values to play by are known, whether the
// fit predicts, and where worth is measured. `full`: also how many average worths are usable,
// which are not measured, and how many games would mend that; the same as keys.
void tuning_summary(struct answer *answer, const struct tuning *tuning, bool full);

// Adds a sentence where mirror images differ significantly, or by a factor, and says why: of
// average worths, or of the values to play by.
void tuning_mirrors(struct answer *answer, const struct tuning *tuning, bool worth);
