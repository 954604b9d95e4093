// SPDX-License-Identifier: GPL-3.0-or-later
// FOLDER/agenda.json: what a command that plays several runs into a folder is going to play there,
// written before the first of them, so that others can say how much of the whole is done.
//   {"schema": 1, "generations": 3,
//    "runs": [{"run": "1/log", "generation": 1, "games": 2000, "nodes": 1000},
//             {"run": "1/match/1000n", "generation": 1, "games": 5000, "nodes": 1000,
//              "at_most": true, "done": "1/verdict"}]}
// Where the clock ends it there is "until", and no "generations": the runs are those of the
// generations so far.
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "error.h"

struct agenda_run {
    char run[128];  // its folder, from that of the agenda; parts may be in others, see agenda_name
    char done[128]; // a file there: once it exists, a run that was not begun never will be; or ""
    // Files there by which a run that keeps no log is known to have begun, and to have ended; or ""
    char begun[128], ended[128];
    int generation; // 0: none
    int64_t games;
    uint64_t nodes; // a move; 0: not known
    bool at_most;   // it may end with fewer games
};

struct agenda {
    int generations;        // 0: none, or nobody knows how many
    int64_t until;          // when the clock ends it, seconds since the epoch; 0: it does not
    struct agenda_run *run; // owned, in the order in which they are played
    int count, room;
};

void agenda_destroy(struct agenda *agenda);
// Adds a run and returns it, cleared.
struct agenda_run *agenda_add(struct agenda *agenda);

// Writes it into the folder, which is made where it is missing. A file that says the same is left.
bool agenda_write(const struct agenda *agenda, const char *folder, struct error *error);
// Reads that of the folder. False and an empty `error` where there is none; false and a message
// where it is no agenda. Destroy it in either case.
bool agenda_read(const char *folder, struct agenda *agenda, struct error *error);

// What an agenda calls a folder of a run, given from its own folder: parts of RUN are in
// shards/I/RUN, those of G/log in G/shards/I. Writes into `name` and returns it.
char *agenda_name(const char *folder, char name[PATH_MAX]);
