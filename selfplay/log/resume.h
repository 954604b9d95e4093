// SPDX-License-Identifier: GPL-3.0-or-later
// Finds how much of a log can be trusted after any kind of stop.
#pragma once

#include "config.h"
#include "runmeta.h"
#include "tally.h"

// What every row of a log must say, by the run's record.
struct row_identity {
    uint64_t seed;
    const char *variant, *rules, *player[PLAYERS]; // not owned
    bool paired;
};
// `rules` holds their text: the identity is good as long as it and `config` are.
struct row_identity row_identity_of_config(const struct config *config, char rules[RULES_TEXT]);
// Good as long as `meta` is. Settings that are missing in it become "".
struct row_identity row_identity_of_run(const struct runmeta *meta);

struct log_files {
    const char *games, *positions; // paths
};

// Reads games.csv and positions.csv, whose first game is number `first_game`, and works out the
// longest prefix of whole games (`prefix->games` counts them); the files are not touched. A last
// line that is torn does not count. Nor do a game whose positions are not all there, positions of
// games that were not committed and, when the machine has been restarted
// (`same_boot` false), what was written after the last checkpoint.
// `tally` gets the games of the prefix. Errors name file and line: rows that belong to another run,
// or that are damaged with good ones behind them.
bool resume_scan(const struct log_files *files, const struct row_identity *identity,
                 int64_t first_game, const struct checkpoint *checkpoint, bool same_boot,
                 struct tally *tally, struct checkpoint *prefix, struct error *error);
