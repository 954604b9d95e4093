// SPDX-License-Identifier: GPL-3.0-or-later
// Games that people or other programs have played, from files of PGN, KIF, CSA and lines of USI
// into the log of a run, by our rules: every move is judged, and the result must follow.
#pragma once

#include "runlog.h"

struct games_import {
    const struct option_texts *files; // UTF-8; the ending of a name says the format
    bool skip;                        // leave out games with faults; else they stop the import
    struct runlog_options options;    // folder, force and command
    // Called with "file:line: what" for each game with a fault.
    void (*fault)(void *context, const char *text);
    void *context;
    struct config config; // of the run, by config_default

    // Set by games_import:
    struct runlog *log; // closed but readable, for runlog_destroy; NULL: nothing was written
    int64_t games, faulty;
};

// Reads the files twice: nothing is written before all games are known to be right. Quiet positions
// get the score of a search of captures alone. False and `error`: a file that cannot be read,
// faults that are not skipped, no games, another run in the folder.
bool games_import(struct games_import *import, struct error *error);
