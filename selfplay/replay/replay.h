// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a log's games again by the rules and compares everything that needs no search.
#pragma once

#include "referee.h"
#include "rows.h"

struct replay_options {
    const char *folder;
    int64_t game; // only this one; -1 = all
    // Called for each mismatch with "file:line: what"; must not be NULL.
    void (*mismatch)(void *context, const char *text);
    // Called for the opening (`last` = MOVE_NONE), then after each move; may be NULL.
    void (*position)(void *context, const struct game_row *row, const struct position *position,
                     Move last);
    // Called after each game with the number of its mismatches; may be NULL.
    void (*game_over)(void *context, const struct game_row *row, int mismatches);
    void *context;
};

struct replay_result {
    int64_t games;      // read
    int64_t confirmed;  // without any mismatch
    int64_t mismatches; // in all rows of both files
    bool unfinished;    // the run has not come to its end
};

// Checks games.csv row by row: rules, opening, every move legal, result, termination, counts; and
// that each row of positions.csv shows the position of its ply. The rules come from run.json, which
// holds the variant's text; a folder without one is checked by the built-in variant. False and
// `error` when the files cannot be read or there is no such game.
bool replay_folder(const struct replay_options *options, struct replay_result *result,
                   struct error *error);
