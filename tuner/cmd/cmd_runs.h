// SPDX-License-Identifier: GPL-3.0-or-later
// What commands share that play several runs into one folder and answer from them all.
// Only cmd_*.c files include this.
#pragma once

#include <cjson/cJSON.h>
#include <limits.h>

#include "agenda.h"
#include "cmd_plan.h"
#include "cmd_progress.h"
#include "file.h"
#include "observer.h"

struct runs_options {
    const char *folder, *only;
    bool report, list;
};

// --out, --report, --list, --only.
extern const struct option_set runs_option_set;
#define RUNS_OPTIONS(type, member)                                                                 \
    { &runs_option_set, offsetof(type, member), NULL }

// Whether they go with the options of the games.
bool runs_check(const struct runs_options *runs, const struct play_options *play, bool json,
                struct error *error);

// A part of the games alone is played: there is nothing to answer from.
bool runs_in_part(const struct runs_options *runs, const struct play_options *play);

struct runs { // in the order in which they are played
    const struct runs_options *options;
    struct play_options *play;
    int count;
    void *context; // of the functions
    // The name of a run, in `text`.
    const char *(*name)(void *context, int number, char text[PATH_MAX]);
    bool (*range)(void *context, int number, struct game_range *range, struct error *error);
    uint64_t (*nodes)(void *context, int number); // a move, of both players on average
    // What it is played by; the list of openings is to be destroyed by the caller.
    bool (*configure)(void *context, int number, struct config *config, struct opening_list *list,
                      struct error *error);
    struct progress progress;
    struct observer observer;
    struct agenda agenda; // with the games that are left to be played here
    bool announced;       // all of it is written
};

// Plays those that are due, or --only. Returns the exit code.
int runs_play(struct runs *runs);
// Prints their names. Returns the exit code.
int runs_list(const struct runs *runs);
// Plays a pilot of so many runs, one for each part of `games`, whose name it has, and shows what
// the games cost and will tell. Returns the exit code.
int runs_plan(const struct runs *runs, const struct plan_options *plan, struct plan_games games,
              const char *const names[], const int numbers[], bool json);

// The folder of a run, or of its part. False when the name is too long.
bool runs_folder(const struct runs *runs, int number, char path[PATH_MAX], struct error *error);
// Takes the seed of a run that is there, where the command names none. Error: there is no run.
bool runs_find_seed(const struct runs *runs, int number, struct error *error);
// How an answer from all of them was made, see origin.h; the caller's to delete.
cJSON *runs_origin(const struct runs *runs);
// Adds a file of the answer, to be written into the folder; what it holds is to be printed into the
// buffer.
struct buffer *runs_add(const struct runs *runs, struct file_set *set, const char *name);
