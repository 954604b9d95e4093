// SPDX-License-Identifier: GPL-3.0-or-later
// Every player against every other, rated by one model. Only cmd_*.c files include this.
#pragma once

#include "cmd_player_options.h"

struct round_robin {
    struct player_options *players;  // two or more; their names
    const struct play_options *play; // games: of each match
    const char *folder;              // the matches go into DIR/NAME-NAME
    bool force, json;
};

// Plays what is missing and prints the ratings. `config` has all but the players. Returns the
// command's exit code.
int round_robin_run(const struct round_robin *round, const struct config *config);
