// SPDX-License-Identifier: GPL-3.0-or-later
// Finds how much of a log can be trusted after any kind of stop.
#pragma once

#include "runmeta.h"
#include "tally.h"

// Reads the two files of a run and works out the longest prefix of whole games (`prefix->games`
// counts them); the files are not touched. A last line that is torn does not count. Nor do a game
// whose positions are not all there, positions of games that were not committed and, when the
// machine has been restarted since the record was saved, what was written after its checkpoint.
// `tally` gets the games of the prefix. Errors name file and line: rows that are not of the run, or
// that are damaged with good ones behind them.
bool resume_scan(const char *games, const char *positions, const struct runmeta *meta,
                 struct tally *tally, struct checkpoint *prefix, struct error *error);
