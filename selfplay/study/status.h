// SPDX-License-Identifier: GPL-3.0-or-later
// How far a run has come, from its logs: nothing is asked of the processes that play it, nothing is
// locked, and memory does not depend on the number of games.
#pragma once

#include "runmeta.h"

struct status {
    struct game_range range; // asked for
    uint64_t seed;
    int64_t games; // rows that are whole
    bool torn;     // the last line of a file is cut short; resuming repairs it
    bool complete; // all games are there
    bool paired;
    char fault[256];      // what is wrong with the log; "" for nothing
    int restarts;         // how often it was taken up again
    int64_t changed;      // last change of games.csv, seconds since the epoch; -1: there is none
    double rate;          // games a second of the last session; 0: not known yet
    bool active;          // it changed lately, for its rate, and was not stopped
    bool stopped;         // on request, before its end; a run that is neither was killed or hangs
    uint64_t nodes;       // a move, of both players on average; 0: not known
    char variant[64];     // name
    char config_hash[32]; // as run.json has it
};

// "complete", "going on", "stopped" or "stalled".
const char *status_state(const struct status *status);

// Reads one folder. `now`: seconds since the epoch. False when there is no run to speak of:
// `error`.
bool status_read(const char *folder, int64_t now, struct status *status, struct error *error);
