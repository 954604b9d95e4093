// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks of games, in the words of cutechess and fastchess, "40/300+0.5", with byoyomi as shogi has
// it: "600+30b".
#pragma once

#include "buffer.h"
#include "engine.h"
#include "error.h"

// Milliseconds. All 0: no clock.
struct time_control {
    int64_t base, increment; // for the game; added after each move
    int64_t byoyomi;         // for each move once the base is used up; what is left of it is lost
    int moves;               // after so many of its moves a player gets the base again; 0: never
};

bool time_control_given(const struct time_control *control);

// Reads "[MOVES/]TIME[+INCREMENT][+BYOYOMIb]", TIME in seconds or as minutes:seconds, all with up
// to three decimals. Errors: anything else, more than a day, no time for the first move.
bool time_control_parse(const char *text, struct time_control *control, struct error *error);
// The same in seconds, in one spelling for each control; nothing for none.
void time_control_print(const struct time_control *control, struct buffer *text);

// The clock of a player before its first move.
struct clock time_control_start(const struct time_control *control);
// A move took so long. False: more than there was, byoyomi included, and `margin` beyond.
bool time_control_spend(const struct time_control *control, struct clock *clock,
                        int64_t milliseconds, int64_t margin);
