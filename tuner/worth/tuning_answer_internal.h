// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of tuning_answer.h share.
#pragma once

#include "tuning_answer.h"

// "LG", "LG in hand", "LG promoted", "king.near": a parameter as the tables name it.
enum { TUNING_LABEL = 40 };
const char *tuning_label(const struct tuning *tuning, int index, char text[TUNING_LABEL]);

// Adds the sentences to the answer's summary: how many worths are usable and how well they are
// known, which are not, and how many games would mend that; the same as keys.
void tuning_summary(struct answer *answer, const struct tuning *tuning);
