// SPDX-License-Identifier: GPL-3.0-or-later
// What the counts of a match say, as JSON.
#pragma once

#include <cjson/cJSON.h>

#include "sprt.h"

// Adds counts, score, Elo, LOS and the test (NULL: none) to an object.
void score_json(cJSON *json, const struct score_counts *counts, const struct sprt *sprt);
