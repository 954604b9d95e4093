// SPDX-License-Identifier: GPL-3.0-or-later
// How far all runs below some folders have come together, and batches of them by their agendas.
#pragma once

#include "buffer.h"
#include "log_reader.h"
#include "runmeta.h"
#include "study.h"

// Games are counted once, in however many folders of a batch, or of none, they stand.
struct overview_total {
    int64_t games, asked;                            // `asked` has those of the runs to come
    int folders, complete, active, stopped, stalled; // of those that count
    int to_come;                                     // runs of agendas that have no folder yet
    bool at_most;                                    // of `asked`: tests may end earlier
    double rate;                                     // games a second of those that are active
    double eta;      // seconds, by nodes a move where they are known; NAN: not known
    int64_t changed; // last, seconds since the epoch; -1: nothing is there
};

struct overview_batch { // a folder with an agenda
    char *folder;       // owned
    struct agenda agenda;
    struct overview_total total;
    const struct agenda_run *now; // the first run that is not done; NULL: all are
    bool begun;                   // it has a folder
};

// A folder: its run from its log. Nothing is asked of the processes that play it, nothing is
// locked, and memory does not depend on the number of games.
struct overview_part {
    int batch;               // the one that it belongs to, or -1
    bool copy;               // other folders have all of its games, which count there
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

struct overview {
    struct log_folders folders;
    struct overview_part *part; // of each folder; owned, like the rest
    struct overview_batch *batches;
    int batch_count;
    struct overview_total total;
    struct buffer missing; // shards that have no folder: "3,17"; where there are
                           // several runs: "rules/base/10n 0; rules/base/30n 0,2"
};

// Reads all folders of runs at or below the given ones. `now`: seconds since the epoch. False and
// `error`: one of them holds nothing, or an agenda is none. Destroy in any case.
bool overview_read(const struct option_texts *folders, int64_t now, struct overview *overview,
                   struct error *error);
void overview_destroy(struct overview *overview);

// "complete", "going on", "stopped", "stalled", or "between runs": all that were begun are complete
// and more are to come.
const char *overview_state(const struct overview_total *total);
// "complete", "going on", "stopped" or "stalled".
const char *overview_part_state(const struct overview_part *part);
