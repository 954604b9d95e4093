// SPDX-License-Identifier: GPL-3.0-or-later
// How many games of a log repeat another one. Memory is bounded whatever the number of games; a
// temporary file lies beside the log meanwhile.
#pragma once

#include "error.h"

struct duplicates {
    int64_t openings; // pairs (games, where the players are the same) that start as an earlier one
    int64_t games;    // games with opening and moves of an earlier one
};

// Reads games.csv once and counts. Errors name file and line, or say what is wrong with the disk.
bool duplicates_count(const char *path, struct duplicates *duplicates, struct error *error);
