// SPDX-License-Identifier: GPL-3.0-or-later
// The games of logs, as openings and moves.
#pragma once

#include "error.h"
#include "position.h"

struct move_game {
    struct position opening;
    int from, count; // moves of struct move_games
    int pair;        // 0, 1, ...: the same for the two games of a pair, which have one opening
};

struct move_games {
    struct tables *tables;  // owned; the game that was played
    struct move_game *game; // owned
    int count, capacity;
    Move *moves; // owned
    int move_count, move_capacity;
};

// Reads games.csv of the folders (log_folders_add), which must all be of one game. Games that are
// the same as another, by game_key, are left out. Errors name file and line. Destroy in either
// case.
bool move_games_read(struct move_games *games, const char *const *folders, int count,
                     struct error *error);
void move_games_destroy(struct move_games *games);
