// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a log's games again by the rules and compares everything that needs no search.
#pragma once

#include "referee.h"
#include "rows.h"
#include "runmeta.h"

// The rules that the games of a log were played by, row after row.

// Zeroed at first; large: keep it off small stacks. Owns nothing.
struct game_tables {
    struct tables tables; // of the row that was loaded last
    // For replay.c:
    struct variant variant;
    struct restriction restriction[PLAYERS];         // of the players, by run.json
    int first_player;                                // that `tables` is for, where they lack moves
    char variant_name[NAME_TEXT], rules[RULES_TEXT]; // that `tables` is for; "" at first
    bool ready;
};

// Makes `tables` those of the row; nothing is done where they are already. The variant comes from
// the text in run.json, without one (`meta` NULL) it is the built-in one of that name. What a
// player lacks is taken from its side. Errors: no such variant, or another than run.json has; rules
// that are none of it.
bool game_tables_load(struct game_tables *tables, const struct runmeta *meta,
                      const struct game_row *row, struct error *error);

// Can a game end so that by the rules goes on after these plies, with `mover` to move? `rules`:
// those that it was played by; NULL: not known, or people played it.
bool replay_end_fits(struct outcome end, int64_t plies, enum side mover,
                     const struct adjudication *rules);

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
