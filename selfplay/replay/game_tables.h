// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that the games of a log were played by, row after row.
#pragma once

#include "rows.h"
#include "runmeta.h"

// Zeroed at first; large: keep it off small stacks. Owns nothing.
struct game_tables {
    struct tables tables; // of the row that was loaded last
    // For game_tables.c:
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

// Do players of the run that was loaded last lack moves?
bool game_tables_restricted(const struct game_tables *tables);
