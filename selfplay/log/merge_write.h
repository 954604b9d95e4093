// SPDX-License-Identifier: GPL-3.0-or-later
// The writing half of a merge.
#pragma once

#include "merge.h"

// Writes the proven parts into options->out, reads them back and proves them once more as one run.
// run.json comes first, saying that a merge is under way, and last, saying that it is done: a merge
// that was killed is begun again, and a folder that holds anything else is refused.
bool merge_write(const struct merge_options *options, struct merge *merge, struct error *error);
