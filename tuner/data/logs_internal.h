// SPDX-License-Identifier: GPL-3.0-or-later
// What logs.c and log_positions.c share.
#pragma once

#include "logs.h"
#include "outcome.h"
#include "tally.h"

struct played { // a row of games.csv
    int64_t number;
    uint64_t identity; // hash of what makes it this game and no other
    enum result result;
    bool copy;
};

struct folder {
    const char *path; // not owned
    uint64_t seed;
    size_t games, capacity;
    struct played *game; // owned, by number upwards
};

struct reading {
    const struct logs_settings *settings;
    struct logs *logs;
    struct dataset *data;
    struct folder *folder;
    int count;
    char rules[RULES_TEXT]; // of the game that all folders must hold
    struct key_set identities, contents;
    struct logs_progress progress;
};

// Reads positions.csv of a folder whose games have been read; adds what the settings want to the
// data set, in order. Errors name file and line.
bool log_positions_read(struct reading *reading, const struct folder *folder, struct error *error);
