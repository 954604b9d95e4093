// SPDX-License-Identifier: GPL-3.0-or-later
// Finds how much of a log can be trusted after any kind of stop.
#pragma once

#include "config.h"
#include "runmeta.h"
#include "tally.h"

// Reads games.csv and positions.csv and works out the longest prefix of whole games; the files are
// not touched. A last line that is torn does not count. Nor do a game whose positions are not all
// there, positions of games that were not committed and, when the machine has been restarted
// (`same_boot` false), what was written after the last checkpoint.
// `tally` gets the games of the prefix. Errors name file and line: rows that belong to another run,
// or that are damaged with good ones behind them.
bool resume_scan(const char *games_path, const char *positions_path, const struct config *config,
                 const struct checkpoint *checkpoint, bool same_boot, struct tally *tally,
                 struct checkpoint *prefix, struct error *error);
