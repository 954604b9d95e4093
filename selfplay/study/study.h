// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs in one folder, FOLDER/RUN, played one after another: all, a part of their games, or
// one of them. Whoever answers from them says what each is played by and which are due.
#pragma once

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "error.h"
#include "file.h"
#include "play_options.h"
#include "run.h"

// --- The agenda ----------------------------------------------------------------------------------
// FOLDER/agenda.json: what a command that plays several runs into a folder is going to play there,
// written before the first of them, so that others can say how much of the whole is done.
//   {"schema": 1, "generations": 3,
//    "runs": [{"run": "1/log", "generation": 1, "games": 2000, "nodes": 1000},
//             {"run": "1/match/1000n", "generation": 1, "games": 5000, "nodes": 1000,
//              "at_most": true, "done": "1/verdict"}]}
// Where the clock ends it there is "until", and no "generations": the runs are those of the
// generations so far.

enum { AGENDA_NAME = 128 };

struct agenda_run {
    char run[AGENDA_NAME];  // its folder, from that of the agenda; parts: see agenda_name
    char done[AGENDA_NAME]; // a file there: once it exists, what was not begun never will be; or ""
    // Files there by which a run that keeps no log is known to have begun, and to have ended; or ""
    char begun[AGENDA_NAME], ended[AGENDA_NAME];
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

// What an agenda calls a folder of a run, given from its own folder: blocks of RUN are in
// RUN/blocks. Writes into `name` and returns it.
char *agenda_name(const char *folder, char name[PATH_MAX]);

// --- The runs ------------------------------------------------------------------------------------

struct study {
    const char *folder;
    // Threads, the part of the games, the seed: all runs share it, and where the command gives none
    // it becomes the one that the first run was begun with. Not owned.
    struct play_options *play;
    struct agenda agenda;            // the runs, in the order in which they are played; owned
    bool inner;                      // they stand in the agenda of another study
    const char *only;                // this run alone; NULL: all that are due
    const char *task;                // of ticks, before the run; NULL: its number
    bool alone;                      // ticks say nothing of what follows a run
    bool paired;                     // two players
    bool match, force;               // see struct run
    const struct observer *observer; // not owned; may be NULL

    void *context; // of the functions
    // What a run is played by; the caller destroys the list of openings whatever is returned.
    bool (*configure)(void *context, int number, struct config *config, struct opening_list *list,
                      struct error *error);
    // Whether it is to be played; asked before each. NULL: all are.
    bool (*is_due)(void *context, int number, bool *due, struct error *error);
    // Takes what came of one that is complete. NULL: nothing to do.
    bool (*take)(void *context, int number, const struct run *run, struct error *error);
};

// Adds a run: its name in FOLDER, games, and nodes a move of both players on average (0: not
// known). The rest of what is returned may be set as well.
struct agenda_run *study_add(struct study *study, const char *name, int64_t games, uint64_t nodes);
void study_destroy(struct study *study);

// The number of a run; -1: there is none of that name.
int study_find(const struct study *study, const char *name);

// Plays those that are due, or `only`. WORK_STOPPED before the end; what is complete is saved.
enum work_end study_play(struct study *study, struct error *error);

// The folder of a run, FOLDER/RUN, whose games all processes by --shard play together (run_share);
// parts by --range have folders of their own. There is room for a file's name of 32 letters behind.
// False when the name is too long.
bool study_folder(const struct study *study, int number, char path[PATH_MAX], struct error *error);
// Takes the seed of a run that is there, where the command names none. Error: there is no run.
bool study_find_seed(const struct study *study, int number, struct error *error);
// How an answer from all of them was made, see origin.h; the caller's to delete.
cJSON *study_origin(const struct study *study);
// Adds a file of the answer, to be written into the folder; what it holds is to be printed into the
// buffer.
struct buffer *study_add_file(const struct study *study, struct file_set *set, const char *name);
