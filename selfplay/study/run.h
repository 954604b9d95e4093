// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a configuration into a folder, with progress, resumption and clean stops: what self-play
// and everything built of such runs share.
#pragma once

#include "answer.h"
#include "observer.h"
#include "runlog.h"
#include "tally.h"

struct run {
    struct config *config; // finished
    const char *folder;
    struct game_range range;
    int threads;
    bool seed_given, force;          // see runlog_options
    const char *command;             // the same
    const char *task;                // what its ticks are of; NULL: the variant's name
    double ahead;                    // what its ticks say of what follows, see observer.h
    bool quiet;                      // nothing is said about a run that is finished already
    bool match;                      // its ticks tell the score, and it leaves match.json
    int process, processes;          // that play it together, see blocks.h; 0: this one alone
    const struct observer *observer; // not owned; may be NULL
    // Called once the folder is open and all is known to be playable; false: nothing is played.
    bool (*announce)(void *context, struct error *error); // may be NULL
    void *announced;                                      // its context

    // Set by run_play.
    struct runlog *log;  // closed but readable; NULL when the folder could not be opened
    bool stopped;        // the observer asked for it, be the games done or not
    int64_t first_game;  // of this session
    double seconds, cpu; // of this session; `cpu` is a share of the threads' time

    // For run.c.
    struct workers *workers;
    struct blocks *blocks; // that it is one of; NULL: a run
    double begun;
};

// Its range is a shard: then it is the whole, which processes play together, one for each shard.
void run_share(struct run *run);

// Opens the folder, plays what is left, closes it. A configuration with a test ends as soon as that
// is decided. WORK_STOPPED: before the end; what is complete is saved. End with run_destroy in any
// case.
enum work_end run_play(struct run *run, struct error *error);
// Has the test of the configuration, if any, ended with these games?
bool run_decided(const struct config *config, const struct tally *tally);
void run_destroy(struct run *run);

// What a run that is done came to, with the score of a match where two players differ. To be
// destroyed by the caller.
struct answer run_answer(const struct run *run);
