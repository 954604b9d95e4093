// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a configuration into a folder, with progress, resumption and clean stops: what self-play
// and everything built of such runs share.
#pragma once

#include "answer.h"
#include "observer.h"
#include "runlog.h"

struct run {
    struct config *config; // finished
    const char *folder;
    struct game_range range;
    int threads;
    bool seed_given, force; // see runlog_options
    const char *command;    // the same
    const char *task;       // what its ticks are of; NULL: the variant's name
    bool quiet;             // nothing is said about a run that is finished already
    bool (*enough)(void *context, const struct tally *tally); // see runlog_options; may be NULL
    // Writes what its ticks say of the games; NULL: the first player's results.
    void (*describe)(void *context, const struct runlog_progress *now, char *text, size_t size);
    void *context;                   // of both
    const struct observer *observer; // not owned; may be NULL

    // Set by run_play.
    struct runlog *log;  // closed but readable; NULL when the folder could not be opened
    bool stopped;        // the observer asked for it, be the games done or not
    int64_t first_game;  // of this session
    double seconds, cpu; // of this session; `cpu` is a share of the threads' time

    // For run.c.
    struct workers *workers;
    double begun;
};

// Opens the folder, plays what is left, closes it. WORK_STOPPED: before the end; what is complete
// is saved. End with run_destroy in any case.
enum work_end run_play(struct run *run, struct error *error);
void run_destroy(struct run *run);

// What a run that is done came to, with the score of a match where two players differ. To be
// destroyed by the caller.
struct answer run_answer(const struct run *run);

// What makes a run a match: it may end by a test, and leaves match.json.
// Before run_play: the run ends as soon as its configuration's test is decided (if it has one), and
// its ticks tell the score.
void match_prepare(struct run *run);

// After it: writes match.json into the run's folder. The text; the caller frees it. NULL and
// `error` on a fault.
char *match_write(const struct run *run, struct error *error);
